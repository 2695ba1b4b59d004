import { Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { Closings } from '../close/closings.js';
import { ClosingsModule } from '../close/closings.module.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { SettlementModule } from '../settlement/settlement.module.js';
import { GetGatewayTransactions } from '../settlement/settlement.queries.js';
import { GetJournalHandler, GetJournalViewHandler } from './journal.queries.js';
import { JournalController } from './journal.controller.js';
import { JournalReads } from './journal.reads.js';

/** The double-entry journal. */
@Module({
  imports: [RevenueModule, AccountingModule, SettlementModule, ClosingsModule],
  controllers: [JournalController],
  providers: [
    {
      provide: JournalReads,
      inject: [RevenueReads, QueryBus, AccountingStore, Closings],
      useFactory: (revenue: RevenueReads, queries: QueryBus, accounting: AccountingStore, closings: Closings) =>
        new JournalReads(
          revenue,
          (days) => queries.execute(new GetGatewayTransactions(days)),
          accounting,
          () => closings.journals(),
        ),
    },
    GetJournalHandler,
    GetJournalViewHandler,
  ],
  exports: [JournalReads],
})
export class JournalModule {}
