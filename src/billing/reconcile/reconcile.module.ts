import { Module } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { CauseOwner, ModelOwner } from '../../credits/index.js';
import { FindOperatorCalls } from '../../identity/index.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { CloseModule } from '../close/close.module.js';
import { closingModel } from '../close/closing-model.js';
import { ClosingService } from '../close/closing-service.js';
import { Closings } from '../close/closings.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from '../finance/revenue.sources.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { BillingReads } from '../queries.js';
import { RegisterModule } from '../register/register.module.js';
import { ReturnReads } from '../register/register.queries.js';
import { SettlementModule, TieOutModel } from '../settlement/settlement.module.js';
import { SubscriptionModule } from '../subscription.module.js';
import { invoiceModel, returnModel, revenueModel, subscriptionModel } from './billing-models.js';
import { grantCauses } from './grant-causes.js';
import { packsModel, packUseModel } from './pack-models.js';

/**
 * What Billing contributes to the reconciliation of the ledger: its read models, the transactions of its gateways,
 * closed months, and the causes of paid grants.
 */
export class BillingReconciliation {
  constructor(
    readonly models: readonly ModelOwner[],
    readonly causes: CauseOwner,
  ) {}
}

@Module({
  imports: [SubscriptionModule, InvoicesModule, RegisterModule, RevenueModule, SettlementModule, CloseModule],
  providers: [
    {
      provide: BillingReconciliation,
      inject: [
        EVENT_STORE,
        BillingReads,
        InvoiceReads,
        ReturnReads,
        RevenueReads,
        TieOutModel,
        Closings,
        ClosingService,
        QueryBus,
      ],
      useFactory: (
        events: EventStore,
        { subscriptions }: BillingReads,
        { documents: invoices }: InvoiceReads,
        { documents: returns }: ReturnReads,
        revenue: RevenueReads,
        tieOut: TieOutModel,
        closings: Closings,
        closing: ClosingService,
        queries: QueryBus,
      ) => {
        const parts = { events, subscriptions, invoices, returns };
        return new BillingReconciliation(
          [
            subscriptionModel(parts),
            invoiceModel(parts),
            returnModel(parts),
            revenueModel(SUBSCRIPTION_MONEY, events, revenue.subscriptions.pages),
            revenueModel(PURCHASE_MONEY, events, revenue.purchases.pages),
            packsModel(events, revenue.packs.packs),
            packUseModel(events, revenue.packs.uses.pages),
            tieOut.model,
            closingModel(closings, closing, (procedures) => queries.execute(new FindOperatorCalls(procedures))),
          ],
          grantCauses(parts),
        );
      },
    },
  ],
  exports: [BillingReconciliation],
})
export class BillingReconcileModule {}
