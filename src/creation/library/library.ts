import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor, type Versioned } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { ProjectStore } from '../projects/project.store.js';
import { cancelTask, deleteTask, type LifecycleDeps } from '../tasks/lifecycle.js';
import type { ProjectId } from '../projects/project.js';
import { hide, isGone, type Refusal, type TaskId } from '../tasks/task.js';
import type { InProject, Task } from '../tasks/task.state.js';
import type { TermsPages } from '../tasks/task.store.js';
import type { LibraryChange, LibraryFilter } from './library.input.js';
import { TRASH_DAYS, type LibraryOrder, type Shelf } from './library.shared.js';
import { mark, restore, trash, type MarkRefusal } from './marks.js';
import { wantedLibraryTerms, type SearchScope } from './terms.js';

export interface LibraryDeps extends LifecycleDeps {
  readonly projects: Pick<ProjectStore, 'place'>;
  readonly log: Pick<Logs, 'warn'>;
}

/** What is listed, and in which order. */
export interface Wanted {
  readonly shelf: Shelf;
  readonly order: LibraryOrder;
  readonly project?: ProjectId;
  readonly filter: LibraryFilter;
}

export interface FoundPage {
  readonly items: readonly Versioned<Task>[];
  /** Absent on the last page. */
  readonly next?: string;
  /** Nothing has the words; these have words with one letter different. */
  readonly isNear: boolean;
}

/** What became of a change of several tasks. */
export interface Changed {
  readonly tasks: readonly Versioned<Task>[];
  /** Deleted for good. */
  readonly deleted: readonly TaskId[];
  /** Tasks that had too many tags, or were running. */
  readonly refused: number;
}

/** Precedes the cursor of a list of near words. */
const NEAR = 'near.';
const DAY_MS = 86_400_000;
/** Tasks changed concurrently. */
const AT_ONCE = 25;
/** Tasks without terms, and tasks with older ones, that one round handles. */
const DERIVED_A_ROUND = 200;

/**
 * A user's own creations as a library: search, tags, favourites, ratings, archive and trash (adr/0122). All of it is in
 * the task's document, so the owner of a task is the owner of its marks, and a search answers with the present.
 * @throws StoreUnavailable from every call
 */
export class Library {
  /** Where the next round derives terms; undefined to start with the first task. */
  private derivedTo: TermsPages | undefined;

  constructor(private readonly deps: LibraryDeps) {}

