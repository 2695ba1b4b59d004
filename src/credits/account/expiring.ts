import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { AccountKey } from './account.key.js';
import type { BalanceDocument } from './balance.projection.js';
import type { GrantSource } from '../credits.shared.js';
import { CreditsReads } from '../queries.js';

/** Credits of an account that expire at one time and can still be spent before it. */
export interface ExpiringSoon {
  readonly account: AccountKey;
  /** Milliseconds since the epoch. */
  readonly at: Millis;
  /** Whole credits. */
  readonly amount: number;
}

/**
 * Credits that expire after `now` and no later than `until`, soonest first.
 * @param without sources that are left out
 */
export function expiringSoon(
  { userId, appName, usageType, grants }: Pick<BalanceDocument, 'userId' | 'appName' | 'usageType' | 'grants'>,
  now: Millis,
  until: Millis,
  without: readonly GrantSource[] = [],
): readonly ExpiringSoon[] {
  const byTime = new Map<Millis, number>();
  for (const { source, available, expiresAt = Infinity, ended } of grants)
    if (ended === undefined && !without.includes(source) && available > 0 && expiresAt > now && expiresAt <= until)
      byTime.set(expiresAt, (byTime.get(expiresAt) ?? 0) + available);
  // the account's stream was named with this id
  const account: AccountKey = { userId: userId as UserId, appName, usageType };
  return [...byTime].sort(([a], [b]) => a - b).map(([at, amount]) => ({ account, at, amount }));
}

/** Credits that expire soon, over all accounts, one page at a time. Iterating throws StoreUnavailable. */
export class FindExpiring extends Query<AsyncIterable<readonly ExpiringSoon[]>> {
  constructor(
    readonly now: Millis,
    readonly until: Millis,
    readonly without: readonly GrantSource[] = [],
  ) {
    super();
  }
}

const PAGE = 200;

@QueryHandler(FindExpiring)
export class FindExpiringHandler implements IQueryHandler<FindExpiring> {
  constructor(private readonly reads: CreditsReads) {}

  async execute({ now, until, without }: FindExpiring): Promise<AsyncIterable<readonly ExpiringSoon[]>> {
    return this.pages(now, until, without);
  }

  private async *pages(
    now: Millis,
    until: Millis,
    without: readonly GrantSource[],
  ): AsyncGenerator<readonly ExpiringSoon[], void, undefined> {
    let after: string | undefined;
    do {
      const page = await this.reads.balance.find({
        range: { field: 'nextDue', below: until + 1 },
        order: { field: 'nextDue', direction: 'ascending' },
        limit: PAGE,
        ...defined({ after }),
      });
      yield page.items.flatMap((balance) => expiringSoon(balance, now, until, without));
      after = page.next;
    } while (after !== undefined);
  }
}
