import { Module } from '@nestjs/common';
import type { ModelOwner } from '../../credits/index.js';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import type { Logs } from '../../platform/http/logs.js';
import { CLOCK, DOCUMENTS, LOGGER } from '../../platform/tokens.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { GatewaysModule } from '../gateways/gateways.module.js';
import { BillingGateways } from '../gateways/registry.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { GetGatewayTransactionsHandler } from './settlement.queries.js';
import { TransactionSync } from './sync.js';
import { tieOutModel } from './tie-out.model.js';
import { GetTieOutHandler, ReadTransactionsHandler } from './tie-out.queries.js';
import { Transactions } from './transactions.js';

/** The transactions of the gateways as a model that reconciliation compares. */
export class TieOutModel {
  constructor(readonly model: ModelOwner) {}
}

/** What the payment gateways say about their balances, compared with Kinora's payments. */
@Module({
  imports: [GatewaysModule, InvoicesModule, RevenueModule],
  providers: [
    {
      provide: Transactions,
      inject: [DOCUMENTS],
      useFactory: (documents: DocumentStore) => Transactions.open(documents),
    },
    {
      provide: TransactionSync,
      inject: [BillingGateways, Transactions, CLOCK, LOGGER],
      useFactory: (gateways: BillingGateways, transactions: Transactions, clock: Clock, log: Logs) =>
        new TransactionSync({ gateways, transactions, clock, log }),
    },
    {
      provide: TieOutModel,
      inject: [InvoiceReads, Transactions, TransactionSync, CLOCK],
      useFactory: (
        { documents: invoices }: InvoiceReads,
        transactions: Transactions,
        sync: TransactionSync,
        clock: Clock,
      ) => new TieOutModel(tieOutModel({ invoices, transactions, sync, clock })),
    },
    GetGatewayTransactionsHandler,
    GetTieOutHandler,
    ReadTransactionsHandler,
  ],
  exports: [Transactions, TransactionSync, TieOutModel],
})
export class SettlementModule {}
