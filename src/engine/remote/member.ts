import {
  circuitBreaker,
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  timeout,
  TaskCancelledError,
  TimeoutStrategy,
  type CircuitBreakerPolicy,
  type IPolicy,
} from 'cockatiel';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { ok, type Result } from '../../kernel/result.js';
import type { Programs } from '../ffmpeg.js';
import type { EngineOutcome, EnginePreview, EngineProgress, EngineRequest } from '../port.js';
import { workflowIdOf } from './comfyui/workflow/model-name.shared.js';
import { InterruptiblePause } from './interruptible-pause.js';
import type { RemoteOperation, RemoteUse } from './operations.shared.js';
import { operationsOfRequest, prepareJob, type PreparedJob } from './prepare.js';
import { paddedRecording, toRequestedVideo, type ConvertedVideo } from './videos.js';
import {
  FAULT_IDENTIFIERS,
  RemoteFault,
  type RemoteApi,
  type RemoteFile,
  type RemoteFaultReason,
  type RemoteJob,
  type RemoteOutput,
  type RemoteState,
  type RemoteUsage,
  type UsedSeed,
} from './port.js';

/** Time limits and retry settings of a remote engine; milliseconds. */
export interface RemoteSettings {
  /** One HTTP call; engines that answer with the finished image need a long limit. */
  readonly callMs: number;
  /** From the submission of one image to its end. */
  readonly jobMs: number;
  /** From the submission of one video to its end. */
  readonly videoMs: number;
  /** Polling interval, growing from the minimum to the maximum. */
  readonly pollMs: { readonly min: number; readonly max: number };
  /** Polling interval of an engine with webhooks: only a fallback for lost calls. */
  readonly calledPollMs: { readonly min: number; readonly max: number };
  /** Consecutive unanswered calls after which the engine is not used for a while. */
  readonly failures: number;
  readonly restMs: number;
}

export const REMOTE_DEFAULTS: RemoteSettings = {
  callMs: 180_000,
  jobMs: 600_000,
  videoMs: 1_500_000,
  pollMs: { min: 500, max: 3_000 },
  calledPollMs: { min: 2_000, max: 15_000 },
  failures: 5,
  restMs: 30_000,
};

/**
 * Records the run submitted for an output, so that a new attempt resumes it instead of paying twice. A run is closed
 * when its output was taken or it failed at the engine.
 */
export interface RunBook {
  find(run: string): Promise<string | undefined>;
  note(run: string, externalId: string): Promise<void>;
  close(run: string): Promise<void>;
}

/** Key of a run: task and output, without the attempt. @param request `taskId_attempt` */
export const runOf = (request: string, index: number): string => `${request.replace(/_\d+$/, '')}_${index}`;

/** The webhook address of a run, and the subscription to its calls. */
export interface RunCalls {
  address(run: string): string;
  /** @returns unsubscribe */
  listen(run: string, called: () => void): () => void;
}

/** The result of one run at one engine. */
export interface RunReport {
  readonly model: string;
  /** Why it failed; absent for success. */
  readonly fault?: RemoteFaultReason;
  /** Milliseconds from submission or resumption to the end. */
  readonly ms: number;
  readonly usage: RemoteUsage;
}

/** A remote engine: its API, its name of the model, and its run records. */
export interface RemoteConnection {
  readonly api: RemoteApi;
  /** The engine's own name for a model of the catalogue. */
  readonly modelOf: (model: string) => string | undefined;
  /** How engines serve a procedure. */
  readonly useOf: (procedure: string) => RemoteUse | undefined;
  /** The engine's own name of a LoRA; absent for engines without. */
  readonly loraOf?: (id: string) => Promise<string | undefined>;
  readonly runs: RunBook;
  /** Locates FFmpeg for video models; without it no videos are made. */
  readonly programs?: () => Promise<Programs>;
  /** Absent when the installation is not reachable from outside or the engine has no webhooks. */
  readonly calls?: RunCalls;
  /** Called for every run that ended, not for stopped ones. Never throws. */
  readonly report?: (report: RunReport) => Promise<void>;
  readonly settings?: RemoteSettings;
}

/** The outcome of an output, with the engine's fault if any. */
export interface MemberOutcome {
  readonly outcome: EngineOutcome;
  readonly fault?: RemoteFaultReason;
}

/** Whether a fault concerns the engine itself rather than this request. */
const isUnwell = (error: Error): boolean =>
  error instanceof TaskCancelledError ||
  (error instanceof RemoteFault && (error.again || error.reason === 'misunderstood'));

/** Reports progress, 0 to 1, with a partial image if there is one. */
type Grow = (fraction: number, preview?: EnginePreview) => void;

