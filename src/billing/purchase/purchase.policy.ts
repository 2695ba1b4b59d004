import type { AccountKey } from '../../credits/index.js';
import type { UserId } from '../../kernel/ids.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { BillingRequest } from '../grants/grant.policy.js';
import { eligibilityOf } from '../grants/grant-eligibility.js';
import { PURCHASE_PREFIX, purchaseCodec, type PurchaseEvent } from './events.js';
import type { PurchaseDataOf } from './purchase.state.js';

/** Turns one-time purchases into credits that do not expire. Ids come from the invoice, so a repeat changes nothing. */
export const purchasePolicy: Policy<PurchaseEvent, BillingRequest> = {
  name: 'billing_purchases',
  prefix: PURCHASE_PREFIX,
  codec: purchaseCodec,
  handles: [
    'PurchaseGrantRequested',
    'PurchaseRevocationRequested',
    'PurchasePaid',
    'PurchaseRefunded',
    'PurchaseDisputed',
    'PurchaseDisputeClosed',
  ],
  react: ({ event, stream, revision }, commandId) => {
    if (event.type === 'PurchaseGrantRequested') {
      const { grantId, amount } = event.data;
      return [
        {
          account: accountOf(event.data),
          change: {
            type: 'grant',
            at: event.at,
            grantId,
            source: 'purchase',
            amount,
            eligibility: eligibilityOf(grantId),
          },
          causedBy: commandId(0),
        },
      ];
    }
    if (event.type === 'PurchaseRevocationRequested') {
      const { grantId, invoiceId, reason } = event.data;
      return [
        {
          account: accountOf(event.data),
          change: { type: 'revoke', at: event.at, grantId, reason, reference: `invoice:${invoiceId}` },
          causedBy: commandId(0),
        },
        { stream, revision, at: event.at, causedBy: commandId(1) },
      ];
    }
    return [{ stream, revision, at: event.at, causedBy: commandId(0) }];
  },
};

function accountOf({
  userId,
  appName,
  usageType,
}: Pick<PurchaseDataOf<'PurchaseGrantRequested'>, 'userId' | 'appName' | 'usageType'>): AccountKey {
  return { userId: userId as UserId, appName, usageType }; // the id that the purchase was opened with
}
