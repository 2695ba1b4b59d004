import { StoreUnavailable } from '../../platform/unavailable.js';
import type { BillingReads } from '../queries.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import type { Order } from './order.js';

/**
 * Every subscription of a user, by who has followed the log as far as one of them was told of: who does not see a plan that was just paid
 * for can neither tell whether it is the only one nor end it. @throws StoreUnavailable where no one has yet
 */
export async function plansWith(reads: Pick<BillingReads, 'of'>, userId: Order['userId'], { id, token }: NonNullable<Order['bought']>): Promise<readonly SubscriptionDocument[]> {
  const subscriptions = await reads.of(userId, token);
  if (subscriptions.some(({ subscriptionId, revision }) => subscriptionId === id && revision >= token.revision)) return subscriptions;
  throw new StoreUnavailable('subscriptions', 'failed', `nobody has followed the log to ${token.stream} ${token.revision}`);
}
