import { productError } from '../../kernel/errors.shared.js';
import type { DrawProgress } from './draw-job.js';
import { EngineFault, type DrawResult, type EnginePool } from './pool.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from './port.js';

/** What the adapter needs of the pool. */
export type DrawingPool = Pick<EnginePool, 'run'>;

/**
 * The local engine: draws each output in a pool of child processes, as many at once as the pool has room for. It draws
 * scenes from words and seeds; it is no generative model and is listed as what it is.
 */
export function createLocalEngine(pool: DrawingPool): Engine {
  return { generate: (request, on, signal) => generate(pool, request, on, signal) };
}

async function* generate(
  pool: DrawingPool, request: EngineRequest, on: (progress: EngineProgress) => void, signal: AbortSignal,
): AsyncGenerator<EngineOutcome, void, undefined> {
  const leaving = new AbortController();
  const both = AbortSignal.any([signal, leaving.signal]);
  const drawing = new Map(request.outputs.map(({ index, seed }) => [index, draw(pool, request, index, seed, on, both)]));
  try {
    while (drawing.size > 0) {
      const outcome = await Promise.race(drawing.values());
      if (signal.aborted) return;
      drawing.delete(outcome.index);
      yield outcome;
    }
  } finally {
    // Whoever stops asking wants no more of it drawn.
    leaving.abort();
  }
}

async function draw(
  pool: DrawingPool, request: EngineRequest, index: number, seed: number, on: (progress: EngineProgress) => void, signal: AbortSignal,
): Promise<EngineOutcome> {
  const { id, prompt, negativePrompt, style, width, height } = request;
  const told = ({ stage, fraction, preview }: DrawProgress): void => on({ index, stage, fraction, ...(preview ? { preview } : {}) });
  try {
    // `natural` is the form's word for no style of its own: a style named in the prompt then counts.
    const result = await pool.run({ id: `${id}_${index}`, prompt, negativePrompt, seed, width, height, ...(style === 'natural' ? {} : { style }) }, told, signal);
    return { index, state: 'made', png: result.png, understanding: understandingOf(result) };
  } catch (error) {
    if (error instanceof EngineFault) return { index, state: 'failed', error: productError(error.identifier), again: error.again };
    // Stopped by the signal, or a fault nobody named: either way not the last word on this output.
    return { index, state: 'failed', error: productError('ENGINE_FAILED'), again: true };
  }
}

function understandingOf({ understanding }: DrawResult): NonNullable<Extract<EngineOutcome, { state: 'made' }>['understanding']> {
  return { understood: understanding.understood.map(({ text, kind, means }) => ({ text, kind, means })), ignored: understanding.ignored };
}
