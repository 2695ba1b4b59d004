import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { KeyedMutex } from '../../platform/concurrency/keyed-mutex.js';
import type { Logs } from '../../platform/http/logs.js';
import type { TaskSignals } from '../tasks/signals.js';
import { putInto, type TaskId } from '../tasks/task.js';
import type { InProject, Task } from '../tasks/task.state.js';
import type { TaskStore } from '../tasks/task.store.js';
import {
  defaultProjectOf,
  deleted,
  named,
  projectIdOf,
  renamed,
  viewProject,
  type DefaultProject,
  type NamedProject,
  type Project,
  type ProjectId,
} from './project.js';
import {
  COVER_IMAGES,
  PROJECTS_MAX,
  type ProjectOrder,
  type ProjectSummary,
  type ProjectView,
} from './project.shared.js';
import type { ProjectStore } from './project.store.js';

export interface ProjectsDeps {
  readonly projects: ProjectStore;
  readonly tasks: TaskStore;
  readonly signals: TaskSignals;
  readonly rateLimit: Pick<RateLimit, 'take'>;
  readonly clock: Clock;
  readonly log: Pick<Logs, 'warn'>;
  /** Removes a project's board, and cancels its run. Idempotent. */
  readonly boards: { forget(id: ProjectId): Promise<void> };
  readonly settings: { readonly requestLifeMs: Millis };
}

/** Maximum tasks searched for the images of a cover. */
const COVER_TASKS = 8;
/** Tasks moved concurrently. */
const MOVED_AT_ONCE = 25;
/**
 * Projects that a user may create and delete. A deleted project stays for a while as a marker, which costs the sweeper
 * work.
 */
const RATE = { limit: 60, windowMs: 60_000 } as const;
/** Maximum markers per sweep, so that many of them do not delay its other duties. */
const MARKS_A_ROUND = 200;

/**
 * A user's projects. A task belongs to the project that it names, otherwise to its owner's default project, which needs
 * no document. A deleted project stays as a marker until no submission that found it can still be in flight
 * (`requestLifeMs`). Its tasks move to the default project at once; late ones are moved by the sweeper.
 * @throws StoreUnavailable from every call
 */
export class Projects {
  private readonly creating = new KeyedMutex<UserId>();
  /** Where the next round continues; undefined to start with the oldest marker. */
  private sweptTo: string | undefined;

  constructor(private readonly deps: ProjectsDeps) {}

  /** Gets one of the owner's projects; PROJECT_NOT_FOUND. */
  async get(owner: UserId, id: ProjectId): Promise<Result<ProjectView, ProductError>> {
    const found = await this.deps.projects.get(id);
    if (found !== undefined && found.owner === owner && found.kind !== 'deleted') return ok(viewProject(found));
    return id === defaultProjectOf(owner) ? ok({ kind: 'default', id }) : notFound();
  }

  /**
   * The owner's projects. The first page starts with the default one, in addition to its limit.
   * @throws InvalidCursor
   */
  async list(
    owner: UserId,
    order: ProjectOrder,
    limit: number,
    after?: string,
  ): Promise<{ readonly projects: readonly ProjectView[]; readonly next?: string }> {
    const { projects, ...page } = await this.deps.projects.list(owner, order, limit, after);
    const first = after === undefined ? await this.get(owner, defaultProjectOf(owner)) : notFound();
    return { ...page, projects: [...(first.ok ? [first.value] : []), ...projects.map(viewProject)] };
  }

  /**
   * Creates a project; repeating the request gives the same project.
   * @param name as returned by `projectNameOf`
   * @returns TOO_MANY_ATTEMPTS {seconds}, PROJECT_LIMIT {limit}, IDEMPOTENCY_MISMATCH if the same request had another
   * name
   */
  async create(owner: UserId, requestId: string, name: string): Promise<Result<ProjectView, ProductError>> {
    const { projects, clock } = this.deps;
    const id = projectIdOf(owner, requestId);
    return this.creating.run(owner, async () => {
      const found = await projects.get(id);
      if (found === undefined) {
        const counted = await this.count(owner);
        if (!counted.ok) return counted;
        if ((await projects.count(owner)) >= PROJECTS_MAX)
          return err(productError('PROJECT_LIMIT', { limit: PROJECTS_MAX }));
      }
      const mine = named(id, owner, name, clock.now());
      // Another process may have handled the same request meanwhile.
      const made = found ?? ((await projects.create(mine)) === 'written' ? mine : await projects.get(id));
      if (made === undefined) return err(productError('TRY_AGAIN'));
      return made.kind !== 'deleted' && made.name === name
        ? ok(viewProject(made))
        : err(productError('IDEMPOTENCY_MISMATCH'));
    });
  }

  /**
   * Renames a project, including the default one; PROJECT_NOT_FOUND.
   * @param name as returned by `projectNameOf`
   */
  async rename(owner: UserId, id: ProjectId, name: string): Promise<Result<ProjectView, ProductError>> {
    const at = this.deps.clock.now();
    const changed = await this.deps.projects.change(
      id,
      (project): Result<NamedProject | DefaultProject, ProductError> => {
        if (project === undefined && id === defaultProjectOf(owner))
          return ok({ kind: 'default', id, owner, name, createdAt: at, changedAt: at });
        if (project === undefined || project.owner !== owner || project.kind === 'deleted') return notFound();
        return ok(renamed(project, name, at));
      },
    );
    return changed.ok ? ok(viewProject(changed.value)) : changed;
  }

