import { Inject, Injectable, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { daysOf, type FinanceExports } from '../../credits/index.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { Closings } from '../close/closings.js';
import { ClosingsModule } from '../close/closings.module.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { JournalModule } from '../journal/journal.module.js';
import { JournalReads } from '../journal/journal.reads.js';
import { disputeRows, invoiceRows, paymentRows, refundRows, traceRows } from './invoice.rows.js';
import { journalRows } from './journal.rows.js';
import { deferredRows, revenueRows } from './revenue.rows.js';
import { SettlementModule } from '../settlement/settlement.module.js';
import { Transactions } from '../settlement/transactions.js';
import { tieOutRows, transactionRows } from './settlement.rows.js';
import {
  DEFERRED,
  DISPUTES,
  GATEWAY_TRANSACTIONS,
  INVOICES_TABLE,
  JOURNAL,
  PAYMENTS,
  REFUNDS,
  REVENUE,
  TIE_OUT,
  TRACE,
} from './tables.shared.js';

/** The exports of money. */
@Injectable()
export class BillingExports {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly revenue: RevenueReads,
    private readonly journal: JournalReads,
    private readonly queries: QueryBus,
    private readonly transactions: Transactions,
    private readonly closings: Closings,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** Adds them to the exports of finance. The composition does this, so credits does not depend on Billing. */
  addTo(exports: FinanceExports): void {
    const { revenue, journal, queries, events, transactions, closings } = this;
    const { documents } = this.invoices;
    exports.add({ table: PAYMENTS, rows: (period) => paymentRows(documents, revenue.packs, period) });
    exports.add({ table: REFUNDS, rows: (period) => refundRows(documents, period) });
    exports.add({ table: DISPUTES, rows: (period) => disputeRows(documents, period) });
    exports.add({ table: INVOICES_TABLE, rows: (period) => invoiceRows(documents, period) });
    exports.add({ table: REVENUE, rows: (period) => revenueRows(events, revenue.packs, period.end, daysOf(period)) });
    exports.add({ table: DEFERRED, rows: (period) => deferredRows(revenue, daysOf(period)) });
    exports.add({ table: TRACE, rows: (period) => traceRows(documents, queries, period) });
    exports.add({ table: GATEWAY_TRANSACTIONS, rows: (period) => transactionRows(transactions, period) });
    exports.add({ table: TIE_OUT, rows: (period) => tieOutRows({ invoices: documents, transactions }, period) });
    exports.add({ table: JOURNAL, rows: (period) => journalRows(journal, daysOf(period)) });
    exports.documents.set('closings', async () => ({ closings: await closings.files() }));
  }
}

@Module({
  imports: [RevenueModule, InvoicesModule, JournalModule, SettlementModule, ClosingsModule],
  providers: [BillingExports],
  exports: [BillingExports],
})
export class BillingExportsModule {}
