import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import type { Fact, SubscriptionEvent } from './events.js';
import { addMonths } from '../../kernel/months.js';
import { subscriptionDecider } from './subscription.js';
import type { Owner, SubscriptionState } from './subscription.state.js';
import { viewOf } from './view.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 31);
const owner: Owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u1' };

/** Steps of a subscription's life in order, each some days after the one before. */
type Step = {
  readonly what:
    | 'pay'
    | 'fail'
    | 'upgrade'
    | 'refund'
    | 'half'
    | 'dispute'
    | 'win'
    | 'lose'
    | 'cancel'
    | 'reactivate'
    | 'pause'
    | 'resume'
    | 'plan'
    | 'unpaid'
    | 'end';
  readonly days: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom(
    'pay',
    'pay',
    'pay',
    'fail',
    'upgrade',
    'refund',
    'half',
    'dispute',
    'win',
    'lose',
    'cancel',
    'reactivate',
    'pause',
    'resume',
    'plan',
    'unpaid',
    'end',
  ),
  days: fc.integer({ min: 0, max: 40 }),
});

/** A life as a gateway reports it; some facts share the same second. */
const life = fc
  .tuple(fc.constantFrom<1 | 12>(1, 12), fc.boolean(), fc.array(step, { maxLength: 12 }))
  .map(([months, isTrial, steps]) => historyOf(months, isTrial, steps));

function historyOf(months: 1 | 12, isTrial: boolean, steps: readonly Step[]): readonly Fact[] {
  const facts: Fact[] = [];
  let at = START;
  let periodStart = START;
  let periodEnd = addMonths(START, months);
  let invoice = 0;
  let usage = 300;
  const origin = () => ({ factId: `f${facts.length}`, occurredAt: at });
  const paid = (reason: 'start' | 'renewal' | 'upgrade', replaced?: number, until = periodEnd): Fact => ({
    type: 'PaymentSucceeded',
    data: {
      ...origin(),
      amountPaid: 1_500,
      anchor: periodStart,
      currency: 'usd',
      invoiceId: `i${(invoice += 1)}`,
      months,
      periodEnd,
      periodStart: reason === 'upgrade' ? at : periodStart,
      priceId: 'p',
      reason,
      ...(replaced === undefined
        ? {}
        : { replaces: { until, usage: [{ amount: replaced, usageType: 'credits' as const }] } }),
      usage: [{ amount: usage, usageType: 'credits' }],
    },
  });
  facts.push({
    type: 'SubscriptionStarted',
    data: {
      ...origin(),
      currency: 'usd',
      customSub: 0,
      customerId: 'c',
      discountRate: 0,
      periodEnd,
      periodStart,
      priceId: 'p',
      status: isTrial ? 'trialing' : 'active',
    },
  });
  if (!isTrial) facts.push(paid('start'));
  for (const { what, days } of steps) {
    at += days * DAY;
    const plain = (
      type:
        | 'CancellationScheduled'
        | 'SubscriptionReactivated'
        | 'SubscriptionPaused'
        | 'SubscriptionResumed'
        | 'SubscriptionUnpaid',
    ): Fact => ({ type, data: origin() });
    const invoiceId = `i${Math.max(1, invoice)}`;
    switch (what) {
      case 'pay':
        at = Math.max(at, periodEnd);
        periodStart = periodEnd;
        periodEnd = addMonths(periodStart, months);
        facts.push(paid('renewal'));
        break;
      case 'upgrade': {
        const before = usage;
        usage += 500;
        // The replaced plan ends with its month or somewhere within it.
        facts.push(paid('upgrade', before, Math.max(at, periodEnd - days * DAY)));
        break;
      }
      case 'fail':
        facts.push({
          type: 'PaymentFailed',
          data: {
            ...origin(),
            amountDue: 1_500,
            attempts: 1,
            currency: 'usd',
            invoiceId: `i${invoice + 1}`,
            nextAttemptAt: null,
          },
        });
        break;
      case 'refund':
        facts.push({
          type: 'PaymentRefunded',
          data: { ...origin(), amount: 1_500, currency: 'usd', invoiceId, refundId: `r${facts.length}` },
        });
        break;
      case 'half':
        facts.push({
          type: 'PaymentRefunded',
          data: { ...origin(), amount: 750, currency: 'usd', invoiceId, refundId: `r${facts.length}` },
        });
        break;
      case 'dispute':
        facts.push({
          type: 'PaymentDisputed',
          data: { ...origin(), amount: 1_500, currency: 'usd', disputeId: `d${invoiceId}`, invoiceId },
        });
        break;
      case 'win':
      case 'lose':
        facts.push({
          type: 'DisputeClosed',
          data: { ...origin(), disputeId: `d${invoiceId}`, invoiceId, outcome: what === 'win' ? 'won' : 'lost' },
        });
        break;
      case 'cancel':
        facts.push(plain('CancellationScheduled'));
        break;
      case 'reactivate':
        facts.push(plain('SubscriptionReactivated'));
        break;
      case 'pause':
        facts.push(plain('SubscriptionPaused'));
        break;
      case 'resume':
        facts.push(plain('SubscriptionResumed'));
        break;
      case 'unpaid':
        facts.push(plain('SubscriptionUnpaid'));
        break;
      case 'plan':
        facts.push({ type: 'PlanChanged', data: { ...origin(), priceId: `p${facts.length}` } });
        break;
      case 'end':
        facts.push({ type: 'SubscriptionEnded', data: { ...origin(), reason: 'canceled' } });
        break;
      default:
        what satisfies never;
    }
  }
  // A dispute is closed only once.
  const closed = new Set<string>();
  return facts.filter(
    (fact) => fact.type !== 'DisputeClosed' || (!closed.has(fact.data.disputeId) && closed.add(fact.data.disputeId)),
  );
}