type Ended = Exclude<RemoteState, { readonly state: 'queued' | 'running' }>;

/**
 * Runs single outputs at one engine: submits, polls, downloads, and separates content refusals from faults. A circuit
 * breaker keeps tasks from waiting for an unreachable engine.
 */
export class RemoteMember {
  private readonly settings: RemoteSettings;
  private readonly breaker: CircuitBreakerPolicy;
  private readonly limit: IPolicy;

  constructor(private readonly at: RemoteConnection) {
    this.settings = at.settings ?? REMOTE_DEFAULTS;
    this.breaker = circuitBreaker(handleWhen(isUnwell), {
      halfOpenAfter: this.settings.restMs,
      breaker: new ConsecutiveBreaker(this.settings.failures),
    });
    this.limit = timeout(this.settings.callMs, TimeoutStrategy.Aggressive);
  }

  /** Whether it has a run for an output. @throws StoreUnavailable */
  async holds(run: string): Promise<boolean> {
    return (await this.at.runs.find(run)) !== undefined;
  }

  /** The run's output has been taken: deletes the record. @throws StoreUnavailable */
  async close(run: string): Promise<void> {
    await this.at.runs.close(run);
  }

  /** Another engine takes over an output: cancels the run here if possible. @throws StoreUnavailable */
  async letGo(run: string): Promise<void> {
    const id = await this.at.runs.find(run);
    if (id === undefined) return;
    // Not awaited: an unreachable engine must not delay its replacement.
    void this.at.api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
    await this.at.runs.close(run);
  }

  /** Makes one output, or resumes the run of an earlier attempt. @throws StoreUnavailable */
  async make(
    request: EngineRequest,
    { index, seed }: EngineRequest['outputs'][number],
    on: (progress: EngineProgress) => void,
    signal: AbortSignal,
  ): Promise<MemberOutcome> {
    const model = this.at.modelOf(request.model);
    if (model === undefined) return failed(index, new RemoteFault('denied', 'the model is no longer offered'));
    const startedAt = performance.now();
    let usage: RemoteUsage = {};
    const ended = async (made: MemberOutcome): Promise<MemberOutcome> => {
      if (!signal.aborted)
        await this.at.report?.({
          model,
          ms: Math.round(performance.now() - startedAt),
          usage,
          ...defined({ fault: made.fault }),
        });
      return made;
    };
    try {
      const run = runOf(request.id, index);
      const prepared = await this.prepare(run, model, request, { index, seed }, signal);
      if (!prepared.ok) return { outcome: { index, state: 'failed', error: prepared.error, again: false } };
      const state = await this.finish(
        run,
        prepared.value.job,
        (fraction, preview) => on({ index, stage: 'working', fraction, ...defined({ preview }) }),
        signal,
      );
      if (state.state !== 'succeeded') return await ended(failed(index, await this.faultOfState(state, run)));
      usage = state.usage ?? {};
      const [output] = state.outputs;
      if (output === undefined) throw new RemoteFault('misunderstood', 'no output');
      const bytes = await this.download(output, request, signal);
      on({ index, stage: 'encoding', fraction: 0.95 });
      return await ended({
        outcome: {
          index,
          state: 'made',
          ...(await this.converted(bytes, prepared.value, request, index, signal)),
          ...defined({ seed: await this.usedSeed(model, state.seed) }),
        },
      });
    } catch (error) {
      return ended(failed(index, faultOf(error)));
    }
  }

  /** The seed that the engine reports; null if its model takes none; undefined if that is not known. */
  private async usedSeed(model: string, reported: UsedSeed | undefined): Promise<UsedSeed | undefined> {
    if (reported !== undefined || this.at.api.takesSeed === undefined) return reported;
    // The image is finished: it must not fail because its model can no longer be described.
    return (await this.at.api.takesSeed(model).catch(() => true)) ? undefined : null;
  }

  /**
   * @throws RemoteFault denied when the engine no longer has the model, rejected when the model does not serve the
   * procedure; the signal's reason
   */
  private async prepare(
    run: string,
    model: string,
    request: EngineRequest,
    { index, seed }: EngineRequest['outputs'][number],
    signal: AbortSignal,
  ): Promise<Result<PreparedJob, ProductError>> {
    const use = this.at.useOf(request.params.procedure);
    const usable = use === undefined ? [] : operationsOfRequest(use, request);
    // A run in progress was paid for: it must not depend on another call. All operations for the same files finish
    // alike.
    const isRunning = await this.holds(run);
    const served =
      usable.length === 0 || isRunning ? usable : await this.served(model, request.settingsVersion, signal);
    if (usable.length > 0 && served.length === 0) throw new RemoteFault('denied', 'the engine has no such model');
    const operation = usable.find((one) => served.includes(one));
    if (use === undefined || operation === undefined)
      throw new RemoteFault('rejected', 'the model does not serve this procedure');
    const { api } = this.at;
    const recordingOf = async (path: string): Promise<RemoteFile> =>
      paddedRecording(await this.programs(), path, request, index, signal);
    const prepared = await prepareJob(
      { use, operation, model, seed, sizes: api.sizesOf?.(model), recordingOf },
      request,
    );
    if (!prepared.ok || isRunning || request.loras === undefined || request.loras.length === 0) return prepared;
    return ok({
      ...prepared.value,
      job: { ...prepared.value.job, loras: await this.namedLoras(model, request.loras) },
    });
  }

