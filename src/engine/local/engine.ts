import { productError, type ErrorIdentifier } from '../../kernel/errors.shared.js';
import type { ProcedureName } from '../../creation/procedures/params.shared.js';
import { ProgramFault, type Programs } from '../ffmpeg.js';
import { EngineFault, type EnginePool, type JobProgress } from './pool.js';
import { asTheyEnd } from '../outcomes.js';
import type { Engine, EngineOutcome, EngineProgress, EngineRequest } from '../port.js';

/** What the adapter needs of the pool. */
export type WorkingPool = Pick<EnginePool, 'run'>;

interface Local {
  readonly pool: WorkingPool;
  /** Where FFmpeg is; asked when a video is first made. */
  readonly programs: () => Promise<Programs>;
}

/**
 * The local engine: makes each output in a pool of child processes, as many at once as the pool has room for. It draws
 * scenes from words and seeds and works on pictures by classical means; it is no generative model and is listed as what it is.
 */
export function createLocalEngine(pool: WorkingPool, programs: Local['programs']): Engine {
  return { generate: (request, on, signal) => generate({ pool, programs }, request, on, signal) };
}

/** What the specification (section 8) calls the failure of a call; the others fail as the engine does. */
const FAILURES: Partial<Readonly<Record<ProcedureName, ErrorIdentifier>>> = {
  'imageTools.upscale': 'IMAGE_UPSCALE_FAILED',
  'imageTools.objectRemover': 'OBJECT_REMOVER_FAILED',
  'video.videoObjectRemover': 'OBJECT_REMOVER_FAILED',
  'imageTools.painting': 'PAINTING_FAILED',
  'imageTools.backgroundRemover': 'BACKGROUND_REMOVER_FAILED',
  'videoTools.videoBackgroundRemover': 'BACKGROUND_REMOVER_FAILED',
  'imageTools.backgroundChanger': 'BACKGROUND_CHANGER_FAILED',
  'video.videoExtender': 'VIDEO_EXTENSION_FAILED',
  'video.upscaleVideo': 'VIDEO_UPSCALE_FAILED',
  'imageTools.uncrop': 'UNCROP_FAILED',
  'imageTools.faceSwap': 'FACE_SWAP_FAILED',
  'task.createFaceSwapTask': 'FACE_SWAP_FAILED',
};

function identifierOf({ identifier }: EngineFault, procedure: ProcedureName): ErrorIdentifier {
  return identifier === 'ENGINE_FAILED' ? FAILURES[procedure] ?? identifier : identifier;
}

async function* generate(
  local: Local, request: EngineRequest, on: (progress: EngineProgress) => void, signal: AbortSignal,
): AsyncGenerator<EngineOutcome, void, undefined> {
  const leaving = new AbortController();
  const both = AbortSignal.any([signal, leaving.signal]);
  const making = new Map(request.outputs.map(({ index, seed }) => [index, make(local, request, index, seed, on, both)]));
  try {
    yield* asTheyEnd(making, signal);
  } finally {
    // Whoever stops asking wants no more of it made.
    leaving.abort();
  }
}

async function make(
  local: Local, request: EngineRequest, index: number, seed: number, on: (progress: EngineProgress) => void, signal: AbortSignal,
): Promise<EngineOutcome> {
  const { id, params, prompt, negativePrompt, width, height, seconds, sources, dir } = request;
  const told = ({ stage, fraction, preview }: JobProgress): void => on({ index, stage, fraction, ...(preview ? { preview } : {}) });
  try {
    const isFilm = seconds > 0 || sources.some(({ type }) => type.startsWith('video/'));
    const programs = isFilm ? { programs: await local.programs() } : {};
    const job = {
      id: `${id}_${index}`, params, prompt, negativePrompt, seed, width, height, seconds, dir, sources: sources.map(({ role, path, type }) => ({ role, path, type })), ...programs,
    };
    const { media, understanding } = await local.pool.run(job, told, signal);
    return { index, state: 'made', media, ...(understanding ? { understanding } : {}) };
  } catch (error) {
    if (error instanceof EngineFault) return { index, state: 'failed', error: productError(identifierOf(error, params.procedure), error.params), again: error.again };
    if (error instanceof ProgramFault && error.reason === 'missing') return { index, state: 'failed', error: productError('ENGINE_UNAVAILABLE'), again: false };
    // Stopped by the signal, or a fault nobody named: either way not the last word on this output.
    return { index, state: 'failed', error: productError('ENGINE_FAILED'), again: true };
  }
}
