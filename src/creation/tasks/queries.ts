import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Millis } from '../../kernel/clock.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { AllowanceView } from './submit/allowed.shared.js';
import { Allowance } from './submit/allowance.js';
import type { FreeUser } from './submit/free-use.js';
import { ownTask } from './lifecycle.js';
import type { TaskView } from './task.shared.js';
import { readyOutputs, type TaskId } from './task.js';
import { TaskStore } from './task.store.js';
import { TaskViewer, type SeenChange } from './viewer.js';

/** Gets one of the user's tasks. Error: TASK_NOT_FOUND. */
export class GetTask extends Query<Result<TaskView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: TaskId,
  ) {
    super();
  }
}

/** What became of a task, for other contexts: no content. */
export interface TaskOutcome {
  readonly owner: UserId;
  readonly media: 'image' | 'video';
  /** Whether it has a result that its owner can see. */
  readonly hasResult: boolean;
}

/** The outcome of a task; undefined if it does not exist any more. */
export class FindTaskOutcome extends Query<TaskOutcome | undefined> {
  constructor(readonly id: TaskId) {
    super();
  }
}

/** What the user may create by plan and roles, and what is left of today's quotas. */
export class GetAllowance extends Query<AllowanceView> {
  constructor(readonly user: FreeUser) {
    super();
  }
}

/** Yields changes of the user's tasks until the signal aborts; see `TaskViewer.watch`. */
export class WatchTasks extends Query<AsyncIterable<SeenChange>> {
  /** @param since the cursor of the last change seen, milliseconds since the epoch */
  constructor(
    readonly owner: UserId,
    readonly since: Millis | undefined,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(GetAllowance)
export class GetAllowanceHandler implements IQueryHandler<GetAllowance> {
  constructor(private readonly allowance: Allowance) {}

  execute({ user }: GetAllowance): Promise<AllowanceView> {
    return this.allowance.of(user);
  }
}

@QueryHandler(WatchTasks)
export class WatchTasksHandler implements IQueryHandler<WatchTasks> {
  constructor(private readonly viewer: TaskViewer) {}

  async execute({ owner, since, signal }: WatchTasks): Promise<AsyncIterable<SeenChange>> {
    return this.viewer.watch(owner, since, signal);
  }
}

@QueryHandler(FindTaskOutcome)
export class FindTaskOutcomeHandler implements IQueryHandler<FindTaskOutcome> {
  constructor(private readonly tasks: TaskStore) {}

  async execute({ id }: FindTaskOutcome): Promise<TaskOutcome | undefined> {
    const task = (await this.tasks.get(id))?.document;
    return task && { owner: task.owner, media: task.media, hasResult: readyOutputs(task).length > 0 };
  }
}

@QueryHandler(GetTask)
export class GetTaskHandler implements IQueryHandler<GetTask> {
  constructor(
    private readonly tasks: TaskStore,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, id }: GetTask): Promise<Result<TaskView, ProductError>> {
    const found = await ownTask(this.tasks, owner, id);
    if (!found.ok) return found;
    const [view = this.viewer.view(found.value)] = await this.viewer.show([found.value]);
    return ok(view);
  }
}
