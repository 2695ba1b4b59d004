import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { ProjectId } from '../projects/project.js';
import type { Submitter } from '../tasks/submit/submit.js';
import type { BoardContent, BoardView, RunView } from './board.shared.js';
import type { Asking } from './boards.js';
import { viewRun } from './run.js';
import { BoardServices } from './services.js';

/** Saves a user's board. Errors: see `Boards.save`. */
export class SaveBoard extends Command<Result<BoardView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly project: ProjectId | undefined,
    readonly version: number,
    readonly content: BoardContent,
  ) {
    super();
  }
}

/** Starts a run of a board. Errors: see `Boards.run`. */
export class RunBoard extends Command<Result<RunView, ProductError>> {
  constructor(
    readonly user: Submitter,
    readonly project: ProjectId | undefined,
    readonly asking: Asking,
  ) {
    super();
  }
}

/** Cancels one of the user's runs. A run that has already ended is returned unchanged. Error: RUN_NOT_FOUND. */
export class CancelRun extends Command<Result<RunView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly runId: string,
  ) {
    super();
  }
}

@CommandHandler(SaveBoard)
export class SaveBoardHandler implements ICommandHandler<SaveBoard> {
  constructor(private readonly services: BoardServices) {}

  execute({ owner, project, version, content }: SaveBoard): Promise<Result<BoardView, ProductError>> {
    return this.services.boards.save(owner, project, version, content);
  }
}

@CommandHandler(RunBoard)
export class RunBoardHandler implements ICommandHandler<RunBoard> {
  constructor(private readonly services: BoardServices) {}

  execute({ user, project, asking }: RunBoard): Promise<Result<RunView, ProductError>> {
    return this.services.boards.run(user, project, asking);
  }
}

@CommandHandler(CancelRun)
export class CancelRunHandler implements ICommandHandler<CancelRun> {
  constructor(private readonly services: BoardServices) {}

  async execute({ owner, runId }: CancelRun): Promise<Result<RunView, ProductError>> {
    const run = await this.services.runs.cancel(owner, runId);
    return run.ok ? ok(viewRun(run.value)) : run;
  }
}
