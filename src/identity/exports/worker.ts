import { z } from 'zod';
import type { Clock, Millis } from '../../kernel/clock.js';
import type { Blobs } from '../../platform/blobs/port.js';
import type { ExportFile, ExportParts } from '../../platform/export-parts.js';
import type { Logs } from '../../platform/http/logs.js';
import type { UserId } from '../../platform/http/security/session-user.js';
import type { Jobs, LeasedJob } from '../../platform/jobs/port.js';
import { pause } from '../../platform/pause.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { EXPORT_QUEUE, referenceOf, type Exports, type MadeFile } from './exports.js';
import { zipOf } from '../../platform/zip.js';

const LEASE_MS: Millis = 60_000;
const LOOK_AGAIN_MS: Millis = 15_000;
/** Attempts before an export permanently fails; unavailable stores do not count. */
const MAX_TRIES = 3;
// the brand is applied when the job is read
const payload = z.object({ userId: z.string().transform((id) => id as UserId), attempt: z.int() });

export interface ExportWorkerDeps {
  readonly exports: Exports;
  readonly parts: ExportParts;
  readonly jobs: Jobs;
  readonly blobs: Pick<Blobs, 'put' | 'removeReference'>;
  readonly clock: Clock;
  readonly log: Logs;
  /** Worker name of this process. */
  readonly name: string;
}

/** Creates the requested exports one at a time until stopped. */
export class ExportWorker {
  private readonly stopping = new AbortController();
  private woken = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly deps: ExportWorkerDeps) {}

  start(): void {
    this.running ??= this.work();
  }

  /** Returns the job in progress to the queue. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async work(): Promise<void> {
    const stopHearing = this.deps.jobs.onAdded(EXPORT_QUEUE, () => this.woken.abort());
    while (!this.stopping.signal.aborted) {
      this.woken = new AbortController();
      let wakes = [this.woken.signal];
      try {
        while (await this.next());
      } catch (error) {
        this.deps.log.warn({ err: error }, 'an export could not be made; it is retried');
        // A returned job notifies like a new one, so the wake-up signal is ignored to avoid an immediate retry.
        wakes = [];
      }
      await pause(LOOK_AGAIN_MS, this.stopping.signal, ...wakes);
    }
    stopHearing();
  }

  /** @returns whether there was a job */
  private async next(): Promise<boolean> {
    if (this.stopping.signal.aborted) return false;
    const [job] = await this.deps.jobs.lease(EXPORT_QUEUE, this.deps.name, LEASE_MS, 1);
    if (job === undefined) return false;
    const lost = new AbortController();
    const renewal = setInterval(
      () =>
        void this.deps.jobs.extend(job.id, job.fence, LEASE_MS).then(
          (held) => held === 'held' || lost.abort(),
          () => undefined,
        ),
      LEASE_MS / 3,
    );
    try {
      await this.make(job, AbortSignal.any([lost.signal, this.stopping.signal]));
    } finally {
      clearInterval(renewal);
    }
    return true;
  }

  private async make(job: LeasedJob, ended: AbortSignal): Promise<void> {
    const { exports, parts, jobs, blobs, clock, log } = this.deps;
    const { userId, attempt } = payload.parse(job.payload);
    const wanted = await exports.of(userId);
    if (wanted?.state !== 'waiting' || wanted.attempt !== attempt) return void (await jobs.finish(job.id, job.fence));
    const reference = referenceOf(userId, attempt, job.fence);
    let made: MadeFile | undefined;
    try {
      made = { ...(await blobs.put(zipOf(until(parts.files(userId), ended)), reference)), reference };
      if (!(await exports.conclude(userId, attempt, made, clock.now())))
        await blobs.removeReference(made.hash, reference);
    } catch (error) {
      // If this fails, the sweep removes the file later.
      if (made !== undefined) await exports.disown(userId, made).catch(() => undefined);
      if (
        ended.aborted ||
        error instanceof StoreUnavailable ||
        (await exports.countFailure(userId, attempt)) < MAX_TRIES
      ) {
        await jobs.giveBack(job.id, job.fence);
        throw error;
      }
      log.error({ err: error }, 'an export failed for good');
      await exports.conclude(userId, attempt, undefined, clock.now());
    }
    await jobs.finish(job.id, job.fence);
  }
}

/** Iterates over the files until the signal aborts, because the lease was lost or the process stops. */
async function* until(
  files: AsyncIterable<ExportFile>,
  ended: AbortSignal,
): AsyncGenerator<ExportFile, void, undefined> {
  for await (const file of files) {
    ended.throwIfAborted();
    yield {
      ...file,
      content: async () => {
        const bytes = await file.content();
        return bytes && bytesUntil(bytes, ended);
      },
    };
  }
}

async function* bytesUntil(
  bytes: AsyncIterable<Uint8Array>,
  ended: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const some of bytes) {
    ended.throwIfAborted();
    yield some;
  }
}
