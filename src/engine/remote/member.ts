import { circuitBreaker, BrokenCircuitError, ConsecutiveBreaker, handleWhen, timeout, TaskCancelledError, TimeoutStrategy, type IPolicy } from 'cockatiel';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import type { Motion } from '../sizes.shared.js';
import type { Programs } from '../ffmpeg.js';
import type { EngineOutcome, EngineProgress, EngineRequest, Media } from '../port.js';
import { InterruptiblePause } from './interruptible-pause.js';
import { toRequestedVideo } from './videos.js';
import { FAULT_IDENTIFIERS, mustBeImage, RemoteFault, type RemoteApi, type RemoteFaultReason, type RemoteJob, type RemoteOutput, type RemoteState, type RemoteUsage } from './port.js';

/** How an engine behind an address is treated; milliseconds. */
export interface RemoteSettings {
  /** One call; an engine that answers only when the image is made needs long. */
  readonly callMs: number;
  /** From the submission of one image to its end. */
  readonly jobMs: number;
  /** The same of one video. */
  readonly videoMs: number;
  /** Between two looks, growing from the first to the last. */
  readonly pollMs: { readonly min: number; readonly max: number };
  /** The same for an engine that calls when it is done: looks are for the call that is lost. */
  readonly calledPollMs: { readonly min: number; readonly max: number };
  /** After so many calls in a row that no one answered it is left alone for a while. */
  readonly failures: number;
  readonly restMs: number;
}

export const REMOTE_DEFAULTS: RemoteSettings = {
  callMs: 180_000, jobMs: 600_000, videoMs: 1_500_000, pollMs: { min: 500, max: 3_000 }, calledPollMs: { min: 2_000, max: 15_000 }, failures: 5, restMs: 30_000,
};

/**
 * What has been sent to this engine for an output, so that an attempt that follows a dead one asks after it rather than paying twice.
 * A run is closed when its output has been taken in, or when it has fail at the engine.
 */
export interface RunBook {
  find(run: string): Promise<string | undefined>;
  note(run: string, externalId: string): Promise<void>;
  close(run: string): Promise<void>;
}

/** The name of a run: the task and the output, not the attempt. @param request `taskId_attempt` */
export const runOf = (request: string, index: number): string => `${request.replace(/_\d+$/, '')}_${index}`;

/** Where an engine calls when a run has ended, and how its calls are heard. */
export interface RunCalls {
  address(run: string): string;
  /** @returns how to stop listening */
  listen(run: string, called: () => void): () => void;
}

/** What came of one run at one engine. */
export interface RunReport {
  readonly model: string;
  /** Why nothing came of it; absent when an image did. */
  readonly fault?: RemoteFaultReason;
  /** From the submission, or from when it was taken up again, to the end: milliseconds. */
  readonly ms: number;
  readonly usage: RemoteUsage;
}

/** One engine behind an address: its API, what its model is called there, and where its runs are noted. */
export interface RemoteConnection {
  readonly api: RemoteApi;
  /** The engine's own name for a model of the catalogue. */
  readonly modelOf: (model: string) => string | undefined;
  readonly runs: RunBook;
  /** Where FFmpeg is, for models that make videos; none are made without it. */
  readonly programs?: () => Promise<Programs>;
  /** Absent where no one can reach this installation, or the engine does not call. */
  readonly calls?: RunCalls;
  /** Told of every run that ended, not of those that were stopped. Never throws. */
  readonly report?: (report: RunReport) => Promise<void>;
  readonly settings?: RemoteSettings;
}

/** What became of an output, and why the engine's part of it failed. */
export interface MemberOutcome {
  readonly outcome: EngineOutcome;
  readonly fault?: RemoteFaultReason;
}

/** The most pixels of an image that an engine may send. */
const MAX_PIXELS = 64_000_000;

/** True for what says that the engine itself is not well, rather than this request. */
const isUnwell = (error: Error): boolean => error instanceof TaskCancelledError || (error instanceof RemoteFault && (error.again || error.reason === 'misunderstood'));

type Ended = Exclude<RemoteState, { readonly state: 'queued' | 'running' }>;

/**
 * One engine at work on single outputs: submits, asks after, fetches, and tells a refusal of the content from a fault.
 * Its circuit breaker keeps tasks from waiting for an engine that is gone.
 */
export class RemoteMember {
  private readonly settings: RemoteSettings;
  private readonly breaker: IPolicy;
  private readonly limit: IPolicy;

  constructor(private readonly at: RemoteConnection) {
    this.settings = at.settings ?? REMOTE_DEFAULTS;
    this.breaker = circuitBreaker(handleWhen(isUnwell), { halfOpenAfter: this.settings.restMs, breaker: new ConsecutiveBreaker(this.settings.failures) });
    this.limit = timeout(this.settings.callMs, TimeoutStrategy.Aggressive);
  }