  /** @throws RemoteFault rejected for a model that loads none, denied for a LoRA that is no longer offered */
  private async namedLoras(
    model: string,
    loras: NonNullable<EngineRequest['loras']>,
  ): Promise<NonNullable<RemoteJob['loras']>> {
    // An engine that stands in must not leave out silently what is paid for.
    if (this.at.api.loras === undefined || workflowIdOf(model) !== undefined)
      throw new RemoteFault('rejected', 'the model loads no LoRAs');
    return Promise.all(
      loras.map(async ({ id, strength }) => {
        const name = await this.at.loraOf?.(id);
        if (name === undefined) throw new RemoteFault('denied', 'the LoRA is no longer offered');
        return { name, strength };
      }),
    );
  }

  /**
   * The operations of a model. Most engines know them without a call, so that only failures count for the circuit
   * breaker.
   * @throws RemoteFault, the signal's reason
   */
  private async served(
    model: string,
    version: number | undefined,
    signal: AbortSignal,
  ): Promise<readonly RemoteOperation[]> {
    if (this.breaker.state === CircuitState.Open)
      return this.call(signal, (inner) => this.at.api.serves(model, inner, version));
    try {
      return await this.limit.execute(({ signal: inner }) => this.at.api.serves(model, inner, version), signal);
    } catch (error) {
      return this.call(signal, () =>
        Promise.reject(error instanceof Error ? error : new RemoteFault('misunderstood', 'unknown')),
      );
    }
  }

  /** @throws DownloadFault when a finished image cannot be downloaded; RemoteFault; the signal's reason */
  private async download(output: RemoteOutput, { seconds }: EngineRequest, signal: AbortSignal): Promise<Uint8Array> {
    try {
      return await this.call(signal, (inner) => this.at.api.fetch(output, inner));
    } catch (error) {
      const fault = faultOf(error);
      // An invalid answer of the engine itself is not a download fault.
      if (seconds > 0 || signal.aborted || fault.reason === 'misunderstood' || fault.reason === 'refused') throw error;
      throw new DownloadFault(fault.reason, fault.message);
    }
  }

  private async converted(
    bytes: Uint8Array,
    { finish, soundPath }: PreparedJob,
    request: EngineRequest,
    index: number,
    signal: AbortSignal,
  ): Promise<ConvertedVideo> {
    if (request.seconds === 0) {
      const { bytes: png, ...facts } = await finish(bytes);
      return { media: { type: 'image/png', bytes: png }, ...facts };
    }
    return toRequestedVideo(await this.programs(), bytes, request, index, signal, soundPath);
  }

  /** @throws RemoteFault rejected without FFmpeg */
  private async programs(): Promise<Programs> {
    if (this.at.programs === undefined) throw new RemoteFault('rejected', 'this engine makes no videos');
    return this.at.programs();
  }

  private async faultOfState(
    state: Exclude<Ended, { readonly state: 'succeeded' }>,
    run: string,
  ): Promise<RemoteFault> {
    switch (state.state) {
      case 'refused':
        return new RemoteFault('refused', 'refused');
      case 'canceled':
        // The run is abandoned: the next attempt starts a new one.
        await this.at.runs.close(run);
        return new RemoteFault('away', 'the engine lost the job');
      case 'failed':
        if (state.fault !== undefined) await this.at.runs.close(run);
        return new RemoteFault(state.fault ?? 'rejected', state.reason);
      default:
        return state satisfies never;
    }
  }

  /** Waits from submission or resumption to the end. @throws RemoteFault, the signal's reason */
  private async finish(run: string, job: RemoteJob, grow: Grow, signal: AbortSignal): Promise<Ended> {
    const { api, runs, calls } = this.at;
    const bell = new InterruptiblePause();
    // Subscribe before submitting: a fast engine may call before its answer is recorded.
    const stopListening = calls?.listen(run, () => bell.interrupt());
    try {
      let id = await runs.find(run);
      if (id === undefined) {
        const submitted = await this.step(signal, (inner) =>
          api.submit(calls === undefined ? job : { ...job, webhook: calls.address(run) }, inner),
        );
        if ('state' in submitted) {
          if (submitted.state !== 'queued' && submitted.state !== 'running') return submitted;
          throw new RemoteFault('misunderstood', 'the job has no id');
        }
        id = submitted.externalId;
        await runs.note(run, id);
      }
      return await this.attend(run, id, job.seconds !== undefined, bell, grow, signal);
    } finally {
      stopListening?.();
    }
  }

