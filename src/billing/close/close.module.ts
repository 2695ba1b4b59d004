import { Module } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { GetFirstBooksDay } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { pause } from '../../platform/pause.js';
import { LogRuntime } from '../../platform/projections/log-runtime.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { JournalModule } from '../journal/journal.module.js';
import { GetJournal } from '../journal/journal.queries.js';
import { SettlementModule } from '../settlement/settlement.module.js';
import { Transactions } from '../settlement/transactions.js';
import {
  adjustmentsCheck,
  balancedCheck,
  completeCheck,
  journalCheck,
  overCheck,
  previousCheck,
  reconciledCheck,
  rootsCheck,
  transactionsCheck,
  type CloseCheck,
} from './checks.js';
import { CloseController } from './close.controller.js';
import {
  GetCloseMonthHandler,
  GetCloseMonthsHandler,
  GetClosingFileHandler,
  ReopenMonthHandler,
  SignMonthHandler,
  WithdrawMonthStepHandler,
} from './close.queries.js';
import { ClosingService } from './closing-service.js';
import { Closings } from './closings.js';
import { ClosingsModule } from './closings.module.js';
import { FigureSource, type JournalTotals } from './figures.js';
import { MoneyLog } from './known-events.js';
import { journalTotals } from './late-lines.js';

/** Closing of months. */
@Module({
  imports: [AccountingModule, ClosingsModule, RevenueModule, JournalModule, SettlementModule],
  controllers: [CloseController],
  providers: [
    {
      provide: ClosingService,
      inject: [
        Closings,
        RevenueReads,
        AccountingStore,
        Transactions,
        CommandBus,
        QueryBus,
        EVENT_STORE,
        LogRuntime,
        CLOCK,
      ],
      useFactory: (
        closings: Closings,
        revenue: RevenueReads,
        accounting: AccountingStore,
        transactions: Transactions,
        commands: CommandBus,
        queries: QueryBus,
        events: EventStore,
        runtime: LogRuntime,
        clock: Clock,
      ) => {
        const firstMonth = async (): Promise<string | undefined> =>
          [await queries.execute(new GetFirstBooksDay()), await revenue.firstDay()]
            .flatMap((day) => (day === undefined ? [] : [day.slice(0, 7)]))
            .sort()[0];
        const journal: JournalTotals = async (days) => {
          const found = await queries.execute(new GetJournal(days));
          return found.ok ? { ok: true, value: journalTotals(found.value.lines) } : found;
        };
        const checks: readonly CloseCheck[] = [
          overCheck,
          previousCheck((month) => closings.isClosed(month), firstMonth),
          completeCheck(queries, async () => (await revenue.incomplete()).length),
          reconciledCheck(queries),
          balancedCheck(queries),
          adjustmentsCheck(queries),
          rootsCheck(queries),
          transactionsCheck(queries),
          journalCheck(queries),
        ];
        return new ClosingService({
          closings,
          checks,
          figures: new FigureSource(queries, journal),
          money: new MoneyLog(events, revenue.packs),
          transactions,
          events,
          runtime,
          commands,
          queries,
          firstMonth,
          accounts: async () => (await accounting.read()).settings.accounts,
          clock,
          pause,
        });
      },
    },
    GetCloseMonthHandler,
    GetCloseMonthsHandler,
    GetClosingFileHandler,
    ReopenMonthHandler,
    SignMonthHandler,
    WithdrawMonthStepHandler,
  ],
  exports: [ClosingService, ClosingsModule],
})
export class CloseModule {}
