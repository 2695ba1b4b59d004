import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../../kernel/event-sourcing/canonical.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import type { Fact } from '../../subscription/events.js';
import { recordable, type ReportedFact } from '../../subscription/facts.js';
import { addMonths } from '../../../kernel/months.js';
import { subscriptionDecider } from '../../subscription/subscription.js';
import type { Owner, SubscriptionState } from '../../subscription/subscription.state.js';
import { viewOf } from '../../subscription/view.js';
import { act, FIRST_PAYMENT_MS, nextChargeOf, startSubscription, type SandboxStart } from './model.js';
import { quoteChange } from './plan-change.js';
import type { Acted, SandboxAction } from './subscription.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 31, 12);
const owner: Owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u1' };
const chosen: SandboxStart = {
  externalId: 's1',
  customerId: 'c1',
  currency: 'usd',
  discountRate: 0,
  priceId: 'kinora-lite-monthly',
  card: 'pays',
  at: START,
  trialDays: 0,
};

const begin = (more: Partial<SandboxStart> = {}): Acted => {
  const acted = startSubscription({ ...chosen, ...more }, findProduct);
  if (!acted.ok) throw new Error(acted.error);
  return acted.value;
};
/** Performs actions in sequence; skips those that are not allowed at that point. */
function lead(from: Acted, ...actions: readonly SandboxAction[]): Acted {
  return actions.reduce((before, action) => {
    const after = act(before.subscription, action, findProduct);
    return after.ok
      ? { subscription: after.value.subscription, facts: [...before.facts, ...after.value.facts] }
      : before;
  }, from);
}
const types = ({ facts }: Acted): readonly string[] => facts.map(({ type }) => type);
const recorded = (facts: readonly ReportedFact[]): readonly Fact[] =>
  facts.map((reported) => {
    const fact = recordable(reported, owner.appName, findProduct);
    if (!fact.ok) throw new Error(canonicalJson(fact.error));
    return fact.value;
  });
function stateAfter(facts: readonly Fact[], at: number): SubscriptionState {
  return facts.reduce<SubscriptionState>((state, fact) => {
    const decided = subscriptionDecider.decide({ type: 'record', at, owner, facts: [fact] }, state);
    if (!decided.ok) throw new Error(canonicalJson(decided.error));
    return decided.value.reduce(subscriptionDecider.evolve, state);
  }, subscriptionDecider.initial);
}
const factsOf = (state: SubscriptionState): readonly Fact[] => (state.kind === 'known' ? state.facts : []);
const liveGrants = (state: SubscriptionState): readonly string[] =>
  state.kind === 'known'
    ? state.grants
        .filter(({ isRevoked }) => !isRevoked)
        .map(({ invoiceId, startsAt }) => `${invoiceId} ${startsAt}`)
        .sort()
    : [];

