import Stripe from 'stripe';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { codeOf, wordsOf } from '../../../kernel/thrown.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';

const { StripeAuthenticationError, StripeCardError, StripeError, StripeIdempotencyError, StripeInvalidRequestError, StripePermissionError } = Stripe.errors;

/** What a refused request means where it was made; undefined for what its maker did not reckon with. */
export type Refusals = (refused: { readonly code: string | undefined; readonly param: string | undefined }) => ProductError | undefined;

/** What of an error may be written down: its kinds, never its words, which can name a customer. */
const kindsOf = (error: InstanceType<typeof StripeError>): string => [error.type, error.code, error.requestId].filter((part) => part !== undefined).join(' ');

/** Whether asking again later would come to the same. */
const isForGood = (error: unknown): boolean => error instanceof StripeAuthenticationError || error instanceof StripePermissionError || error instanceof StripeInvalidRequestError;

/**
 * Asks Stripe. A declined payment is PAYMENT_DECLINED, another action by the same id IDEMPOTENCY_MISMATCH {id}, a refused request
 * what its maker says.
 * @throws StoreUnavailable for everything else: `unreachable` for what passes (no connection, Stripe's own faults, too many requests), `failed`
 *   for what does not (a wrong key, a right that is missing, a request that is wrong in itself)
 */
export async function callStripe<T>(call: () => Promise<T>, commandId: string, refusals: Refusals = () => undefined): Promise<Result<T, ProductError>> {
  try {
    return ok(await call());
  } catch (error) {
    // The library's own clock: a request that takes too long is broken off by a plain error, with a code. One without is a fault of ours.
    if (!(error instanceof StripeError)) throw new StoreUnavailable('stripe', codeOf(error) === undefined ? 'failed' : 'unreachable', codeOf(error) ?? wordsOf(error));
    // With a card that requests its owner, or has no money, and an action that is to fail as a whole, Stripe answers 402.
    if (error instanceof StripeCardError || error.statusCode === 402) return err(productError('PAYMENT_DECLINED'));
    if (error instanceof StripeIdempotencyError) return err(productError('IDEMPOTENCY_MISMATCH', { id: commandId }));
    const refusal = error instanceof StripeInvalidRequestError ? refusals({ code: error.code, param: error.param }) : undefined;
    if (refusal !== undefined) return err(refusal);
    throw new StoreUnavailable('stripe', isForGood(error) ? 'failed' : 'unreachable', kindsOf(error));
  }
}

/** For whatever is named by an id: that there is none. */
export const whenMissing = (identifier: 'SUBSCRIPTION_NOT_FOUND' | 'INVOICE_NOT_FOUND'): Refusals => ({ code }) => (code === 'resource_missing' ? productError(identifier) : undefined);
