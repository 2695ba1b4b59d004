import { describe, expect, it } from '@jest/globals';
import type { PlanStatus } from '../plans/plan.shared.js';
import type { Fact, FactType } from './events.js';
import { compareFacts } from './subscription.state.js';
import { viewOf } from './view.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const END = Date.UTC(2026, 1, 10);
const NEXT = Date.UTC(2026, 2, 10);

/** Facts a day apart, in the order given. */
function facts(...all: readonly (readonly [FactType, object?])[]): readonly Fact[] {
  const defaults: Readonly<Partial<Record<FactType, object>>> = {
    SubscriptionStarted: {
      currency: 'usd',
      customSub: 0,
      customerId: 'c1',
      discountRate: 0,
      periodEnd: END,
      periodStart: START,
      priceId: 'lite',
      status: 'active',
    },
    PaymentSucceeded: {
      amountPaid: 1_500,
      anchor: START,
      currency: 'usd',
      invoiceId: 'in1',
      months: 1,
      periodEnd: END,
      periodStart: START,
      priceId: 'lite',
      reason: 'start',
      usage: [],
    },
    PaymentFailed: { amountDue: 1_500, attempts: 1, currency: 'usd', invoiceId: 'in2', nextAttemptAt: null },
    SubscriptionEnded: { reason: 'canceled' },
    PlanChanged: { priceId: 'pro' },
    PlanChangeScheduled: { priceId: 'pro' },
  };
  // A test's own facts: of each the fields that its type has.
  return all
    .map(
      ([type, more], index) =>
        ({ type, data: { factId: `e${index}`, occurredAt: START + index * DAY, ...defaults[type], ...more } }) as Fact,
    )
    .sort(compareFacts);
}
const renewal = { invoiceId: 'in2', reason: 'renewal', periodStart: END, periodEnd: NEXT };
const trialing = { status: 'trialing' };
const incomplete = { status: 'incomplete' };

