import type { Millis } from '../../kernel/clock.js';
import type { AccountCommand } from './account.commands.js';
import type { AccountKey } from './account.key.js';
import type { BalanceDocument } from './balance.projection.js';
import type { UserId } from '../../kernel/ids.js';

/** The expiry command for one account. A repeat has no effect. */
export interface Expiry {
  readonly account: AccountKey;
  readonly change: AccountCommand;
}

/**
 * The expiries that a balance makes necessary. A background sweep records them. It need not run on time: a due grant is
 * never spent or shown, and a task ends its own hold first.
 * @param now milliseconds since the epoch
 */
export function expiry(
  { userId, appName, usageType, nextDue }: Pick<BalanceDocument, 'userId' | 'appName' | 'usageType' | 'nextDue'>,
  now: Millis,
): Expiry | undefined {
  if (nextDue === null || nextDue > now) return undefined;
  return { account: { userId: userId as UserId, appName, usageType }, change: { type: 'expire', at: now } }; // the account's stream was named with this id
}
