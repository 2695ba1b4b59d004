import { Inject, Injectable, Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { daysOf, type FinanceExports } from '../../credits/index.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { disputeRows, invoiceRows, paymentRows, refundRows, traceRows } from './invoice.rows.js';
import { deferredRows, revenueRows } from './revenue.rows.js';
import { DEFERRED, DISPUTES, INVOICES_TABLE, PAYMENTS, REFUNDS, REVENUE, TRACE } from './tables.shared.js';

/** The exports of money. */
@Injectable()
export class BillingExports {
  constructor(
    private readonly invoices: InvoiceReads,
    private readonly revenue: RevenueReads,
    private readonly queries: QueryBus,
    @Inject(EVENT_STORE) private readonly events: EventStore,
  ) {}

  /** Adds them to the exports of finance. The composition does this, so credits does not depend on Billing. */
  addTo(exports: FinanceExports): void {
    const { revenue, queries, events } = this;
    const { documents } = this.invoices;
    exports.add({ table: PAYMENTS, rows: (period) => paymentRows(documents, revenue.packs, period) });
    exports.add({ table: REFUNDS, rows: (period) => refundRows(documents, period) });
    exports.add({ table: DISPUTES, rows: (period) => disputeRows(documents, period) });
    exports.add({ table: INVOICES_TABLE, rows: (period) => invoiceRows(documents, period) });
    exports.add({ table: REVENUE, rows: (period) => revenueRows(events, revenue.packs, period.end, daysOf(period)) });
    exports.add({ table: DEFERRED, rows: (period) => deferredRows(revenue, daysOf(period)) });
    exports.add({ table: TRACE, rows: (period) => traceRows(documents, queries, period) });
  }
}

@Module({ imports: [RevenueModule, InvoicesModule], providers: [BillingExports], exports: [BillingExports] })
export class BillingExportsModule {}
