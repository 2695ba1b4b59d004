import type { Millis } from '../kernel/clock.js';
import type { BalanceDocument } from './balance.projection.js';
import type { Expiring, ExpiriesView } from './credits.shared.js';

/**
 * What of an account expires when, in the order it is spent in: what expires first is spent first, what never does last.
 * What is due already is left out: it is not spent any more, though its expiry may not be recorded yet.
 * @param now milliseconds since the epoch
 * @param months how many of the calendar's months (UTC) are looked at from then on
 */
export function expiriesView({ appName, usageType, grants }: Pick<BalanceDocument, 'appName' | 'usageType' | 'grants'>, now: Millis, months: number): ExpiriesView {
  const until = monthsAfter(now, months);
  const open = grants.filter(({ ended, expiresAt = Infinity }) => ended === undefined && expiresAt > now);
  const together = new Map<string, Expiring>();
  for (const { source, available, held, expiresAt: at = Infinity } of open) {
    if (at > until) continue;
    const known = together.get(`${at} ${source}`) ?? { at, source, available: 0, held: 0 };
    together.set(`${at} ${source}`, { ...known, available: known.available + available, held: known.held + held });
  }
  return {
    appName, usageType, asOf: now, until,
    expiring: [...together.values()],
    later: sum(open.filter(({ expiresAt = until }) => expiresAt > until)),
    never: sum(open.filter(({ expiresAt }) => expiresAt === undefined)),
  };
}

function sum(parts: readonly Pick<Expiring, 'available' | 'held'>[]): Pick<Expiring, 'available' | 'held'> {
  return parts.reduce((all, { available, held }) => ({ available: all.available + available, held: all.held + held }), { available: 0, held: 0 });
}

/** The same day and time so many months later, or the month's last day where it has no such day. */
function monthsAfter(now: Millis, months: number): Millis {
  const day = new Date(now);
  const moved = new Date(now);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const days = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day.getUTCDate(), days));
  return moved.getTime();
}
