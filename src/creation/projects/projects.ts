import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import type { Logs } from '../../platform/http/logs.js';
import type { TaskSignals } from '../tasks/signals.js';
import { putInto, type InProject, type Task, type TaskId } from '../tasks/task.js';
import type { TaskStore } from '../tasks/task.store.js';
import {
  defaultProjectOf, deleted, named, projectIdOf, renamed, viewProject, type DefaultProject, type NamedProject, type Project, type ProjectId,
} from './project.js';
import { COVER_IMAGES, PROJECTS_MAX, type ProjectOrder, type ProjectSummary, type ProjectView } from './project.shared.js';
import type { ProjectStore } from './project.store.js';

export interface ProjectsDeps {
  readonly projects: ProjectStore;
  readonly tasks: TaskStore;
  readonly signals: TaskSignals;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
  /** Lets go of a project's board, and of what runs on it. Idempotent. */
  readonly boards: { forget(id: ProjectId): Promise<void> };
  readonly settings: { readonly requestLifeMs: Millis };
}

/** Tasks looked through for the images of a cover. */
const COVER_TASKS = 8;
/** Tasks moved side by side. */
const MOVED_AT_ONCE = 25;
/** Projects that a user may make and delete: what is deleted stays for a while as a mark, which costs the sweeper work. */
const RATE = { limit: 60, windowMs: 60_000 } as const;
/** Marks that one round of the sweeper looks after, so that no heap of them keeps its other duties waiting. */
const MARKS_A_ROUND = 200;

/**
 * A user's projects. A task is in the project that it names, and in its owner's default project when it names none; the default one
 * needs no document. A project that is deleted stays as a mark until no submission that found it there can still be on its way
 * (`requestLifeMs`): its tasks go to the default project at once, and whatever comes late in the sweeper's rounds.
 * @throws StoreUnavailable from every call
 */
export class Projects {
  private readonly creating = new KeyedMutex<UserId>();
  /** Where the next round continues; absent to begin with the oldest mark. */
  private sweptTo: string | undefined;

  constructor(private readonly deps: ProjectsDeps) {}

  /** One project of the owner's; PROJECT_NOT_FOUND. */
  async get(owner: UserId, id: ProjectId): Promise<Result<ProjectView, ProductError>> {
    const found = await this.deps.projects.get(id);
    if (found !== undefined && found.owner === owner && found.kind !== 'deleted') return ok(viewProject(found));
    return id === defaultProjectOf(owner) ? ok({ kind: 'default', id }) : notFound();
  }

  /** The owner's projects; the first page begins with the default one, beyond its limit. @throws InvalidCursor */
  async list(owner: UserId, order: ProjectOrder, limit: number, after?: string): Promise<{ readonly projects: readonly ProjectView[]; readonly next?: string }> {
    const { projects, ...page } = await this.deps.projects.list(owner, order, limit, after);
    const first = after === undefined ? await this.get(owner, defaultProjectOf(owner)) : notFound();
    return { ...page, projects: [...(first.ok ? [first.value] : []), ...projects.map(viewProject)] };
  }

  /**
   * Makes a project; the same request again is the same project.
   * @param name as `projectNameOf` gives it
   * @returns TOO_MANY_ATTEMPTS {seconds}, PROJECT_LIMIT {limit}, IDEMPOTENCY_MISMATCH when the same request had another name
   */
  async create(owner: UserId, requestId: string, name: string): Promise<Result<ProjectView, ProductError>> {
    const { projects, clock } = this.deps;
    const id = projectIdOf(owner, requestId);
    return this.creating.run(owner, async () => {
      const found = await projects.get(id);
      if (found === undefined) {
        const counted = await this.count(owner);
        if (!counted.ok) return counted;
        if ((await projects.count(owner)) >= PROJECTS_MAX) return err(productError('PROJECT_LIMIT', { limit: PROJECTS_MAX }));
      }
      const mine = named(id, owner, name, clock.now());
      // The same request may have come to another process meanwhile.
      const made = found ?? ((await projects.create(mine)) === 'written' ? mine : await projects.get(id));
      if (made === undefined) return err(productError('TRY_AGAIN'));
      return made.kind !== 'deleted' && made.name === name ? ok(viewProject(made)) : err(productError('IDEMPOTENCY_MISMATCH'));
    });
  }

  /** Gives a project, the default one too, another name; PROJECT_NOT_FOUND. @param name as `projectNameOf` gives it */
  async rename(owner: UserId, id: ProjectId, name: string): Promise<Result<ProjectView, ProductError>> {
    const at = this.deps.clock.now();
    const changed = await this.deps.projects.change(id, (project): Result<NamedProject | DefaultProject, ProductError> => {
      if (project === undefined && id === defaultProjectOf(owner)) return ok({ kind: 'default', id, owner, name, createdAt: at, changedAt: at });
      if (project === undefined || project.owner !== owner || project.kind === 'deleted') return notFound();
      return ok(renamed(project, name, at));
    });
    return changed.ok ? ok(viewProject(changed.value)) : changed;
  }

  /**
   * Deletes a project; its tasks go to the default one. Again, it finishes what was cut off.
   * @returns DEFAULT_PROJECT_PROTECTED, TOO_MANY_ATTEMPTS {seconds}, PROJECT_NOT_FOUND
   */
  async delete(owner: UserId, id: ProjectId): Promise<Result<ProjectId, ProductError>> {
    if (id === defaultProjectOf(owner)) return err(productError('DEFAULT_PROJECT_PROTECTED'));
    const counted = await this.count(owner);
    return counted.ok ? this.dissolve(owner, id) : counted;
  }

