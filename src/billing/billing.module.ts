import { Module } from '@nestjs/common';
import { AccountingModule } from './accounting/accounting.module.js';
import { CloseModule } from './close/close.module.js';
import { BillingExportsModule } from './exports/exports.module.js';
import { RevenueModule } from './finance/revenue.module.js';
import { TraceModule } from './finance/trace.module.js';
import { SandboxTimeModule } from './gateways/sandbox/sandbox-time.module.js';
import { InvoicesModule } from './invoices/invoices.module.js';
import { JournalModule } from './journal/journal.module.js';
import { LettersModule } from './letters/letters.module.js';
import { TierModule } from './plans/tier.module.js';
import { BillingReconcileModule } from './reconcile/reconcile.module.js';
import { RegisterModule } from './register/register.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { SettlementModule } from './settlement/settlement.module.js';
import { ShopModule } from './shop/shop.module.js';
import { SubscriptionModule } from './subscription.module.js';

@Module({
  imports: [
    SubscriptionModule,
    ShopModule,
    SandboxTimeModule,
    RevenueModule,
    RegisterModule,
    TierModule,
    InvoicesModule,
    LettersModule,
    TraceModule,
    BillingReconcileModule,
    BillingExportsModule,
    SettlementModule,
    JournalModule,
    CloseModule,
    AccountingModule,
    ReportsModule,
  ],
  exports: [TraceModule, BillingReconcileModule, BillingExportsModule, JournalModule],
})
export class BillingModule {}
