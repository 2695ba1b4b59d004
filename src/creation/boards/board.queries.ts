import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { ok, type Result } from '../../kernel/result.js';
import type { ProjectId } from '../projects/project.js';
import type { Submitter } from '../tasks/submit/submit.js';
import { viewPlan, type Wanted } from './board.js';
import type { BoardView, BoardStateView, RunQuote } from './board.shared.js';
import { BoardServices } from './services.js';

/** Gets a project's board. Error: PROJECT_NOT_FOUND. */
export class GetBoard extends Query<Result<BoardView, ProductError>> {
  constructor(
    readonly owner: UserId,
    readonly project: ProjectId | undefined,
  ) {
    super();
  }
}

/** Prices a run without starting it. Errors: see `Boards.quote`. */
export class QuoteBoard extends Query<Result<RunQuote, ProductError>> {
  constructor(
    readonly user: Submitter,
    readonly project: ProjectId | undefined,
    readonly wanted: Wanted,
  ) {
    super();
  }
}

/** Yields the state of a board now and after each change, until the signal aborts. Error: PROJECT_NOT_FOUND. */
export class WatchBoard extends Query<Result<AsyncIterable<BoardStateView>, ProductError>> {
  /** @param seen the last version that the client received */
  constructor(
    readonly owner: UserId,
    readonly project: ProjectId | undefined,
    readonly seen: number | undefined,
    readonly signal: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(GetBoard)
export class GetBoardHandler implements IQueryHandler<GetBoard> {
  constructor(private readonly services: BoardServices) {}

  execute({ owner, project }: GetBoard): Promise<Result<BoardView, ProductError>> {
    return this.services.boards.get(owner, project);
  }
}

@QueryHandler(QuoteBoard)
export class QuoteBoardHandler implements IQueryHandler<QuoteBoard> {
  constructor(private readonly services: BoardServices) {}

  async execute({ user, project, wanted }: QuoteBoard): Promise<Result<RunQuote, ProductError>> {
    const quoted = await this.services.boards.quote(user, project, wanted);
    return quoted.ok ? ok(viewPlan(quoted.value.plan, quoted.value.version)) : quoted;
  }
}

@QueryHandler(WatchBoard)
export class WatchBoardHandler implements IQueryHandler<WatchBoard> {
  constructor(private readonly services: BoardServices) {}

  async execute({
    owner,
    project,
    seen,
    signal,
  }: WatchBoard): Promise<Result<AsyncIterable<BoardStateView>, ProductError>> {
    const id = await this.services.boards.own(owner, project);
    return id.ok ? ok(this.services.watch.watch(owner, id.value, seen, signal)) : id;
  }
}
