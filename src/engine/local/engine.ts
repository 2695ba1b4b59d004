import { defined } from '../../kernel/defined.shared.js';
import { productError, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import { ProgramFault, type Programs } from '../ffmpeg.js';
import type { Job } from './job.js';
import { EngineFault, type EnginePool, type JobProgress } from './pool.js';
import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';

/** The part of the pool that the adapter uses. */
export type WorkingPool = Pick<EnginePool, 'run'>;

interface Local {
  readonly pool: WorkingPool;
  /** Locates FFmpeg; called when a video is first made. */
  readonly programs: () => Promise<Programs>;
  /** The error code of a procedure's failures; the default is the engine's. */
  readonly failureOf: (procedure: string) => ErrorIdentifier | undefined;
  /** The optional model that a model of the catalogue needs, and its folder (adr/0094). */
  readonly optionalOf: (model: string) => Job['optional'] | undefined;
}

/**
 * The local engine: makes each output in a pool of child processes. It draws scenes from a vocabulary and a seed and
 * edits images by classical algorithms. It is no generative model and is listed as such.
 */
export function createLocalEngine(
  pool: WorkingPool,
  programs: Local['programs'],
  failureOf: Local['failureOf'] = () => undefined,
  optionalOf: Local['optionalOf'] = () => undefined,
): Engine {
  return {
    generate: (request, on, signal) => generate({ pool, programs, failureOf, optionalOf }, request, on, signal),
  };
}

async function* generate(
  local: Local,
  request: EngineRequest,
  on: (progress: EngineProgress) => void,
  signal: AbortSignal,
): AsyncGenerator<EngineOutcome, void, undefined> {
  const leaving = new AbortController();
  const both = AbortSignal.any([signal, leaving.signal]);
  const running = new Map(
    request.outputs.map(({ index, seed }) => [index, runOutput(local, request, index, seed, on, both)]),
  );
  try {
    yield* asTheyEnd(running, signal);
  } finally {
    // A consumer that stops iterating aborts the remaining outputs.
    leaving.abort();
  }
}

async function runOutput(
  local: Local,
  request: EngineRequest,
  index: number,
  seed: number,
  on: (progress: EngineProgress) => void,
  signal: AbortSignal,
): Promise<EngineOutcome> {
  const { id, model, params, prompt, negativePrompt, width, height, seconds, sources, dir } = request;
  const onProgress = ({ stage, fraction, preview }: JobProgress): void =>
    on({ index, stage, fraction, ...(preview ? { preview } : {}) });
  try {
    const isVideo = seconds > 0 || sources.some(({ type }) => type.startsWith('video/'));
    const programs = isVideo ? { programs: await local.programs() } : {};
    const job = {
      id: `${id}_${index}`,
      params,
      prompt,
      negativePrompt,
      seed,
      width,
      height,
      seconds,
      dir,
      sources: sources.map(({ role, path, type }) => ({ role, path, type })),
      ...programs,
      ...defined({ optional: local.optionalOf(model) }),
    };
    const { media, understanding } = await local.pool.run(job, onProgress, signal);
    return { index, state: 'made', media, ...(understanding ? { understanding } : {}) };
  } catch (error) {
    if (error instanceof EngineFault)
      return {
        index,
        state: 'failed',
        error: productError(
          error.identifier === 'ENGINE_FAILED'
            ? (local.failureOf(params.procedure) ?? error.identifier)
            : error.identifier,
          error.params,
        ),
        again: error.again,
      };
    if (error instanceof ProgramFault && error.reason === 'missing')
      return { index, state: 'failed', error: productError('ENGINE_UNAVAILABLE'), again: false };
    // Aborted, or an unknown fault: the output may be retried.
    return { index, state: 'failed', error: productError('ENGINE_FAILED'), again: true };
  }
}
