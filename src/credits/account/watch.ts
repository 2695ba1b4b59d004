import { EventBus, Query, QueryBus, QueryHandler, ofType, type IQueryHandler } from '@nestjs/cqrs';
import { filter } from 'rxjs';
import { watching } from '../../platform/watching.js';
import type { AccountKey } from './account.key.js';
import type { BalanceView } from '../credits.shared.js';
import { GetBalance } from '../queries.js';
import { BalanceChanged } from './signals.js';

/** Poll interval, which finds a change whose signal was lost. */
const LOOK_AGAIN_MS = 10_000;

/** The balance of an account now and after every change, until the signal aborts. */
export class WatchBalance extends Query<AsyncIterable<BalanceView>> {
  constructor(
    readonly account: AccountKey,
    readonly signal: AbortSignal,
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

  async execute({ account, signal }: WatchBalance): Promise<AsyncIterable<BalanceView>> {
    return this.watch(account, signal);
  }

  private watch(account: AccountKey, signal: AbortSignal): AsyncGenerator<BalanceView, void, undefined> {
    const own = ({ userId, appName, usageType }: BalanceChanged): boolean => userId === account.userId && appName === account.appName && usageType === account.usageType;
    const subscribe = (notify: () => void): (() => void) => {
      const hearing = this.events.pipe(ofType(BalanceChanged), filter(own)).subscribe(notify);
      return () => hearing.unsubscribe();
    };
    return watching({ read: () => this.queries.execute(new GetBalance(account)), subscribe, everyMs: LOOK_AGAIN_MS }, signal);
  }
}
