import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Clock } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { Result } from '../../../kernel/result.js';
import type { BlobHash, Blobs } from '../../../platform/blobs/port.js';
import { inSpan } from '../../../platform/telemetry/tracing.js';
import type { EngineOutcome, Media } from '../../../engine/port.js';
import { SEED_MAX } from '../../procedures/params.shared.js';
import type { CheckResult } from '../submit/media-check.js';
import type { Defect } from '../failure.shared.js';
import { recordOutput, type TaskId } from '../task.js';
import type { Held, Made, Output, Processing } from '../task.state.js';
import type { TaskStore } from '../task.store.js';
import { isSound, type CheckVideo } from './check.js';

export interface DeliverDeps {
  readonly tasks: TaskStore;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly checkVideo: CheckVideo;
  readonly checkResult: CheckResult;
}

/** The attempt that delivers; its number fences every write. */
export interface Attempt {
  readonly taskId: TaskId;
  readonly attempt: number;
}

/** `fenced`: the task has moved on to a later attempt, and this one must stop. */
export type Delivery = 'delivered' | 'failed' | 'again' | 'fenced';

/** Bytes to be stored, with the name derived from them. */
interface Parcel extends Held {
  readonly content: () => Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Stores one output of the engine. A result is first recorded in the task, then stored, then marked ready. Whoever ends
 * the task in between therefore knows what to remove, and nothing incomplete or refused by moderation is ever shown.
 * @param signal aborts the check; the output is then left to a later attempt
 * @param defect that the output is delivered with
 * @throws StoreUnavailable, with the output left to a later attempt
 */
export async function deliver(
  deps: DeliverDeps,
  by: Attempt,
  task: Processing,
  outcome: EngineOutcome,
  signal: AbortSignal,
  defect?: Defect,
): Promise<Delivery> {
  const seed = task.outputs[outcome.index]?.seed;
  if (seed === undefined) return 'failed';
  const failed = async (error: ProductError): Promise<Delivery> =>
    (await record(deps, by, outcome.index, { state: 'failed', seed, error })) ? 'failed' : 'fenced';
  if (outcome.state === 'failed') return outcome.again ? 'again' : failed(outcome.error);
  if (!(await isSound(outcome.media, task, deps.checkVideo))) return failed(productError('ENGINE_FAILED'));
  const { made, parcels } = await pack(
    outcome.media,
    task,
    { ...usedSeed(outcome, seed), ...defined({ defect, cropped: outcome.cropped }) },
    `task:${by.taskId}:${outcome.index}:${by.attempt}`,
  );
  const seen = await moderated(deps, made.hash, outcome.media, signal);
  if (seen === 'stopped') return 'again';
  if (!seen.ok) return failed(seen.error);
  if (!(await record(deps, by, outcome.index, { ...made, state: 'storing' }))) return 'fenced';
  for (const { content, reference } of parcels) await deps.blobs.put(content(), reference);
  if (await record(deps, by, outcome.index, { ...made, state: 'ready' }, outcome)) return 'delivered';
  for (const { hash, reference } of parcels) await deps.blobs.removeReference(hash, reference);
  return 'fenced';
}

async function moderated(
  { checkResult }: DeliverDeps,
  hash: BlobHash,
  media: Media,
  signal: AbortSignal,
): Promise<Result<void, ProductError> | 'stopped'> {
  try {
    return await inSpan('moderate', () => checkResult(hash, media, signal));
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

/** The seed that an engine reports, or the requested one. A number out of range is not one of ours. */
function usedSeed(
  { seed }: Extract<EngineOutcome, { readonly state: 'made' }>,
  requested: number,
): Pick<Made, 'seed' | 'seedless'> {
  if (seed === null) return { seed: requested, seedless: true };
  return { seed: seed !== undefined && seed <= SEED_MAX ? seed : requested };
}

async function pack(
  media: Media,
  task: Processing,
  facts: Pick<Made, 'seed' | 'seedless' | 'defect' | 'cropped'>,
  reference: string,
): Promise<{ readonly made: Made; readonly parcels: readonly Parcel[] }> {
  const size = { ...facts, width: task.width, height: task.height };
  if (media.type === 'image/png') {
    const whole = parcelOf(media.bytes, reference);
    return { made: { ...size, ...named(whole), type: media.type }, parcels: [whole] };
  }
  const video = await parcelOfFile(media.path, reference);
  const poster = parcelOf(media.poster, `${reference}:poster`);
  return {
    made: { ...size, ...named(video), type: media.type, seconds: task.seconds, poster: named(poster) },
    parcels: [video, poster],
  };
}

const named = ({ hash, reference, bytes }: Parcel): Held => ({ hash, reference, bytes });

// A lower-case hexadecimal digest is exactly this type.
const hashed = (digest: string): BlobHash => digest as BlobHash;

function parcelOf(bytes: Uint8Array, reference: string): Parcel {
  return {
    hash: hashed(createHash('sha256').update(bytes).digest('hex')),
    reference,
    bytes: bytes.byteLength,
    content: () => bytes,
  };
}

async function parcelOfFile(path: string, reference: string): Promise<Parcel> {
  const digest = createHash('sha256');
  // without an encoding, chunks are buffers
  for await (const part of createReadStream(path)) digest.update(part as Buffer);
  return {
    hash: hashed(digest.digest('hex')),
    reference,
    bytes: (await stat(path)).size,
    content: () => createReadStream(path),
  };
}

async function record(
  deps: DeliverDeps,
  by: Attempt,
  index: number,
  output: Output,
  made?: EngineOutcome,
): Promise<boolean> {
  const understanding = made?.state === 'made' ? made.understanding : undefined;
  const written = await deps.tasks.change(by.taskId, (task) =>
    recordOutput(task, by.attempt, index, output, deps.clock.now(), understanding),
  );
  return written.ok;
}
