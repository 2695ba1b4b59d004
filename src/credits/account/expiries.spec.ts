import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, HOUR, NEVER, anyStream, commands, live, store } from '../../../test/support/people/account-life.js';
import { foldInto, see } from '../../kernel/event-sourcing/projection.js';
import { createAccountDecider } from './account.js';
import { balanceProjection, balanceView, type BalanceDocument } from './balance.projection.js';
import { accountCodec, type AccountEvent } from './events.js';
import { expiriesView } from './expiries.js';

const nothing: BalanceDocument = {
  userId: 'u',
  appName: 'kinora',
  usageType: 'credits',
  revision: -1,
  available: 0,
  held: 0,
  spent: 0,
  grants: [],
  holds: [],
  nextDue: null,
};

/** The account's balance after these events. */
function balanceOf(events: readonly AccountEvent[]): BalanceDocument {
  const seen = store(events)
    .filter(({ stream, type }) => stream === anyStream && type !== 'AccountCheckpointed')
    .map((recorded) => see(accountCodec, recorded));
  return foldInto(balanceProjection, undefined, seen).projected?.data ?? nothing;
}

describe('what expires when', () => {
  it('adds up to what is available, whatever has happened', () => {
    fc.assert(
      fc.property(
        commands,
        fc.constantFrom(0, HOUR, 50 * DAY),
        fc.integer({ min: 1, max: 24 }),
        (requests, later, months) => {
          const { events, state } = live(requests);
          const now = state.at + later;
          const { expiring, later: beyond, never } = expiriesView(balanceOf(events), now, months);
          expect(expiring.reduce((sum, { available }) => sum + available, 0) + beyond.available + never.available).toBe(
            balanceView(balanceOf(events), now).available,
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is in the order of time, which is the order it is spent in: a hold takes from the first until it is empty, and from what never expires at last', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 30 }), (requests, amount) => {
        const { events, state } = live(requests);
        const before = expiriesView(balanceOf(events), state.at, 24);
        expect(before.expiring.map(({ at }) => at)).toEqual(before.expiring.map(({ at }) => at).sort((a, b) => a - b));
        const held = createAccountDecider(NEVER).decide(
          {
            type: 'hold',
            at: state.at,
            holdId: 'new',
            amount,
            eligibility: 'free-models',
            expiresAt: state.at + DAY,
            reference: 'task',
          },
          state,
        );
        if (!held.ok) return;
        const after = expiriesView(balanceOf([...events, ...held.value]), state.at, 24);
        let left = amount;
        const take = (available: number): number => {
          const taken = Math.min(left, available);
          left -= taken;
          return available - taken;
        };
        // Credits that expire at the same moment are spent by age, and two sources may share an age, so they are
        // compared as one sum.
        const moments = (view: typeof before): Map<number, number> =>
          view.expiring.reduce(
            (sums, { at, available }) => sums.set(at, (sums.get(at) ?? 0) + available),
            new Map<number, number>(),
          );
        const expected = [...moments(before)].map(([at, available]) => [at, take(available)]);
        expect([...moments(after)]).toEqual(expected);
        expect([after.later.available, after.never.available]).toEqual([
          take(before.later.available),
          take(before.never.available),
        ]);
        expect(left).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it('comes true: when nobody spends, exactly so much is recorded as expired at that moment', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const decider = createAccountDecider(NEVER);
        let { state } = live(requests);
        const { events } = live(requests);
        // Held credits could be released or spent meanwhile.
        if (state.held > 0) return;
        const { expiring } = expiriesView(balanceOf(events), state.at, 36);
        for (const at of new Set(expiring.map((one) => one.at))) {
          const before = decider.decide({ type: 'expire', at: at - 1 }, state);
          state = (before.ok ? before.value : []).reduce(decider.evolve, state);
          const decided = decider.decide({ type: 'expire', at }, state);
          const ended = (decided.ok ? decided.value : []).reduce(
            (sum, event) => sum + (event.type === 'GrantExpired' ? event.data.amount : 0),
            0,
          );
          expect(ended).toBe(expiring.reduce((sum, one) => sum + (one.at === at ? one.available : 0), 0));
          state = (decided.ok ? decided.value : []).reduce(decider.evolve, state);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("looks so many of the calendar's months ahead, and says what lies beyond and what never expires", () => {
    const now = Date.parse('2026-01-31T12:00:00Z');
    const grant = (grantId: string, available: number, expiresAt?: string) => ({
      grantId,
      source: 'plan' as const,
      available,
      held: 1,
      ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
    });
    const view = expiriesView(
      {
        ...nothing,
        grants: [
          grant('due', 9, '2026-01-31T12:00:00Z'),
          grant('a', 3, '2026-02-28T12:00:00Z'),
          grant('b', 4, '2026-02-28T12:00:00Z'),
          grant('c', 5, '2026-02-28T12:00:01Z'),
          grant('d', 6),
        ],
      },
      now,
      1,
    );
    expect(view).toEqual({
      appName: 'kinora',
      usageType: 'credits',
      asOf: now,
      until: Date.parse('2026-02-28T12:00:00Z'),
      expiring: [{ at: Date.parse('2026-02-28T12:00:00Z'), source: 'plan', available: 7, held: 2 }],
      later: { available: 5, held: 1 },
      never: { available: 6, held: 1 },
    });
  });

  it('leaves out what has ended and lives on under a hold alone', () => {
    const view = expiriesView(
      { ...nothing, grants: [{ grantId: 'gone', source: 'plan', available: 0, held: 4, expiresAt: 900, ended: true }] },
      100,
      12,
    );
    expect(view).toMatchObject({ expiring: [], later: { held: 0 }, never: { held: 0 } });
  });
});
