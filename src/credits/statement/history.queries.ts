import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Clock, Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../kernel/result.js';
import type { RecordedEvent, Revision, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { CLOCK, EVENT_STORE } from '../../platform/tokens.js';
import { accountStream, type AccountKey } from '../account/account.key.js';
import { emptyAccount, evolve, type AccountState } from '../account/account.state.js';
import { accountCodec, type AccountEvent } from '../account/events.js';
import { rowOf } from '../books/export.rows.js';
import type { AccountHistory, Basis } from '../books/finance.shared.js';

const READ_AT_ONCE = 1_000;

/**
 * An account as of a moment, and its events up to then. AS_OF_IN_FUTURE for a moment in the future, ACCOUNT_NOT_FOUND
 * for an account without events.
 */
export class GetAccountHistory extends Query<Result<AccountHistory, ProductError>> {
  /**
   * @param at milliseconds since the epoch; default now
   * @param page limit 1 to 1,000; `before` is the revision from the previous page's `next`
   */
  constructor(
    readonly account: AccountKey,
    readonly at: Millis | undefined,
    readonly page: { readonly limit: number; readonly before?: number },
    readonly basis: Basis = 'recorded',
  ) {
    super();
  }
}

@QueryHandler(GetAccountHistory)
export class GetAccountHistoryHandler implements IQueryHandler<GetAccountHistory> {
  constructor(
    @Inject(EVENT_STORE) private readonly events: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws UnreadableEvent for an event that this version cannot decode; StoreUnavailable */
  async execute({ account, at, page, basis }: GetAccountHistory): Promise<Result<AccountHistory, ProductError>> {
    const now = this.clock.now();
    const asOf = at ?? now;
    if (asOf > now) return err(productError('AS_OF_IN_FUTURE', { now: new Date(now).toISOString() }));
    const stream = accountStream(account);
    if ((await this.events.readStream(stream, { limit: 1 })).length === 0)
      return err(productError('ACCOUNT_NOT_FOUND', { stream }));
    const state = await stateAt(this.events, stream, asOf);
    const last = Math.min(state.revision, (page.before ?? Infinity) - 1);
    const recorded =
      last < 0 ? [] : await this.events.readStream(stream, { from: last, direction: 'backwards', limit: page.limit });
    const next = recorded.at(-1)?.revision ?? 0;
    const view = viewOf(account, state, asOf);
    const shown =
      basis === 'valid' ? withCorrections(view, await this.corrections(stream, state.revision, asOf)) : view;
    return ok({ ...shown, events: recorded.map(lineOf), ...(next > 0 ? { next } : {}) });
  }

  /** Adjustments after a revision that are valid by a moment. @throws UnreadableEvent, StoreUnavailable */
  private async corrections(stream: StreamName, after: Revision, asOf: Millis): Promise<readonly Correction[]> {
    const found: Correction[] = [];
    for (let from = after + 1; ; from += READ_AT_ONCE) {
      const some = await this.events.readStream(stream, { from, limit: READ_AT_ONCE });
      for (const recorded of some) {
        if (recorded.type !== 'CreditsAdjusted') continue;
        const { event } = accountCodec.decode(recorded);
        if (event.type === 'CreditsAdjusted' && event.data.validAt !== undefined && event.data.validAt <= asOf)
          found.push({ recordedAt: event.at, validAt: event.data.validAt, data: event.data });
      }
      if (some.length < READ_AT_ONCE) return found;
    }
  }
}

/** An adjustment of which the moment of interest knows nothing yet, although it is valid by then. */
interface Correction {
  readonly recordedAt: Millis;
  readonly validAt: Millis;
  readonly data: Extract<AccountEvent, { readonly type: 'CreditsAdjusted' }>['data'];
}

type View = Omit<AccountHistory, 'events' | 'next'>;

/**
 * The account with adjustments that were recorded later. Grants that they take from but that came later are left out.
 */
function withCorrections(view: View, corrections: readonly Correction[]): View {
  return corrections.reduce((before, { recordedAt, validAt, data }) => {
    const { adjustmentId, amount, settles = 0, taken } = data;
    const takenOf = new Map(taken.map((part) => [part.grantId, part.amount]));
    const { totals } = before;
    const given =
      amount > 0
        ? [
            {
              grantId: adjustmentId,
              source: 'adjustment' as const,
              amount,
              available: amount,
              held: 0,
              spent: 0,
              standing: 'open' as const,
            },
          ]
        : [];
    return {
      ...before,
      available: before.available + amount,
      spendable: before.spendable + amount,
      totals: { ...totals, adjusted: totals.adjusted + amount, receivable: totals.receivable - settles },
      grants: [
        ...before.grants.map((grant) => ({ ...grant, available: grant.available - (takenOf.get(grant.grantId) ?? 0) })),
        ...given,
      ],
      corrections: [...before.corrections, { adjustmentId, amount, recordedAt, validAt }],
    };
  }, view);
}

/** Folds a stream up to a moment. @throws UnreadableEvent, StoreUnavailable */
export async function stateAt(
  events: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  asOf: Millis,
): Promise<AccountState> {
  let state = emptyAccount;
  for (;;) {
    const some = await events.readStream(stream, { from: state.revision + 1, limit: READ_AT_ONCE });
    for (const recorded of some) {
      const { event } = accountCodec.decode(recorded);
      if (event.at > asOf) return state;
      state = evolve(state, event);
    }
    if (some.length < READ_AT_ONCE) return state;
  }
}

function viewOf({ userId, appName, usageType }: AccountKey, state: AccountState, asOf: Millis): View {
  const { revision, available, held, totals, grants, holds } = state;
  const spendable = grants.reduce(
    (sum, grant) => sum + (grant.standing === 'open' && (grant.expiresAt ?? Infinity) > asOf ? grant.available : 0),
    0,
  );
  return {
    userId,
    appName,
    usageType,
    asOf,
    revision,
    available,
    spendable,
    held,
    totals,
    grants: grants.map(({ eligibility: _eligibility, revokedBy: _revokedBy, ...grant }) => grant),
    holds: holds.values().map(({ holdId, amount, endsAt }) => ({ holdId, amount, endsAt })),
    corrections: [],
  };
}

function lineOf(recorded: RecordedEvent): AccountHistory['events'][number] {
  const { revision, type } = recorded;
  const {
    at,
    subject,
    source,
    available,
    reason,
    reference,
    expiresAt,
    validAt,
    hash,
    granted,
    adjusted,
    held,
    spent,
    released,
    expired,
    revoked,
  } = rowOf({ ...recorded, position: 0 });
  return {
    revision,
    at: at?.getTime() ?? recorded.recordedAt,
    type,
    subject,
    source,
    available,
    reason,
    reference,
    hash,
    expiresAt: expiresAt?.getTime() ?? null,
    validAt: validAt?.getTime() ?? null,
    moved: {
      granted: granted ?? 0,
      adjusted: adjusted ?? 0,
      held: held ?? 0,
      spent: spent ?? 0,
      released: released ?? 0,
      expired: expired ?? 0,
      revoked: revoked ?? 0,
    },
  };
}
