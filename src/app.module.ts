import { Inject, Module, type DynamicModule } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { BillingModule } from './billing/billing.module.js';
import { BILLING_STREAMS, BillingExports, BillingReconciliation, PaidGrantsOwner } from './billing/index.js';
import { AnalyticsModule } from './analytics/analytics.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { Dismissals } from './catalog/index.js';
import type { Config } from './config.js';
import { CreationModule } from './creation/creation.module.js';
import { CREATION_DEFAULTS, taskCauses, taskHolds, taskNames, TaskStore, TaskViewer } from './creation/index.js';
import { LOCAL_SEED } from './creation/procedures/models.shared.js';
import { BUILT_IN_PRESETS } from './creation/procedures/presets.shared.js';
import { CreditsModule } from './credits/credits.module.js';
import {
  Adjustments,
  CauseOwners,
  CoveredStreams,
  DifferenceAlarm,
  FinanceExports,
  GrantOwners,
  HoldOwners,
  ModelOwners,
  RecipientLanguages,
  WorkNames,
} from './credits/index.js';
import { IdentityModule } from './identity/identity.module.js';
import { FindAddressLanguage, IDENTITY_STREAMS, NotifyOperators, USER_PURGED, userLeftData } from './identity/index.js';
import type { Clock } from './kernel/clock.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { Relay } from './platform/documents/relay.js';
import { PlatformModule, type PlatformParts } from './platform/platform.module.js';
import { BackgroundModule } from './platform/projections/background.module.js';
import { CLOCK } from './platform/tokens.js';
import { rewardCauses, shareCauses, shareNames, ShareStore } from './rewards/index.js';
import { RewardsModule } from './rewards/rewards.module.js';

/** The whole product: the platform and every context. */
@Module({})
export class AppModule {
  /**
   * Registers what other contexts contribute to Credits: names, further streams of the ledger, exports, and what
   * reconciliation compares. Also ends the dismissals of Catalog, which imports no other context, with their user.
   */
  constructor(
    owners: HoldOwners,
    names: WorkNames,
    grants: GrantOwners,
    causes: CauseOwners,
    models: ModelOwners,
    alarm: DifferenceAlarm,
    covered: CoveredStreams,
    files: FinanceExports,
    paid: PaidGrantsOwner,
    billing: BillingReconciliation,
    money: BillingExports,
    adjustments: Adjustments,
    tasks: TaskStore,
    shares: ShareStore,
    viewer: TaskViewer,
    languages: RecipientLanguages,
    dismissals: Dismissals,
    relay: Relay,
    commands: CommandBus,
    queries: QueryBus,
    @Inject(CLOCK) clock: Clock,
  ) {
    covered.add(...BILLING_STREAMS, ...IDENTITY_STREAMS);
    languages.use((address) => queries.execute(new FindAddressLanguage(address)));
    relay.register({
      name: 'catalog.purge-dismissals',
      types: [USER_PURGED],
      handle: ({ data }) => dismissals.clear(userLeftData.parse(data).userId),
    });
    money.addTo(files);
    grants.add(paid.grants);
    owners.add(taskHolds(tasks));
    names.add(taskNames({ tasks, viewer }));
    names.add(shareNames(taskNames({ tasks, viewer })));
    causes.add(
      taskCauses({ tasks, clock, settings: CREATION_DEFAULTS }),
      billing.causes,
      rewardCauses,
      shareCauses(shares),
      adjustments,
    );
    models.add(...billing.models);
    alarm.add(({ at, found }) =>
      commands.execute(
        new NotifyOperators('finance', {
          cause: `ledger-differs.${at}`,
          at,
          content: { kind: 'ledger-differs', found },
        }),
      ),
    );
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
        CatalogModule.forRoot(LOCAL_SEED, BUILT_IN_PRESETS),
        ModerationModule,
        AnalyticsModule,
        RewardsModule,
        CreationModule,
      ],
    };
  }
}
