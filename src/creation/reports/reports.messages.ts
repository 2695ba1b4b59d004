import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { InvalidCursor } from '../../platform/documents/port.js';
import type { Ruling } from './case.js';
import type { CaseNews } from './case.store.js';
import { CaseViews } from './case.view.js';
import type { CasePage, OwnDecision, SubjectKind } from './report.shared.js';
import { Reports, type Complaint } from './reports.js';

/** Reports a work or an author; see `Reports.reportWork` and `Reports.reportAuthor`. */
export class FileReport extends Command<Result<void, ProductError>> {
  constructor(
    readonly reporter: UserId,
    readonly kind: SubjectKind,
    readonly id: string,
    readonly complaint: Complaint,
  ) {
    super();
  }
}

/** An administrator's decision; see `Reports.decide`. */
export class DecideReports extends Command<Result<void, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly caseId: string,
    readonly ruling: Ruling,
    readonly revision?: number,
  ) {
    super();
  }
}

/** An author's appeal; see `Reports.appeal`. */
export class AppealDecision extends Command<Result<void, ProductError>> {
  constructor(
    readonly author: UserId,
    readonly decision: CaseNews,
    readonly text: string,
  ) {
    super();
  }
}

/** Cases that wait; see `CaseViews.waiting`. VALIDATION_ERROR for an invalid cursor. */
export class ListCases extends Query<Result<CasePage, ProductError>> {
  constructor(
    readonly moderator: UserId,
    readonly limit: number,
    readonly cursor?: string,
  ) {
    super();
  }
}

/** Decisions on an author; see `Reports.ownDecisions`. */
export class ListOwnDecisions extends Query<readonly OwnDecision[]> {
  constructor(readonly author: UserId) {
    super();
  }
}

@CommandHandler(FileReport)
export class FileReportHandler implements ICommandHandler<FileReport> {
  constructor(private readonly reports: Reports) {}

  execute({ reporter, kind, id, complaint }: FileReport): Promise<Result<void, ProductError>> {
    return kind === 'work'
      ? this.reports.reportWork(reporter, id, complaint)
      : this.reports.reportAuthor(reporter, id, complaint);
  }
}

@CommandHandler(DecideReports)
export class DecideReportsHandler implements ICommandHandler<DecideReports> {
  constructor(private readonly reports: Reports) {}

  execute({ moderator, caseId, ruling, revision }: DecideReports): Promise<Result<void, ProductError>> {
    return this.reports.decide(moderator, caseId, ruling, revision);
  }
}

@CommandHandler(AppealDecision)
export class AppealDecisionHandler implements ICommandHandler<AppealDecision> {
  constructor(private readonly reports: Reports) {}

  execute({ author, decision, text }: AppealDecision): Promise<Result<void, ProductError>> {
    return this.reports.appeal(author, decision, text);
  }
}

@QueryHandler(ListCases)
export class ListCasesHandler implements IQueryHandler<ListCases> {
  constructor(private readonly views: CaseViews) {}

  async execute({ moderator, limit, cursor }: ListCases): Promise<Result<CasePage, ProductError>> {
    try {
      return ok(await this.views.waiting(moderator, limit, cursor));
    } catch (error) {
      if (error instanceof InvalidCursor) return err(productError('VALIDATION_ERROR', { field: 'cursor' }));
      throw error;
    }
  }
}

@QueryHandler(ListOwnDecisions)
export class ListOwnDecisionsHandler implements IQueryHandler<ListOwnDecisions> {
  constructor(private readonly reports: Reports) {}

  execute({ author }: ListOwnDecisions): Promise<readonly OwnDecision[]> {
    return this.reports.ownDecisions(author);
  }
}