  /**
   * One page of the owner's tasks. Running tasks are listed only without conditions, and the trash takes none.
   * @returns PROJECT_NOT_FOUND; VALIDATION_ERROR for an invalid cursor
   */
  async find(owner: UserId, wanted: Wanted, limit: number, cursor?: string): Promise<Result<FoundPage, ProductError>> {
    const { project } = wanted;
    const place = project === undefined ? ok(undefined) : await this.deps.projects.place(owner, project);
    if (!place.ok) return place;
    try {
      return ok(await this.page(owner, wanted, place.value, limit, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }

  private async page(
    owner: UserId,
    { shelf, order, filter }: Wanted,
    place: InProject | undefined,
    limit: number,
    cursor: string | undefined,
  ): Promise<FoundPage> {
    const { tasks } = this.deps;
    if (shelf === 'trash' || !hasConditions(filter))
      return { ...(await tasks.list(owner, limit, cursor, { shelf, order, place })), isNear: false };
    const where: SearchScope = { owner, shelf, ...(place === undefined ? {} : { project: place.project ?? null }) };
    const isNear = cursor?.startsWith(NEAR) === true;
    const found = await this.matching(where, filter, order, isNear, limit, isNear ? cursor.slice(NEAR.length) : cursor);
    return cursor === undefined && found.items.length === 0 && found.next === undefined && filter.text
      ? this.matching(where, filter, order, true, limit)
      : found;
  }

  private async matching(
    where: SearchScope,
    filter: LibraryFilter,
    order: LibraryOrder,
    isNear: boolean,
    limit: number,
    cursor?: string,
  ): Promise<FoundPage> {
    const terms = wantedLibraryTerms(where, filter, isNear);
    if (terms === undefined) return { items: [], isNear: false };
    const { items, next } = await this.deps.tasks.search(terms, order, limit, cursor);
    return {
      // Days are in UTC in the index; the exact time is in the task.
      items: items.filter(({ document }) => document.owner === where.owner && isWithin(document.createdAt, filter)),
      ...defined({ next: next && (isNear ? `${NEAR}${next}` : next) }),
      isNear,
    };
  }

  /** Those of the tasks that are the owner's, also in the trash, each once. */
  async owned(owner: UserId, ids: readonly TaskId[]): Promise<readonly Versioned<Task>[]> {
    const found = await this.deps.tasks.getMany([...new Set(ids)]);
    return found.filter(({ document }) => document.owner === owner && !isGone(document));
  }

  /**
   * Changes several of the owner's tasks. Each is one write, so an interrupted or repeated call leaves none half
   * changed. Tasks that are gone meanwhile are left out.
   * @returns TASK_NOT_FOUND if the owner has none of them
   */
  async change(owner: UserId, ids: readonly TaskId[], change: LibraryChange): Promise<Result<Changed, ProductError>> {
    const found = await this.owned(owner, ids);
    if (found.length === 0) return err(productError('TASK_NOT_FOUND'));
    const tasks: Versioned<Task>[] = [];
    const deleted: TaskId[] = [];
    let refused = 0;
    for (let from = 0; from < found.length; from += AT_ONCE) {
      await Promise.all(
        found.slice(from, from + AT_ONCE).map(async ({ document: { id } }) => {
          if (change.kind === 'delete') {
            if ((await deleteTask(this.deps, owner, id)).ok) deleted.push(id);
            return;
          }
          const changed = await this.one(owner, id, change);
          if (changed.ok) tasks.push(changed.value);
          else if (changed.error !== 'missing') refused += 1;
        }),
      );
    }
    return ok({ tasks, deleted, refused });
  }

  private async one(
    owner: UserId,
    id: TaskId,
    change: Exclude<LibraryChange, { readonly kind: 'delete' }>,
  ): Promise<Result<Versioned<Task>, MarkRefusal | 'missing'>> {
    const { tasks, clock, signals } = this.deps;
    if (change.kind === 'trash') await cancelTask(this.deps, owner, id);
    const changed = await tasks.change<MarkRefusal>(id, (task) => {
      // It may have moved to another account since it was read.
      if (task.owner !== owner) return err<Refusal>('not-now');
      if (change.kind === 'trash') return task.trashedAt === undefined ? trash(task, clock.now()) : ok(task);
      if (change.kind === 'restore') return task.trashedAt === undefined ? ok(task) : restore(task, clock.now());
      return mark(task, change, clock.now());
    });
    if (changed.ok) signals.changed(changed.value.document, 'document');
    return changed;
  }

  /** Deletes what was in the trash for `TRASH_DAYS`, and derives terms that older versions did not write. */
  async sweep(): Promise<void> {
    const { tasks, clock, signals, log } = this.deps;
    const before: Millis = clock.now() - TRASH_DAYS * DAY_MS;
    for await (const { document } of tasks.trashedBefore(before)) {
      try {
        // Its owner may have restored it since it was found.
        const deleted = await tasks.change(document.id, (task) =>
          task.trashedAt !== undefined && task.trashedAt < before ? hide(task, clock.now()) : err('not-now'),
        );
        if (deleted.ok) signals.changed(deleted.value.document, 'document');
      } catch (error) {
        log.warn({ err: error, taskId: document.id }, 'a task in the trash could not be deleted; it is retried');
      }
    }
    this.derivedTo = await tasks.deriveTerms(DERIVED_A_ROUND, this.derivedTo);
  }
}

const hasConditions = (filter: LibraryFilter): boolean =>
  Object.values(filter).some((condition) => condition !== undefined && condition !== '');

const isWithin = (time: Millis, { from = 0, to = Number.MAX_SAFE_INTEGER }: LibraryFilter): boolean =>
  from <= time && time < to;