describe('a subscription at the sandbox', () => {
  it('is paid for at the checkout', () => {
    const { subscription, facts } = begin();
    expect(subscription).toMatchObject({ status: 'active', paidUntil: addMonths(START, 1), owed: null });
    expect(facts.map(({ type }) => type)).toEqual(['SubscriptionStarted', 'PaymentSucceeded']);
    expect(facts[1]?.data).toMatchObject({ amountPaid: 1_500, currency: 'usd', invoiceId: 'in_s1_1', reason: 'start' });
  });

  it('is charged in the currency that was chosen, less the discount', () => {
    expect(begin({ currency: 'eur', discountRate: 10 }).facts[1]?.data).toMatchObject({
      amountPaid: 1_255,
      currency: 'eur',
    });
    expect(begin({ currency: 'afn' }).facts[1]?.data).toMatchObject({ amountPaid: 1_500, currency: 'usd' });
  });

  it('waits for its first payment when the card declines, and is given up after a while', () => {
    const declined = begin({ card: 'declines' });
    expect([declined.subscription.status, types(declined)]).toEqual([
      'incomplete',
      ['SubscriptionStarted', 'PaymentFailed'],
    ]);
    expect(lead(declined, { type: 'charge', card: 'pays' }).subscription).toMatchObject({
      status: 'active',
      paidUntil: addMonths(START, 1),
    });
    expect(lead(declined, { type: 'advance', to: START + FIRST_PAYMENT_MS }).subscription.status).toBe(
      'incomplete_expired',
    );
  });

  it('is renewed when its period ends', () => {
    const year = lead(begin(), { type: 'advance', to: addMonths(START, 12) });
    expect(year.subscription.invoices).toHaveLength(13);
    expect(year.subscription.status).toBe('active');
  });

  it('is tried again after 2, 5, 7 and 7 days, and then over', () => {
    const end = addMonths(START, 1);
    const failing = lead(begin(), { type: 'set-card', card: 'declines' }, { type: 'advance', to: end + 60 * DAY });
    const tries = failing.facts.flatMap((fact) =>
      fact.type === 'PaymentFailed' ? [(fact.data.occurredAt - end) / DAY] : [],
    );
    expect(tries).toEqual([0, 2, 7, 14, 21]);
    expect(failing.facts.at(-1)).toMatchObject({
      type: 'SubscriptionEnded',
      data: { reason: 'unpaid', occurredAt: end + 21 * DAY },
    });
    const mended = lead(
      begin(),
      { type: 'set-card', card: 'declines' },
      { type: 'advance', to: end + 3 * DAY },
      { type: 'set-card', card: 'pays' },
      { type: 'advance', to: end + 8 * DAY },
    );
    expect(mended.subscription).toMatchObject({ status: 'active', owed: null });
  });

  it('runs on to its end once it is set to cancel, unless it is reactivated', () => {
    const end = addMonths(START, 1);
    expect(lead(begin(), { type: 'cancel' }, { type: 'advance', to: end - 1 }).subscription).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    expect(lead(begin(), { type: 'cancel' }, { type: 'advance', to: end }).subscription).toMatchObject({
      status: 'canceled',
      paidUntil: end,
    });
    expect(
      lead(begin(), { type: 'cancel' }, { type: 'reactivate' }, { type: 'advance', to: end }).subscription,
    ).toMatchObject({ status: 'active' });
  });

  it('changes to nothing smaller any more once it is set to cancel', () => {
    const cancelled = lead(
      begin({ priceId: 'kinora-pro-monthly' }),
      { type: 'change-plan', priceId: 'kinora-lite-monthly' },
      { type: 'cancel' },
    );
    expect(types(cancelled).slice(-2)).toEqual(['PlanChangeScheduled', 'CancellationScheduled']);
    const again = lead(cancelled, { type: 'reactivate' });
    expect(nextChargeOf(again.subscription, findProduct)?.amount).toEqual({ minor: 2_900, currency: 'usd' });
    expect(lead(again, { type: 'advance', to: addMonths(START, 1) }).subscription).toMatchObject({
      priceId: 'kinora-pro-monthly',
      nextPriceId: null,
    });
  });

  it('pays the difference for what is left of the period when it is upgraded, and nothing changes if the card declines', () => {
    const half = { type: 'advance', to: START + (addMonths(START, 1) - START) / 2 } as const;
    const up = { type: 'change-plan', priceId: 'kinora-pro-monthly' } as const;
    expect(lead(begin(), half, up).facts.at(-1)).toMatchObject({
      type: 'PaymentSucceeded',
      data: {
        amountPaid: 700,
        reason: 'upgrade',
        replaces: { priceId: 'kinora-lite-monthly', until: addMonths(START, 1) },
      },
    });
    const declined = lead(begin(), half, { type: 'set-card', card: 'declines' });
    expect(act(declined.subscription, up, findProduct)).toEqual({ ok: false, error: 'declined' });
  });

  it('goes to less with the next period', () => {
    const down = lead(begin({ priceId: 'kinora-pro-monthly' }), {
      type: 'change-plan',
      priceId: 'kinora-lite-monthly',
    });
    expect(down.subscription).toMatchObject({ priceId: 'kinora-pro-monthly', nextPriceId: 'kinora-lite-monthly' });
    expect(lead(down, { type: 'advance', to: addMonths(START, 1) }).facts.at(-1)).toMatchObject({
      type: 'PaymentSucceeded',
      data: { amountPaid: 1_500, priceId: 'kinora-lite-monthly' },
    });
  });

  it('stays as it is when going to less is taken back', () => {
    const down = lead(begin({ priceId: 'kinora-pro-monthly' }), {
      type: 'change-plan',
      priceId: 'kinora-lite-monthly',
    });
    const back = lead(down, { type: 'change-plan', priceId: 'kinora-pro-monthly' });
    expect(back.subscription).toMatchObject({ priceId: 'kinora-pro-monthly', nextPriceId: null });
    expect(back.facts.at(-1)).toMatchObject({ type: 'PlanChangeScheduled', data: { priceId: null } });
    expect(lead(back, { type: 'advance', to: addMonths(START, 1) }).facts.at(-1)).toMatchObject({
      type: 'PaymentSucceeded',
      data: { priceId: 'kinora-pro-monthly' },
    });
    expect(act(back.subscription, { type: 'change-plan', priceId: 'kinora-pro-monthly' }, findProduct)).toEqual({
      ok: false,
      error: 'not-now',
    });
  });

  it('costs more by the hour that has begun, so that what was shown holds a minute later', () => {
    const at = START + 10 * DAY;
    const due = (ms: number, currency: string) => {
      const quoted = quoteChange(
        lead(begin({ currency }), { type: 'advance', to: at + ms }).subscription,
        'kinora-lite-yearly',
        findProduct,
      );
      return quoted.ok ? quoted.value.dueNow : quoted.error;
    };
    for (const currency of ['idr', 'huf', 'cop', 'vnd', 'usd']) {
      expect(due(0, currency)).toBeGreaterThan(0);
      expect(due(59 * 60_000, currency)).toBe(due(0, currency));
    }
    expect(due(60 * 60_000, 'idr')).toBeGreaterThan(Number(due(0, 'idr')));
  });

  it('keeps what a promotion takes off at the prices that it is for, and at no others', () => {
    const year = begin({ priceId: 'kinora-lite-yearly', discountRate: 40 });
    const whole = findProduct('kinora-lite-monthly')?.price;
    const down = lead(year, { type: 'change-plan', priceId: 'kinora-lite-monthly' });
    expect(nextChargeOf(down.subscription, findProduct)?.amount.minor).toBe(whole);
    expect(lead(down, { type: 'advance', to: addMonths(START, 12) }).facts.at(-1)).toMatchObject({
      type: 'PaymentSucceeded',
      data: { amountPaid: whole, priceId: 'kinora-lite-monthly' },
    });
    const up = quoteChange(year.subscription, 'kinora-pro-yearly', findProduct);
    expect(up.ok && up.value.nextCharge).toBe(((findProduct('kinora-pro-yearly')?.price ?? 0) * 60) / 100);
  });

  it('is tried again when it was to be, however often somebody tries by hand with a card that fails', () => {
    const end = addMonths(START, 1);
    const failing = lead(begin(), { type: 'set-card', card: 'declines' }, { type: 'advance', to: end + DAY });
    const byHand = lead(failing, { type: 'charge', card: 'declines' }, { type: 'charge', card: 'declines' });
    expect(byHand.subscription.owed).toEqual(failing.subscription.owed);
    expect(byHand.facts.at(-1)).toMatchObject({
      type: 'PaymentFailed',
      data: { attempts: 1, nextAttemptAt: end + 2 * DAY },
    });
    expect(lead(byHand, { type: 'advance', to: end + 30 * DAY }).facts.at(-1)).toMatchObject({
      type: 'SubscriptionEnded',
      data: { reason: 'unpaid', occurredAt: end + 21 * DAY },
    });
  });

  it('gives back no more than was paid', () => {
    const refund = (amount: number) => ({ type: 'refund', invoiceId: 'in_s1_1', amount }) as const;
    expect(lead(begin(), refund(1_000), refund(501)).subscription.invoices[0]?.refunded).toBe(1_000);
    expect(lead(begin(), refund(1_000), refund(500)).subscription.invoices[0]?.refunded).toBe(1_500);
    for (const amount of [0, -1, 0.5, Number.NaN])
      expect(act(begin().subscription, refund(amount), findProduct)).toEqual({ ok: false, error: 'not-now' });
    expect(act(begin().subscription, { type: 'dispute', invoiceId: 'in_of_another' }, findProduct)).toEqual({
      ok: false,
      error: 'unknown-invoice',
    });
  });

  it.each(['gone', 'kinora-free', 'kinora-credits-100'])('is of a plan that is sold, which %s is not', (priceId) => {
    expect(startSubscription({ ...chosen, priceId }, findProduct)).toEqual({ ok: false, error: 'unknown-price' });
  });
});

