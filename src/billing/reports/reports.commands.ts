import { Command, CommandHandler, Query, QueryHandler, type ICommandHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { Result } from '../../kernel/result.js';
import { Reports } from './reports.js';
import type { SavedReport } from './reports.shared.js';

/** All saved reports, by name. */
export class GetReports extends Query<readonly SavedReport[]> {}

/** Saves, renames or removes a report; see `Reports`. */
export class ChangeReports extends Command<Result<void, ProductError>> {
  constructor(
    readonly change:
      | { readonly type: 'save'; readonly report: SavedReport }
      | { readonly type: 'rename'; readonly reportId: string; readonly name: string }
      | { readonly type: 'remove'; readonly reportId: string },
  ) {
    super();
  }
}

@QueryHandler(GetReports)
export class GetReportsHandler implements IQueryHandler<GetReports> {
  constructor(private readonly reports: Reports) {}

  execute(): Promise<readonly SavedReport[]> {
    return this.reports.list();
  }
}

@CommandHandler(ChangeReports)
export class ChangeReportsHandler implements ICommandHandler<ChangeReports> {
  constructor(private readonly reports: Reports) {}

  execute({ change }: ChangeReports): Promise<Result<void, ProductError>> {
    switch (change.type) {
      case 'save':
        return this.reports.save(change.report);
      case 'rename':
        return this.reports.rename(change.reportId, change.name);
      case 'remove':
        return this.reports.remove(change.reportId);
      default:
        return change satisfies never;
    }
  }
}
