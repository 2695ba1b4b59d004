import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from './billing/billing.module.js';
import { SandboxTimeModule } from './billing/gateways/sandbox/sandbox-time.module.js';
import { ShopModule } from './billing/shop/shop.module.js';
import { RevenueExportModule } from './billing/finance/revenue.export.module.js';
import { TierModule } from './billing/plans/tier.module.js';
import { TraceModule } from './billing/finance/trace.module.js';
import { PaidGrantsOwner } from './billing/index.js';
import { InvoicesModule } from './billing/invoices/invoices.module.js';
import { LettersModule } from './billing/letters/letters.module.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import type { Config } from './config.js';
import { CreationModule } from './creation/creation.module.js';
import { taskHolds, taskNames, TaskStore, TaskViewer } from './creation/index.js';
import { CreditsModule } from './credits/credits.module.js';
import { FinanceModule } from './credits/books/finance.module.js';
import { GrantOwners, HoldOwners, WorkNames } from './credits/index.js';
import { ProofModule } from './credits/proof/proof.module.js';
import { StatementModule } from './credits/statement/statement.module.js';
import { CorrespondenceModule } from './identity/correspondence.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { OperatorLogModule } from './identity/operators/operator-log/operator-log.module.js';
import { ProfileModule } from './identity/profile/profile.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { BackgroundModule } from './platform/projections/background.module.js';
import { RewardsModule } from './rewards/rewards.module.js';
import { RewardNoticesModule } from './rewards/told.module.js';

/** The whole product: the platform and every context. */
@Module({})
export class AppModule {
  /** Credits is told who holds credits for work, who was paid for grants, and what the works are called. */
  constructor(owners: HoldOwners, names: WorkNames, grants: GrantOwners, paid: PaidGrantsOwner, tasks: TaskStore, viewer: TaskViewer) {
    grants.add(paid.grants);
    owners.add(taskHolds(tasks));
    names.add(taskNames({ tasks, viewer }));
  }

  static forRoot(parts: PlatformParts, config: Config): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot(parts, config),
        BackgroundModule,
        IdentityModule,
        OperatorLogModule,
        CorrespondenceModule,
        ProfileModule,
        CreditsModule,
        FinanceModule,
        ProofModule,
        StatementModule,
        BillingModule,
        ShopModule,
        SandboxTimeModule,
        RevenueExportModule,
        TierModule,
        InvoicesModule,
        LettersModule,
        TraceModule,
        CatalogModule,
        ModerationModule,
        AnalyticsModule,
        RewardsModule,
        RewardNoticesModule,
        CreationModule,
      ],
    };
  }
}