describe('the status of a subscription', () => {
  const lives: readonly (readonly [PlanStatus, string, readonly Fact[]])[] = [
    ['active', 'started and paid', facts(['SubscriptionStarted'], ['PaymentSucceeded'])],
    ['trialing', 'on trial', facts(['SubscriptionStarted', trialing])],
    [
      'trialing',
      'on trial, whose invoice of nothing was paid',
      facts(['SubscriptionStarted', trialing], ['PaymentSucceeded', { reason: 'trial', amountPaid: 0 }]),
    ],
    ['active', 'paid after a trial', facts(['SubscriptionStarted', trialing], ['PaymentSucceeded', renewal])],
    ['past_due', 'not paid after a trial', facts(['SubscriptionStarted', trialing], ['PaymentFailed'])],
    ['incomplete', 'never paid', facts(['SubscriptionStarted', incomplete])],
    [
      'incomplete',
      'whose first payment failed',
      facts(['SubscriptionStarted', incomplete], ['PaymentFailed', { invoiceId: 'in1' }]),
    ],
    [
      'active',
      'whose first payment came at last',
      facts(['SubscriptionStarted', incomplete], ['PaymentFailed', { invoiceId: 'in1' }], ['PaymentSucceeded']),
    ],
    [
      'incomplete_expired',
      'never paid, given up',
      facts(['SubscriptionStarted', incomplete], ['SubscriptionEnded', { reason: 'never-paid' }]),
    ],
    ['past_due', 'whose renewal failed', facts(['SubscriptionStarted'], ['PaymentSucceeded'], ['PaymentFailed'])],
    [
      'active',
      'whose renewal failed and was paid',
      facts(['SubscriptionStarted'], ['PaymentFailed'], ['PaymentSucceeded', renewal]),
    ],
    [
      'active',
      'whose renewal was paid, by a clock before it failed',
      facts(['SubscriptionStarted'], ['PaymentSucceeded', renewal], ['PaymentFailed']),
    ],
    [
      'past_due',
      'with another payment outstanding',
      facts(
        ['SubscriptionStarted'],
        ['PaymentFailed'],
        ['PaymentSucceeded', renewal],
        ['PaymentFailed', { invoiceId: 'in3' }],
      ),
    ],
    [
      'active',
      'whose renewal was never paid, when the one after it is',
      facts(
        ['SubscriptionStarted'],
        ['PaymentFailed', { occurredAt: END }],
        [
          'PaymentSucceeded',
          { ...renewal, invoiceId: 'in3', occurredAt: NEXT, periodStart: NEXT, periodEnd: NEXT + 30 * DAY },
        ],
      ),
    ],
    [
      'past_due',
      'whose renewal was never paid, and which was upgraded',
      facts(
        ['SubscriptionStarted'],
        ['PaymentFailed', { occurredAt: END }],
        [
          'PaymentSucceeded',
          { ...renewal, invoiceId: 'in3', reason: 'upgrade', occurredAt: END + DAY, periodStart: END + DAY },
        ],
      ),
    ],
    [
      'past_due',
      'whose renewal failed after a late payment of the period before it',
      facts(
        ['SubscriptionStarted'],
        ['PaymentSucceeded', { occurredAt: END + DAY }],
        ['PaymentFailed', { occurredAt: END }],
      ),
    ],
    ['unpaid', 'given up by the gateway', facts(['SubscriptionStarted'], ['PaymentFailed'], ['SubscriptionUnpaid'])],
    [
      'active',
      'given up and paid after all',
      facts(['SubscriptionStarted'], ['PaymentFailed'], ['SubscriptionUnpaid'], ['PaymentSucceeded', renewal]),
    ],
    [
      'unpaid',
      'given up by the gateway, whose last payment is told again by another id',
      facts(
        ['SubscriptionStarted'],
        ['PaymentSucceeded'],
        ['PaymentFailed'],
        ['SubscriptionUnpaid'],
        ['PaymentSucceeded'],
      ),
    ],
    ['paused', 'paused', facts(['SubscriptionStarted'], ['SubscriptionPaused'])],
    [
      'paused',
      'paused with a payment outstanding',
      facts(['SubscriptionStarted'], ['PaymentFailed'], ['SubscriptionPaused']),
    ],
    ['active', 'resumed', facts(['SubscriptionStarted'], ['SubscriptionPaused'], ['SubscriptionResumed'])],
    ['active', 'set to cancel', facts(['SubscriptionStarted'], ['CancellationScheduled'])],
    ['canceled', 'ended', facts(['SubscriptionStarted'], ['SubscriptionEnded'])],
    [
      'canceled',
      'ended, and paid later',
      facts(['SubscriptionStarted'], ['SubscriptionEnded'], ['PaymentSucceeded', renewal]),
    ],
    [
      'canceled',
      'ended while paused',
      facts(['SubscriptionStarted'], ['SubscriptionPaused'], ['SubscriptionEnded', { reason: 'unpaid' }]),
    ],
  ];
  it.each(lives)('is %s: %s', (status, _life, reported) => {
    expect(viewOf(reported)?.status).toBe(status);
  });

  it('is not known before its beginning is', () => {
    expect(viewOf(facts(['PaymentSucceeded'], ['PaymentFailed']))).toBeUndefined();
    expect(viewOf([])).toBeUndefined();
  });
});

