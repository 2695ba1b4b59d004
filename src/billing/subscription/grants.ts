import type { UsageType } from '../../credits/credits.shared.js';
import type { Millis } from '../../kernel/clock.js';
import { addMonths } from '../../kernel/months.js';
import type { DataOf } from './events.js';
import { paymentsOf, type RequestedGrant, type KnownSubscription } from './subscription.state.js';
import { withdrawalsOf, type Withdrawal } from './view.js';

type Payment = DataOf<'PaymentSucceeded'>;

/** What a paid period gives in one of its months: from `startsAt` on, to be used before `expiresAt`. */
export interface Slice {
  /** Of the month in the whole period, from 0; of what is added to a month when what was upgraded from ends in it, the number of months. */
  readonly index: number;
  readonly startsAt: Millis;
  readonly expiresAt: Millis;
  readonly usage: readonly { readonly usageType: UsageType; readonly amount: number }[];
}

/**
 * What an invoice gives, month by month: a month's credits at the start of each of its months, which
 * expire at that month's end. An upgrade begins in the middle of a month and gives, for as long as what it takes the place of was paid
 * for, the difference; where that ends in the middle of a month, the rest of that month's credits from then on. The invoice alone says
 * all of it, so that no other has to be known.
 */
export function slicesOf({ anchor, months, periodStart, periodEnd, usage, replaces }: Pick<Payment, 'anchor' | 'months' | 'periodStart' | 'periodEnd' | 'usage' | 'replaces'>): readonly Slice[] {
  const slices: Slice[] = [];
  for (let index = 0; index < months; index += 1) {
    const startsAt = Math.max(periodStart, addMonths(anchor, index));
    const expiresAt = index === months - 1 ? periodEnd : Math.min(periodEnd, addMonths(anchor, index + 1));
    if (startsAt >= expiresAt) continue;
    if (replaces === undefined || startsAt >= replaces.until) {
      slices.push({ index, startsAt, expiresAt, usage });
      continue;
    }
    const covered = usage.map(({ usageType, amount }) => ({ usageType, amount: Math.min(amount, amountOf(replaces.usage, usageType)) }));
    const difference = usage.map(({ usageType, amount }) => ({ usageType, amount: amount - amountOf(covered, usageType) }));
    slices.push({ index, startsAt, expiresAt, usage: difference.filter(({ amount }) => amount > 0) });
    // It ends in one month at most, so that one index is enough.
    if (replaces.until < expiresAt) slices.push({ index: months, startsAt: replaces.until, expiresAt, usage: covered.filter(({ amount }) => amount > 0) });
  }
  return slices;
}

const amountOf = (usage: Payment['usage'], type: UsageType): number => usage.find(({ usageType }) => usageType === type)?.amount ?? 0;

/** One grant of a slice: what is requested. */
export type Due = DataOf<'GrantRequested'>;

/** What a payment's grants are called, the same for every telling of it. @param times it was taken back before, for a dispute that was told of only after the next month of it had begun, and was won */
const grantIdOf = (gateway: string, invoiceId: string, index: number, times = 0): string => `plan.${gateway}.${invoiceId}.${index}${times === 0 ? '' : `.${times}`}`;

/**
 * What keeps a month's credits back, if anything does: its invoice was refunded, as a whole or for what comes after the end, or
 * disputed, and its money had not come back when the month began. Asked of what is to be given and of what was given alike, so that what stands does not depend on which was told first.
 */
const withheldBy = (withdrawals: readonly Withdrawal[], { startsAt }: { readonly startsAt: Millis }): Withdrawal | undefined => withdrawals.find(({ from, until }) => from <= startsAt && startsAt < until);

/** Every grant that the payments give and that does not stand yet, whether its time has come or not; in the order of payments and months. */
function outstanding({ owner: { userId, appName, gateway }, facts, grants }: KnownSubscription): readonly Due[] {
  const requested = new Map<string, readonly RequestedGrant[]>();
  for (const grant of grants) requested.set(nameOf(grant), [...(requested.get(nameOf(grant)) ?? []), grant]);
  return paymentsOf(facts).filter(({ reason }) => reason !== 'trial').flatMap((payment) => {
    const { invoiceId } = payment;
    const withdrawals = withdrawalsOf(facts, payment);
    return slicesOf(payment).filter((slice) => withheldBy(withdrawals, slice) === undefined).flatMap(({ index, startsAt, expiresAt, usage }) => usage.flatMap(({ usageType, amount }) => {
      const before = requested.get(nameOf({ invoiceId, startsAt, usageType })) ?? [];
      if (before.some(({ isRevoked }) => !isRevoked)) return [];
      return [{ amount, appName, expiresAt, grantId: grantIdOf(gateway, invoiceId, index, before.length), invoiceId, startsAt, usageType, userId }];
    }));
  });
}

const nameOf = ({ invoiceId, startsAt, usageType }: Pick<RequestedGrant, 'invoiceId' | 'startsAt' | 'usageType'>): string => `${usageType} ${startsAt} ${invoiceId}`;

/**
 * What is to be requested by now. A month that is over gives nothing any more, since its credits would have expired.
 * @param now milliseconds since the epoch
 */
export function grantsDue(state: KnownSubscription, now: Millis): readonly Due[] {
  return outstanding(state).filter(({ startsAt, expiresAt }) => startsAt <= now && now < expiresAt);
}

/** When the next month begins for which something will be asked; null when none is paid for. */
export function nextGrantAt(state: KnownSubscription): Millis | null {
  const starts = outstanding(state).filter(({ expiresAt }) => expiresAt > state.at).map(({ startsAt }) => startsAt);
  return starts.length === 0 ? null : Math.min(...starts);
}

/**
 * What is to be taken back: whatever was requested of an invoice that was refunded as a whole, of one that was refunded in part what
 * began after the end, and of a disputed one what began before the dispute was won. The Credits context takes of it what is unspent.
 */
export function revocationsDue({ owner: { userId, appName }, facts, grants }: KnownSubscription): readonly DataOf<'RevocationRequested'>[] {
  const withdrawals = new Map(paymentsOf(facts).map((payment) => [payment.invoiceId, withdrawalsOf(facts, payment)]));
  return grants.filter(({ isRevoked }) => !isRevoked).flatMap((grant) => {
    const { grantId, invoiceId, usageType } = grant;
    const withheld = withheldBy(withdrawals.get(invoiceId) ?? [], grant);
    return withheld === undefined ? [] : [{ appName, grantId, invoiceId, reason: withheld.reason, usageType, userId }];
  });
}
