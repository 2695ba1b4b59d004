import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { CommandBus, EventBus, QueryBus } from '@nestjs/cqrs';
import type { Clock } from '../kernel/clock.js';
import type { DocumentStore } from '../platform/documents/port.js';
import type { EventStore } from '../platform/event-store/port.js';
import { ExportParts } from '../platform/export-parts.js';
import type { Logs } from '../platform/http/logs.js';
import { LogRuntime } from '../platform/projections/log-runtime.js';
import { ParkedStreams } from '../platform/projections/parked.js';
import { ProjectionRunner } from '../platform/projections/projection-runner.js';
import { PeriodicTask } from '../platform/concurrency/periodic-task.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { Signals } from '../platform/signals/port.js';
import { CLOCK, CONFIG, DOCUMENTS, EVENT_STORE, LOGGER, METRICS, SIGNALS } from '../platform/tokens.js';
import { AdjustmentsModule } from './adjustments/adjustments.module.js';
import { balanceProjection } from './account/balance.projection.js';
import { BooksFollower } from './books/books.follower.js';
import { OverdueAccounts } from './books/overdue.js';
import { ACCOUNT_LOOP, ChangeCreditsHandler, createAccountLoop } from './commands.js';
import {
  Books,
  GetFirstBooksDayHandler,
  GetGrantsHandler,
  GetLiabilityHandler,
  GetParkedHandler,
  GetReconciliationHandler,
  GetReconciliationRunsHandler,
  GetRollForwardHandler,
  GetTrialBalanceHandler,
} from './books/finance.queries.js';
import { GetAccountHistoryHandler } from './statement/history.queries.js';
import { GetFailedWorkHandler, GetReceivablesHandler, GetReceivableAgesHandler } from './books/losses.queries.js';
import { GetReturnedForFailuresHandler } from './books/returned.queries.js';
import { GetMovementsHandler } from './movements/movements.queries.js';
import { GetOwedHandler } from './movements/owed.queries.js';
import { FindLinesHandler } from './statement/find-lines.js';
import { FindExpiringHandler } from './account/expiring.js';
import { GetGrantStoriesHandler } from './statement/grant-stories.js';
import { GrantOwners } from './statement/grant-owners.js';
import { HoldOwners } from './statement/hold-owners.js';
import { creditExports } from './exports/credit-exports.js';
import { FinanceExports } from './exports/finance-exports.js';
import {
  CreditsReads,
  GetAccountsHandler,
  GetBalanceHandler,
  GetExpiriesHandler,
  GetStatementHandler,
  GetStatementLineHandler,
  GetUsageHandler,
  ReadStatementHandler,
} from './queries.js';
import { DifferenceAlarm } from './reconcile/alarm.js';
import { CauseOwners, ModelOwners } from './reconcile/owners.js';
import { ReconcileLedgerHandler } from './reconcile/reconcile.commands.js';
import { balanceBroadcast, BalanceChanged } from './account/signals.js';
import { statementPart } from './statement/statement.data-export.js';
import { statementProjection } from './statement/statement.projection.js';
import { RecordDueExpiries, RecordDueExpiriesHandler } from './account/sweep.js';
import { WatchBalanceHandler } from './account/watch.js';
import { SubjectNames } from './statement/subject-names.js';

interface RoleConfig {
  readonly roles: ReadonlySet<string>;
}

const SWEEP_EVERY_MS = 60_000;

