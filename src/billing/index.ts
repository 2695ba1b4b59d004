import { projectionCollection } from '../kernel/event-sourcing/projection.js';
import { CLOSE_PREFIX } from './close/events.js';
import { PACK_USE, packsProjection } from './finance/packs/packs.projection.js';
import { REVENUE_VERSION } from './finance/revenue.projection.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from './finance/revenue.sources.js';
import { INVOICES } from './invoices/invoices.projection.js';
import { PURCHASE_PREFIX } from './purchase/events.js';
import { RETURNS } from './register/returns.projection.js';
import { SUBSCRIPTION_PREFIX } from './subscription/events.js';
import { subscriptionProjection } from './subscription/subscription.projection.js';

export { RecordFacts, subscriptionIdOf, subscriptionStream, type Recorded } from './commands.js';
export { entitlementsOf, type Entitlements } from './plans/entitlements.shared.js';
export { BillingExports } from './exports/exports.module.js';
export { BillingGateways } from './gateways/registry.js';
export { PaidGrantsOwner } from './finance/trace.queries.js';
export { BillingReconciliation } from './reconcile/reconcile.module.js';
export { findProduct, freeProduct, PRODUCTS } from './plans/products.seed.shared.js';
export { GetEntitlements, GetSubLog } from './queries.js';
export { RecordPurchase, purchaseIdOf, purchaseStream, type RecordedPurchase } from './shop/purchase.commands.js';
export { SUBSCRIPTION_PREFIX, subscriptionCodec, type SubscriptionEvent } from './subscription/events.js';
export type { ReportedFact } from './subscription/facts.js';

/** Collections that are folded from the log, so they need no copy elsewhere. */
export const BILLING_PROJECTIONS: readonly string[] = [
  projectionCollection(subscriptionProjection).name,
  `${INVOICES.name}_v${INVOICES.version}`,
  `${RETURNS.name}_v${RETURNS.version}`,
  ...[SUBSCRIPTION_MONEY, PURCHASE_MONEY].map(({ name }) => `${name}_v${REVENUE_VERSION}`),
  projectionCollection(packsProjection).name,
  `${PACK_USE.name}_v${PACK_USE.version}`,
];

/** Prefixes of the streams with payments and of closed months, which the daily roots of the ledger cover. */
export const BILLING_STREAMS: readonly { readonly prefix: string }[] = [
  { prefix: SUBSCRIPTION_PREFIX },
  { prefix: PURCHASE_PREFIX },
  { prefix: CLOSE_PREFIX },
];