  private async count(owner: UserId): Promise<Result<void, ProductError>> {
    const rate = await this.deps.rateLimit.take(`project:${owner}`, RATE);
    return rate.allowed ? ok(undefined) : err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
  }

  private async dissolve(owner: UserId, id: ProjectId): Promise<Result<ProjectId, ProductError>> {
    const at = this.deps.clock.now();
    const marked = await this.deps.projects.change(id, (project): Result<Project, ProductError> => {
      if (project === undefined || project.owner !== owner || project.kind === 'default') return notFound();
      return ok(project.kind === 'deleted' ? project : deleted(project, at));
    });
    if (!marked.ok) return marked;
    await this.empty(id);
    return ok(id);
  }

  /**
   * Moves tasks into a project. Broken off in the middle, some are moved; again, the others are.
   * @returns the tasks that were moved, as they are now; PROJECT_NOT_FOUND, or TASK_NOT_FOUND with nothing moved
   */
  async move(owner: UserId, ids: readonly TaskId[], to: ProjectId): Promise<Result<readonly Versioned<Task>[], ProductError>> {
    const place = await this.deps.projects.place(owner, to);
    if (!place.ok) return place;
    const found = await this.deps.tasks.getMany(ids);
    if (found.length < new Set(ids).size || found.some(({ document }) => document.owner !== owner || document.hidden)) return err(productError('TASK_NOT_FOUND'));
    return ok(await this.put(found, place.value));
  }

  /** What is in each of these projects, in their order; those that the owner has not are left out. */
  async summaries(owner: UserId, ids: readonly ProjectId[]): Promise<readonly ProjectSummary[]> {
    const found = await Promise.all(ids.map(async (id) => {
      const place = await this.deps.projects.place(owner, id);
      if (!place.ok) return [];
      const [count, { items }] = await Promise.all([this.deps.tasks.countListed(owner, place.value), this.deps.tasks.list(owner, COVER_TASKS, undefined, place.value)]);
      return [{ id, count, pictures: items.flatMap(({ document }) => imagesOf(document)).slice(0, COVER_IMAGES) }];
    }));
    return found.flat();
  }

  /** A visitor's projects become an account's. The name that was given to the visitor's default one goes: its tasks come into the account's. Idempotent. */
  async handOver(from: UserId, to: UserId): Promise<void> {
    const { projects, clock } = this.deps;
    for await (const { id } of projects.of(from)) {
      await projects.change(id, (project): Result<NamedProject, 'not-now'> => (
        project?.kind === 'named' && project.owner === from ? ok({ ...project, owner: to, changedAt: clock.now() }) : err('not-now')
      ));
    }
    await projects.remove(from, defaultProjectOf(from));
  }

  /** A user is gone permanently, and so are the projects: what they were called at once. Idempotent. */
  async purge(owner: UserId): Promise<void> {
    for await (const { id } of this.deps.projects.of(owner)) await this.dissolve(owner, id);
    await this.deps.projects.remove(owner, defaultProjectOf(owner));
  }

  /**
   * Takes what came late out of deleted projects, and forgets those that nothing can come into any more: `MARKS_A_ROUND` of them, the
   * next round those after them.
   */
  async sweep(): Promise<void> {
    const { projects, tasks, clock, settings, log } = this.deps;
    const page = await projects.deleted(MARKS_A_ROUND, this.sweptTo);
    this.sweptTo = page.next;
    for (const project of page.projects) {
      try {
        await this.empty(project.document.id);
        const isOver = project.document.changedAt < clock.now() - settings.requestLifeMs;
        // Counted as they are stored: one that cannot be read now still names the project.
        if (isOver && (await tasks.countNaming(project.document.id)) === 0) await projects.forget(project);
      } catch (error) {
        log.warn({ err: error, projectId: project.id }, 'a deleted project could not be emptied and will be tried again');
      }
    }
  }

  /** Everything that the owner has beside the default project, and that one if it has a name; for an export. */
  async *all(owner: UserId): AsyncGenerator<NamedProject | DefaultProject, void, undefined> {
    const first = await this.deps.projects.get(defaultProjectOf(owner));
    if (first?.kind === 'default') yield first;
    yield* this.deps.projects.of(owner);
  }

  private async empty(id: ProjectId): Promise<void> {
    await this.deps.boards.forget(id);
    let together: Versioned<Task>[] = [];
    for await (const task of this.deps.tasks.naming(id)) {
      together.push(task);
      if (together.length < MOVED_AT_ONCE) continue;
      await this.put(together, {}, id);
      together = [];
    }
    await this.put(together, {}, id);
  }

  /** @param from only tasks that are in it still */
  private async put(tasks: readonly Versioned<Task>[], place: InProject, from?: ProjectId): Promise<readonly Versioned<Task>[]> {
    const { clock, signals } = this.deps;
    const moved = await Promise.all(tasks.map((known) => this.deps.tasks.change(known.document.id, (task) => (
      from === undefined || task.project === from ? putInto(task, place.project, clock.now()) : err('not-now')
    ), known)));
    return moved.flatMap((task) => {
      if (!task.ok) return [];
      signals.changed(task.value.document, 'document');
      return [task.value];
    });
  }
}

const notFound = (): Result<never, ProductError> => err(productError('PROJECT_NOT_FOUND'));

function imagesOf(task: Task): ProjectSummary['pictures'] {
  if (task.status === 'reserving') return [];
  return task.outputs.flatMap((output, index) => (output.state === 'ready' ? [{ url: `/api/media/${task.id}/${index}`, media: task.media }] : []));
}