  /**
   * Deletes a project; its tasks move to the default one. Repeating the call completes an interrupted deletion.
   * @returns DEFAULT_PROJECT_PROTECTED, TOO_MANY_ATTEMPTS {seconds}, PROJECT_NOT_FOUND
   */
  async delete(owner: UserId, id: ProjectId): Promise<Result<ProjectId, ProductError>> {
    if (id === defaultProjectOf(owner)) return err(productError('DEFAULT_PROJECT_PROTECTED'));
    const counted = await this.count(owner);
    return counted.ok ? this.dissolve(owner, id) : counted;
  }

  private async count(owner: UserId): Promise<Result<void, ProductError>> {
    const rate = await this.deps.rateLimit.take(`project:${owner}`, RATE);
    return rate.allowed
      ? ok(undefined)
      : err(productError('TOO_MANY_ATTEMPTS', { seconds: Math.ceil(rate.retryAfterMs / 1_000) }));
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
   * Moves tasks into a project. If interrupted, some are moved; repeating the call moves the others.
   * @returns the moved tasks as they are now; PROJECT_NOT_FOUND, or TASK_NOT_FOUND with nothing moved
   */
  async move(
    owner: UserId,
    ids: readonly TaskId[],
    to: ProjectId,
  ): Promise<Result<readonly Versioned<Task>[], ProductError>> {
    const place = await this.deps.projects.place(owner, to);
    if (!place.ok) return place;
    const found = await this.deps.tasks.getMany(ids);
    if (found.length < new Set(ids).size || found.some(({ document }) => document.owner !== owner || document.hidden))
      return err(productError('TASK_NOT_FOUND'));
    return ok(await this.put(found, place.value));
  }

  /** Summaries of these projects, in the given order; projects that the owner does not have are left out. */
  async summaries(owner: UserId, ids: readonly ProjectId[]): Promise<readonly ProjectSummary[]> {
    const found = await Promise.all(
      ids.map(async (id) => {
        const place = await this.deps.projects.place(owner, id);
        if (!place.ok) return [];
        const [count, { items }] = await Promise.all([
          this.deps.tasks.countListed(owner, place.value),
          this.deps.tasks.list(owner, COVER_TASKS, undefined, { place: place.value }),
        ]);
        return [{ id, count, pictures: items.flatMap(({ document }) => imagesOf(document)).slice(0, COVER_IMAGES) }];
      }),
    );
    return found.flat();
  }

  /**
   * Moves a visitor's projects to an account. The name of the visitor's default project is dropped, and its tasks move
   * to the account's default project. Idempotent.
   */
  async transfer(from: UserId, to: UserId): Promise<void> {
    const { projects, clock } = this.deps;
    for await (const { id } of projects.of(from)) {
      await projects.change(id, (project): Result<NamedProject, 'not-now'> =>
        project?.kind === 'named' && project.owner === from
          ? ok({ ...project, owner: to, changedAt: clock.now() })
          : err('not-now'),
      );
    }
    await projects.remove(from, defaultProjectOf(from));
  }

  /** Deletes the projects of a permanently deleted user; their names are erased at once. Idempotent. */
  async purge(owner: UserId): Promise<void> {
    for await (const { id } of this.deps.projects.of(owner)) await this.dissolve(owner, id);
    await this.deps.projects.remove(owner, defaultProjectOf(owner));
  }

  /**
   * Moves late tasks out of deleted projects, and removes markers that no task can name any more. Each round handles
   * `MARKS_A_ROUND` markers; the next round continues after them.
   */
  async sweep(): Promise<void> {
    const { projects, tasks, clock, settings, log } = this.deps;
    const page = await projects.deleted(MARKS_A_ROUND, this.sweptTo);
    this.sweptTo = page.next;
    for (const project of page.projects) {
      try {
        await this.empty(project.document.id);
        const isOver = project.document.changedAt < clock.now() - settings.requestLifeMs;
        // Counts stored documents, because an unreadable task still names the project.
        if (isOver && (await tasks.countNaming(project.document.id)) === 0) await projects.forget(project);
      } catch (error) {
        log.warn({ err: error, projectId: project.id }, 'a deleted project could not be emptied; it is retried');
      }
    }
  }

  /** All projects of the owner, and the default one if it has a name; for an export. */
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

  /** @param from only moves tasks that are still in this project */
  private async put(
    tasks: readonly Versioned<Task>[],
    place: InProject,
    from?: ProjectId,
  ): Promise<readonly Versioned<Task>[]> {
    const { clock, signals } = this.deps;
    const moved = await Promise.all(
      tasks.map((known) =>
        this.deps.tasks.change(
          known.document.id,
          (task) =>
            from === undefined || task.project === from ? putInto(task, place.project, clock.now()) : err('not-now'),
          known,
        ),
      ),
    );
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
  return task.outputs.flatMap((output, index) =>
    output.state === 'ready' ? [{ url: `/api/media/${task.id}/${index}`, media: task.media }] : [],
  );
}
