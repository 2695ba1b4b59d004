import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DAY, HOUR, NEVER, commands, live, store } from '../../../test/support/people/account-life.js';
import { verifyChain } from '../../kernel/event-sourcing/chain.js';
import { accountCheckpoints, createAccountDecider } from './account.js';
import type { AccountCommand } from './account.commands.js';
import { emptyAccount, evolve, isRemembered, listEnded, type AccountState } from './account.state.js';
import { accountCodec, type AccountEvent } from './events.js';

const byKey = <T>(entries: readonly (readonly [string, T])[]) =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
/** The part of the state that decisions depend on. Leaves out the revision and whatever is forgotten by now. */
function substance({
  at,
  grants,
  available,
  held,
  totals,
  holds,
  closedGrants,
  adjustments,
  ended,
  endedEarlier,
}: AccountState) {
  return {
    at,
    grants,
    available,
    held,
    totals,
    holds: byKey(holds.entries()),
    adjustments: byKey(adjustments.entries()),
    closedGrants: byKey(closedGrants.entries().filter(([, grant]) => isRemembered(grant, at))),
    ended: byKey(
      [endedEarlier, ended]
        .flatMap(listEnded)
        .filter((entry) => entry.until > at)
        .map((entry) => [`${entry.kind}:${entry.id}`, entry] as const),
    ),
  };
}

