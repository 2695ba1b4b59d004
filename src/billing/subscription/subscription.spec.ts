import { describe, expect, it } from '@jest/globals';
import { specification } from '../../../test/support/given-when-then.js';
import { GENESIS_HASH } from '../../kernel/event-sourcing/chain.js';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import { subscriptionCodec, type Fact, type FactOf, type SubscriptionEvent } from './events.js';
import type { RecordableFact } from './facts.js';
import { subscriptionDecider, type SubscriptionCommand } from './subscription.js';
import type { Owner } from './subscription.state.js';

const given = specification(subscriptionDecider);
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const END = Date.UTC(2026, 1, 10);
const YEAR = Date.UTC(2027, 0, 10);
const owner: Owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u1' };
const user = { appName: 'kinora', userId: 'u1' } as const;

const started: Fact = {
  type: 'SubscriptionStarted',
  data: {
    factId: 'e1',
    occurredAt: START,
    currency: 'usd',
    customSub: 0,
    customerId: 'c1',
    discountRate: 0,
    periodEnd: END,
    periodStart: START,
    priceId: 'lite',
    status: 'active',
  },
};
const paid = (more: Partial<FactOf<'PaymentSucceeded'>['data']> = {}): Fact => ({
  type: 'PaymentSucceeded',
  data: {
    factId: 'e2',
    occurredAt: START,
    amountPaid: 1_500,
    anchor: START,
    currency: 'usd',
    invoiceId: 'in1',
    months: 1,
    periodEnd: END,
    periodStart: START,
    priceId: 'lite',
    reason: 'start',
    usage: [{ amount: 300, usageType: 'credits' }],
    ...more,
  },
});
const refunded = (amount: number, factId = 'e9'): Fact => ({
  type: 'PaymentRefunded',
  data: { factId, occurredAt: START + DAY, amount, currency: 'usd', invoiceId: 'in1', refundId: `r-${factId}` },
});

const record = (facts: readonly RecordableFact[], at = START): SubscriptionCommand => ({
  type: 'record',
  at,
  owner,
  facts,
});
const opened = (at = START): SubscriptionEvent => ({ type: 'SubscriptionOpened', at, data: owner });
const at = (fact: Fact, time = START): SubscriptionEvent => ({ ...fact, at: time });
const granted = (
  more: { grantId: string; invoiceId?: string; amount?: number; startsAt?: number; expiresAt?: number },
  time = START,
): SubscriptionEvent => ({
  type: 'GrantRequested',
  at: time,
  data: { amount: 300, ...user, expiresAt: END, invoiceId: 'in1', startsAt: START, usageType: 'credits', ...more },
});
const revoked = (grantId: string, reason: 'refund' | 'chargeback', time = START): SubscriptionEvent => ({
  type: 'RevocationRequested',
  at: time,
  data: { ...user, grantId, invoiceId: 'in1', reason, usageType: 'credits' },
});
/** An event as it is read from the store. */
function readAgain(event: SubscriptionEvent): SubscriptionEvent {
  const { type, version, data } = subscriptionCodec.encode(event);
  return subscriptionCodec.decode({
    type,
    data,
    metadata: JSON.stringify({ at: event.at, hash: GENESIS_HASH, previousHash: GENESIS_HASH, version }),
    stream: 'subscription-s1' as StreamName,
    revision: 0,
  }).event; // a subscription's stream
}
const life = [opened(), at(started), at(paid()), granted({ grantId: 'plan.sandbox.in1.0' })];

