import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createAnalyticsRouter } from './analytics/analytics.router.js';
import { createAccountingRouter } from './billing/accounting/accounting.router.js';
import { createBillingRouter, createSubLogRouter } from './billing/billing.router.js';
import { createCloseRouter } from './billing/close/close.router.js';
import { createInvoicesRouter } from './billing/invoices/invoices.router.js';
import { createRevenueRouter } from './billing/finance/revenue.router.js';
import { financeSearch } from './billing/finance/search.router.js';
import { createJournalRouter } from './billing/journal/journal.router.js';
import { financeSettlement } from './billing/settlement/settlement.router.js';
import { createReportsRouter } from './billing/reports/reports.router.js';
import { createCatalogRouter } from './catalog/catalog.router.js';
import { createEntriesRouter } from './catalog/entries/entries.router.js';
import { createAvatarRouter } from './creation/media/avatar.router.js';
import { createBoardRouter } from './creation/boards/board.router.js';
import { createCreationRouters, createTaskRouter } from './creation/creation.router.js';
import { createEnginesRouter } from './creation/engines/engines.router.js';
import { createLoraRouter } from './creation/engines/loras/loras.router.js';
import { createOptionalModelsRouter } from './creation/models/optional-models.router.js';
import { createProjectRouter } from './creation/projects/project.router.js';
import { createExploreRouter } from './creation/explore/explore.router.js';
import { createWebhooksRouter } from './creation/webhooks/webhooks.router.js';
import { createRefusalRouter } from './creation/refusals/refusal.router.js';
import { createReportRouter } from './creation/reports/report.router.js';
import { createWorkRouter } from './creation/publishing/work.router.js';
import { createUploadRouter } from './creation/uploads/upload.router.js';
import { createCreditsRouter, createSubUsageRouter } from './credits/credits.router.js';
import { createFinanceRouter } from './credits/books/finance.router.js';
import { financeLosses } from './credits/books/losses.router.js';
import { createAccountRouter } from './identity/accounts/account.router.js';
import { createApiKeysRouter } from './identity/api-keys/api-keys.router.js';
import { createContactRouter } from './identity/contact/contact.router.js';
import { createIdentityRouter } from './identity/identity.router.js';
import { createInstallationRouter } from './identity/installation.router.js';
import { createMailRouter } from './identity/letters/mail.router.js';
import { createOperatorLogRouter } from './identity/operators/operator-log/operator-log.router.js';
import { createProfileRouter } from './identity/profile/profile.router.js';
import { createNoticesRouter } from './identity/notices/notices.router.js';
import { createPolicyRouter } from './moderation/policy/policy.router.js';
import { createRewardsRouter } from './rewards/rewards.router.js';
import { mergeRouters, router } from './platform/http/trpc/trpc.js';

export interface AppRouterDeps {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
}

/** Every call of the typed-RPC endpoint, with each context's router under its name. */
export function createAppRouter(deps: AppRouterDeps) {
  return router({
    user: createIdentityRouter(deps),
    account: createAccountRouter(deps),
    apiKey: createApiKeysRouter(deps),
    installation: createInstallationRouter(),
    mail: createMailRouter(deps),
    operatorLog: createOperatorLogRouter(deps),
    profile: createProfileRouter(deps),
    avatar: createAvatarRouter(deps),
    contact: createContactRouter(deps),
    notices: createNoticesRouter(deps),
    catalog: mergeRouters(createCatalogRouter(deps), createEntriesRouter(deps)),
    credits: createCreditsRouter(deps),
    subUsage: createSubUsageRouter(deps),
    subLog: createSubLogRouter(deps),
    billing: createBillingRouter(deps),
    invoices: createInvoicesRouter(deps),
    finance: mergeRouters(createFinanceRouter(deps), financeLosses(deps), financeSearch(deps), financeSettlement(deps)),
    revenue: createRevenueRouter(deps),
    journal: createJournalRouter(deps),
    close: createCloseRouter(deps),
    accounting: createAccountingRouter(deps),
    reports: createReportsRouter(deps),
    ...createCreationRouters(deps),
    task: createTaskRouter(deps),
    project: createProjectRouter(deps),
    report: createReportRouter(deps),
    refusal: createRefusalRouter(deps),
    webhook: createWebhooksRouter(deps),
    moderation: createPolicyRouter(deps),
    work: mergeRouters(createWorkRouter(deps), createExploreRouter(deps)),
    board: createBoardRouter(deps),
    rewards: createRewardsRouter(deps),
    upload: createUploadRouter(deps),
    engines: createEnginesRouter(deps),
    lora: createLoraRouter(deps),
    optionalModels: createOptionalModelsRouter(deps),
    analytics: createAnalyticsRouter(deps),
  });
}

/** For the browser's client, which imports only the type. */
export type AppRouter = ReturnType<typeof createAppRouter>;