describe('whatever is asked of an account', () => {
  it('nothing overdraws, and granted + adjusted = available + held + spent + expired + revoked after every event', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        live(requests, NEVER, (state, event) => {
          const { granted, adjusted, spent, expired, revoked } = state.totals;
          expect(granted + adjusted).toBe(state.available + state.held + spent + expired + revoked);
          expect(event.data.available).toBe(state.available);
          for (const grant of state.grants)
            expect(Math.min(grant.available, grant.held, grant.spent)).toBeGreaterThanOrEqual(0);
          expect(state.grants.reduce((sum, grant) => sum + grant.available, 0)).toBe(state.available);
          expect(state.grants.reduce((sum, grant) => sum + grant.held, 0)).toBe(state.held);
          expect(state.holds.values().reduce((sum, hold) => sum + hold.amount, 0)).toBe(state.held);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('a hold drains what burns first before it touches what burns later, and spends nothing that is due or not meant for it', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        let before = emptyAccount;
        live(requests, NEVER, (state, event) => {
          if (event.type === 'CreditsHeld') {
            const mayPay = before.grants.filter(
              (grant) =>
                grant.available > 0 &&
                grant.standing === 'open' &&
                (grant.expiresAt ?? Infinity) > event.at &&
                (event.data.eligibility === 'free-models' || grant.eligibility === 'any'),
            );
            const order = [...mayPay].sort(
              (a, b) =>
                (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity) ||
                before.grants.indexOf(a) - before.grants.indexOf(b),
            );
            const used = event.data.allocations;
            expect(used.map((part) => part.grantId)).toEqual(order.slice(0, used.length).map((grant) => grant.grantId));
            for (const [index, part] of used.slice(0, -1).entries()) expect(part.amount).toBe(order[index]?.available);
          }
          before = state;
        });
      }),
      { numRuns: 300 },
    );
  });

  it('a reversal has the opposite amount of one earlier adjustment, which is reversed no second time', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const adjusted = live(requests).events.flatMap((event) =>
          event.type === 'CreditsAdjusted' ? [event.data] : [],
        );
        const reversals = adjusted.filter(({ reverses }) => reverses !== undefined);
        expect(new Set(reversals.map(({ reverses }) => reverses)).size).toBe(reversals.length);
        for (const { adjustmentId, amount, reverses } of reversals) {
          const place = adjusted.findIndex((one) => one.adjustmentId === reverses);
          expect(adjusted[place]?.amount).toBe(-amount);
          expect(place).toBeLessThan(adjusted.findIndex((one) => one.adjustmentId === adjustmentId));
        }
      }),
      { numRuns: 400 },
    );
  });

  it('an adjustment and its reversal leave the credits as they were, if nothing happened between', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 20 }), fc.boolean(), (requests, size, isPositive) => {
        const { state } = live(requests);
        const decider = createAccountDecider(NEVER);
        const amount = isPositive ? size : -size;
        const adjust = {
          type: 'adjust',
          at: state.at,
          adjustmentId: 'whole',
          amount,
          reasonCode: 'correction',
          actor: 'finance-1',
          reference: 'ticket',
        } as const;
        const made = decider.decide(adjust, state);
        if (!made.ok) return;
        const after = made.value.reduce(decider.evolve, state);
        const reversed = decider.decide(
          { ...adjust, adjustmentId: 'reversal.whole', amount: -amount, reasonCode: 'reversal', reverses: 'whole' },
          after,
        );
        if (!reversed.ok) throw new Error(reversed.error.identifier);
        const restored = reversed.value.reduce(decider.evolve, after);
        const { available, held, totals } = restored;
        expect({ available, held, totals }).toEqual({
          available: state.available,
          held: state.held,
          totals: state.totals,
        });
        // What was taken comes back as a grant of its own; what was added is taken from its own.
        if (isPositive) expect(restored.grants).toEqual(state.grants);
      }),
      { numRuns: 300 },
    );
  });

  it('time never runs backwards in its events', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const times = live(requests).events.map((event) => event.at);
        expect(times).toEqual([...times].sort((a, b) => a - b));
      }),
    );
  });

  it('replay equals the live state, through the stored bytes too, and the chain is intact', () => {
    fc.assert(
      fc.property(commands, (requests) => {
        const { events, state } = live(requests, { every: 7, perEntry: 0, seal: 3 });
        const stored = store(events);
        expect(verifyChain(stored)).toMatchObject({ intact: true, revision: events.length - 1 });
        const read = stored.map((recorded) => accountCodec.decode(recorded).event);
        expect(read).toEqual(events);
        expect(substance(read.reduce(evolve, emptyAccount))).toEqual(substance(state));
      }),
      { numRuns: 150 },
    );
  });

  it('duplicates change nothing: at once they are answered as done, and at no later time do credits move again', () => {
    fc.assert(
      fc.property(
        commands,
        fc.nat(),
        fc.constantFrom(0, DAY, 29 * DAY, 45 * DAY, 900 * DAY),
        (requests, pick, later) => {
          const decider = createAccountDecider(NEVER);
          let state = decider.initial;
          const done: AccountCommand[] = [];
          for (const one of requests) {
            const decided = decider.decide(one, state);
            if (!decided.ok || decided.value.length === 0) continue;
            state = decided.value.reduce(decider.evolve, state);
            if (one.type !== 'expire') {
              done.push(one);
              expect(decider.decide(one, state)).toEqual({ ok: true, value: [] });
            }
          }
          const again = done[pick % Math.max(1, done.length)];
          // Free work moves no credits and is only remembered for a limited time; a late repeat is recorded again.
          if (again === undefined || again.type === 'recordUsage') return;
          // Any command records what has become due by its time.
          const settled = decider.decide({ type: 'expire', at: state.at + later }, state);
          const then = (settled.ok ? settled.value : []).reduce(decider.evolve, state);
          const decided = decider.decide({ ...again, at: state.at + later }, then);
          expect(decided.ok ? decided.value : []).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('a checkpoint changes nothing: with or without, every answer is the same', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4 }), (requests, every, seal) => {
        const without = live(requests);
        const withThem = live(requests, { every, perEntry: 0, seal });
        expect(withThem.answers).toEqual(without.answers);
        expect(substance(withThem.state)).toEqual(substance(without.state));
      }),
      { numRuns: 300 },
    );
  });

  it('a load that begins at the last checkpoint, with those before it that it names, gives the live state', () => {
    fc.assert(
      fc.property(commands, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4 }), (requests, every, seal) => {
        const { events, state } = live(requests, { every, perEntry: 0, seal });
        const last = events.findLastIndex((event) => event.type === 'AccountCheckpointed');
        const tail = events.slice(Math.max(0, last));
        const loaded = [...sealedBefore(events), ...tail].reduce(evolve, emptyAccount);
        expect(substance(loaded)).toEqual(substance(state));
        expect(loaded.revision).toBe(state.revision);
      }),
      { numRuns: 300 },
    );
  });

  it('is a load of few events, however many holds were captured, and each of them is written into few checkpoints', () => {
    const policy = { every: 16, perEntry: 4, seal: 64 };
    const decider = createAccountDecider(policy);
    let state = emptyAccount;
    let [longest, listed] = [0, 0];
    const ask = (command: AccountCommand): void => {
      const decided = decider.decide(command, state);
      if (!decided.ok) throw new Error(decided.error.identifier);
      for (const event of decided.value) {
        if (event.type === 'AccountCheckpointed') listed += event.data.remembered.length;
        state = evolve(state, event);
      }
      longest = Math.max(longest, state.revision - state.checkpointedAt);
    };
    ask({ type: 'grant', at: 0, grantId: 'g', source: 'purchase', amount: 100_000, eligibility: 'any' });
    const HOLDS = 5_000;
    for (let nth = 1; nth <= HOLDS; nth++) {
      ask({
        type: 'hold',
        at: nth,
        holdId: `h${nth}`,
        amount: 1,
        eligibility: 'any',
        expiresAt: nth + DAY,
        reference: 'task',
      });
      ask({ type: 'capture', at: nth, holdId: `h${nth}`, amount: 1 });
    }
    expect(longest).toBeLessThanOrEqual(3 * policy.seal);
    expect(listed).toBeLessThan(3 * HOLDS);
    expect([state.endedEarlier, state.ended].flatMap(listEnded)).toHaveLength(HOLDS);
    // The first hold is still remembered; an id that never existed is not.
    const repeated = (holdId: string) =>
      createAccountDecider(NEVER).decide({ type: 'capture', at: HOLDS + 1, holdId, amount: 1 }, state);
    expect(repeated('h1')).toEqual({ ok: true, value: [] });
    expect(repeated('h0')).toMatchObject({ ok: false });
  });

  it('lets go of what is forgotten', () => {
    const decider = createAccountDecider({ every: 16, perEntry: 4, seal: 64 });
    let state = emptyAccount;
    const ask = (command: AccountCommand): void => {
      const decided = decider.decide(command, state);
      if (!decided.ok) throw new Error(decided.error.identifier);
      state = decided.value.reduce(evolve, state);
    };
    ask({ type: 'grant', at: 0, grantId: 'g', source: 'purchase', amount: 100_000, eligibility: 'any' });
    const HOLDS = 6_000;
    // One hold an hour for 250 days. One month is remembered: a little over 720 holds.
    for (let nth = 1; nth <= HOLDS; nth++) {
      ask({
        type: 'hold',
        at: nth * HOUR,
        holdId: `h${nth}`,
        amount: 1,
        eligibility: 'any',
        expiresAt: nth * HOUR + 1,
        reference: 'task',
      });
      ask({ type: 'capture', at: nth * HOUR, holdId: `h${nth}`, amount: 1 });
    }
    expect([state.endedEarlier, state.ended].flatMap(listEnded).length).toBeLessThan(2_000);
    const repeated = (holdId: string) =>
      createAccountDecider(NEVER).decide({ type: 'capture', at: HOLDS * HOUR, holdId, amount: 1 }, state);
    expect(repeated(`h${HOLDS - 700}`)).toEqual({ ok: true, value: [] });
    expect(repeated(`h${HOLDS - 760}`)).toMatchObject({ ok: false });
  });

  it('a load follows sealed checkpoints as far back as anything in them still matters', () => {
    const policy = { every: 1, perEntry: 0, seal: 1 };
    const hold = (holdId: string, at: number, away: number): AccountCommand[] => [
      { type: 'hold', at, holdId, amount: 1, eligibility: 'any', expiresAt: at + away, reference: 'task' },
      { type: 'release', at: at + 1, holdId, reason: 'failed' },
    ];
    const { events } = live(
      [
        { type: 'grant', at: 0, grantId: 'g', source: 'purchase', amount: 9, eligibility: 'any' },
        ...hold('long', 1, 100 * DAY),
        ...hold('short', 3, 1),
        ...hold('last', 40 * DAY, 1),
      ],
      policy,
    );
    const loaded = [...sealedBefore(events), ...events.slice(-1)].reduce(evolve, emptyAccount);
    const again = createAccountDecider(NEVER).decide(
      {
        type: 'hold',
        at: 41 * DAY,
        holdId: 'long',
        amount: 1,
        eligibility: 'any',
        expiresAt: 1 + 100 * DAY,
        reference: 'task',
      },
      loaded,
    );
    expect(again).toEqual({ ok: true, value: [] });
  });
});

/** The chain of sealed checkpoints behind the last checkpoint, oldest first. */
function sealedBefore(events: readonly AccountEvent[]): AccountEvent[] {
  const last = events.findLast((event) => event.type === 'AccountCheckpointed');
  const chosen: AccountEvent[] = [];
  for (let at = last === undefined ? undefined : accountCheckpoints.previous(last); at !== undefined;) {
    const page = events[at] as AccountEvent; // A checkpoint holds the position of the previous one.
    chosen.unshift(page);
    at = accountCheckpoints.previous(page);
  }
  return chosen;
}
