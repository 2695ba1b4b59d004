import { projectionCollection } from '../kernel/projection.js';
import { subscriptionProjection } from './subscription.projection.js';

export { RecordFacts, subscriptionIdOf, subscriptionStream, type Recorded } from './commands.js';
export { entitlementsOf, type Entitlements } from './entitlements.shared.js';
export { PaymentPlatforms } from './platforms.js';
export { findProduct, freeProduct, PRODUCTS } from './products.seed.js';
export { GetEntitlements, GetSubLog } from './queries.js';
export type { ToldFact } from './subscription/facts.js';

/** Names of the collections that are folded from the log and need not be kept elsewhere. */
export const BILLING_PROJECTIONS: readonly string[] = [projectionCollection(subscriptionProjection).name];
