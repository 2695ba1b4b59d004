import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { DayCounts } from './day-counts.js';
import type { AnalyticsReport } from './report.shared.js';
import { reportOf, type ReportOf } from './report.js';

/** Counts in a range of days. */
export class GetAnalyticsReport extends Query<AnalyticsReport> {
  constructor(readonly of: ReportOf) {
    super();
  }
}

@QueryHandler(GetAnalyticsReport)
export class GetAnalyticsReportHandler implements IQueryHandler<GetAnalyticsReport> {
  constructor(private readonly days: DayCounts) {}

  /** @throws StoreUnavailable */
  async execute({ of }: GetAnalyticsReport): Promise<AnalyticsReport> {
    return reportOf(await this.days.read(of.from, of.to), of);
  }
}
