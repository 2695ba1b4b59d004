import type Stripe from 'stripe';
import type { ProductError } from '../../../kernel/errors.shared.js';
import { ok, type Result } from '../../../kernel/result.js';
import { callStripe, done, noSubscription } from './errors.js';
import { readObject, subscriptionObject, type StripeSubscription } from './objects.js';

/** @returns SUBSCRIPTION_NOT_FOUND when Stripe has no such subscription */
export async function retrieveSubscription(
  stripe: Stripe,
  externalId: string,
): Promise<Result<StripeSubscription, ProductError>> {
  const found = await callStripe(() => stripe.subscriptions.retrieve(externalId), externalId, noSubscription);
  return found.ok ? readObject(subscriptionObject, found.value) : found;
}

/** Releases the schedule. Stripe does not allow setting an end while a schedule exists. */
export async function releaseSchedule(
  stripe: Stripe,
  { schedule }: StripeSubscription,
  commandId: string,
): Promise<Result<void, ProductError>> {
  if (schedule === null) return ok(undefined);
  return done(
    await callStripe(
      () => stripe.subscriptionSchedules.release(schedule, undefined, { idempotencyKey: `${commandId}.release` }),
      commandId,
      noSubscription,
    ),
  );
}
