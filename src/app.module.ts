import { Module, type DynamicModule } from '@nestjs/common';
import { BillingModule } from './billing/billing.module.js';
import { BillingExports, PaidGrantsOwner } from './billing/index.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import type { Config } from './config.js';
import { CreationModule } from './creation/creation.module.js';
import { taskHolds, taskNames, TaskStore, TaskViewer } from './creation/index.js';
import { CreditsModule } from './credits/credits.module.js';
import { FinanceExports, GrantOwners, HoldOwners, WorkNames } from './credits/index.js';
import { IdentityModule } from './identity/identity.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { BackgroundModule } from './platform/projections/background.module.js';
import { RewardsModule } from './rewards/rewards.module.js';

/** The whole product: the platform and every context. */
@Module({})
export class AppModule {
  /** Registers the hold owners, grant owners, name sources and exports of money with Credits. */
  constructor(owners: HoldOwners, names: WorkNames, grants: GrantOwners, paid: PaidGrantsOwner, tasks: TaskStore, viewer: TaskViewer, files: FinanceExports, money: BillingExports) {
    money.addTo(files);
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
        CreditsModule,
        BillingModule,
        CatalogModule,
        ModerationModule,
        AnalyticsModule,
        RewardsModule,
        CreationModule,
      ],
    };
  }
}
