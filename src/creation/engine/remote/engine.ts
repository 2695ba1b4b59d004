import { circuitBreaker, BrokenCircuitError, ConsecutiveBreaker, handleWhen, timeout, TaskCancelledError, TimeoutStrategy, type IPolicy } from 'cockatiel';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { setTimeout as pause } from 'node:timers/promises';
import { productError } from '../../../kernel/errors.shared.js';
import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';
import { FAULT_IDENTIFIERS, mustBePicture, RemoteFault, type RemoteApi, type RemoteJob, type RemoteState } from './port.js';

/** How an engine behind an address is treated; milliseconds. */
export interface RemoteSettings {
  /** One call; an engine that answers only when the picture is made needs long. */
  readonly callMs: number;
  /** From the submission of one picture to its end. */
  readonly jobMs: number;
  /** Between two looks, growing from the first to the last. */
  readonly pollMs: { readonly least: number; readonly most: number };
  /** After so many calls in a row that nobody answered it is left alone for a while. */
  readonly failures: number;
  readonly restMs: number;
}

export const REMOTE_DEFAULTS: RemoteSettings = { callMs: 180_000, jobMs: 600_000, pollMs: { least: 500, most: 3_000 }, failures: 5, restMs: 30_000 };

/**
 * What has been sent for an output, so that an attempt that follows a dead one asks after it rather than paying twice. A run is
 * closed when its output has been taken in, or when it has come to nothing at the engine.
 */
export interface RunBook {
  find(run: string): Promise<string | undefined>;
  note(run: string, externalId: string): Promise<void>;
  close(run: string): Promise<void>;
}

/** The name of a run: the task and the output, not the attempt. @param request `taskId_attempt` */
export const runOf = (request: string, index: number): string => `${request.replace(/_\d+$/, '')}_${index}`;

/** One engine behind an address: its API, what its model is called there, and where its runs are noted. */
export interface RemoteConnection {
  readonly api: RemoteApi;
  /** The engine's own name for a model of the catalogue. */
  readonly modelOf: (model: string) => string | undefined;
  readonly runs: RunBook;
  readonly settings?: RemoteSettings;
}

/** The most pixels of a picture that an engine may send. */
const MOST_PIXELS = 64_000_000;

/** True for what says that the engine itself is not well, rather than this request. */
const isUnwell = (error: Error): boolean => error instanceof TaskCancelledError || (error instanceof RemoteFault && (error.again || error.reason === 'misunderstood'));

/**
 * The engine port over one remote API: submits, asks after, fetches, and tells a refusal of the content from a fault.
 * A circuit breaker keeps tasks from waiting for an engine that is gone.
 */
export function createRemoteEngine({ api, modelOf, runs, settings = REMOTE_DEFAULTS }: RemoteConnection): Engine {
  const breaker = circuitBreaker(handleWhen(isUnwell), { halfOpenAfter: settings.restMs, breaker: new ConsecutiveBreaker(settings.failures) });
  const remote: Remote = { api, runs, settings, breaker, limit: timeout(settings.callMs, TimeoutStrategy.Aggressive) };
  return {
    async *generate(request, on, signal) {
      const model = modelOf(request.model);
      const making = request.outputs.map((output): [number, Promise<EngineOutcome>] => [
        output.index, model === undefined ? Promise.resolve(failed(output.index, new RemoteFault('denied', 'the model is not offered any more'))) : one(remote, model, request, output, on, signal),
      ]);
      for await (const outcome of asTheyEnd(new Map(making), signal)) {
        yield outcome;
        // Whoever asks for the next has taken this one in. What may still come of a passing fault stays noted.
        if (outcome.state === 'made' || !outcome.again) await runs.close(runOf(request.id, outcome.index));
      }
    },
  };
}

interface Remote {
  readonly api: RemoteApi;
  readonly runs: RunBook;
  readonly settings: RemoteSettings;
  readonly breaker: IPolicy;
  readonly limit: IPolicy;
}

async function one(
  remote: Remote, model: string, request: EngineRequest, { index, seed }: EngineRequest['outputs'][number], on: (progress: EngineProgress) => void, signal: AbortSignal,
): Promise<EngineOutcome> {
  const run = runOf(request.id, index);
  try {
    const state = await finish(remote, run, await jobOf(model, request, seed), (fraction) => on({ index, stage: 'working', fraction }), signal);
    switch (state.state) {
      case 'succeeded': {
        const [output] = state.outputs;
        if (output === undefined) throw new RemoteFault('misunderstood', 'no output');
        const bytes = await call(remote, signal, (inner) => remote.api.fetch(output, inner));
        on({ index, stage: 'encoding', fraction: 0.95 });
        return { index, state: 'made', media: { type: 'image/png', bytes: await asAsked(bytes, request) } };
      }
      case 'refused':
        return failed(index, new RemoteFault('refused', 'refused'));
      case 'canceled':
        // It is nobody's any more: the next attempt begins anew.
        await remote.runs.close(run);
        return failed(index, new RemoteFault('away', 'the engine dropped the job'));
      case 'failed':
        return failed(index, new RemoteFault('rejected', state.reason));
      default:
        return state satisfies never;
    }
  } catch (error) {
    return failed(index, faultOf(error));
  }
}

