import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { decidePublication } from '../publishing/publication.js';
import { hasEnded, type Refusal } from '../tasks/task.js';
import type { Output, Task } from '../tasks/task.state.js';
import type { LibraryChange } from './library.input.js';
import { TAGS_MAX } from './library.shared.js';

/** Changes of what the owner says about a creation. Those of its life cycle are `trash` and `restore`. */
export type MarkChange = Exclude<LibraryChange, { readonly kind: 'trash' | 'restore' | 'delete' }>;

/** Why a change does not apply. */
export type MarkRefusal = Refusal | 'too-many-tags';

/**
 * Tags, favourite, rating or archive of a task that its owner can see. A change to what is already so returns the same
 * task.
 */
export function mark(task: Task, change: MarkChange, at: Millis): Result<Task, MarkRefusal> {
  if (task.hidden) return err('not-now');
  switch (change.kind) {
    case 'tag':
      return tagged(task, change, at);
    case 'favourite': {
      if ((task.isFavourite === true) === change.isSet) return ok(task);
      const { isFavourite: _before, ...rest } = task;
      return ok({ ...rest, ...(change.isSet ? { isFavourite: true } : {}), changedAt: at });
    }
    case 'rate': {
      if ((task.rating ?? null) === change.rating) return ok(task);
      const { rating: _before, ...rest } = task;
      return ok({ ...rest, ...defined({ rating: change.rating ?? undefined }), changedAt: at });
    }
    case 'archive': {
      if ((task.archivedAt !== undefined) === change.isSet) return ok(task);
      if (!hasEnded(task)) return err('not-now');
      const { archivedAt: _before, ...rest } = task;
      return ok({ ...rest, ...(change.isSet ? { archivedAt: at } : {}), changedAt: at });
    }
    default:
      return change satisfies never;
  }
}

function tagged(
  task: Task,
  { add, remove }: Extract<MarkChange, { readonly kind: 'tag' }>,
  at: Millis,
): Result<Task, MarkRefusal> {
  const before = task.tags ?? [];
  const tags = [...new Set([...before.filter((tag) => !remove.includes(tag)), ...add])];
  if (tags.length === before.length && tags.every((tag) => before.includes(tag))) return ok(task);
  if (tags.length > TAGS_MAX) return err('too-many-tags');
  const { tags: _before, ...rest } = task;
  return ok({ ...rest, ...(tags.length === 0 ? {} : { tags }), changedAt: at });
}

/** Moves an ended task to the trash: nobody sees it there but its owner. Its public works are withdrawn. */
export function trash(task: Task, at: Millis): Result<Task, Refusal> {
  if (!hasEnded(task) || task.hidden) return err('not-now');
  const moved = { ...task, hidden: true, trashedAt: at, changedAt: at };
  return ok(
    moved.status === 'succeeded' ? { ...moved, outputs: moved.outputs.map((output) => withdrawn(output, at)) } : moved,
  );
}

/** Moves a task out of the trash, to where it was. Its works stay withdrawn. */
export function restore(task: Task, at: Millis): Result<Task, Refusal> {
  if (task.trashedAt === undefined) return err('not-now');
  const { trashedAt: _trashedAt, ...rest } = task;
  return ok({ ...rest, hidden: false, changedAt: at });
}

function withdrawn(output: Output, at: Millis): Output {
  if (output.state !== 'ready' || output.publication === undefined) return output;
  const publication = decidePublication(
    output.publication,
    { kind: 'withdraw' },
    { owner: true, moderator: false },
    at,
  );
  return publication.ok ? { ...output, publication: publication.value } : output;
}