const plans = [
  'kinora-lite-monthly',
  'kinora-lite-yearly',
  'kinora-pro-monthly',
  'kinora-pro-yearly',
  'kinora-plus-monthly',
  'kinora-plus-yearly',
];
const invoiceId = fc.integer({ min: 1, max: 4 }).map((number) => `in_s1_${number}`);
const card = fc.constantFrom<'pays' | 'declines'>('pays', 'pays', 'declines');
type Step = Exclude<SandboxAction, { readonly type: 'advance' }> | { readonly type: 'wait'; readonly days: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom<'cancel' | 'reactivate' | 'pause' | 'resume'>('cancel', 'reactivate', 'pause', 'resume'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('end' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom<'set-card' | 'charge'>('set-card', 'charge'), card }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('change-plan' as const), priceId: fc.constantFrom(...plans) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('refund' as const),
      invoiceId,
      amount: fc.constantFrom(1, 700, 1_500, 12_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('dispute' as const), invoiceId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('close-dispute' as const),
      invoiceId,
      outcome: fc.constantFrom<'won' | 'lost'>('won', 'lost'),
    }),
  },
);
const lives = fc
  .record({
    start: fc.record({
      priceId: fc.constantFrom(...plans),
      card,
      trialDays: fc.constantFrom(0, 0, 7),
      currency: fc.constantFrom('usd', 'eur', 'jpy'),
    }),
    steps: fc.array(step, { maxLength: 20 }),
  })
  .map(({ start, steps }) =>
    steps.reduce(
      (life, one) =>
        lead(life, one.type === 'wait' ? { type: 'advance', to: life.subscription.now + one.days * DAY } : one),
      begin(start),
    ),
  );

