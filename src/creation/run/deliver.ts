import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Clock } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { BlobHash, Blobs } from '../../platform/blobs/port.js';
import type { EngineOutcome } from '../engine/port.js';
import { recordOutput, type Output, type Picture, type Processing, type TaskId } from '../task.js';
import type { TaskStore } from '../task.store.js';

export interface DeliverDeps {
  readonly tasks: TaskStore;
  readonly blobs: Blobs;
  readonly clock: Clock;
}

/** Who delivers: an attempt whose number fences every write. */
export interface Attempt {
  readonly taskId: TaskId;
  readonly attempt: number;
}

/** `fenced`: the task has gone on without this attempt, which must stop. */
export type Delivery = 'delivered' | 'failed' | 'again' | 'fenced';

/**
 * Decodes a picture whole, as anyone who opens it will.
 * @returns nothing, or ENGINE_FAILED when it is no PNG, is cut off, or has another size
 */
export async function checkPicture(png: Uint8Array, width: number, height: number): Promise<Result<void, ProductError>> {
  try {
    const image = sharp(png, { failOn: 'warning', limitInputPixels: width * height });
    const { format } = await image.metadata();
    const { info } = await image.raw().toBuffer({ resolveWithObject: true });
    return format === 'png' && info.width === width && info.height === height ? ok(undefined) : err(productError('ENGINE_FAILED'));
  } catch {
    return err(productError('ENGINE_FAILED'));
  }
}

/**
 * Takes in what the engine says became of one output. A picture is first named in the task, then stored, then marked
 * ready: whoever ends the task in between knows what to remove, and nothing is shown that is not whole.
 * @throws StoreUnavailable with the output still to be made by a later attempt
 */
export async function deliver(deps: DeliverDeps, by: Attempt, task: Processing, outcome: EngineOutcome): Promise<Delivery> {
  const seed = task.outputs[outcome.index]?.seed;
  if (seed === undefined) return 'failed';
  if (outcome.state === 'failed') {
    if (outcome.again) return 'again';
    return (await record(deps, by, outcome.index, { state: 'failed', seed, error: outcome.error })) ? 'failed' : 'fenced';
  }
  const checked = await checkPicture(outcome.png, task.width, task.height);
  if (!checked.ok) return (await record(deps, by, outcome.index, { state: 'failed', seed, error: checked.error })) ? 'failed' : 'fenced';
  // A digest in lower-case hex is what the brand stands for.
  const hash = createHash('sha256').update(outcome.png).digest('hex') as BlobHash;
  const picture: Picture = {
    seed, hash, reference: `task:${by.taskId}:${outcome.index}:${by.attempt}`, width: task.width, height: task.height, bytes: outcome.png.byteLength,
  };
  if (!(await record(deps, by, outcome.index, { ...picture, state: 'storing' }))) return 'fenced';
  await deps.blobs.put(outcome.png, picture.reference);
  if (await record(deps, by, outcome.index, { ...picture, state: 'ready' }, outcome)) return 'delivered';
  await deps.blobs.removeReference(picture.hash, picture.reference);
  return 'fenced';
}

async function record(deps: DeliverDeps, by: Attempt, index: number, output: Output, made?: EngineOutcome): Promise<boolean> {
  const understanding = made?.state === 'made' ? made.understanding : undefined;
  const written = await deps.tasks.change(by.taskId, (task) => recordOutput(task, by.attempt, index, output, deps.clock.now(), understanding));
  return written.ok;
}
