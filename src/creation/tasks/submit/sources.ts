import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { BlobHash } from '../../../platform/blobs/port.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { ownTask } from '../lifecycle.js';
import {
  FORMS,
  kindOf,
  rolesOf,
  slotsOf,
  type GivenKind,
  type ProcedureName,
  type RequestParts,
  type SourceRef,
  type SourceRole,
} from '../task.shared.js';
import type { Made, Source } from '../task.state.js';
import type { TaskStore } from '../task.store.js';

/** A stored image or video, with the facts probed when it was uploaded or made. */
export interface StoredMedia {
  readonly hash: BlobHash;
  readonly type: string;
  readonly kind: GivenKind;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Of a video: its duration in seconds, and its poster image. */
  readonly seconds?: number;
  readonly poster?: { readonly hash: BlobHash; readonly bytes: number };
  /** Of a result: when it was requested. */
  readonly madeAt?: Millis;
}

export interface SourceDeps {
  readonly tasks: TaskStore;
  /**
   * A user's uploads.
   * @returns IMAGE_NOT_FOUND for an unknown id and for another user's upload
   */
  readonly uploads: { source(owner: UserId, id: string): Promise<Result<StoredMedia, ProductError>> };
}

/** A source of a creation. `ageMs` is its age in milliseconds if it was created here. */
export type FoundSource = Source & { readonly ageMs?: number };

/**
 * Finds the sources of a creation. They must be the caller's own and of the kind that their slot accepts.
 * @returns in the given order, each with the reference that the task will hold; or IMAGE_NOT_FOUND {input},
 * VIDEO_NOT_FOUND {input}, INPUT_INVALID_FOR_SERVICE {input, reason: 'not-a-image' | 'not-a-video' | 'not-a-recording'
 * | 'recording-gone'}
 * @throws StoreUnavailable
 */
export async function findSources(
  deps: SourceDeps,
  owner: UserId,
  task: TaskId,
  { params, sources: request }: Pick<RequestParts, 'params' | 'sources'>,
  now: Millis,
): Promise<Result<readonly FoundSource[], ProductError>> {
  const found: FoundSource[] = [];
  for (const { role, ref } of request) {
    const takes = kindsOf(params.procedure, role);
    const media = await findMedia(deps, owner, ref);
    if (!media.ok) return err(sourceGoneError(takes[0] ?? 'image', role));
    const { hash, type, kind, width, height, bytes, seconds, poster, madeAt } = media.value;
    const refused = unsuitableSource(params.procedure, role, kind);
    if (refused !== undefined) return err(refused);
    const reference = sourceReference(task, role);
    found.push({
      role,
      hash,
      reference,
      type,
      width,
      height,
      bytes,
      ...defined({ seconds }),
      ...(poster === undefined ? {} : { poster: { ...poster, reference: `${reference}:poster` } }),
      ...(madeAt === undefined ? {} : { madeAt, ageMs: now - madeAt }),
    });
  }
  return ok(found);
}

/** The error for a missing source, by the kind that its slot accepts. */
export function sourceGoneError(kind: GivenKind, input: SourceRole): ProductError {
  switch (kind) {
    case 'image':
      return productError('IMAGE_NOT_FOUND', { input });
    case 'video':
      return productError('VIDEO_NOT_FOUND', { input });
    case 'audio':
      return productError('INPUT_INVALID_FOR_SERVICE', { input, reason: 'recording-gone' });
    default:
      return kind satisfies never;
  }
}

/** Reason for a source of the wrong kind. */
const NOT_OF = { image: 'not-a-picture', video: 'not-a-video', audio: 'not-a-recording' } as const satisfies Readonly<
  Record<GivenKind, string>
>;

/** Error for a kind that a role does not accept: INPUT_INVALID_FOR_SERVICE {input, reason}; undefined if it does. */
export function unsuitableSource(
  procedure: ProcedureName,
  role: SourceRole,
  kind: GivenKind,
): ProductError | undefined {
  const takes = kindsOf(procedure, role);
  return takes.includes(kind)
    ? undefined
    : productError('INPUT_INVALID_FOR_SERVICE', { input: role, reason: NOT_OF[takes[0] ?? 'image'] });
}

/** Kinds that a role accepts. */
export function kindsOf(procedure: ProcedureName, role: SourceRole): readonly GivenKind[] {
  return slotsOf(FORMS[procedure]).find((slot) => rolesOf(slot.name, slot).includes(role))?.takes ?? [];
}

/** Reference under which a task holds a source. */
function sourceReference(task: TaskId, role: SourceRole): string {
  return `task:${task}:source:${role}`;
}

/**
 * Finds one of the caller's own images or videos. Another user's gives IMAGE_NOT_FOUND, as if it did not exist.
 * @throws StoreUnavailable
 */
export async function findMedia(
  { tasks, uploads }: SourceDeps,
  owner: UserId,
  ref: SourceRef,
): Promise<Result<StoredMedia, ProductError>> {
  if (ref.from === 'upload') return uploads.source(owner, ref.id);
  // Ids from outside are not verified here: an unknown id leads to a not-found error.
  const task = await ownTask(tasks, owner, ref.taskId as TaskId);
  if (ref.from === 'source') {
    const source = task.ok ? task.value.document.sources.find(({ role }) => role === ref.role) : undefined;
    return source === undefined
      ? err(productError('IMAGE_NOT_FOUND'))
      : ok({ ...mediaOf(source), ...defined({ madeAt: source.madeAt }) });
  }
  const document = task.ok ? task.value.document : undefined;
  const output = document === undefined || document.status === 'reserving' ? undefined : document.outputs[ref.index];
  return document === undefined || output?.state !== 'ready'
    ? err(productError('IMAGE_NOT_FOUND'))
    : ok({ ...mediaOf(output), madeAt: document.createdAt });
}

function mediaOf({ hash, type, width, height, bytes, seconds, poster }: Source | Made): StoredMedia {
  return { hash, type, kind: kindOf(type), width, height, bytes, ...defined({ seconds, poster }) };
}
