import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { RefusalAppealPage, RefusalPage } from './refusal.shared.js';
import { Refusals } from './refusals.js';

/** An appeal against a refused text; see `Refusals.appeal`. */
export class AppealRefusal extends Command<Result<void, ProductError>> {
  constructor(
    readonly author: UserId,
    readonly id: string,
    readonly comment: string,
  ) {
    super();
  }
}

/** An administrator's answer; see `Refusals.answer`. */
export class AnswerRefusalAppeal extends Command<Result<void, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly id: string,
    readonly isGranted: boolean,
  ) {
    super();
  }
}

/** Appeals that wait; see `Refusals.waiting`. VALIDATION_ERROR for an invalid cursor. */
export class ListRefusalAppeals extends Query<Result<RefusalAppealPage, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Refused texts of a user; see `Refusals.own`. VALIDATION_ERROR for an invalid cursor. */
export class ListOwnRefusals extends Query<Result<RefusalPage, ProductError>> {
  constructor(
    readonly author: UserId,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

@CommandHandler(AppealRefusal)
export class AppealRefusalHandler implements ICommandHandler<AppealRefusal> {
  constructor(private readonly refusals: Refusals) {}

  execute({ author, id, comment }: AppealRefusal): Promise<Result<void, ProductError>> {
    return this.refusals.appeal(author, id, comment);
  }
}

@CommandHandler(AnswerRefusalAppeal)
export class AnswerRefusalAppealHandler implements ICommandHandler<AnswerRefusalAppeal> {
  constructor(private readonly refusals: Refusals) {}

  execute({ moderator, id, isGranted }: AnswerRefusalAppeal): Promise<Result<void, ProductError>> {
    return this.refusals.answer(moderator, id, isGranted);
  }
}

@QueryHandler(ListRefusalAppeals)
export class ListRefusalAppealsHandler implements IQueryHandler<ListRefusalAppeals> {
  constructor(private readonly refusals: Refusals) {}

  execute({ moderator, limit, cursor }: ListRefusalAppeals): Promise<Result<RefusalAppealPage, ProductError>> {
    return paged(this.refusals.waiting(moderator, limit, cursor));
  }
}

@QueryHandler(ListOwnRefusals)
export class ListOwnRefusalsHandler implements IQueryHandler<ListOwnRefusals> {
  constructor(private readonly refusals: Refusals) {}

  execute({ author, limit, cursor }: ListOwnRefusals): Promise<Result<RefusalPage, ProductError>> {
    return paged(this.refusals.own(author, limit, cursor));
  }
}

async function paged<Found>(page: Promise<Found>): Promise<Result<Found, ProductError>> {
  try {
    return ok(await page);
  } catch (error) {
    if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
    throw error;
  }
}
