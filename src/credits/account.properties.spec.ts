import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GENESIS_HASH, chainEvent, verifyChain } from '../kernel/chain.js';
import type { RecordedEvent, StreamName } from '../kernel/event.js';
import { accountCheckpoints, createAccountDecider, type AccountCommand, type CheckpointPolicy } from './account.js';
import { emptyAccount, evolve, grantRememberedUntil, listEnded, type AccountState } from './account.state.js';
import type { GrantSource } from './credits.shared.js';
import { accountCodec, type AccountEvent, type Eligibility } from './events.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NEVER: CheckpointPolicy = { every: Infinity, perEntry: 0, seal: 1 };
const stream = 'credits-u.kinora.credits' as StreamName; // Any account.

const few = (name: string) => fc.integer({ min: 0, max: 5 }).map((n) => `${name}${n}`);
const eligibility = fc.constantFrom<Eligibility>('any', 'free-models');
const amount = fc.integer({ min: 1, max: 12 });
const away = fc.constantFrom(1, HOUR, DAY, 40 * DAY);
/** Mostly minutes apart, sometimes long enough for everything to be forgotten, sometimes from a clock that is behind. */
const elapsed = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(0, 1, HOUR) }, { weight: 3, arbitrary: fc.constantFrom(DAY, 31 * DAY) }, { weight: 1, arbitrary: fc.constantFrom(-HOUR, 600 * DAY) });

const step = fc.tuple(elapsed, fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('grant' as const), grantId: few('g'), source: fc.constantFrom<GrantSource>('purchase', 'plan'), amount, eligibility, away: fc.option(away) }) },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('hold' as const), holdId: few('h'), amount, eligibility, away }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('capture' as const), holdId: few('h'), amount }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('release' as const), holdId: few('h') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('extendHold' as const), holdId: few('h'), away }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('expire' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('revoke' as const), grantId: few('g'), reference: few('r') }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('adjust' as const), adjustmentId: few('a'), amount: fc.integer({ min: -8, max: 8 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('recordUsage' as const), usageId: few('u'), listPrice: amount }) },
));
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Steps become commands one after another, for a hold ends some time after it is made. */
const commands = fc.array(step, { maxLength: 60 }).map((steps) => {
  let now = 1_000 * DAY;
  return steps.map((one) => {
    now = Math.max(0, now + one[0]);
    return command(one, now);
  });
});

function command([, body]: Step, at: number): AccountCommand {
  switch (body.type) {
    case 'grant': return { type: 'grant', at, grantId: body.grantId, source: body.source, amount: body.amount, eligibility: body.eligibility, ...(body.away === null ? {} : { expiresAt: at + body.away }) };
    case 'hold': return { type: 'hold', at, holdId: body.holdId, amount: body.amount, eligibility: body.eligibility, expiresAt: at + body.away, reference: 'task' };
    case 'capture': return { type: 'capture', at, holdId: body.holdId, amount: body.amount };
    case 'release': return { type: 'release', at, holdId: body.holdId, reason: 'failed' };
    case 'extendHold': return { type: 'extendHold', at, holdId: body.holdId, expiresAt: at + body.away };
    case 'revoke': return { type: 'revoke', at, grantId: body.grantId, reason: 'refund', reference: body.reference };
    case 'adjust': return { type: 'adjust', at, adjustmentId: body.adjustmentId, amount: body.amount, reasonCode: 'test', reference: 'ticket' };
    case 'recordUsage': return { type: 'recordUsage', at, usageId: body.usageId, listPrice: body.listPrice, reference: 'task' };
    case 'expire': return { type: 'expire', at };
    default: return body satisfies never;
  }
}

interface Life {
  readonly events: readonly AccountEvent[];
  readonly state: AccountState;
  readonly answers: readonly string[];
}

/** Carries the commands out, looking at the state after every event. */
function live(asked: readonly AccountCommand[], policy: CheckpointPolicy = NEVER, look: (state: AccountState, event: AccountEvent) => void = () => undefined): Life {
  const decider = createAccountDecider(policy);
  const events: AccountEvent[] = [];
  const answers: string[] = [];
  let state = decider.initial;
  for (const one of asked) {
    const decided = decider.decide(one, state);
    const facts = decided.ok ? decided.value : [];
    answers.push(decided.ok ? JSON.stringify(facts.filter((event) => event.type !== 'AccountCheckpointed')) : JSON.stringify(decided.error));
    for (const event of facts) {
      state = decider.evolve(state, event);
      events.push(event);
      look(state, event);
    }
  }
  return { events, state, answers };
}

const byKey = <T>(entries: readonly (readonly [string, T])[]) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
/** What decisions can depend on: what is forgotten by now is left out, and where the account stands in its stream. */
function substance({ at, grants, available, held, totals, holds, closedGrants, adjustments, ended, endedEarlier }: AccountState) {
  return {
    at, grants, available, held, totals, holds: byKey(holds.entries()), adjustments: byKey(adjustments.entries()),
    closedGrants: byKey(closedGrants.entries().filter(([, grant]) => grantRememberedUntil(grant) > at)),
    ended: byKey([...listEnded(endedEarlier), ...listEnded(ended)].filter((entry) => entry.until > at).map((entry) => [`${entry.kind}:${entry.id}`, entry] as const)),
  };
}