describe('a subscription', () => {
  it('opens with the first that is told of it', () => {
    given([])
      .when(record([started]))
      .then([opened(), at(started)]);
    given([]).when(record([])).thenNothing();
  });

  it('asks for the credits of a paid month at once, named by the invoice', () => {
    given([opened(), at(started)])
      .when(record([paid()]))
      .then([at(paid()), granted({ grantId: 'plan.sandbox.in1.0' })]);
  });

  it('asks for them also when nobody has told yet how it began', () => {
    given([])
      .when(record([paid()]))
      .then([opened(), at(paid()), granted({ grantId: 'plan.sandbox.in1.0' })]);
  });

  it('takes the same telling once', () => {
    given(life)
      .when(record([paid(), started, paid()], START + DAY))
      .thenNothing();
  });

  it('takes the same payment told by two ids as one', () => {
    given(life)
      .when(record([paid({ factId: 'e3' })]))
      .then([at(paid({ factId: 'e3' }))]);
    given([opened()])
      .when(record([paid(), paid({ factId: 'e3' })]))
      .then([at(paid()), at(paid({ factId: 'e3' })), granted({ grantId: 'plan.sandbox.in1.0' })]);
  });

  it('refuses what contradicts what was told', () => {
    given(life)
      .when(record([paid({ amountPaid: 1 })]))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'fact e2' });
    given(life)
      .when(record([paid({ factId: 'e3', amountPaid: 1 })]))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'payment in1' });
    given(life)
      .when({ ...record([started]), owner: { ...owner, userId: 'u2' } } as SubscriptionCommand)
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'owner' }); // the command of another user
  });

  it('knows again what it was told when the catalogue no longer has the price, and takes nothing new of it', () => {
    const forgotten = (fact: Fact): RecordableFact => ({ ...fact, unknownPrice: 'priceId' });
    const gone = { months: 1, usage: [], priceId: 'lite' };
    given(life)
      .when(record([forgotten(started), forgotten(paid(gone))]))
      .thenNothing();
    given(life)
      .when(record([forgotten(paid({ ...gone, factId: 'e3' }))]))
      .then([at(paid({ factId: 'e3' }))]);
    given(life)
      .when(record([forgotten(paid({ ...gone, factId: 'e3', invoiceId: 'in2' }))]))
      .thenRefused('VALIDATION_ERROR', { field: 'priceId' });
    given([])
      .when(record([forgotten(started)]))
      .thenRefused('VALIDATION_ERROR', { field: 'priceId' });
  });

  it('knows a payment again when the catalogue says something else of its price by now, and gives what was written down', () => {
    const more = { months: 3, usage: [{ amount: 900, usageType: 'credits' as const }] };
    given(life)
      .when(record([paid(more)]))
      .thenNothing();
    given(life)
      .when(record([paid({ ...more, factId: 'e3', occurredAt: START - DAY })]))
      .then([at(paid({ factId: 'e3', occurredAt: START - DAY }))]);
    const replaces = (until: number, amount: number) => ({
      replaces: { until, usage: [{ amount, usageType: 'credits' as const }] },
    });
    const upgraded = [opened(), at(paid(replaces(END, 100))), granted({ grantId: 'plan.sandbox.in1.0', amount: 200 })];
    given(upgraded)
      .when(record([paid(replaces(END, 200))]))
      .thenNothing();
    given(upgraded)
      .when(record([paid(replaces(END - DAY, 100))]))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'fact e2' });
    given(upgraded)
      .when(record([paid()]))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'fact e2' });
  });

  it('asks for credits by a name that can be stored, however long the gateway’s ids are', () => {
    const gateway = 'g'.repeat(40);
    const year = paid({ invoiceId: 'i'.repeat(120), months: 12, periodEnd: YEAR });
    const decided = subscriptionDecider.decide(
      { type: 'record', at: START, owner: { ...owner, gateway }, facts: [year] },
      subscriptionDecider.initial,
    );
    if (!decided.ok) throw new Error(decided.error.identifier);
    const stored = decided.value.map((event) => readAgain(event));
    expect(stored).toEqual(decided.value);
    expect(stored.at(-1)?.type).toBe('GrantRequested');
  });

  it('takes all of a telling or nothing of it', () => {
    given([opened()])
      .when(record([started, paid(), paid({ factId: 'e3', amountPaid: 1 })]))
      .thenRefused('IDEMPOTENCY_MISMATCH', { id: 'payment in1' });
  });

  it('gives nothing for a trial, and begins to give when it is paid for', () => {
    const trial = paid({ reason: 'trial', amountPaid: 0 });
    given([opened()])
      .when(record([trial]))
      .then([at(trial)]);
  });

  it('asks for a year’s credits month by month, as the months begin', () => {
    const year = paid({ months: 12, periodEnd: YEAR });
    given([opened()])
      .when(record([year]))
      .then([at(year), granted({ grantId: 'plan.sandbox.in1.0' })]);
    const before = [opened(), at(year), granted({ grantId: 'plan.sandbox.in1.0' })];
    given(before)
      .when({ type: 'advance', at: END - 1 })
      .thenNothing();
    const second = granted({ grantId: 'plan.sandbox.in1.1', startsAt: END, expiresAt: Date.UTC(2026, 2, 10) }, END);
    given(before).when({ type: 'advance', at: END }).then([second]);
    given([...before, second])
      .when({ type: 'advance', at: END })
      .thenNothing();
  });

  it('does not ask for months that are over when it hears of them', () => {
    const year = paid({ months: 12, periodEnd: YEAR });
    given([opened(YEAR - DAY)])
      .when(record([year], YEAR - DAY))
      .then([
        at(year, YEAR - DAY),
        granted({ grantId: 'plan.sandbox.in1.11', startsAt: Date.UTC(2026, 11, 10), expiresAt: YEAR }, YEAR - DAY),
      ]);
    given([opened(YEAR)])
      .when(record([year], YEAR))
      .then([at(year, YEAR)]);
  });

  it('asks at once for what an upgrade gives more', () => {
    const upgrade = paid({
      factId: 'e4',
      invoiceId: 'in2',
      occurredAt: START + 5 * DAY,
      periodStart: START + 5 * DAY,
      reason: 'upgrade',
      replaces: { until: END, usage: [{ amount: 300, usageType: 'credits' }] },
      usage: [{ amount: 800, usageType: 'credits' }],
    });
    given(life)
      .when(record([upgrade], START + 5 * DAY))
      .then([
        at(upgrade, START + 5 * DAY),
        granted(
          { grantId: 'plan.sandbox.in2.0', invoiceId: 'in2', amount: 500, startsAt: START + 5 * DAY },
          START + 5 * DAY,
        ),
      ]);
  });

  it('asks for a downgrade’s credits with the next period, since only then is it paid for', () => {
    const change: Fact = {
      type: 'PlanChangeScheduled',
      data: { factId: 'e5', occurredAt: START + DAY, priceId: 'lite' },
    };
    given(life)
      .when(record([change], START + DAY))
      .then([at(change, START + DAY)]);
  });

  it('takes back what a refunded payment gave', () => {
    given(life)
      .when(record([refunded(1_500)]))
      .then([at(refunded(1_500)), revoked('plan.sandbox.in1.0', 'refund')]);
  });

  it('leaves it when a part is refunded, until the parts are the whole', () => {
    given(life)
      .when(record([refunded(700)]))
      .then([at(refunded(700))]);
    given([...life, at(refunded(700))])
      .when(record([refunded(800, 'e10')]))
      .then([at(refunded(800, 'e10')), revoked('plan.sandbox.in1.0', 'refund')]);
  });

  it('gives no month that begins after an end that money was given back for, and takes back one that was given meanwhile', () => {
    const year = paid({ months: 12, periodEnd: YEAR });
    const ended: Fact = {
      type: 'SubscriptionEnded',
      data: { factId: 'e8', occurredAt: START + DAY, reason: 'canceled' },
    };
    const before = [opened(), at(year), granted({ grantId: 'plan.sandbox.in1.0' })];
    const second = granted({ grantId: 'plan.sandbox.in1.1', startsAt: END, expiresAt: Date.UTC(2026, 2, 10) }, END);
    given([...before, at(refunded(700)), at(ended)])
      .when({ type: 'advance', at: END })
      .thenNothing();
    given([...before, second])
      .when(record([ended, refunded(700)], END))
      .then([at(ended, END), at(refunded(700), END), revoked('plan.sandbox.in1.1', 'refund', END)]);
    given([...before, at(ended)])
      .when({ type: 'advance', at: END })
      .then([second]);
    given([...before, at(refunded(700))])
      .when({ type: 'advance', at: END })
      .then([second]);
  });

  it('gives nothing for a payment that it hears of after its refund', () => {
    given([opened(), at(refunded(1_500))])
      .when(record([paid()]))
      .then([at(paid())]);
  });

  const dispute: Fact = {
    type: 'PaymentDisputed',
    data: { factId: 'e11', occurredAt: START + DAY, amount: 1_500, currency: 'usd', disputeId: 'd1', invoiceId: 'in1' },
  };
  const closed = (outcome: 'won' | 'lost', when: number): Fact => ({
    type: 'DisputeClosed',
    data: { factId: 'e12', occurredAt: when, disputeId: 'd1', invoiceId: 'in1', outcome },
  });
  it('takes back what a disputed payment gave, once', () => {
    given(life)
      .when(record([dispute]))
      .then([at(dispute), revoked('plan.sandbox.in1.0', 'chargeback')]);
    given([...life, at(dispute), revoked('plan.sandbox.in1.0', 'chargeback')])
      .when(record([refunded(1_500)]))
      .then([at(refunded(1_500))]);
  });

  it('gives the months that begin after a dispute is won', () => {
    const year = paid({ months: 12, periodEnd: YEAR });
    const before = [
      opened(),
      at(year),
      granted({ grantId: 'plan.sandbox.in1.0' }),
      at(dispute),
      revoked('plan.sandbox.in1.0', 'chargeback'),
    ];
    given(before).when({ type: 'advance', at: END }).thenNothing();
    const won = closed('won', END + DAY);
    given([...before, at(won, END + DAY)])
      .when({ type: 'advance', at: END + 2 * DAY })
      .thenNothing();
    const third = Date.UTC(2026, 2, 10);
    given([...before, at(won, END + DAY)])
      .when({ type: 'advance', at: third })
      .then([granted({ grantId: 'plan.sandbox.in1.2', startsAt: third, expiresAt: Date.UTC(2026, 3, 10) }, third)]);
    given([...before, at(closed('lost', END + DAY), END + DAY)])
      .when({ type: 'advance', at: third })
      .thenNothing();
  });

  it('decides by the last event’s time when a clock is behind', () => {
    given(life)
      .when(record([refunded(1_500)], START - DAY))
      .then([at(refunded(1_500)), revoked('plan.sandbox.in1.0', 'refund')]);
  });

  it('has nothing to do when nobody has told of it', () => {
    given([]).when({ type: 'advance', at: START }).thenNothing();
  });

  it('is unknown until it is opened', () => {
    expect(subscriptionDecider.evolve(subscriptionDecider.initial, at(started))).toEqual({ kind: 'unknown' });
  });
});
