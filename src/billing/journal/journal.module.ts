import { Module } from '@nestjs/common';
import { AccountingModule } from '../accounting/accounting.module.js';
import { AccountingStore } from '../accounting/settings.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { GetJournalHandler, GetJournalViewHandler } from './journal.queries.js';
import { JournalReads } from './journal.reads.js';

/** The double-entry journal. */
@Module({
  imports: [RevenueModule, AccountingModule],
  providers: [
    { provide: JournalReads, inject: [RevenueReads, AccountingStore], useFactory: (revenue: RevenueReads, accounting: AccountingStore) => new JournalReads(revenue, async () => [], accounting) },
    GetJournalHandler, GetJournalViewHandler,
  ],
  exports: [JournalReads],
})
export class JournalModule {}
