import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { RecordedEvent } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { EVENT_STORE } from '../../platform/tokens.js';
import { accountStream, type AccountKey } from '../account/account.key.js';
import type { GrantSource } from '../credits.shared.js';
import { accountCodec, type AccountEvent, type Allocation } from '../account/events.js';
import { readAll } from '../reconcile/reconcile.documents.js';

/**
 * Use of a grant, in whole credits. The part that is not spent, expired, revoked or taken by an adjustment is left, and
 * some of it may be on hold.
 */
export interface GrantUse {
  readonly grantId: string;
  readonly source: GrantSource;
  readonly amount: number;
  /** When it was given and when it expires; milliseconds since the epoch. */
  readonly at: number;
  readonly expiresAt: number | null;
  readonly held: number;
  readonly spent: number;
  readonly expired: number;
  readonly revoked: number;
  readonly adjusted: number;
  readonly left: number;
}

type Use = { -readonly [Field in keyof GrantUse]: GrantUse[Field] };

/**
 * Use of an account's grants, computed from its events only.
 * @param recorded the account's stream from its first event on
 * @throws UnreadableEvent
 */
function grantUses(recorded: readonly RecordedEvent[]): ReadonlyMap<string, GrantUse> {
  const uses = new Map<string, Use>();
  for (const one of recorded) enter(uses, accountCodec.decode(one).event);
  return uses;
}

function enter(uses: Map<string, Use>, event: AccountEvent): void {
  const each = (parts: readonly Allocation[], change: (use: Use, amount: number) => void): void => {
    for (const { grantId, amount } of parts) {
      const use = uses.get(grantId);
      if (use === undefined) continue;
      change(use, amount);
      use.left = use.amount - use.spent - use.expired - use.revoked - use.adjusted;
    }
  };
  switch (event.type) {
    case 'CreditsGranted': {
      const { grantId, source, amount, expiresAt = null } = event.data;
      return void uses.set(grantId, given(grantId, source, amount, event.at, expiresAt));
    }
    case 'CreditsHeld':
      return each(event.data.allocations, (use, amount) => (use.held += amount));
    case 'HoldCaptured':
      each(event.data.captured, (use, amount) => {
        use.held -= amount;
        use.spent += amount;
      });
      return returned(each, event.data.returned);
    case 'HoldReleased':
    case 'HoldExpired':
      return returned(each, event.data.returned);
    case 'GrantExpired':
      return each([event.data], (use, amount) => (use.expired += amount));
    case 'GrantRevoked':
      return each([event.data], (use, amount) => (use.revoked += amount));
    case 'CreditsAdjusted': {
      const { adjustmentId, amount, taken } = event.data;
      if (amount > 0) return void uses.set(adjustmentId, given(adjustmentId, 'adjustment', amount, event.at, null));
      return each(taken, (use, part) => (use.adjusted += part));
    }
    case 'HoldExtended':
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return undefined;
    default:
      return event satisfies never;
  }
}

const given = (grantId: string, source: GrantSource, amount: number, at: number, expiresAt: number | null): Use => ({
  grantId,
  source,
  amount,
  at,
  expiresAt,
  held: 0,
  spent: 0,
  expired: 0,
  revoked: 0,
  adjusted: 0,
  left: amount,
});

function returned(
  each: (parts: readonly Allocation[], change: (use: Use, amount: number) => void) => void,
  parts: Extract<AccountEvent, { readonly type: 'HoldReleased' }>['data']['returned'],
): void {
  for (const part of parts) {
    each([part], (use, amount) => {
      use.held -= amount;
      if (part.to !== 'available') use[part.to] += amount;
    });
  }
}

/** Use of every grant of an account, by grant id; empty for an account without events. */
export class GetGrantStories extends Query<ReadonlyMap<string, GrantUse>> {
  constructor(readonly account: AccountKey) {
    super();
  }
}

@QueryHandler(GetGrantStories)
export class GetGrantStoriesHandler implements IQueryHandler<GetGrantStories> {
  constructor(@Inject(EVENT_STORE) private readonly events: EventStore) {}

  /** @throws UnreadableEvent for an event that this version cannot decode; StoreUnavailable */
  async execute({ account }: GetGrantStories): Promise<ReadonlyMap<string, GrantUse>> {
    return grantUses(await readAll(this.events, accountStream(account)));
  }
}