  private async attend(
    run: string,
    id: string,
    isVideo: boolean,
    bell: InterruptiblePause,
    grow: Grow,
    signal: AbortSignal,
  ): Promise<Ended> {
    try {
      return await this.untilEnded(id, isVideo, bell, grow, signal);
    } catch (error) {
      // After a drain, a lost lease or a transient fault, the next attempt resumes the same run.
      const isLate = error instanceof RemoteFault && error.reason === 'time';
      if (signal.aborted ? signal.reason === 'drain' || signal.reason === 'lost' : !isLate && faultOf(error).again)
        throw error;
      // The result is no longer needed. If the cancellation fails, the image is simply never fetched.
      await this.at.api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
      await this.at.runs.close(run);
      throw error;
    }
  }

  /** Polls a job until it has ended; single failed polls are ignored. @throws RemoteFault, the signal's reason */
  private async untilEnded(
    id: string,
    isVideo: boolean,
    bell: InterruptiblePause,
    grow: Grow,
    signal: AbortSignal,
  ): Promise<Ended> {
    const { settings, at } = this;
    const until = performance.now() + (isVideo ? settings.videoMs : settings.jobMs);
    const pace = at.calls === undefined ? settings.pollMs : settings.calledPollMs;
    let missed = 0;
    for (let wait = pace.min; ; wait = Math.min(wait * 1.5, pace.max)) {
      await bell.wait(wait, signal);
      if (performance.now() > until) {
        const late = new RemoteFault('time', 'the job takes too long');
        if (at.api.healthAtEnd === true) await this.call(signal, () => Promise.reject(late));
        throw late;
      }
      try {
        const state = await this.step(signal, (inner) => at.api.poll(id, inner));
        missed = 0;
        if (state.state !== 'queued' && state.state !== 'running') return state;
        if (state.state === 'running') grow(0.1 + 0.8 * (state.fraction ?? 0.5), state.preview);
        else grow(0.05);
      } catch (error) {
        missed += 1;
        if (!(error instanceof RemoteFault) || !error.again || missed >= settings.failures) throw error;
      }
    }
  }

  /**
   * A submission or a poll. Where only the end of a job tells whether the engine is well, the circuit breaker counts
   * the end alone: the steps before it would make every engine look well.
   */
  private async step<T extends RemoteState | { readonly externalId: string }>(
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.at.api.healthAtEnd !== true || this.breaker.state !== CircuitState.Closed) return this.call(signal, work);
    let given: T;
    try {
      given = await this.limit.execute(({ signal: inner }) => work(inner), signal);
    } catch (error) {
      return this.call(signal, () =>
        Promise.reject(error instanceof Error ? error : new RemoteFault('misunderstood', 'unknown')),
      );
    }
    if (!('state' in given) || given.state === 'queued' || given.state === 'running') return given;
    const fault =
      given.state === 'failed' && given.fault !== undefined ? new RemoteFault(given.fault, given.reason) : undefined;
    await this.call(signal, () => (fault === undefined ? Promise.resolve() : Promise.reject(fault))).catch(
      () => undefined,
    );
    return given;
  }

  /** One call with a time limit. Aborts by the caller do not count against the circuit breaker. */
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

/** A finished image that could not be downloaded. */
class DownloadFault extends RemoteFault {}

/** The caller has aborted. */
class GivenUp extends Error {}

function faultOf(error: unknown): RemoteFault {
  if (error instanceof RemoteFault) return error;
  if (error instanceof TaskCancelledError) return new RemoteFault('time', 'the engine did not answer in time');
  if (error instanceof BrokenCircuitError)
    return new RemoteFault('away', 'the engine is paused after repeated failures');
  // Aborted by the signal, or an image that does not decode.
  return new RemoteFault('misunderstood', error instanceof Error ? error.message : 'unknown');
}

function failed(index: number, fault: RemoteFault): MemberOutcome {
  return {
    outcome: {
      index,
      state: 'failed',
      error: productError(fault instanceof DownloadFault ? 'IMAGE_DOWNLOAD_FAILED' : FAULT_IDENTIFIERS[fault.reason]),
      again: fault.again,
    },
    fault: fault.reason,
  };
}
