import type { AccountKey } from '../../credits/index.js';
import type { UserId } from '../../kernel/ids.js';
import { purchaseFacts, type KnownPurchase } from '../purchase/purchase.state.js';
import { paymentsOf, type KnownSubscription } from '../subscription/subscription.state.js';
import { withdrawalsOf, type Withdrawal } from '../subscription/view.js';
import { slicesOf } from '../subscription/grants.js';

/** Credits that a won dispute gives back: those of one month of a plan, or of a one-time purchase. */
export interface Restoration {
  readonly account: AccountKey;
  /** Derived from the dispute, so each dispute gives them back once. */
  readonly adjustmentId: string;
  /** The revoked grant; null if the dispute was reported before the payment, so that nothing was granted. */
  readonly grantId: string | null;
  /** What the payment gives. */
  readonly amount: number;
  readonly disputeId: string;
  /**
   * False if the money was returned after all, by a refund or by another dispute, or if a later dispute was won too.
   */
  readonly stands: boolean;
}

interface Sold {
  readonly userId: string;
  readonly appName: AccountKey['appName'];
  readonly gateway: string;
}
type Cause = Pick<Withdrawal, 'until' | 'disputeId'>;

/**
 * What each won dispute gives back. Only the last one can stand, so a second dispute of a payment replaces the first.
 * @param causes everything that withholds the credits; a won dispute has an end
 * @returns in the order in which the disputes were won
 */
function restorationsBy(
  { userId, appName, gateway }: Sold,
  causes: readonly Cause[],
  part: Pick<Restoration, 'grantId' | 'amount'> & {
    readonly usageType: AccountKey['usageType'];
    readonly name: string | number;
  },
): readonly Restoration[] {
  const { usageType, name, ...rest } = part;
  const won = causes
    .flatMap(({ disputeId, until }) => (disputeId === undefined || until === Infinity ? [] : [{ disputeId, until }]))
    .toSorted((a, b) => a.until - b.until || (a.disputeId < b.disputeId ? -1 : 1));
  const isReturned = causes.some(({ until }) => until === Infinity);
  return won.map(({ disputeId }, index) => ({
    ...rest,
    account: { userId: userId as UserId, appName, usageType }, // the id that the sale was opened with
    adjustmentId: `dispute.${gateway}.${disputeId}.${usageType}.${name}`,
    disputeId,
    stands: !isReturned && index === won.length - 1,
  }));
}

/**
 * What won disputes of a subscription give back, by month. Months that begin after a dispute was won are granted as
 * usual and not listed. The order of reports does not matter, only what is known.
 */
export function restorationsOf({
  owner,
  facts,
  grants,
}: Pick<KnownSubscription, 'owner' | 'facts' | 'grants'>): readonly Restoration[] {
  return paymentsOf(facts)
    .filter(({ reason }) => reason !== 'trial')
    .flatMap((payment) => {
      const { invoiceId } = payment;
      const withdrawals = withdrawalsOf(facts, payment);
      return slicesOf(payment).flatMap(({ startsAt, expiresAt, usage }) => {
        const causes = withdrawals.filter(({ from, until }) => from <= startsAt && startsAt < until);
        return usage.flatMap(({ usageType, amount }) => {
          const given = grants.filter(
            (grant) => grant.invoiceId === invoiceId && grant.startsAt === startsAt && grant.usageType === usageType,
          );
          // While a grant stands there is nothing to give back: its revocation is still to come.
          if (given.some(({ isRevoked }) => !isRevoked)) return [];
          // A month that was over before the dispute had already expired; the dispute took nothing of it.
          if (given.length === 0 && causes.every(({ openedAt = Infinity }) => openedAt >= expiresAt)) return [];
          return restorationsBy(owner, causes, {
            usageType,
            amount,
            grantId: given.at(-1)?.grantId ?? null,
            name: startsAt,
          });
        });
      });
    });
}

/** What won disputes of a one-time purchase give back. */
export function purchaseRestorationsOf({
  owner,
  facts,
  grants,
}: Pick<KnownPurchase, 'owner' | 'facts' | 'grants'>): readonly Restoration[] {
  const won = new Map(
    purchaseFacts(facts, 'PurchaseDisputeClosed', ({ disputeId }) => disputeId)
      .filter(({ outcome }) => outcome === 'won')
      .map(({ disputeId, occurredAt }) => [disputeId, occurredAt]),
  );
  return purchaseFacts(facts, 'PurchasePaid', ({ invoiceId }) => invoiceId).flatMap(
    ({ invoiceId, amountPaid, usage }) => {
      const refunded = purchaseFacts(facts, 'PurchaseRefunded', ({ refundId }) => refundId)
        .filter((refund) => refund.invoiceId === invoiceId)
        .reduce((sum, { amount }) => sum + amount, 0);
      const disputes = purchaseFacts(facts, 'PurchaseDisputed', ({ disputeId }) => disputeId).filter(
        (dispute) => dispute.invoiceId === invoiceId,
      );
      const causes: readonly Cause[] = [
        ...disputes.map(({ disputeId }) => ({ disputeId, until: won.get(disputeId) ?? Infinity })),
        ...(refunded > 0 && refunded >= amountPaid ? [{ until: Infinity }] : []),
      ];
      return usage.flatMap(({ usageType, amount }) => {
        const given = grants.find((grant) => grant.invoiceId === invoiceId && grant.usageType === usageType);
        if (given !== undefined && !given.isRevoked) return [];
        return restorationsBy(owner, causes, { usageType, amount, grantId: given?.grantId ?? null, name: 'once' });
      });
    },
  );
}
