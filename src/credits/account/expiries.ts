import type { Millis } from '../../kernel/clock.js';
import { addMonths } from '../../kernel/months.js';
import type { BalanceDocument } from './balance.projection.js';
import type { Expiring, ExpiriesView } from '../credits.shared.js';

/**
 * Expiry schedule of an account in burn order: earliest expiry first, no expiry last. Leaves out what is already due:
 * it can no longer be spent, even if its expiry is not recorded yet.
 * @param now milliseconds since the epoch
 * @param months how many calendar months (UTC) to cover from `now`
 */
export function expiriesView(
  { appName, usageType, grants }: Pick<BalanceDocument, 'appName' | 'usageType' | 'grants'>,
  now: Millis,
  months: number,
): ExpiriesView {
  const until = addMonths(now, months);
  const open = grants.filter(({ ended, expiresAt = Infinity }) => ended === undefined && expiresAt > now);
  const together = new Map<string, Expiring>();
  for (const { source, available, held, expiresAt: at = Infinity } of open) {
    if (at > until) continue;
    const known = together.get(`${at} ${source}`) ?? { at, source, available: 0, held: 0 };
    together.set(`${at} ${source}`, { ...known, available: known.available + available, held: known.held + held });
  }
  return {
    appName,
    usageType,
    asOf: now,
    until,
    expiring: [...together.values()],
    later: sum(open.filter(({ expiresAt = until }) => expiresAt > until)),
    never: sum(open.filter(({ expiresAt }) => expiresAt === undefined)),
  };
}

function sum(parts: readonly Pick<Expiring, 'available' | 'held'>[]): Pick<Expiring, 'available' | 'held'> {
  return parts.reduce((all, { available, held }) => ({ available: all.available + available, held: all.held + held }), {
    available: 0,
    held: 0,
  });
}
