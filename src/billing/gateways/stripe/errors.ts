import Stripe from 'stripe';
import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import { codeOf, wordsOf } from '../../../kernel/thrown.js';
import { StoreUnavailable } from '../../../platform/unavailable.js';

const {
  StripeAuthenticationError,
  StripeCardError,
  StripeError,
  StripeIdempotencyError,
  StripeInvalidRequestError,
  StripePermissionError,
} = Stripe.errors;

/** Maps a refused request to a product error; undefined for a refusal that the caller did not expect. */
export type Refusals = (refused: {
  readonly code: string | undefined;
  readonly param: string | undefined;
}) => ProductError | undefined;

/** Loggable parts of an error: its kinds but never its message, which can name a customer. */
const kindsOf = (error: InstanceType<typeof StripeError>): string =>
  [error.type, error.code, error.requestId].filter((part) => part !== undefined).join(' ');

/** Whether a later retry would fail in the same way. */
const isForGood = (error: unknown): boolean =>
  error instanceof StripeAuthenticationError ||
  error instanceof StripePermissionError ||
  error instanceof StripeInvalidRequestError;

/**
 * Calls Stripe. Maps a declined payment to PAYMENT_DECLINED, a different action with the same id to
 * IDEMPOTENCY_MISMATCH {id}, and a refused request through `refusals`.
 * @throws StoreUnavailable for all other errors: `unreachable` for temporary ones (no connection, Stripe's own faults,
 * too many requests), `failed` for permanent ones (wrong key, missing permission, invalid request)
 */
export async function callStripe<T>(
  call: () => Promise<T>,
  commandId: string,
  refusals: Refusals = () => undefined,
): Promise<Result<T, ProductError>> {
  try {
    return ok(await call());
  } catch (error) {
    // A timeout in Stripe's library is a plain error with a code. An error without a code is our own bug.
    if (!(error instanceof StripeError))
      throw new StoreUnavailable(
        'stripe',
        codeOf(error) === undefined ? 'failed' : 'unreachable',
        codeOf(error) ?? wordsOf(error),
      );
    // Stripe answers 402 when the card requires its owner or lacks funds and the action must fail as a whole.
    if (error instanceof StripeCardError || error.statusCode === 402) return err(productError('PAYMENT_DECLINED'));
    if (error instanceof StripeIdempotencyError) return err(productError('IDEMPOTENCY_MISMATCH', { id: commandId }));
    const refusal =
      error instanceof StripeInvalidRequestError ? refusals({ code: error.code, param: error.param }) : undefined;
    if (refusal !== undefined) return err(refusal);
    throw new StoreUnavailable('stripe', isForGood(error) ? 'failed' : 'unreachable', kindsOf(error));
  }
}

/** For a missing object. */
export const whenMissing =
  (identifier: 'SUBSCRIPTION_NOT_FOUND' | 'INVOICE_NOT_FOUND'): Refusals =>
  ({ code }) =>
    code === 'resource_missing' ? productError(identifier) : undefined;

/** For calls about a subscription: a missing object means that the subscription is missing. */
export const noSubscription = whenMissing('SUBSCRIPTION_NOT_FOUND');

/** Drops the value of an answer that the caller does not need. */
export const done = (answer: Result<unknown, ProductError>): Result<void, ProductError> =>
  answer.ok ? ok(undefined) : answer;
