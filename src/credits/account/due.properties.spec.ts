import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, HOUR, NEVER, anyStream, commands, live, store } from '../../../test/support/people/account-life.js';
import type { Millis } from '../../kernel/clock.js';
import { dayOf, entryOf, factsAfter, NO_FACTS, type Entry } from '../books/books.entries.js';
import { booksProjection, type BooksPage } from '../books/books.projection.js';
import { dayAfter, sumLiability, sumRollForward, sumTrialBalance } from '../books/books.sums.js';
import { overdueOf, withOverdue } from '../books/overdue.js';
import { decodeAll, foldAll, type Seen } from '../reconcile/reconcile.documents.js';
import { statementProjection } from '../statement/statement.projection.js';
import type { AccountCommand } from './account.commands.js';
import { emptyAccount, evolve } from './account.state.js';
import type { AccountEvent } from './events.js';

/** Requests of one clock, none of them a sweep. */
const requests = commands.map((all) => {
  let now = 0;
  return all.filter(({ type }) => type !== 'expire').map((one) => ({ ...one, at: (now = Math.max(now, one.at)) }));
});
/** When the sweep runs: after some requests, so much later. Where it does not, it is down. */
const sweeps = fc.array(fc.tuple(fc.nat(60), fc.constantFrom(0, 1, HOUR, DAY, 39 * DAY)), { maxLength: 30 });

/** The requests with sweeps between them. No sweep is later than the request after it. */
function swept(
  all: readonly AccountCommand[],
  schedule: readonly (readonly [number, Millis])[],
): readonly AccountCommand[] {
  const runs = schedule.flatMap(([after, later]) => {
    const one = all[after];
    return one === undefined
      ? []
      : [{ type: 'expire', at: Math.min(one.at + later, all[after + 1]?.at ?? Infinity) } as const];
  });
  return [...all.map((one, index) => ({ one, index })), ...runs.map((one) => ({ one, index: Infinity }))]
    .sort((a, b) => a.one.at - b.one.at || a.index - b.index)
    .map(({ one }) => one);
}

const seenOf = (events: readonly AccountEvent[]): Seen => {
  const seen = decodeAll(anyStream, store(events));
  if ('code' in seen) throw new Error(seen.what);
  return seen;
};

/** The pages that the books make of these events. */
function pagesOf(seen: Seen): readonly BooksPage[] {
  const entries = new Map<object, Entry>();
  let facts = NO_FACTS;
  for (const one of seen) {
    entries.set(one, entryOf(facts, one));
    facts = factsAfter(facts, one);
  }
  return [
    ...foldAll(
      booksProjection((one) => entries.get(one) as Entry),
      seen,
    ).values(),
  ]; // entered just above
}

/** Everything that finance reads of these pages, for some days up to the last. */
function figuresOf(all: readonly BooksPage[], days: readonly string[]) {
  return days.map((day) => {
    const pages = all.filter((page) => page.day <= day);
    return {
      trial: sumTrialBalance(pages, day),
      roll: sumRollForward(pages, dayAfter(day), dayAfter(day)),
      liability: sumLiability(pages, day),
    };
  });
}

const last = (all: readonly AccountCommand[]): Millis => (all.at(-1)?.at ?? 0) + 50 * DAY;

describe('when the sweep runs', () => {
  it('changes nothing: every event, statement line and page of the books is the same, and so is its date', () => {
    fc.assert(
      fc.property(requests, sweeps, (all, schedule) => {
        const end: AccountCommand = { type: 'expire', at: last(all) };
        const [down, up] = [live([...all, end]), live([...swept(all, schedule), end])];
        expect(up.events).toEqual(down.events);
        const [seen, other] = [seenOf(up.events), seenOf(down.events)];
        expect(pagesOf(seen)).toEqual(pagesOf(other));
        expect(foldAll(statementProjection, seen)).toEqual(foldAll(statementProjection, other));
      }),
      { numRuns: 500 },
    );
  });

  it('dates every expiry at its due time, which is never before the event that precedes it', () => {
    fc.assert(
      fc.property(requests, sweeps, (all, schedule) => {
        let before = emptyAccount;
        live([...swept(all, schedule), { type: 'expire', at: last(all) }], NEVER, (state, event) => {
          expect(event.at).toBeGreaterThanOrEqual(before.at);
          if (event.type === 'HoldExpired') expect(event.at).toBe(before.holds.get(event.data.holdId)?.endsAt);
          if (event.type === 'GrantExpired')
            expect(event.at).toBe(before.grants.find(({ grantId }) => grantId === event.data.grantId)?.expiresAt);
          before = state;
        });
      }),
      { numRuns: 300 },
    );
  });

  it('changes no figure of any day at any moment: what is due counts as expired before it is recorded', () => {
    fc.assert(
      fc.property(
        requests,
        sweeps,
        fc.nat(),
        fc.constantFrom(0, 1, HOUR, DAY, 41 * DAY),
        (all, schedule, pick, later) => {
          const count = all.length === 0 ? 0 : pick % (all.length + 1);
          const some = all.slice(0, count);
          const now = Math.max(0, (some.at(-1)?.at ?? 0) + later);
          const known = live(
            swept(
              some,
              schedule.filter(([after]) => after < count - 1),
            ),
          );
          const exact = live([...some, { type: 'expire', at: now }]);
          const days = [...new Set(exact.events.map(({ at }) => dayOf(at)))];
          const shown = withOverdue(pagesOf(seenOf(known.events)), overdueOf(anyStream, known.state, now));
          expect(figuresOf(shown, days)).toEqual(figuresOf(pagesOf(seenOf(exact.events)), days));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('dates what is due by the live grant when the id of a forgotten one was given to it', () => {
    const again = (at: number): AccountCommand => ({
      type: 'grant',
      at,
      grantId: 'again',
      source: 'purchase',
      amount: 1,
      eligibility: 'any',
      expiresAt: at + 1,
    });
    const { state } = live([
      again(0),
      { type: 'grant', at: 600 * DAY, grantId: 'other', source: 'purchase', amount: 1, eligibility: 'any' },
      again(600 * DAY),
    ]);
    expect(overdueOf(anyStream, state, 700 * DAY).map(({ entry }) => entry.parts)).toEqual([
      [{ source: 'purchase', month: '1971-08', moved: { expired: 1 } }],
    ]);
  });

  it('leaves an expiry that an earlier version missed after the events that came before it was recorded', () => {
    // An earlier version let a hold pass at 3 days without recording what had ended after 1 day.
    const events: AccountEvent[] = [
      {
        type: 'CreditsGranted',
        at: 0,
        data: { amount: 5, available: 5, eligibility: 'any', expiresAt: DAY, grantId: 'short', source: 'plan' },
      },
      {
        type: 'CreditsGranted',
        at: 3 * DAY,
        data: { amount: 2, available: 7, eligibility: 'any', grantId: 'pack', source: 'purchase' },
      },
    ];
    const state = events.reduce(evolve, emptyAccount);
    expect(overdueOf(anyStream, state, 9 * DAY).map(({ event }) => event)).toEqual([
      { type: 'GrantExpired', at: 3 * DAY, data: { amount: 5, available: 2, grantId: 'short' } },
    ]);
  });
});
