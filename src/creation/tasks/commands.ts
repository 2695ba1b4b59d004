import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { ConsistencyToken } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import { LIFECYCLE } from '../ports.js';
import { cancelTask, deleteTask, type LifecycleDeps } from './lifecycle.js';
import { Submission, type Submitter } from './submit/submit.js';
import type { CreationRequest, TaskView } from './task.shared.js';
import type { TaskId } from './task.js';
import { TaskViewer } from './viewer.js';

/** Answer to a submission. `token` is the account's position after the hold; absent if nothing was held. */
export interface Submitted {
  readonly task: TaskView;
  readonly token?: ConsistencyToken;
}

/** Submits a creation. Errors: see `Submission.submit`. */
export class SubmitCreation extends Command<Result<Submitted, ProductError>> {
  constructor(
    readonly user: Submitter,
    readonly request: CreationRequest,
  ) {
    super();
  }
}

/** Cancels one of the user's tasks. A task that has already ended is returned unchanged. Error: TASK_NOT_FOUND. */
export class CancelTask extends Command<Result<TaskView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: TaskId,
  ) {
    super();
  }
}

/** Cancels one of the user's tasks if it runs, and deletes it with its images. Error: TASK_NOT_FOUND. */
export class DeleteTask extends Command<Result<TaskId, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly id: TaskId,
  ) {
    super();
  }
}

@CommandHandler(SubmitCreation)
export class SubmitCreationHandler implements ICommandHandler<SubmitCreation> {
  constructor(
    private readonly submission: Submission,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ user, request }: SubmitCreation): Promise<Result<Submitted, ProductError>> {
    const submitted = await this.submission.submit(user, request);
    if (!submitted.ok) return submitted;
    const { document } = submitted.value;
    const hold = document.status === 'reserving' ? undefined : document.hold;
    return ok({ task: this.viewer.view(submitted.value), ...(hold ? { token: hold } : {}) });
  }
}

@CommandHandler(CancelTask)
export class CancelTaskHandler implements ICommandHandler<CancelTask> {
  constructor(
    @Inject(LIFECYCLE) private readonly deps: LifecycleDeps,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, id }: CancelTask): Promise<Result<TaskView, ProductError>> {
    const canceled = await cancelTask(this.deps, owner, id);
    return canceled.ok ? ok(this.viewer.view(canceled.value)) : canceled;
  }
}

@CommandHandler(DeleteTask)
export class DeleteTaskHandler implements ICommandHandler<DeleteTask> {
  constructor(@Inject(LIFECYCLE) private readonly deps: LifecycleDeps) {}

  execute({ owner, id }: DeleteTask): Promise<Result<TaskId, ProductError>> {
    return deleteTask(this.deps, owner, id);
  }
}