/** A life, and its facts reported in any order, in groups, some several times. */
const deliveries = life.chain((facts) =>
  fc.tuple(
    fc.constant(facts),
    fc.shuffledSubarray(
      facts.map((_, index) => index),
      { minLength: facts.length, maxLength: facts.length },
    ),
    fc.array(fc.nat({ max: Math.max(0, facts.length - 1) }), { maxLength: 8 }),
    fc.integer({ min: 1, max: 4 }),
  ),
);

interface Decided {
  readonly state: SubscriptionState;
  readonly events: readonly SubscriptionEvent[];
}

function record(before: Decided, facts: readonly Fact[], at: number): Decided {
  return decided(before, { type: 'record', at, owner, facts });
}

function decided({ state, events }: Decided, command: Parameters<typeof subscriptionDecider.decide>[0]): Decided {
  const answer = subscriptionDecider.decide(command, state);
  if (!answer.ok) throw new Error(answer.error.identifier);
  return { state: answer.value.reduce(subscriptionDecider.evolve, state), events: [...events, ...answer.value] };
}

const nothing: Decided = { state: subscriptionDecider.initial, events: [] };
const takenBack = ({ events }: Decided): readonly string[] =>
  events.flatMap((event) => (event.type === 'RevocationRequested' ? [event.data.grantId] : [])).sort();
/** Requested grants that are not revoked or over. */
const liveGrants = ({ events }: Decided, now: number) => {
  const gone = new Set(events.flatMap((event) => (event.type === 'RevocationRequested' ? [event.data.grantId] : [])));
  return events
    .flatMap((event) => {
      if (event.type !== 'GrantRequested' || event.data.expiresAt <= now || gone.has(event.data.grantId)) return [];
      const { grantId: _grantId, ...what } = event.data;
      return [canonicalJson(what)];
    })
    .sort();
};
const facts = ({ state }: Decided): readonly Fact[] => (state.kind === 'known' ? state.facts : []);
const lastOf = (all: readonly Fact[]): number => Math.max(...all.map(({ data }) => data.occurredAt));

describe('a subscription', () => {
  it('is the same whatever order its facts are told in and however often, and asks for the same credits', () => {
    fc.assert(
      fc.property(deliveries, fc.nat({ max: 200 }), ([all, order, repeats, size], late) => {
        const now = lastOf(all) + late * DAY;
        const inOrder = decided(
          all.reduce((before, fact) => record(before, [fact], now), nothing),
          { type: 'advance', at: now },
        );
        const shuffled = [...order, ...repeats].flatMap((index) => all[index] ?? []);
        let other = nothing;
        for (let from = 0; from < shuffled.length; from += size)
          other = record(other, shuffled.slice(from, from + size), now);
        other = decided(other, { type: 'advance', at: now });
        expect(canonicalJson(facts(other))).toBe(canonicalJson(facts(inOrder)));
        expect(viewOf(facts(other))).toEqual(viewOf(facts(inOrder)));
        expect(liveGrants(other, now)).toEqual(liveGrants(inOrder, now));
      }),
      { numRuns: 300 },
    );
  });

  it('leaves the same credits standing when each fact comes at its time as when all come late', () => {
    fc.assert(
      fc.property(deliveries, ([all, order]) => {
        const now = lastOf(all);
        const live = decided(
          all.reduce(
            (before, fact) =>
              record(decided(before, { type: 'advance', at: fact.data.occurredAt }), [fact], fact.data.occurredAt),
            nothing,
          ),
          { type: 'advance', at: now },
        );
        const late = decided(
          order.flatMap((index) => all[index] ?? []).reduce((before, fact) => record(before, [fact], now), nothing),
          { type: 'advance', at: now },
        );
        expect(viewOf(facts(late))).toEqual(viewOf(facts(live)));
        expect(liveGrants(late, now)).toEqual(liveGrants(live, now));
      }),
      { numRuns: 200 },
    );
  });

  it('asks for no credits twice, takes back none that were not asked for, and nothing follows from a repeat', () => {
    fc.assert(
      fc.property(deliveries, ([all, order, repeats]) => {
        const now = lastOf(all);
        const after = order
          .flatMap((index) => all[index] ?? [])
          .reduce((before, fact) => record(before, [fact], now), nothing);
        const ids = after.events.flatMap((event) =>
          event.type === 'GrantRequested' ? [`${event.data.grantId} ${event.data.usageType}`] : [],
        );
        expect(new Set(ids).size).toBe(ids.length);
        const back = takenBack(after);
        expect(new Set(back).size).toBe(back.length);
        expect(back.filter((id) => !ids.includes(`${id} credits`))).toEqual([]);
        expect(
          record(
            after,
            repeats.flatMap((index) => all[index] ?? []),
            now,
          ).events,
        ).toEqual(after.events);
      }),
    );
  });

  it('is what its events say: to fold them is to have decided them', () => {
    fc.assert(
      fc.property(deliveries, ([all]) => {
        const after = record(nothing, all, lastOf(all));
        expect(after.events.reduce(subscriptionDecider.evolve, subscriptionDecider.initial)).toEqual(after.state);
      }),
      { numRuns: 50 },
    );
  });
});