/** Accounts, statements and books. It has no HTTP routes, so it needs no other context. */
@Module({
  imports: [AdjustmentsModule],
  providers: [
    {
      provide: ACCOUNT_LOOP,
      inject: [EVENT_STORE, LOGGER],
      useFactory: (events: EventStore, log: Logs) =>
        createAccountLoop(events, (err) => log.warn({ err }, 'the event store did not answer a ledger command')),
    },
    {
      provide: CreditsReads,
      inject: [DOCUMENTS, ParkedStreams, LogRuntime],
      useFactory: async (documents: DocumentStore, parked: ParkedStreams, runtime: LogRuntime) =>
        new CreditsReads(
          await ProjectionRunner.open(balanceProjection, documents, parked),
          await ProjectionRunner.open(statementProjection, documents, parked),
          runtime,
        ),
    },
    {
      provide: Books,
      inject: [EVENT_STORE, DOCUMENTS, ParkedStreams, CLOCK, CreditsReads],
      useFactory: async (
        events: EventStore,
        documents: DocumentStore,
        parked: ParkedStreams,
        clock: Clock,
        { balance }: CreditsReads,
      ) =>
        new Books(
          await BooksFollower.open(events, documents, parked),
          parked,
          clock,
          new OverdueAccounts(balance, events),
        ),
    },
    {
      provide: FinanceExports,
      inject: [EVENT_STORE, Books],
      useFactory: (events: EventStore, books: Books) => creditExports(events, books),
    },
    {
      provide: DifferenceAlarm,
      inject: [METRICS, LOGGER],
      useFactory: (metrics: Metrics, log: Logs) => new DifferenceAlarm(metrics, log),
    },
    HoldOwners,
    GrantOwners,
    CauseOwners,
    ModelOwners,
    ReconcileLedgerHandler,
    GetGrantStoriesHandler,
    GetFailedWorkHandler,
    GetReturnedForFailuresHandler,
    GetMovementsHandler,
    GetOwedHandler,
    GetReceivablesHandler,
    GetReceivableAgesHandler,
    GetTrialBalanceHandler,
    GetFirstBooksDayHandler,
    GetRollForwardHandler,
    GetLiabilityHandler,
    GetAccountHistoryHandler,
    GetGrantsHandler,
    GetParkedHandler,
    GetReconciliationHandler,
    GetReconciliationRunsHandler,
    SubjectNames,
    ChangeCreditsHandler,
    RecordDueExpiriesHandler,
    GetBalanceHandler,
    GetAccountsHandler,
    GetStatementHandler,
    GetStatementLineHandler,
    ReadStatementHandler,
    GetExpiriesHandler,
    FindExpiringHandler,
    FindLinesHandler,
    GetUsageHandler,
    WatchBalanceHandler,
  ],
  exports: [
    CreditsReads,
    SubjectNames,
    HoldOwners,
    GrantOwners,
    CauseOwners,
    ModelOwners,
    DifferenceAlarm,
    FinanceExports,
    AdjustmentsModule,
  ],
})
export class LedgerModule implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps: PeriodicTask;
  private unsubscribe = (): void => undefined;

  constructor(
    private readonly reads: CreditsReads,
    private readonly books: Books,
    private readonly runtime: LogRuntime,
    private readonly commands: CommandBus,
    private readonly signals: EventBus,
    private readonly queries: QueryBus,
    private readonly exports: ExportParts,
    @Inject(SIGNALS) private readonly shared: Signals,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly log: Logs,
    @Inject(CONFIG) private readonly config: RoleConfig,
  ) {
    this.sweeps = new PeriodicTask(() => this.sweep(), {
      log,
      failure: 'due ledger entries could not be looked up; the next sweep retries',
      everyMs: SWEEP_EVERY_MS,
    });
  }

  onModuleInit(): void {
    this.exports.register(statementPart(this.queries, this.clock));
    this.runtime.add(this.reads.balance);
    this.runtime.add(this.reads.statement);
    this.runtime.add(this.books.follower);
    const others = balanceBroadcast(this.shared);
    this.reads.balance.onWritten((written) => {
      for (const {
        data: { userId, appName, usageType },
      } of written) {
        this.signals.publish(new BalanceChanged(userId, appName, usageType));
        others.publish({ userId, appName, usageType });
      }
    });
    this.unsubscribe = others.subscribe(({ userId, appName, usageType }) => {
      this.signals.publish(new BalanceChanged(userId, appName, usageType));
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.roles.has('projector')) this.sweeps.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.unsubscribe();
    await this.sweeps.stop();
  }

  private async sweep(): Promise<void> {
    await this.commands.execute(new RecordDueExpiries());
  }
}
