import type { BlobHash } from '../platform/blobs/port.js';
import { productError, type ProductError } from '../kernel/errors.shared.js';
import type { TaskId, UserId } from '../kernel/ids.js';
import { err, ok, type Result } from '../kernel/result.js';
import { ownTask } from './lifecycle.js';
import type { Request, SourceRef, SourceRole } from './task.shared.js';
import type { Source } from './task.js';
import type { TaskStore } from './task.store.js';

/** A stored picture or video, as it was probed when it came in. */
export interface StoredMedia {
  readonly hash: BlobHash;
  readonly type: string;
  readonly kind: 'image' | 'video';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

export interface SourceDeps {
  readonly tasks: TaskStore;
  /** What a user has uploaded. @returns IMAGE_NOT_FOUND for what is not there or is somebody else's */
  readonly uploads: { source(owner: UserId, id: string): Promise<Result<StoredMedia, ProductError>> };
}

/**
 * Finds what a creation is to be made from: the caller's own, and pictures only.
 * @returns in the order given, each with the reference under which the task will hold it; or IMAGE_NOT_FOUND {input},
 *   INPUT_INVALID_FOR_SERVICE {input, reason: 'not-a-picture'}
 * @throws StoreUnavailable
 */
export async function findSources(deps: SourceDeps, owner: UserId, task: TaskId, asked: Request['sources']): Promise<Result<readonly Source[], ProductError>> {
  const found: Source[] = [];
  for (const { role, ref } of asked) {
    const media = await findMedia(deps, owner, ref);
    if (!media.ok) return err(productError('IMAGE_NOT_FOUND', { input: role }));
    const { hash, type, kind, width, height, bytes } = media.value;
    if (kind !== 'image') return err(productError('INPUT_INVALID_FOR_SERVICE', { input: role, reason: 'not-a-picture' }));
    found.push({ role, hash, reference: sourceReference(task, role), type, width, height, bytes });
  }
  return ok(found);
}

/** Under which a task holds what it is made from. */
function sourceReference(task: TaskId, role: SourceRole): string {
  return `task:${task}:source:${role}`;
}

/** A picture or video of the caller's own; somebody else's is as if there were none: IMAGE_NOT_FOUND. @throws StoreUnavailable */
export async function findMedia({ tasks, uploads }: SourceDeps, owner: UserId, ref: SourceRef): Promise<Result<StoredMedia, ProductError>> {
  if (ref.from === 'upload') return uploads.source(owner, ref.id);
  // A text from outside: whoever has no task of that id is told so.
  const task = await ownTask(tasks, owner, ref.taskId as TaskId);
  if (ref.from === 'source') {
    const source = task.ok ? task.value.document.sources.find(({ role }) => role === ref.role) : undefined;
    return source === undefined ? err(productError('IMAGE_NOT_FOUND')) : ok({ ...source, kind: 'image' });
  }
  const output = task.ok && task.value.document.status !== 'reserving' ? task.value.document.outputs[ref.index] : undefined;
  if (output?.state !== 'ready') return err(productError('IMAGE_NOT_FOUND'));
  const { hash, type, width, height, bytes } = output;
  return ok({ hash, type, kind: type === 'video/mp4' ? 'video' : 'image', width, height, bytes });
}