describe('what the sandbox tells', () => {
  it('comes to what the sandbox knows, in whatever order it arrives and however often', () => {
    fc.assert(
      fc.property(
        lives.chain((life) =>
          fc.tuple(
            fc.constant(life),
            fc.shuffledSubarray([...life.facts, ...life.facts], {
              minLength: life.facts.length * 2,
              maxLength: life.facts.length * 2,
            }),
          ),
        ),
        ([{ subscription, facts }, shuffled]) => {
          const { now } = subscription;
          const inOrder = stateAfter(recorded(facts), now);
          const other = stateAfter(recorded(shuffled), now);
          expect(canonicalJson(factsOf(other))).toBe(canonicalJson(factsOf(inOrder)));
          expect(liveGrants(other)).toEqual(liveGrants(inOrder));
          const { status, priceId, nextPriceId, cancelAtPeriodEnd, paidUntil, currency } = subscription;
          expect(viewOf(factsOf(other))).toMatchObject({
            status,
            priceId,
            nextPriceId,
            cancelAtPeriodEnd,
            currentPeriodEnd: paidUntil,
            currency,
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is made of whole amounts, and never gives back more than was paid', () => {
    fc.assert(
      fc.property(lives, ({ subscription: { invoices } }) => {
        for (const { amount, refunded } of invoices)
          expect(Number.isSafeInteger(amount) && amount >= 0 && refunded >= 0 && refunded <= amount).toBe(true);
      }),
    );
  });
});