describe('whatever is asked of an account', () => {
  it('nothing overdraws, and granted + adjusted = available + held + spent + expired + revoked after every event', () => {
    fc.assert(fc.property(commands, (asked) => {
      live(asked, NEVER, (state, event) => {
        const { granted, adjusted, spent, expired, revoked } = state.totals;
        expect(granted + adjusted).toBe(state.available + state.held + spent + expired + revoked);
        expect(event.data.available).toBe(state.available);
        for (const grant of state.grants) expect(Math.min(grant.available, grant.held, grant.spent)).toBeGreaterThanOrEqual(0);
        expect(state.grants.reduce((sum, grant) => sum + grant.available, 0)).toBe(state.available);
        expect(state.grants.reduce((sum, grant) => sum + grant.held, 0)).toBe(state.held);
        expect(state.holds.values().reduce((sum, hold) => sum + hold.amount, 0)).toBe(state.held);
      });
    }), { numRuns: 400 });
  });

  it('a hold drains what burns first before it touches what burns later, and spends nothing that is due or not meant for it', () => {
    fc.assert(fc.property(commands, (asked) => {
      let before = emptyAccount;
      live(asked, NEVER, (state, event) => {
        if (event.type === 'CreditsHeld') {
          const mayPay = before.grants.filter((grant) => grant.available > 0 && grant.standing === 'open' && (grant.expiresAt ?? Infinity) > event.at && (event.data.eligibility === 'free-models' || grant.eligibility === 'any'));
          const order = [...mayPay].sort((a, b) => (a.expiresAt ?? Infinity) - (b.expiresAt ?? Infinity) || before.grants.indexOf(a) - before.grants.indexOf(b));
          const used = event.data.allocations;
          expect(used.map((part) => part.grantId)).toEqual(order.slice(0, used.length).map((grant) => grant.grantId));
          for (const [index, part] of used.slice(0, -1).entries()) expect(part.amount).toBe(order[index]?.available);
        }
        before = state;
      });
    }), { numRuns: 300 });
  });

  it('time never runs backwards in its events', () => {
    fc.assert(fc.property(commands, (asked) => {
      const times = live(asked).events.map((event) => event.at);
      expect(times).toEqual([...times].sort((a, b) => a - b));
    }));
  });

  it('replay equals the live state, through the stored bytes too, and the chain is intact', () => {
    fc.assert(fc.property(commands, (asked) => {
      const { events, state } = live(asked, { every: 7, perEntry: 0, seal: 3 });
      const stored = store(events);
      expect(verifyChain(stored)).toMatchObject({ intact: true, revision: events.length - 1 });
      const read = stored.map((recorded) => accountCodec.decode(recorded).event);
      expect(read).toEqual(events);
      expect(substance(read.reduce(evolve, emptyAccount))).toEqual(substance(state));
    }), { numRuns: 150 });
  });

  it('duplicates change nothing: at once they are answered as done, and at no later time do they happen again', () => {
    fc.assert(fc.property(commands, fc.nat(), fc.constantFrom(0, DAY, 29 * DAY, 45 * DAY, 900 * DAY), (asked, pick, later) => {
      const decider = createAccountDecider(NEVER);
      let state = decider.initial;
      const done: AccountCommand[] = [];
      for (const one of asked) {
        const decided = decider.decide(one, state);
        if (!decided.ok || decided.value.length === 0) continue;
        state = decided.value.reduce(decider.evolve, state);
        if (one.type !== 'expire') {
          done.push(one);
          expect(decider.decide(one, state)).toEqual({ ok: true, value: [] });
        }
      }
      const again = done[pick % Math.max(1, done.length)];
      if (again === undefined || again.type === 'recordUsage') return;
      const decided = decider.decide({ ...again, at: state.at + later }, state);
      expect(decided.ok ? decided.value : []).toEqual([]);
    }), { numRuns: 400 });
  });

  it('a checkpoint changes nothing: with or without, every answer is the same', () => {
    fc.assert(fc.property(commands, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4 }), (asked, every, seal) => {
      const without = live(asked);
      const withThem = live(asked, { every, perEntry: 0, seal });
      expect(withThem.answers).toEqual(without.answers);
      expect(substance(withThem.state)).toEqual(substance(without.state));
    }), { numRuns: 300 });
  });

  it('a load that begins at the last checkpoint, with those before it that it names, gives the live state', () => {
    fc.assert(fc.property(commands, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4 }), (asked, every, seal) => {
      const { events, state } = live(asked, { every, perEntry: 0, seal });
      const last = events.findLastIndex((event) => event.type === 'AccountCheckpointed');
      const tail = events.slice(Math.max(0, last));
      const chosen: AccountEvent[] = [];
      for (let at = last === -1 ? undefined : accountCheckpoints.previous(events[last] as AccountEvent); at !== undefined;) { // In range: found above.
        const page = events[at] as AccountEvent; // A checkpoint names the place of another.
        chosen.unshift(page);
        at = accountCheckpoints.previous(page);
      }
      const loaded = [...chosen, ...tail].reduce(evolve, emptyAccount);
      expect(substance(loaded)).toEqual(substance(state));
      expect(loaded.revision).toBe(state.revision);
    }), { numRuns: 300 });
  });
});

function store(events: readonly AccountEvent[]): RecordedEvent[] {
  let previous = GENESIS_HASH;
  return events.map((event, revision) => {
    const { event: stored, hash } = chainEvent(previous, { ...accountCodec.encode(event), stream, revision, at: event.at });
    previous = hash;
    return { ...stored, stream, revision, position: revision, recordedAt: 0 };
  });
}