async function jobOf(model: string, { params, prompt, negativePrompt, width, height, sources }: EngineRequest, seed: number): Promise<RemoteJob> {
  const start = sources.find(({ role }) => role === 'image');
  const strength = params.procedure === 'image2Image.create' ? params.strength : 1;
  const style = 'style' in params && params.style !== 'natural' ? `, ${params.style} style` : '';
  const image = start && { png: await sharp(await readFile(start.path)).resize(width, height, { fit: 'fill' }).png().toBuffer(), strength };
  return { model, prompt: `${prompt}${style}`, negativePrompt, seed, width, height, ...(image ? { image } : {}) };
}

type Ended = Exclude<RemoteState, { readonly state: 'queued' | 'running' }>;

/** From the submission, or from where an earlier attempt left off, to the end. @throws RemoteFault, the signal's reason */
async function finish(remote: Remote, run: string, job: RemoteJob, grow: (fraction: number) => void, signal: AbortSignal): Promise<Ended> {
  const { api, runs } = remote;
  let externalId = await runs.find(run);
  if (externalId === undefined) {
    const submitted = await call(remote, signal, (inner) => api.submit(job, inner));
    if ('state' in submitted) {
      if (submitted.state !== 'queued' && submitted.state !== 'running') return submitted;
      throw new RemoteFault('misunderstood', 'a job without an id');
    }
    ({ externalId } = submitted);
    await runs.note(run, externalId);
  }
  const id = externalId;
  try {
    return await untilEnded(remote, id, grow, signal);
  } catch (error) {
    // A worker that drains or has lost its lease, and a passing fault, are followed by an attempt that asks after the same run.
    const isLate = error instanceof RemoteFault && error.reason === 'time';
    if (signal.aborted ? signal.reason === 'drain' || signal.reason === 'lost' : !isLate && faultOf(error).again) throw error;
    // Nobody waits for it any more. Should the engine not hear, it makes a picture that nobody fetches.
    await api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
    await runs.close(run);
    throw error;
  }
}

/** Looks after a job until it has ended; a look that fails now and then is no news. @throws RemoteFault, the signal's reason */
async function untilEnded(remote: Remote, id: string, grow: (fraction: number) => void, signal: AbortSignal): Promise<Ended> {
  const { api, settings } = remote;
  const until = performance.now() + settings.jobMs;
  let missed = 0;
  for (let wait = settings.pollMs.least; ; wait = Math.min(wait * 1.5, settings.pollMs.most)) {
    await pause(wait, undefined, { signal });
    if (performance.now() > until) throw new RemoteFault('time', 'the job takes too long');
    try {
      const state = await call(remote, signal, (inner) => api.poll(id, inner));
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
async function call<T>({ breaker, limit }: Remote, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return breaker.execute(async () => {
    try {
      return await limit.execute(({ signal: inner }) => work(inner), signal);
    } catch (error) {
      if (signal.aborted) throw new GivenUp();
      throw error;
    }
  });
}

/** The caller wants no answer any more. */
class GivenUp extends Error {}

function faultOf(error: unknown): RemoteFault {
  if (error instanceof RemoteFault) return error;
  if (error instanceof TaskCancelledError) return new RemoteFault('time', 'the engine does not answer in time');
  if (error instanceof BrokenCircuitError) return new RemoteFault('away', 'the engine is left alone for a while');
  // Stopped by the signal, or a picture that does not open.
  return new RemoteFault('misunderstood', error instanceof Error ? error.message : 'unknown');
}

function failed(index: number, fault: RemoteFault): EngineOutcome {
  return { index, state: 'failed', error: productError(FAULT_IDENTIFIERS[fault.reason]), again: fault.again };
}

/** The picture as a PNG of the size asked for, filling it: engines have sizes of their own. @throws when it does not open */
async function asAsked(bytes: Uint8Array, { width, height }: EngineRequest): Promise<Uint8Array> {
  mustBePicture(bytes);
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().resize(width, height, { fit: 'cover' }).toColourspace('srgb').removeAlpha().png().toBuffer();
}