describe('a subscription', () => {
  it('is paid for up to the end of its last paid period', () => {
    expect(viewOf(facts(['SubscriptionStarted', incomplete]))?.currentPeriodEnd).toBe(START);
    expect(viewOf(facts(['SubscriptionStarted', incomplete], ['PaymentSucceeded']))?.currentPeriodEnd).toBe(END);
    expect(viewOf(facts(['SubscriptionStarted'], ['PaymentSucceeded'], ['PaymentFailed']))?.currentPeriodEnd).toBe(END);
    expect(
      viewOf(facts(['SubscriptionStarted'], ['PaymentSucceeded', renewal], ['PaymentSucceeded', { invoiceId: 'in0' }]))
        ?.currentPeriodEnd,
    ).toBe(NEXT);
  });

  it('is paid for no longer than it lasts', () => {
    expect(viewOf(facts(['SubscriptionStarted'], ['SubscriptionEnded']))?.currentPeriodEnd).toBe(START + DAY);
    expect(viewOf(facts(['SubscriptionStarted'], ['SubscriptionEnded', { occurredAt: NEXT }]))?.currentPeriodEnd).toBe(
      END,
    );
  });

  it('is set to cancel until it is reactivated', () => {
    expect(viewOf(facts(['SubscriptionStarted'], ['CancellationScheduled']))?.cancelAtPeriodEnd).toBe(true);
    expect(
      viewOf(facts(['SubscriptionStarted'], ['CancellationScheduled'], ['SubscriptionReactivated']))?.cancelAtPeriodEnd,
    ).toBe(false);
    expect(
      viewOf(
        facts(
          ['SubscriptionStarted'],
          ['CancellationScheduled'],
          ['SubscriptionReactivated'],
          ['CancellationScheduled'],
          ['SubscriptionEnded'],
        ),
      ),
    ).toMatchObject({ cancelAtPeriodEnd: true, status: 'canceled' });
  });

  it('changes its plan when it is told, or with the invoice of the new one', () => {
    expect(viewOf(facts(['SubscriptionStarted'], ['PlanChanged']))?.priceId).toBe('pro');
    expect(viewOf(facts(['SubscriptionStarted'], ['PlanChangeScheduled']))).toMatchObject({
      priceId: 'lite',
      nextPriceId: 'pro',
    });
    expect(
      viewOf(facts(['SubscriptionStarted'], ['PlanChangeScheduled'], ['PlanChangeScheduled', { priceId: null }]))
        ?.nextPriceId,
    ).toBeNull();
    expect(
      viewOf(
        facts(['SubscriptionStarted'], ['PlanChangeScheduled'], ['PaymentSucceeded', { ...renewal, priceId: 'pro' }]),
      ),
    ).toMatchObject({ priceId: 'pro', nextPriceId: null });
    expect(
      viewOf(
        facts(
          ['SubscriptionStarted'],
          ['PaymentSucceeded', { ...renewal, priceId: 'pro' }],
          ['PaymentSucceeded', { invoiceId: 'in0' }],
        ),
      )?.priceId,
    ).toBe('pro');
  });

  it('knows what was paid for last, which is nothing on a trial', () => {
    expect(
      viewOf(
        facts(
          ['SubscriptionStarted', trialing],
          ['PaymentSucceeded', { reason: 'trial', amountPaid: 0 }],
          ['PaymentFailed'],
        ),
      )?.paidPriceId,
    ).toBeNull();
    expect(
      viewOf(facts(['SubscriptionStarted'], ['PaymentSucceeded'], ['PlanChanged'], ['PaymentFailed'])),
    ).toMatchObject({ status: 'past_due', priceId: 'pro', paidPriceId: 'lite' });
    expect(
      viewOf(
        facts(
          ['SubscriptionStarted'],
          ['PaymentSucceeded'],
          ['PaymentSucceeded', { invoiceId: 'in2', reason: 'upgrade', priceId: 'pro' }],
        ),
      )?.paidPriceId,
    ).toBe('pro');
    expect(
      viewOf(
        facts(
          ['SubscriptionStarted'],
          ['PaymentSucceeded', { ...renewal, priceId: 'pro' }],
          ['PaymentSucceeded', { invoiceId: 'in0' }],
        ),
      )?.paidPriceId,
    ).toBe('pro');
  });

  it('owes the payment that failed last, until it is made or all is over', () => {
    const failed = facts(
      ['SubscriptionStarted'],
      ['PaymentFailed'],
      ['PaymentFailed', { attempts: 2, nextAttemptAt: NEXT }],
    );
    expect(viewOf(failed)?.openPayment).toEqual({
      invoiceId: 'in2',
      amountDue: 1_500,
      currency: 'usd',
      failedAt: START + 2 * DAY,
      attempts: 2,
      nextAttemptAt: NEXT,
    });
    expect(
      viewOf(facts(['SubscriptionStarted'], ['PaymentFailed'], ['PaymentSucceeded', renewal]))?.openPayment,
    ).toBeNull();
    expect(
      viewOf(facts(['SubscriptionStarted'], ['PaymentFailed'], ['SubscriptionEnded', { reason: 'unpaid' }]))
        ?.openPayment,
    ).toBeNull();
  });
});

describe('facts of one moment', () => {
  it('are in the order that the gateway counts, else in that of a life', () => {
    const same = { occurredAt: START };
    const sorted = facts(
      ['SubscriptionEnded', same],
      ['PaymentSucceeded', same],
      ['SubscriptionStarted', same],
      ['PaymentFailed', same],
    );
    expect(sorted.map(({ type }) => type)).toEqual([
      'SubscriptionStarted',
      'PaymentFailed',
      'PaymentSucceeded',
      'SubscriptionEnded',
    ]);
    const counted = facts(
      ['SubscriptionReactivated', { ...same, sequence: 1 }],
      ['CancellationScheduled', { ...same, sequence: 2 }],
      ['SubscriptionStarted', same],
    );
    expect(viewOf(counted)?.cancelAtPeriodEnd).toBe(true);
  });
});
