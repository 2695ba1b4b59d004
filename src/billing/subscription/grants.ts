import type { UsageType } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { addMonths } from '../../kernel/months.js';
import type { DataOf } from './events.js';
import { paymentsOf, type RequestedGrant, type KnownSubscription } from './subscription.state.js';
import { withdrawalsOf, type Withdrawal } from './view.js';

type Payment = DataOf<'PaymentSucceeded'>;

/** Credits that a paid period gives in one of its months, usable from `startsAt` until `expiresAt`. */
export interface Slice {
  /**
   * Index of the month in the whole period, from 0. For credits added when a replaced plan ends within a month: the
   * number of months.
   */
  readonly index: number;
  readonly startsAt: Millis;
  readonly expiresAt: Millis;
  readonly usage: readonly { readonly usageType: UsageType; readonly amount: number }[];
}

/**
 * Credits of an invoice by month: each month's credits start with the month and expire at its end. An upgrade starts
 * within a month; while the replaced plan was paid, it gives only the difference, and where that ends within a month,
 * the rest of the month's credits from then on. The invoice contains everything needed, so no other invoice has to be
 * known.
 */
export function slicesOf({
  anchor,
  months,
  periodStart,
  periodEnd,
  usage,
  replaces,
}: Pick<Payment, 'anchor' | 'months' | 'periodStart' | 'periodEnd' | 'usage' | 'replaces'>): readonly Slice[] {
  const slices: Slice[] = [];
  for (let index = 0; index < months; index += 1) {
    const startsAt = Math.max(periodStart, addMonths(anchor, index));
    const expiresAt = index === months - 1 ? periodEnd : Math.min(periodEnd, addMonths(anchor, index + 1));
    if (startsAt >= expiresAt) continue;
    if (replaces === undefined || startsAt >= replaces.until) {
      slices.push({ index, startsAt, expiresAt, usage });
      continue;
    }
    const covered = usage.map(({ usageType, amount }) => ({
      usageType,
      amount: Math.min(amount, amountOf(replaces.usage, usageType)),
    }));
    const difference = usage.map(({ usageType, amount }) => ({
      usageType,
      amount: amount - amountOf(covered, usageType),
    }));
    slices.push({ index, startsAt, expiresAt, usage: difference.filter(({ amount }) => amount > 0) });
    // The replaced plan ends in at most one month, so one index is enough.
    if (replaces.until < expiresAt)
      slices.push({
        index: months,
        startsAt: replaces.until,
        expiresAt,
        usage: covered.filter(({ amount }) => amount > 0),
      });
  }
  return slices;
}

const amountOf = (usage: Payment['usage'], type: UsageType): number =>
  usage.find(({ usageType }) => usageType === type)?.amount ?? 0;

/** A grant to request. */
export type Due = DataOf<'GrantRequested'>;

/**
 * Id of a grant, the same for every report of its payment.
 * @param times how often it was revoked before, for a dispute that was reported only after the next month had begun,
 * and then won
 */
const grantIdOf = (gateway: string, invoiceId: string, index: number, times = 0): string =>
  `plan.${gateway}.${invoiceId}.${index}${times === 0 ? '' : `.${times}`}`;

/**
 * The refund or dispute that withholds a month's credits, if any: the invoice was refunded (fully, or for the time
 * after the end), or disputed with its money not returned when the month began. Applied to new and existing grants
 * alike, so the result does not depend on the order of reports.
 */
const withheldBy = (
  withdrawals: readonly Withdrawal[],
  { startsAt }: { readonly startsAt: Millis },
): Withdrawal | undefined => withdrawals.find(({ from, until }) => from <= startsAt && startsAt < until);

/** Every grant that the payments give and that does not exist yet, due or not; ordered by payment and month. */
function outstanding({ owner: { userId, appName, gateway }, facts, grants }: KnownSubscription): readonly Due[] {
  const requested = new Map<string, readonly RequestedGrant[]>();
  for (const grant of grants) requested.set(nameOf(grant), [...(requested.get(nameOf(grant)) ?? []), grant]);
  return paymentsOf(facts)
    .filter(({ reason }) => reason !== 'trial')
    .flatMap((payment) => {
      const { invoiceId } = payment;
      const withdrawals = withdrawalsOf(facts, payment);
      return slicesOf(payment)
        .filter((slice) => withheldBy(withdrawals, slice) === undefined)
        .flatMap(({ index, startsAt, expiresAt, usage }) =>
          usage.flatMap(({ usageType, amount }) => {
            const before = requested.get(nameOf({ invoiceId, startsAt, usageType })) ?? [];
            if (before.some(({ isRevoked }) => !isRevoked)) return [];
            return [
              {
                amount,
                appName,
                expiresAt,
                grantId: grantIdOf(gateway, invoiceId, index, before.length),
                invoiceId,
                startsAt,
                usageType,
                userId,
              },
            ];
          }),
        );
    });
}

const nameOf = ({
  invoiceId,
  startsAt,
  usageType,
}: Pick<RequestedGrant, 'invoiceId' | 'startsAt' | 'usageType'>): string => `${usageType} ${startsAt} ${invoiceId}`;

/**
 * Grants to request now. A past month gives nothing, because its credits would have expired.
 * @param now milliseconds since the epoch
 */
export function grantsDue(state: KnownSubscription, now: Millis): readonly Due[] {
  return outstanding(state).filter(({ startsAt, expiresAt }) => startsAt <= now && now < expiresAt);
}

/** Start of the next month with a grant to request; null when none is paid. */
export function nextGrantAt(state: KnownSubscription): Millis | null {
  const starts = outstanding(state)
    .filter(({ expiresAt }) => expiresAt > state.at)
    .map(({ startsAt }) => startsAt);
  return starts.length === 0 ? null : Math.min(...starts);
}

/**
 * Grants to revoke: all of a fully refunded invoice, those starting after the end for a partially refunded one, and
 * those starting before the dispute was won for a disputed one. The Credits context takes the unspent part.
 */
export function revocationsDue({
  owner: { userId, appName },
  facts,
  grants,
}: KnownSubscription): readonly DataOf<'RevocationRequested'>[] {
  const withdrawals = new Map(paymentsOf(facts).map((payment) => [payment.invoiceId, withdrawalsOf(facts, payment)]));
  return grants
    .filter(({ isRevoked }) => !isRevoked)
    .flatMap((grant) => {
      const { grantId, invoiceId, usageType } = grant;
      const withheld = withheldBy(withdrawals.get(invoiceId) ?? [], grant);
      return withheld === undefined
        ? []
        : [{ appName, grantId, invoiceId, reason: withheld.reason, usageType, userId }];
    });
}