  /** Whether it has something in progress for an output. @throws StoreUnavailable */
  async holds(run: string): Promise<boolean> {
    return (await this.at.runs.find(run)) !== undefined;
  }

  /** What it made has been taken in. @throws StoreUnavailable */
  async close(run: string): Promise<void> {
    await this.at.runs.close(run);
  }

  /** Another engine continues with an output: what is in progress here is stopped, as far as the engine hears. @throws StoreUnavailable */
  async letGo(run: string): Promise<void> {
    const id = await this.at.runs.find(run);
    if (id === undefined) return;
    // Not waited for: an engine that is gone would hold up the one that takes over.
    void this.at.api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
    await this.at.runs.close(run);
  }

  /** Makes one output, or continues with what an attempt before has left. @throws StoreUnavailable */
  async make(request: EngineRequest, { index, seed }: EngineRequest['outputs'][number], on: (progress: EngineProgress) => void, signal: AbortSignal): Promise<MemberOutcome> {
    const model = this.at.modelOf(request.model);
    if (model === undefined) return failed(index, new RemoteFault('denied', 'the model is not offered any more'));
    const begun = performance.now();
    let usage: RemoteUsage = {};
    const ended = async (made: MemberOutcome): Promise<MemberOutcome> => {
      if (!signal.aborted) await this.at.report?.({ model, ms: Math.round(performance.now() - begun), usage, ...defined({ fault: made.fault }) });
      return made;
    };
    try {
      const run = runOf(request.id, index);
      const state = await this.finish(run, await jobOf(model, request, seed), (fraction) => on({ index, stage: 'working', fraction }), signal);
      if (state.state !== 'succeeded') return await ended(failed(index, await this.faultOfState(state, run)));
      usage = state.usage ?? {};
      const [output] = state.outputs;
      if (output === undefined) throw new RemoteFault('misunderstood', 'no output');
      const bytes = await this.download(output, request, signal);
      on({ index, stage: 'encoding', fraction: 0.95 });
      return await ended({ outcome: { index, state: 'made', media: await this.mediaOf(bytes, request, index, signal) } });
    } catch (error) {
      return ended(failed(index, faultOf(error)));
    }
  }

  /** @throws DownloadFault for an image that is made and does not arrive; RemoteFault, the signal's reason */
  private async download(output: RemoteOutput, { seconds }: EngineRequest, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.call(signal, (inner) => this.at.api.fetch(output, inner));
    } catch (error) {
      const fault = faultOf(error);
      // What the engine itself answers wrongly is no matter of the way it comes by.
      if (seconds > 0 || signal.aborted || fault.reason === 'misunderstood' || fault.reason === 'refused') throw error;
      throw new DownloadFault(fault.reason, fault.message);
    }
  }

  private async mediaOf(bytes: Uint8Array, request: EngineRequest, index: number, signal: AbortSignal): Promise<Media> {
    if (request.seconds === 0) return { type: 'image/png', bytes: await toRequestedSize(bytes, request) };
    if (this.at.programs === undefined) throw new RemoteFault('rejected', 'films are not made here');
    return toRequestedVideo(await this.at.programs(), bytes, request, index, signal);
  }

  private async faultOfState(state: Exclude<Ended, { readonly state: 'succeeded' }>, run: string): Promise<RemoteFault> {
    switch (state.state) {
      case 'refused':
        return new RemoteFault('refused', 'refused');
      case 'canceled':
        // It is no one's any more: the next attempt begins again.
        await this.at.runs.close(run);
        return new RemoteFault('away', 'the engine dropped the job');
      case 'failed':
        if (state.fault !== undefined) await this.at.runs.close(run);
        return new RemoteFault(state.fault ?? 'rejected', state.reason);
      default:
        return state satisfies never;
    }
  }

  /** From the submission, or from where an earlier attempt left off, to the end. @throws RemoteFault, the signal's reason */
  private async finish(run: string, job: RemoteJob, grow: (fraction: number) => void, signal: AbortSignal): Promise<Ended> {
    const { api, runs, calls } = this.at;
    const bell = new InterruptiblePause();
    // Heard before anything is sent: a quick engine calls before its answer is noted.
    const stopListening = calls?.listen(run, () => bell.interrupt());
    try {
      let id = await runs.find(run);
      if (id === undefined) {
        const submitted = await this.call(signal, (inner) => api.submit(calls === undefined ? job : { ...job, webhook: calls.address(run) }, inner));
        if ('state' in submitted) {
          if (submitted.state !== 'queued' && submitted.state !== 'running') return submitted;
          throw new RemoteFault('misunderstood', 'a job without an id');
        }
        id = submitted.externalId;
        await runs.note(run, id);
      }
      return await this.attend(run, id, job.seconds !== undefined, bell, grow, signal);
    } finally {
      stopListening?.();
    }
  }

  private async attend(run: string, id: string, isVideo: boolean, bell: InterruptiblePause, grow: (fraction: number) => void, signal: AbortSignal): Promise<Ended> {
    try {
      return await this.untilEnded(id, isVideo, bell, grow, signal);
    } catch (error) {
      // A worker that drains or has lost its lease, and a passing fault, are followed by an attempt that asks after the same run.
      const isLate = error instanceof RemoteFault && error.reason === 'time';
      if (signal.aborted ? signal.reason === 'drain' || signal.reason === 'lost' : !isLate && faultOf(error).again) throw error;
      // No one waits for it any more. Should the engine not hear, it makes an image that no one fetches.
      await this.at.api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
      await this.at.runs.close(run);
      throw error;
    }
  }

  /** Looks after a job until it has ended; a look that fails now and then is no news. @throws RemoteFault, the signal's reason */
  private async untilEnded(id: string, isVideo: boolean, bell: InterruptiblePause, grow: (fraction: number) => void, signal: AbortSignal): Promise<Ended> {
    const { settings, at } = this;
    const until = performance.now() + (isVideo ? settings.videoMs : settings.jobMs);
    const pace = at.calls === undefined ? settings.pollMs : settings.calledPollMs;
    let missed = 0;
    for (let wait = pace.min; ; wait = Math.min(wait * 1.5, pace.max)) {
      await bell.wait(wait, signal);
      if (performance.now() > until) throw new RemoteFault('time', 'the job takes too long');
      try {
        const state = await this.call(signal, (inner) => at.api.poll(id, inner));
        missed = 0;
        if (state.state !== 'queued' && state.state !== 'running') return state;
        grow(state.state === 'running' ? 0.1 + 0.8 * (state.fraction ?? 0.5) : 0.05);
      } catch (error) {
        missed += 1;
        if (!(error instanceof RemoteFault) || !error.again || missed >= settings.failures) throw error;
      }
    }
  }

  /** One call, within its time. What the caller gives up says nothing of the engine, so the breaker does not count it. */
  private async call<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.breaker.execute(async () => {
      try {
        return await this.limit.execute(({ signal: inner }) => work(inner), signal);
      } catch (error) {
        if (signal.aborted) throw new GivenUp();
        throw error;
      }
    });
  }
}

