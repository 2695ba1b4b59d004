import { circuitBreaker, BrokenCircuitError, ConsecutiveBreaker, handleWhen, timeout, TaskCancelledError, TimeoutStrategy, wrap, type IPolicy } from 'cockatiel';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { setTimeout as pause } from 'node:timers/promises';
import { productError } from '../../../kernel/errors.shared.js';
import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';
import { FAULT_IDENTIFIERS, RemoteFault, type RemoteApi, type RemoteJob, type RemoteState } from './port.js';

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

/** What has been sent for an output, so that an attempt that follows a dead one asks after it rather than paying twice. */
export interface RunBook {
  find(run: string): Promise<string | undefined>;
  note(run: string, externalId: string): Promise<void>;
  close(run: string): Promise<void>;
}

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
  const careful = wrap(
    circuitBreaker(handleWhen(isUnwell), { halfOpenAfter: settings.restMs, breaker: new ConsecutiveBreaker(settings.failures) }),
    timeout(settings.callMs, TimeoutStrategy.Aggressive),
  );
  const remote: Remote = { api, runs, settings, careful };
  return {
    async *generate(request, on, signal) {
      const model = modelOf(request.model);
      const making = request.outputs.map((output): [number, Promise<EngineOutcome>] => [
        output.index, model === undefined ? Promise.resolve(failed(output.index, new RemoteFault('denied', 'the model is not offered any more'))) : one(remote, model, request, output, on, signal),
      ]);
      yield* asTheyEnd(new Map(making), signal);
    },
  };
}

interface Remote {
  readonly api: RemoteApi;
  readonly runs: RunBook;
  readonly settings: RemoteSettings;
  readonly careful: IPolicy;
}

async function one(
  remote: Remote, model: string, request: EngineRequest, { index, seed }: EngineRequest['outputs'][number], on: (progress: EngineProgress) => void, signal: AbortSignal,
): Promise<EngineOutcome> {
  // The task and the output, not the attempt: the next attempt looks for the same run.
  const run = `${request.id.replace(/_\d+$/, '')}_${index}`;
  try {
    const state = await finish(remote, run, await jobOf(model, request, seed), (fraction) => on({ index, stage: 'working', fraction }), signal);
    await remote.runs.close(run);
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
  const { api, runs, settings } = remote;
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
  const until = performance.now() + settings.jobMs;
  try {
    for (let wait = settings.pollMs.least; ; wait = Math.min(wait * 1.5, settings.pollMs.most)) {
      await pause(wait, undefined, { signal });
      const state = await call(remote, signal, (inner) => api.poll(id, inner));
      if (state.state !== 'queued' && state.state !== 'running') return state;
      grow(state.state === 'running' ? 0.1 + 0.8 * (state.fraction ?? 0.5) : 0.05);
      if (performance.now() > until) throw new RemoteFault('time', 'the job takes too long');
    }
  } catch (error) {
    // A worker that drains or has lost its lease is followed by one that asks after the same run.
    if (signal.reason === 'drain' || signal.reason === 'lost') throw error;
    // Nobody waits for it any more. Should the engine not hear, it makes a picture that nobody fetches.
    await api.cancel(id, AbortSignal.timeout(5_000)).catch(() => undefined);
    await runs.close(run);
    throw error;
  }
}

async function call<T>({ careful }: Remote, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return careful.execute(({ signal: inner }) => work(inner), signal);
}

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
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error' }).rotate().resize(width, height, { fit: 'cover' }).toColourspace('srgb').removeAlpha().png().toBuffer();
}
