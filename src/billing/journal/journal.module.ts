import { Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { SettlementModule } from '../settlement/settlement.module.js';
import { GetGatewayTransactions } from '../settlement/settlement.queries.js';
import { GetJournalHandler, GetJournalViewHandler } from './journal.queries.js';
import { JournalController } from './journal.controller.js';
import { JournalReads } from './journal.reads.js';

/** The double-entry journal. */
@Module({
  imports: [RevenueModule, AccountingModule, SettlementModule],
  controllers: [JournalController],
  providers: [
    {
      provide: JournalReads,
      inject: [RevenueReads, QueryBus, AccountingStore],
      useFactory: (revenue: RevenueReads, queries: QueryBus, accounting: AccountingStore) => new JournalReads(revenue, (days) => queries.execute(new GetGatewayTransactions(days)), accounting),
    },
    GetJournalHandler, GetJournalViewHandler,
  ],
  exports: [JournalReads],
})
export class JournalModule {}
