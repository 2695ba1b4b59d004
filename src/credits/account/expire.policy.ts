import type { Millis } from '../../kernel/clock.js';
import type { AccountCommand } from './account.js';
import type { AccountKey } from './account.key.js';
import type { BalanceDocument } from './balance.projection.js';
import type { UserId } from '../../kernel/ids.js';

/** What the sweep asks of an account in which something is due. Asking twice finds nothing more to do. */
export interface Expiry {
  readonly account: AccountKey;
  readonly change: AccountCommand;
}

/**
 * The expiries that follow from a balance: recorded by a sweep while no one looks. Nothing depends on its being in time: a grant
 * that is due is never spent and never shown, and a hold is ended by its task first.
 * @param now milliseconds since the epoch
 */
export function expiry({ userId, appName, usageType, nextDue }: Pick<BalanceDocument, 'userId' | 'appName' | 'usageType' | 'nextDue'>, now: Millis): Expiry | undefined {
  if (nextDue === null || nextDue > now) return undefined;
  return { account: { userId: userId as UserId, appName, usageType }, change: { type: 'expire', at: now } }; // the id the account's stream was named by
}
