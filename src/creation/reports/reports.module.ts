import { Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindOperators, FindUser, Notify } from '../../identity/index.js';
import type { Clock } from '../../kernel/clock.js';
import { Relay } from '../../platform/documents/relay.js';
import { ExportParts } from '../../platform/export-parts.js';
import type { RateLimit } from '../../platform/rate-limit/port.js';
import { CLOCK, RATE_LIMIT } from '../../platform/tokens.js';
import { Explore } from '../explore/explore.js';
import { ExploreModule } from '../explore/explore.module.js';
import { Authors } from '../publishing/authors.js';
import { PublishingModule } from '../publishing/publishing.module.js';
import { Works } from '../publishing/works.js';
import { CaseStore } from './case.store.js';
import { CaseViews } from './case.view.js';
import { CasesModule } from './cases.module.js';
import { reportsPart } from './reports.data-export.js';
import {
  AppealDecisionHandler,
  DecideReportsHandler,
  FileReportHandler,
  ListCasesHandler,
  ListOwnDecisionsHandler,
} from './reports.messages.js';
import { reportPolicies } from './reports.policies.js';
import { Reports } from './reports.js';

/** Nest module of reports. */
@Module({
  imports: [CasesModule, PublishingModule, ExploreModule],
  providers: [
    {
      provide: Reports,
      inject: [CaseStore, Works, Authors, Explore, RATE_LIMIT, CLOCK, CommandBus, QueryBus],
      useFactory: (
        cases: CaseStore,
        works: Works,
        authors: Authors,
        explore: Explore,
        rateLimit: RateLimit,
        clock: Clock,
        commands: CommandBus,
        queries: QueryBus,
      ) =>
        new Reports({
          cases,
          works,
          authors,
          rateLimit,
          clock,
          isUser: async (id) => (await queries.execute(new FindUser(id))) !== undefined,
          ownerOf: (authorId) => explore.ownerOf(authorId),
          notify: (notice) => commands.execute(new Notify(notice)),
        }),
    },
    {
      provide: CaseViews,
      inject: [CaseStore, Works, Authors, CLOCK, QueryBus],
      useFactory: (cases: CaseStore, works: Works, authors: Authors, clock: Clock, queries: QueryBus) =>
        new CaseViews({
          cases,
          works,
          authors,
          clock,
          administrators: () => queries.execute(new FindOperators('admin')),
        }),
    },
    FileReportHandler,
    DecideReportsHandler,
    AppealDecisionHandler,
    ListCasesHandler,
    ListOwnDecisionsHandler,
  ],
})
export class ReportsModule implements OnModuleInit {
  constructor(
    private readonly reports: Reports,
    private readonly cases: CaseStore,
    private readonly relay: Relay,
    private readonly exports: ExportParts,
  ) {}

  onModuleInit(): void {
    this.exports.register(reportsPart({ cases: this.cases }));
    for (const policy of reportPolicies({ reports: this.reports, cases: this.cases })) this.relay.register(policy);
  }
}
