import { Module } from '@nestjs/common';
import type { CauseOwner, ModelOwner } from '../../credits/index.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { RevenueModule } from '../finance/revenue.module.js';
import { RevenueReads } from '../finance/revenue.queries.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from '../finance/revenue.sources.js';
import { InvoicesModule } from '../invoices/invoices.module.js';
import { InvoiceReads } from '../invoices/invoices.queries.js';
import { BillingReads } from '../queries.js';
import { RegisterModule } from '../register/register.module.js';
import { ReturnReads } from '../register/register.queries.js';
import { SubscriptionModule } from '../subscription.module.js';
import { invoiceModel, returnModel, revenueModel, subscriptionModel } from './billing-models.js';
import { grantCauses } from './grant-causes.js';
import { packsModel, packUseModel } from './pack-models.js';

/** What Billing contributes to the reconciliation of the ledger: its read models, and the causes of paid grants. */
export class BillingReconciliation {
  constructor(
    readonly models: readonly ModelOwner[],
    readonly causes: CauseOwner,
  ) {}
}

@Module({
  imports: [SubscriptionModule, InvoicesModule, RegisterModule, RevenueModule],
  providers: [{
    provide: BillingReconciliation,
    inject: [EVENT_STORE, BillingReads, InvoiceReads, ReturnReads, RevenueReads],
    useFactory: (events: EventStore, { subscriptions }: BillingReads, { documents: invoices }: InvoiceReads, { documents: returns }: ReturnReads, revenue: RevenueReads) => {
      const parts = { events, subscriptions, invoices, returns };
      return new BillingReconciliation([
        subscriptionModel(parts), invoiceModel(parts), returnModel(parts), revenueModel(SUBSCRIPTION_MONEY, events, revenue.subscriptions.pages), revenueModel(PURCHASE_MONEY, events, revenue.purchases.pages),
        packsModel(events, revenue.packs.packs), packUseModel(events, revenue.packs.uses.pages),
      ], grantCauses(parts));
    },
  }],
  exports: [BillingReconciliation],
})
export class BillingReconcileModule {}
