import type { Millis } from '../../../kernel/clock.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { ReportedPurchase } from '../port.js';
import { givenBack, givingBackIds, type Charged, type GivingBack } from './giving-back.js';
import type { SandboxRefusal } from './subscription.js';

/** A one-time purchase as the sandbox stores it. Amounts are minor units of its currency. */
export interface SandboxPurchase extends Charged {
  readonly externalId: string;
  readonly invoiceId: string;
  readonly priceId: string;
  readonly currency: string;
  readonly paidAt: Millis;
  /** Number of facts reported so far; the sequence number of the last one. */
  readonly told: number;
}

/** The purchase after an action, and the facts it reports. */
export interface PurchaseActed {
  readonly purchase: SandboxPurchase;
  readonly facts: readonly ReportedPurchase[];
}

/**
 * Pays a one-time purchase.
 * @param amount after the discount
 */
export function buyOnce({
  at,
  ...chosen
}: Pick<SandboxPurchase, 'externalId' | 'priceId' | 'currency' | 'amount'> & { readonly at: Millis }): PurchaseActed {
  const { externalId, amount, currency, priceId } = chosen;
  const invoiceId = `in_${externalId}`;
  return {
    purchase: { ...chosen, invoiceId, paidAt: at, refunded: 0, dispute: 'none', told: 1 },
    facts: [
      {
        type: 'PurchasePaid',
        data: {
          factId: `evt_${externalId}_0`,
          occurredAt: at,
          sequence: 0,
          amountPaid: amount,
          currency,
          invoiceId,
          priceId,
          tax: 0,
        },
      },
    ],
  };
}

/**
 * Returns money of a purchase.
 * @returns unknown-invoice, or not-now when it is not allowed; it reports no facts
 */
export function giveBackPurchase(
  purchase: SandboxPurchase,
  action: GivingBack & { readonly invoiceId: string },
  at: Millis,
): Result<PurchaseActed, SandboxRefusal> {
  const { currency, externalId, invoiceId, told: sequence } = purchase;
  if (action.invoiceId !== invoiceId) return err('unknown-invoice');
  const given = givenBack(purchase, action);
  if (given === undefined) return err('not-now');
  const origin = { factId: `evt_${externalId}_${sequence}`, occurredAt: at, sequence };
  return ok({
    purchase: { ...purchase, ...given, told: sequence + 1 },
    facts: [factOf(action, { ...origin, currency, invoiceId }, purchase.amount, givingBackIds(invoiceId, given))],
  });
}

type FactOrigin = Pick<
  Extract<ReportedPurchase, { readonly type: 'PurchaseRefunded' }>['data'],
  'factId' | 'occurredAt' | 'sequence' | 'currency' | 'invoiceId'
>;

function factOf(
  action: GivingBack,
  origin: FactOrigin,
  amount: number,
  { refundId, disputeId }: ReturnType<typeof givingBackIds>,
): ReportedPurchase {
  const { currency: _currency, ...outcome } = origin;
  switch (action.type) {
    case 'refund':
      return { type: 'PurchaseRefunded', data: { ...origin, amount: action.amount, refundId } };
    case 'dispute':
      return { type: 'PurchaseDisputed', data: { ...origin, amount, disputeId } };
    case 'close-dispute':
      return { type: 'PurchaseDisputeClosed', data: { ...outcome, disputeId, outcome: action.outcome } };
    default:
      return action satisfies never;
  }
}
