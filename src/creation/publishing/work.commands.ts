import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { Versioned } from '../../platform/documents/port.js';
import type { Task } from '../tasks/task.state.js';
import type { TaskView } from '../tasks/task.shared.js';
import { TaskViewer } from '../tasks/viewer.js';
import type { Choice } from './publication.js';
import type { PublishStatus, Visibility } from './work.shared.js';
import { Works, type OutputRef, type Verdict } from './works.js';

/** Submits an output for publication. Errors: see `Works.submit`. */
export class SubmitWork extends Command<Result<TaskView, ProductError>> {
  constructor(
    readonly user: { readonly id: UserId; readonly language: string },
    readonly place: OutputRef,
    readonly choice: Choice,
  ) {
    super();
  }
}

/** Withdraws one of the user's works; see `Works.revise`. */
export class WithdrawWork extends Command<Result<TaskView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly place: OutputRef,
  ) {
    super();
  }
}

/** Lists one of the user's published works in Explore, or takes it out; see `Works.revise`. */
export class ListWork extends Command<Result<TaskView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly place: OutputRef,
    readonly visibility: Visibility,
  ) {
    super();
  }
}

/** Changes what the user asks for the recipe of a published work; see `Works.revise`. */
export class AskSurcharge extends Command<Result<TaskView, ProductError>> {
  /** @param surcharge whole credits, 0 to `SURCHARGE_MAX` */
  constructor(
    readonly owner: UserId,
    readonly place: OutputRef,
    readonly surcharge: number,
  ) {
    super();
  }
}

/** A moderator's decision; see `Works.judge`. */
export class JudgeWork extends Command<Result<{ readonly id: string; readonly status: PublishStatus }, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly workId: string,
    readonly verdict: Verdict,
  ) {
    super();
  }
}

async function shown(
  viewer: TaskViewer,
  changed: Result<Versioned<Task>, ProductError>,
): Promise<Result<TaskView, ProductError>> {
  if (!changed.ok) return changed;
  const [view = viewer.view(changed.value)] = await viewer.show([changed.value]);
  return ok(view);
}

@CommandHandler(SubmitWork)
export class SubmitWorkHandler implements ICommandHandler<SubmitWork> {
  constructor(
    private readonly works: Works,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ user, place, choice }: SubmitWork): Promise<Result<TaskView, ProductError>> {
    return shown(this.viewer, await this.works.submit(user, place, choice));
  }
}

@CommandHandler(WithdrawWork)
export class WithdrawWorkHandler implements ICommandHandler<WithdrawWork> {
  constructor(
    private readonly works: Works,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, place }: WithdrawWork): Promise<Result<TaskView, ProductError>> {
    return shown(this.viewer, await this.works.revise(owner, place, { kind: 'withdraw' }));
  }
}

@CommandHandler(ListWork)
export class ListWorkHandler implements ICommandHandler<ListWork> {
  constructor(
    private readonly works: Works,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, place, visibility }: ListWork): Promise<Result<TaskView, ProductError>> {
    return shown(this.viewer, await this.works.revise(owner, place, { kind: 'list', visibility }));
  }
}

@CommandHandler(AskSurcharge)
export class AskSurchargeHandler implements ICommandHandler<AskSurcharge> {
  constructor(
    private readonly works: Works,
    private readonly viewer: TaskViewer,
  ) {}

  async execute({ owner, place, surcharge }: AskSurcharge): Promise<Result<TaskView, ProductError>> {
    return shown(this.viewer, await this.works.revise(owner, place, { kind: 'ask', surcharge }));
  }
}

@CommandHandler(JudgeWork)
export class JudgeWorkHandler implements ICommandHandler<JudgeWork> {
  constructor(private readonly works: Works) {}

  async execute({
    moderator,
    workId,
    verdict,
  }: JudgeWork): Promise<Result<{ readonly id: string; readonly status: PublishStatus }, ProductError>> {
    const judged = await this.works.judge(moderator, workId, verdict);
    return judged.ok ? ok({ id: workId, status: judged.value.publication.status }) : judged;
  }
}
