import type { Blobs } from '../../platform/blobs/port.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { TaskId, UserId } from '../../kernel/ids.js';
import { recipeOf } from '../provenance/index.js';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { isGone, readyOutputs } from '../tasks/task.js';
import type { Task } from '../tasks/task.state.js';
import type { TaskStore } from '../tasks/task.store.js';
import type { OutputType } from '../procedures/params.shared.js';

const ENDINGS = { 'image/png': 'png', 'video/mp4': 'mp4', 'video/webm': 'webm' } as const satisfies Readonly<
  Record<OutputType, string>
>;

/** A user's tasks, then those in the trash. */
async function* ownTasks(tasks: Pick<TaskStore, 'changedSince'>, owner: UserId): AsyncGenerator<Task, void, undefined> {
  for (const isHidden of [false, true])
    for await (const { document } of tasks.changedSince(owner, -1, isHidden)) if (!isGone(document)) yield document;
}

/**
 * Exports what a user has created: each original result, and its settings next to it. Works deleted in the meantime are
 * skipped.
 */
export function worksPart({
  tasks,
  blobs,
}: {
  readonly tasks: Pick<TaskStore, 'changedSince'>;
  readonly blobs: Pick<Blobs, 'info' | 'read'>;
}): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    // A task that changes during the listing is listed again, perhaps with more results.
    const had = new Map<TaskId, Set<string>>();
    for await (const task of ownTasks(tasks, userId)) {
      const own = had.get(task.id) ?? new Set();
      had.set(task.id, own);
      yield* filesOf(task, blobs, own);
    }
  }
  return { name: 'works', files };
}

/**
 * The files of a task: each result that is still stored, and its settings next to it.
 * @param own references of results that are not wanted again; those of the yielded ones are added
 */
export async function* filesOf(
  task: Task,
  blobs: Pick<Blobs, 'info' | 'read'>,
  own: Set<string>,
): AsyncGenerator<ExportFile, void, undefined> {
  for (const { hash, reference, type, ...made } of readyOutputs(task)) {
    if (own.has(reference) || (await blobs.info(hash)) === undefined) continue;
    own.add(reference);
    const path = `works/${new Date(task.createdAt).toISOString().slice(0, 10)}-${task.id}-${own.size}`;
    yield jsonFile(`${path}.json`, task.createdAt, {
      made: new Date(task.createdAt).toISOString(),
      ...recipeOf(task, made),
      ...marksOf(task),
    });
    yield { path: `${path}.${ENDINGS[type]}`, at: task.createdAt, compress: false, content: () => blobs.read(hash) };
  }
}

/** What the owner has said about a creation, and where it is. */
function marksOf({ tags, isFavourite, rating, archivedAt, trashedAt }: Task): Readonly<Record<string, unknown>> {
  const timeOf = (at: Millis | undefined): string | undefined =>
    at === undefined ? undefined : new Date(at).toISOString();
  return defined({ tags, isFavourite, rating, archived: timeOf(archivedAt), movedToTrash: timeOf(trashedAt) });
}
