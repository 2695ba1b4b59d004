import { StoreUnavailable } from '../../platform/unavailable.js';
import type { BillingReads } from '../queries.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import type { Order } from './order.js';

/**
 * Every subscription of a user, once the read model includes a given write. Without a newly paid plan one could not
 * tell whether it is the only plan, nor end it.
 * @throws StoreUnavailable while the read model lags
 */
export async function plansWith(
  reads: Pick<BillingReads, 'of'>,
  userId: Order['userId'],
  { id, token }: NonNullable<Order['bought']>,
): Promise<readonly SubscriptionDocument[]> {
  const subscriptions = await reads.of(userId, token);
  if (subscriptions.some(({ subscriptionId, revision }) => subscriptionId === id && revision >= token.revision))
    return subscriptions;
  throw new StoreUnavailable('subscriptions', 'failed', `no reader has reached ${token.stream} ${token.revision}`);
}
