import { Module } from '@nestjs/common';
import type { DocumentStore } from '../../platform/documents/port.js';
import { DOCUMENTS } from '../../platform/tokens.js';
import { GetGatewayTransactionsHandler } from './settlement.queries.js';
import { Transactions } from './transactions.js';

/** What the payment gateways say about their balances. */
@Module({
  providers: [
    { provide: Transactions, inject: [DOCUMENTS], useFactory: (documents: DocumentStore) => Transactions.open(documents) },
    GetGatewayTransactionsHandler,
  ],
  exports: [Transactions],
})
export class SettlementModule {}