/** What a camera's move is called where a model is told of it in words. */
const MOVES: Readonly<Record<Motion, string>> = {
  'zoom-in': 'the camera moves slowly towards the subject', 'zoom-out': 'the camera moves slowly away from the subject', 'pan-left': 'the camera pans slowly to the left',
  'pan-right': 'the camera pans slowly to the right', rise: 'the camera rises slowly', orbit: 'the camera goes slowly round the subject', drift: 'the camera drifts gently',
};

async function jobOf(model: string, { params, prompt, negativePrompt, width, height, seconds, sources }: EngineRequest, seed: number): Promise<RemoteJob> {
  const start = sources.find(({ role }) => role === 'image');
  const { strength = 1, motion } = params;
  const style = params.style !== undefined && params.style !== 'natural' ? `, ${params.style} style` : '';
  const image = start && { png: await sharp(await readFile(start.path)).resize(width, height, { fit: 'fill' }).png().toBuffer(), strength };
  const said = motion === undefined ? `${prompt}${style}` : `${prompt === '' ? '' : `${prompt}, `}${MOVES[motion]}`;
  return { model, prompt: said, negativePrompt, seed, width, height, ...(seconds > 0 ? { seconds } : {}), ...(image ? { image } : {}) };
}

/** An image that was made and could not be fetched. */
class DownloadFault extends RemoteFault {}

/** The caller wants no answer any more. */
class GivenUp extends Error {}

function faultOf(error: unknown): RemoteFault {
  if (error instanceof RemoteFault) return error;
  if (error instanceof TaskCancelledError) return new RemoteFault('time', 'the engine does not answer in time');
  if (error instanceof BrokenCircuitError) return new RemoteFault('away', 'the engine is left alone for a while');
  // Stopped by the signal, or an image that does not open.
  return new RemoteFault('misunderstood', error instanceof Error ? error.message : 'unknown');
}

function failed(index: number, fault: RemoteFault): MemberOutcome {
  return { outcome: { index, state: 'failed', error: productError(fault instanceof DownloadFault ? 'IMAGE_DOWNLOAD_FAILED' : FAULT_IDENTIFIERS[fault.reason]), again: fault.again }, fault: fault.reason };
}

/** The image as a PNG of the size requested, filling it: engines have sizes of their own. @throws when it does not open */
async function toRequestedSize(bytes: Uint8Array, { width, height }: EngineRequest): Promise<Uint8Array> {
  mustBeImage(bytes);
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).rotate().resize(width, height, { fit: 'cover' }).toColourspace('srgb').removeAlpha().png().toBuffer();
}
