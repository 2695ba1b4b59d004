import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../kernel/errors.shared.js';
import type { ConsistencyToken } from '../kernel/event.js';
import type { UserId } from '../kernel/ids.js';
import { ok, type Result } from '../kernel/result.js';
import { Creation } from './creation.js';
import { cancelTask, deleteTask } from './tasks/lifecycle.js';
import type { Submitter } from './tasks/submit/submit.js';
import type { CreationRequest, TaskView } from './tasks/task.shared.js';
import type { TaskId } from './tasks/task.js';

/** What a submission answers. `token` is where the account stands after the hold; absent when nothing was held. */
export interface Submitted {
  readonly task: TaskView;
  readonly token?: ConsistencyToken;
}

/** Submits a creation; see `Submission.submit` for what it is refused with. */
export class SubmitCreation extends Command<Result<Submitted, ProductError>> {
  constructor(readonly user: Submitter, readonly request: CreationRequest) {
    super();
  }
}

/** Cancels a task of the user's; refused with TASK_NOT_FOUND. One that has ended is answered as it is. */
export class CancelTask extends Command<Result<TaskView, ProductError>> {
  constructor(readonly owner: UserId, readonly id: TaskId) {
    super();
  }
}

/** Deletes a task of the user's and its images, cancelling it first; refused with TASK_NOT_FOUND. */
export class DeleteTask extends Command<Result<TaskId, ProductError>> {
  constructor(readonly owner: UserId, readonly id: TaskId) {
    super();
  }
}

@CommandHandler(SubmitCreation)
export class SubmitCreationHandler implements ICommandHandler<SubmitCreation> {
  constructor(private readonly creation: Creation) {}

  async execute({ user, request: asked }: SubmitCreation): Promise<Result<Submitted, ProductError>> {
    const submitted = await this.creation.submit(user, asked);
    if (!submitted.ok) return submitted;
    const { document } = submitted.value;
    const hold = document.status === 'reserving' ? undefined : document.hold;
    return ok({ task: this.creation.viewer.view(submitted.value), ...(hold ? { token: hold } : {}) });
  }
}

@CommandHandler(CancelTask)
export class CancelTaskHandler implements ICommandHandler<CancelTask> {
  constructor(private readonly creation: Creation) {}

  async execute({ owner, id }: CancelTask): Promise<Result<TaskView, ProductError>> {
    const canceled = await cancelTask(this.creation, owner, id);
    return canceled.ok ? ok(this.creation.viewer.view(canceled.value)) : canceled;
  }
}

@CommandHandler(DeleteTask)
export class DeleteTaskHandler implements ICommandHandler<DeleteTask> {
  constructor(private readonly creation: Creation) {}

  execute({ owner, id }: DeleteTask): Promise<Result<TaskId, ProductError>> {
    return deleteTask(this.creation, owner, id);
  }
}
