import { EventBus, Query, QueryBus, QueryHandler, ofType, type IQueryHandler } from '@nestjs/cqrs';
import { filter } from 'rxjs';
import type { Millis } from '../../kernel/clock.js';
import { watching } from '../../platform/watching.js';
import type { AccountKey } from './account.key.js';
import type { BalanceView } from '../credits.shared.js';
import { GetBalance } from '../queries.js';
import { BalanceChanged } from './signals.js';

/** Poll interval, which finds a change whose signal was lost. */
const LOOK_AGAIN_MS = 10_000;

/**
 * The balance of an account now and after every change, until the signal aborts.
 * @param promisedAt as for `GetBalance`
 */
export class WatchBalance extends Query<AsyncIterable<BalanceView>> {
  constructor(
    readonly account: AccountKey,
    readonly signal: AbortSignal,
    readonly promisedAt?: Millis,
  ) {
    super();
  }
}

@QueryHandler(WatchBalance)
export class WatchBalanceHandler implements IQueryHandler<WatchBalance> {
  constructor(
    private readonly queries: QueryBus,
    private readonly events: EventBus,
  ) {}

  async execute(query: WatchBalance): Promise<AsyncIterable<BalanceView>> {
    return this.watch(query);
  }

  private watch({ account, signal, promisedAt }: WatchBalance): AsyncGenerator<BalanceView, void, undefined> {
    const own = ({ userId, appName, usageType }: BalanceChanged): boolean =>
      userId === account.userId && appName === account.appName && usageType === account.usageType;
    const subscribe = (notify: () => void): (() => void) => {
      const hearing = this.events.pipe(ofType(BalanceChanged), filter(own)).subscribe(notify);
      return () => hearing.unsubscribe();
    };
    return watching(
      {
        read: () => this.queries.execute(new GetBalance(account, undefined, promisedAt)),
        subscribe,
        everyMs: LOOK_AGAIN_MS,
      },
      signal,
    );
  }
}
