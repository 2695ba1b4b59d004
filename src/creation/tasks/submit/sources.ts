import type { Millis } from '../../../kernel/clock.js';
import { defined } from '../../../kernel/defined.shared.js';
import type { BlobHash } from '../../../platform/blobs/port.js';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import type { TaskId, UserId } from '../../../kernel/ids.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { ownTask } from '../lifecycle.js';
import { FORMS, kindOf, rolesOf, slotsOf, type GivenKind, type ProcedureName, type RequestParts, type SourceRef, type SourceRole } from '../task.shared.js';
import type { Made, Source } from '../task.js';
import type { TaskStore } from '../task.store.js';

/** A stored image or video, as it was probed when it came in or was made. */
export interface StoredMedia {
  readonly hash: BlobHash;
  readonly type: string;
  readonly kind: GivenKind;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** A video's: its length, and an image of it. */
  readonly seconds?: number;
  readonly poster?: { readonly hash: BlobHash; readonly bytes: number };
  /** Of a result: when it was requested. */
  readonly madeAt?: Millis;
}

export interface SourceDeps {
  readonly tasks: TaskStore;
  /** What a user has uploaded. @returns IMAGE_NOT_FOUND for what is not there or is someone else's */
  readonly uploads: { source(owner: UserId, id: string): Promise<Result<StoredMedia, ProductError>> };
}

/** What a creation is made from, and how long ago that was made itself, where it was made here; milliseconds. */
export type FoundSource = Source & { readonly ageMs?: number };

/**
 * Finds what a creation is to be made from: the caller's own, and of the kind that its slot takes.
 * @returns in the order given, each with the reference under which the task will hold it; or IMAGE_NOT_FOUND {input},
 *   VIDEO_NOT_FOUND {input}, INPUT_INVALID_FOR_SERVICE {input, reason: 'not-a-image' | 'not-a-video' | 'not-a-recording' | 'recording-gone'}
 * @throws StoreUnavailable
 */
export async function findSources(deps: SourceDeps, owner: UserId, task: TaskId, { params, sources: request }: Pick<RequestParts, 'params' | 'sources'>, now: Millis): Promise<Result<readonly FoundSource[], ProductError>> {
  const found: FoundSource[] = [];
  for (const { role, ref } of request) {
    const takes = kindsOf(params.procedure, role);
    const media = await findMedia(deps, owner, ref);
    if (!media.ok) return err(goneOf(takes[0] ?? 'image', role));
    const { hash, type, kind, width, height, bytes, seconds, poster, madeAt } = media.value;
    const refused = unfit(params.procedure, role, kind);
    if (refused !== undefined) return err(refused);
    const reference = sourceReference(task, role);
    found.push({
      role, hash, reference, type, width, height, bytes, ...defined({ seconds }),
      ...(poster === undefined ? {} : { poster: { ...poster, reference: `${reference}:poster` } }), ...(madeAt === undefined ? {} : { madeAt, ageMs: now - madeAt }),
    });
  }
  return ok(found);
}

/** What is answered for something that is not there: what the place is for says what. */
export function goneOf(kind: GivenKind, input: SourceRole): ProductError {
  switch (kind) {
    case 'image': return productError('IMAGE_NOT_FOUND', { input });
    case 'video': return productError('VIDEO_NOT_FOUND', { input });
    case 'audio': return productError('INPUT_INVALID_FOR_SERVICE', { input, reason: 'recording-gone' });
    default: return kind satisfies never;
  }
}

/** Why something does not go into a place for a kind. */
const NOT_OF = { image: 'not-a-picture', video: 'not-a-video', audio: 'not-a-recording' } as const satisfies Readonly<Record<GivenKind, string>>;

/** Why something of a kind cannot be given in a role: INPUT_INVALID_FOR_SERVICE {input, reason}; undefined where it can. */
export function unfit(procedure: ProcedureName, role: SourceRole, kind: GivenKind): ProductError | undefined {
  const takes = kindsOf(procedure, role);
  return takes.includes(kind) ? undefined : productError('INPUT_INVALID_FOR_SERVICE', { input: role, reason: NOT_OF[takes[0] ?? 'image'] });
}

/** What may be given in a role. */
export function kindsOf(procedure: ProcedureName, role: SourceRole): readonly GivenKind[] {
  return slotsOf(FORMS[procedure]).find((slot) => rolesOf(slot.name, slot).includes(role))?.takes ?? [];
}

/** Under which a task holds what it is made from. */
function sourceReference(task: TaskId, role: SourceRole): string {
  return `task:${task}:source:${role}`;
}

/** An image or video of the caller's own; someone else's is as if there were none: IMAGE_NOT_FOUND. @throws StoreUnavailable */
export async function findMedia({ tasks, uploads }: SourceDeps, owner: UserId, ref: SourceRef): Promise<Result<StoredMedia, ProductError>> {
  if (ref.from === 'upload') return uploads.source(owner, ref.id);
  // A text from outside: whoever has no task of that id is told so.
  const task = await ownTask(tasks, owner, ref.taskId as TaskId);
  if (ref.from === 'source') {
    const source = task.ok ? task.value.document.sources.find(({ role }) => role === ref.role) : undefined;
    return source === undefined ? err(productError('IMAGE_NOT_FOUND')) : ok({ ...mediaOf(source), ...defined({ madeAt: source.madeAt }) });
  }
  const document = task.ok ? task.value.document : undefined;
  const output = document === undefined || document.status === 'reserving' ? undefined : document.outputs[ref.index];
  return document === undefined || output?.state !== 'ready' ? err(productError('IMAGE_NOT_FOUND')) : ok({ ...mediaOf(output), madeAt: document.createdAt });
}

function mediaOf({ hash, type, width, height, bytes, seconds, poster }: Source | Made): StoredMedia {
  return { hash, type, kind: kindOf(type), width, height, bytes, ...defined({ seconds, poster }) };
}
