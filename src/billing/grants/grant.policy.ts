import type { AccountCommand, AccountKey } from '../../credits/index.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { DisputeReview } from './disputes.js';
import { eligibilityOf } from './grant-eligibility.js';
import { SUBSCRIPTION_PREFIX, subscriptionCodec, type DataOf, type SubscriptionEvent } from '../subscription/events.js';

/** A change that Billing requests for an account in Credits. */
export interface AccountChange {
  readonly account: AccountKey;
  readonly change: Extract<AccountCommand, { readonly type: 'grant' | 'revoke' }>;
  readonly causedBy: string;
}

/** What the policies of Billing send: a change of an account, or a review of a sale's disputes after it. */
export type BillingRequest = AccountChange | DisputeReview;

/**
 * Turns payments into credits by forwarding a subscription's requests to Credits. Ids come from the invoice, so a
 * repeat changes nothing.
 */
export const grantPolicy: Policy<SubscriptionEvent, BillingRequest> = {
  name: 'billing_grants',
  prefix: SUBSCRIPTION_PREFIX,
  codec: subscriptionCodec,
  handles: [
    'GrantRequested',
    'RevocationRequested',
    'PaymentSucceeded',
    'PaymentRefunded',
    'PaymentDisputed',
    'DisputeClosed',
  ],
  react: ({ event, stream, revision }, commandId) => {
    if (event.type === 'GrantRequested') {
      const { grantId, amount, expiresAt } = event.data;
      return [
        {
          account: accountOf(event.data),
          change: {
            type: 'grant',
            at: event.at,
            grantId,
            source: 'plan',
            amount,
            expiresAt,
            eligibility: eligibilityOf(grantId),
          },
          causedBy: commandId(0),
        },
      ];
    }
    if (event.type === 'RevocationRequested') {
      const { grantId, invoiceId, reason } = event.data;
      return [
        {
          account: accountOf(event.data),
          change: { type: 'revoke', at: event.at, grantId, reason, reference: `invoice:${invoiceId}` },
          causedBy: commandId(0),
        },
        { stream, revision },
      ];
    }
    return [{ stream, revision }];
  },
};

function accountOf({
  userId,
  appName,
  usageType,
}: Pick<DataOf<'GrantRequested'>, 'userId' | 'appName' | 'usageType'>): AccountKey {
  return { userId: userId as UserId, appName, usageType }; // the id that the subscription was opened with
}

/**
 * Whether a refusal by Credits means that nothing is left to do: the month ended before its credits could be given,
 * they were never given or are forgotten, or an operator has already revoked them.
 */
export function isSettled({ change }: Pick<AccountChange, 'change'>, { identifier }: ProductError): boolean {
  return change.type === 'grant'
    ? identifier === 'REQUEST_TOO_OLD'
    : identifier === 'GRANT_NOT_FOUND' || identifier === 'IDEMPOTENCY_MISMATCH';
}
