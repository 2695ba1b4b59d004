import { z } from 'zod';
import type { Clock, Millis } from '../../../kernel/clock.js';
import { Broadcast } from '../../../platform/signals/broadcast.js';
import type { Signals } from '../../../platform/signals/port.js';
import type { EnginePreview } from '../../../engine/port.js';
import type { CreationSettings } from '../settings.js';
import { TaskChanged, type TaskSignals } from '../signals.js';
import type { TaskId } from '../task.js';
import { LiveBoard, liveSnapshot, type BoardListener, type LiveSnapshot } from './live.js';

export interface LiveShareDeps {
  /** Signals between processes. */
  readonly shared: Signals;
  /** Notifies subscribers in this process of progress. */
  readonly signals: TaskSignals;
  readonly clock: Clock;
  readonly settings: CreationSettings;
}

interface Sharing {
  /** Whether there is news since the last message. */
  isDue: boolean;
  /** Version of the stored preview, by output. */
  readonly kept: Map<number, number>;
  /** Ends the wait for news. */
  wake: () => void;
}

const ended = z.object({ taskId: liveSnapshot.unwrap().shape.taskId, attempt: z.int(), isOver: z.literal(true) });
const news = z.union([ended, liveSnapshot]);
type News = z.infer<typeof news>;

/** Header of a stored preview, as a line of JSON before its bytes. */
const previewHead = z.object({ attempt: z.int(), type: z.enum(['image/webp', 'image/jpeg', 'image/png']) });

/** Timeout of a request for the progress that other processes store. */
const PATIENCE_MS: Millis = 500;
/** Pause after such a timeout, during which nothing is requested. */
const REST_MS: Millis = 5_000;

const progressKey = (id: TaskId): string => `live:${id}`;
const previewKey = (id: TaskId, index: number): string => `live:${id}:${index}`;

/**
 * Shares progress between the processes of an installation. A worker publishes its progress and stores it with the
 * latest preview of each output where other processes can read it. Does nothing in a single process.
 */
export class LiveShare implements BoardListener {
  readonly board: LiveBoard;
  private readonly broadcast: Broadcast<News>;
  private readonly sharing = new Map<TaskId, Sharing>();
  private restsUntil: Millis = 0;

  constructor(private readonly deps: LiveShareDeps) {
    this.broadcast = new Broadcast(deps.shared, 'creation.live', news);
    this.board = new LiveBoard(this.broadcast.hasListeners ? this : undefined);
  }

  /**
   * Subscribes to progress of other processes.
   * @returns a function that unsubscribes
   */
  start(): () => void {
    return this.broadcast.subscribe((received) => {
      if ('isOver' in received) return this.board.receiveEnd(received.taskId, received.attempt);
      if (this.board.receive(received))
        this.deps.signals.receive(new TaskChanged(received.taskId, received.owner, 'progress'));
    });
  }

  changed(id: TaskId): void {
    const known = this.sharing.get(id);
    if (known) {
      known.isDue = true;
      return known.wake();
    }
    const sharing: Sharing = { isDue: true, kept: new Map(), wake: () => undefined };
    this.sharing.set(id, sharing);
    void this.share(id, sharing);
  }

  ended(id: TaskId): void {
    const sharing = this.sharing.get(id);
    this.sharing.delete(id);
    sharing?.wake();
  }

  /**
   * Loads the stored progress of other processes' attempts that are not known yet. Progress that does not arrive in
   * time is skipped.
   */
  async load(attempts: readonly { readonly id: TaskId; readonly attempt: number }[]): Promise<void> {
    if (!this.broadcast.hasListeners) return;
    await Promise.all(
      attempts.map(async ({ id, attempt }) => {
        if (this.board.knows(id, attempt)) return;
        const bytes = await this.kept(progressKey(id));
        const snapshot = bytes && readAs(liveSnapshot, bytes);
        if (snapshot !== undefined) this.board.receive(snapshot);
      }),
    );
  }

  /** The latest preview of an output, from whichever process makes it. */
  async preview(id: TaskId, attempt: number, index: number): Promise<EnginePreview | undefined> {
    const own = this.board.preview(id, attempt, index);
    if (own !== undefined || !this.broadcast.hasListeners) return own?.preview;
    const bytes = await this.kept(previewKey(id, index));
    if (bytes === undefined) return undefined;
    const line = bytes.indexOf(10);
    const head = readAs(previewHead, bytes.subarray(0, line));
    return head?.attempt === attempt ? { type: head.type, bytes: bytes.subarray(line + 1) } : undefined;
  }

  private async kept(key: string): Promise<Uint8Array | undefined> {
    const { shared, clock } = this.deps;
    if (clock.now() < this.restsUntil) return undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), PATIENCE_MS)));
    try {
      const found = await Promise.race([shared.kept(key), late]);
      if (found !== 'late') return found;
    } catch {
      // A failure counts like a timeout, because missing progress is no error.
    } finally {
      clearTimeout(timer);
    }
    this.restsUntil = clock.now() + REST_MS;
    return undefined;
  }

  /** Publishes and stores news, at most once per interval, until the attempt ends. */
  private async share(id: TaskId, sharing: Sharing): Promise<void> {
    let last: LiveSnapshot | undefined;
    while (this.sharing.get(id) === sharing) {
      const snapshot = this.board.snapshot(id);
      sharing.isDue = false;
      if (snapshot !== undefined) {
        last = snapshot;
        await this.keep(snapshot, sharing);
        if (this.sharing.get(id) === sharing) this.broadcast.publish(snapshot);
      }
      await new Promise((resolve) => setTimeout(resolve, this.deps.settings.progressEveryMs));
      if (this.sharing.get(id) === sharing && !sharing.isDue)
        await new Promise<void>((resolve) => (sharing.wake = resolve));
    }
    if (last === undefined) return;
    this.broadcast.publish({ taskId: id, attempt: last.attempt, isOver: true });
    // A later attempt in this process uses the same keys, so they are kept.
    if (!this.sharing.has(id)) await this.forget(id, [...sharing.kept.keys()]);
  }

  private async keep(snapshot: LiveSnapshot, sharing: Sharing): Promise<void> {
    const { shared, settings } = this.deps;
    const { taskId, attempt, outputs } = snapshot;
    try {
      for (const { index } of outputs) {
        const found = this.board.preview(taskId, attempt, index);
        if (found === undefined || sharing.kept.get(index) === found.version) continue;
        sharing.kept.set(index, found.version);
        const head = Buffer.from(`${JSON.stringify({ attempt, type: found.preview.type })}\n`);
        await shared.keep(
          previewKey(taskId, index),
          Buffer.concat([head, found.preview.bytes]),
          settings.attemptLimitMs,
        );
      }
      await shared.keep(progressKey(taskId), Buffer.from(JSON.stringify(snapshot)), settings.attemptLimitMs);
    } catch {
      // A failed write is made good by the next step, or by the end of the attempt.
    }
  }

  private async forget(id: TaskId, outputs: readonly number[]): Promise<void> {
    try {
      await Promise.all(
        [progressKey(id), ...outputs.map((index) => previewKey(id, index))].map((key) => this.deps.shared.forget(key)),
      );
    } catch {
      // The entry expires by itself.
    }
  }
}

/** Parses a stored value; undefined if another product version stored it in another format. */
function readAs<T>(schema: z.ZodType<T>, bytes: Uint8Array): T | undefined {
  try {
    return schema.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
  } catch {
    // not JSON
    return undefined;
  }
}
