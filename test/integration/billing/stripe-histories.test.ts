import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import Stripe from 'stripe';
import type { PaymentGateway, GatewayEvent } from '../../../src/billing/gateways/port.js';
import { createStripe, StripeGateway } from '../../../src/billing/gateways/stripe/gateway.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import type { SubscriptionEvent } from '../../../src/billing/subscription/events.js';
import { recordable, type ReportedFact } from '../../../src/billing/subscription/facts.js';
import { subscriptionDecider } from '../../../src/billing/subscription/subscription.js';
import { viewOf } from '../../../src/billing/subscription/view.js';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import {
  eventObject,
  itemsOf,
  priceObject,
  scheduleObject,
  sessionObject,
  subscriptionObject,
  type DeliveredEvent,
} from '../../support/servers/stripe/objects.js';
import { disputeObject, refundObject } from '../../support/servers/stripe/payment-objects.js';
import { invoiceObject } from '../../support/servers/stripe/invoice-objects.js';
import {
  LIFE_START,
  LIFE_SUBSCRIPTION,
  LIFE_UPGRADED,
  PACK_INTENT,
  packLife,
  wholeLife,
} from '../../support/servers/stripe/life.js';
import { startStripeServer, type StripeServer } from '../../support/servers/stripe/server.js';

// Stripe itself cannot be had: its objects are built as its own library types them, and a small server answers what is
// asked for.

const SECRET = 'whsec_only_for_tests';
const DAY = 86_400_000;
const NOW = Date.UTC(2026, 11, 1);
const month = (index: number): number => Date.UTC(2026, index, 10);

const life = wholeLife();
const pack = packLife();

describe('a life at Stripe', () => {
  let server: StripeServer;
  let gateway: PaymentGateway;
  beforeAll(async () => {
    server = await startStripeServer((request) => life.answers(request) ?? pack.answers(request));
    gateway = new StripeGateway(
      createStripe({ secretKey: 'sk_test_only_for_tests', apiUrl: server.url }),
      SECRET,
      findProduct,
      { now: () => NOW },
    );
  });
  afterAll(() => server.close());

  /** One delivery, as it comes: signed by Stripe's own library, verified, and read. */
  async function delivered({ id, body, created }: DeliveredEvent): Promise<readonly GatewayEvent[]> {
    const bytes = Buffer.from(body);
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: SECRET, timestamp: created });
    expect(await gateway.verify({ body: bytes, signature }, created * 1_000)).toEqual({
      ok: true,
      value: { eventId: id },
    });
    const read = await gateway.read(bytes);
    if (!read.ok) throw new Error(`${id}: ${JSON.stringify(read.error)}`);
    return read.value;
  }

  async function factsOf(events: readonly DeliveredEvent[]): Promise<readonly ReportedFact[]> {
    const facts: ReportedFact[] = [];
    for (const event of events)
      for (const report of await delivered(event)) if (report.kind === 'subscription') facts.push(...report.facts);
    return facts;
  }

  /**
   * What comes of facts that are told one after the other. @param live each at its own time, the credits of months that
   * begin asked for in between
   */
  function decided(facts: readonly ReportedFact[], live = false) {
    const owner = { appName: 'kinora', gateway: 'stripe', platformName: 'card', userId: 'ann' } as const;
    let state = subscriptionDecider.initial;
    const events: SubscriptionEvent[] = [];
    const carryOut = (command: Parameters<typeof subscriptionDecider.decide>[0]): void => {
      const answer = subscriptionDecider.decide(command, state);
      if (!answer.ok) throw new Error(JSON.stringify(answer.error));
      events.push(...answer.value);
      state = answer.value.reduce(subscriptionDecider.evolve, state);
    };
    for (const received of facts) {
      const fact = recordable(received, 'kinora', findProduct);
      if (!fact.ok) throw new Error(JSON.stringify(fact.error));
      const at = live ? received.data.occurredAt : NOW;
      carryOut({ type: 'advance', at });
      carryOut({ type: 'record', at, owner, facts: [fact.value] });
    }
    carryOut({ type: 'advance', at: NOW });
    const known = state.kind === 'known' ? state.facts : [];
    return { facts: known, view: viewOf(known), events };
  }

  const credits = (events: readonly SubscriptionEvent[]) => ({
    given: events.flatMap((event) =>
      event.type === 'GrantRequested'
        ? [
            {
              id: event.data.grantId,
              amount: event.data.amount,
              from: event.data.startsAt,
              until: event.data.expiresAt,
            },
          ]
        : [],
    ),
    taken: events.flatMap((event) => (event.type === 'RevocationRequested' ? [event.data.grantId] : [])),
  });

  it('is told whole: trial, payment, upgrade, failure, recovery, change of mind, refund, dispute, end', async () => {
    const facts = await factsOf(life.events);
    expect(facts.map(({ type }) => type)).toEqual([
      'SubscriptionStarted',
      'PaymentSucceeded',
      'PaymentSucceeded',
      'PlanChanged',
      'PaymentSucceeded',
      'PaymentFailed',
      'PaymentFailed',
      'PaymentSucceeded',
      'PlanChangeScheduled',
      'PlanChangeScheduled',
      'CancellationScheduled',
      'SubscriptionReactivated',
      'PaymentSucceeded',
      'PaymentRefunded',
      'PaymentDisputed',
      'PaymentDisputed',
      'DisputeClosed',
      'PaymentRefunded',
      'PaymentFailed',
      'SubscriptionEnded',
    ]);
    const payments = facts.flatMap((fact) => (fact.type === 'PaymentSucceeded' ? [fact.data] : []));
    expect(
      payments.map(({ invoiceId, reason, amountPaid, priceId }) => [invoiceId, reason, amountPaid, priceId]),
    ).toEqual([
      ['in_trial', 'trial', 0, 'kinora-lite-monthly'],
      ['in_1', 'renewal', 1_500, 'kinora-lite-monthly'],
      ['in_2', 'upgrade', 949, 'kinora-pro-monthly'],
      ['in_3', 'renewal', 2_900, 'kinora-pro-monthly'],
      ['in_4', 'renewal', 2_900, 'kinora-pro-monthly'],
    ]);
    expect(payments[2]).toMatchObject({
      anchor: month(0),
      periodStart: LIFE_UPGRADED * 1_000,
      periodEnd: month(1),
      replaces: { priceId: 'kinora-lite-monthly', until: month(1) },
    });
    expect(facts[0]).toMatchObject({
      data: {
        status: 'trialing',
        customerId: 'cus_1',
        periodStart: LIFE_START * 1_000,
        periodEnd: LIFE_START * 1_000 + 7 * DAY,
      },
    });
    expect(facts.flatMap((fact) => (fact.type === 'PlanChangeScheduled' ? [fact.data.priceId] : []))).toEqual([
      'kinora-lite-monthly',
      null,
    ]);
    expect(facts.at(-1)).toMatchObject({ data: { reason: 'unpaid' } });
  });

  it('says who has bought, and what became of the checkout', async () => {
    const received = (await Promise.all(life.events.map(delivered))).flat();
    expect(received.filter(({ kind }) => kind === 'checkout')).toEqual([
      { kind: 'checkout', orderId: 'order-1', outcome: 'paid', customerId: 'cus_1' },
    ]);
    for (const report of received)
      if (report.kind === 'subscription')
        expect(report).toMatchObject({
          externalId: LIFE_SUBSCRIPTION,
          owner: { userId: 'ann', appName: 'kinora', gateway: 'stripe', platformName: 'card' },
        });
  });

  it('gives each paid month its credits once, and takes back those of what was given back', async () => {
    const { events, view } = decided(await factsOf(life.events), true);
    const { given, taken } = credits(events);
    expect(given).toEqual([
      { id: 'plan.stripe.in_1.0', amount: 300, from: month(0), until: month(1) },
      { id: 'plan.stripe.in_2.0', amount: 500, from: LIFE_UPGRADED * 1_000, until: month(1) },
      { id: 'plan.stripe.in_3.0', amount: 800, from: month(1), until: month(2) },
      { id: 'plan.stripe.in_4.0', amount: 800, from: month(2), until: month(3) },
    ]);
    expect(taken).toEqual(['plan.stripe.in_2.0', 'plan.stripe.in_1.0']);
    expect(view).toMatchObject({
      status: 'canceled',
      priceId: 'kinora-pro-monthly',
      nextPriceId: null,
      currentPeriodEnd: month(3),
      openPayment: null,
    });
  });

  it('ends in one state and one set of credits, whatever order its deliveries come in and however often', async () => {
    const inOrder = decided(await factsOf(life.events));
    const order = fc.shuffledSubarray([...life.events], { minLength: life.events.length });
    const repeats = fc.subarray([...life.events]);
    await fc.assert(
      fc.asyncProperty(order, repeats, async (first, again) => {
        const other = decided(await factsOf([...first, ...again]));
        expect(canonicalJson(other.facts)).toBe(canonicalJson(inOrder.facts));
        expect(other.view).toEqual(inOrder.view);
        expect(credits(other.events)).toEqual(credits(inOrder.events));
      }),
      { numRuns: 12 },
    );
  });

  it('has the same standing at each of its moments, whatever order what was told until then came in', async () => {
    const upTo = fc
      .integer({ min: 1, max: life.events.length })
      .chain((length) => fc.shuffledSubarray(life.events.slice(0, length), { minLength: length }));
    await fc.assert(
      fc.asyncProperty(upTo, async (shuffled) => {
        const received = new Set(shuffled.map(({ id }) => id));
        const inOrder = decided(await factsOf(life.events.filter(({ id }) => received.has(id))));
        expect(decided(await factsOf(shuffled)).view).toEqual(inOrder.view);
      }),
      { numRuns: 12 },
    );
  });

  it('tells of what is bought once: paid later, given back in part, disputed and lost', async () => {
    const received = (await Promise.all(pack.events.map(delivered))).flat();
    const owner = { appName: 'kinora', gateway: 'stripe', platformName: 'card', userId: 'ann' };
    const whose = { kind: 'purchase', owner, externalId: PACK_INTENT };
    const at = Date.UTC(2026, 4, 1);
    expect(received).toEqual([
      {
        ...whose,
        orderId: 'order-2',
        facts: [
          {
            type: 'PurchasePaid',
            data: {
              factId: 'evt_p2',
              occurredAt: at + DAY,
              amountPaid: 4_165,
              currency: 'usd',
              invoiceId: PACK_INTENT,
              priceId: 'kinora-credits-500',
              tax: 665,
            },
          },
        ],
      },
      { kind: 'checkout', orderId: 'order-2', outcome: 'paid', customerId: 'cus_1' },
      {
        ...whose,
        facts: [
          {
            type: 'PurchaseRefunded',
            data: {
              factId: 'evt_p3',
              occurredAt: at + 2 * DAY,
              amount: 1_000,
              currency: 'usd',
              invoiceId: PACK_INTENT,
              refundId: 're_p',
            },
          },
        ],
      },
      {
        ...whose,
        facts: [
          {
            type: 'PurchaseDisputed',
            data: {
              factId: 'evt_p4',
              occurredAt: at + 3 * DAY,
              amount: 3_165,
              currency: 'usd',
              disputeId: 'dp_p',
              invoiceId: PACK_INTENT,
            },
          },
        ],
      },
      {
        ...whose,
        facts: [
          {
            type: 'PurchaseDisputeClosed',
            data: {
              factId: 'evt_p5',
              occurredAt: at + 4 * DAY,
              disputeId: 'dp_p',
              invoiceId: PACK_INTENT,
              outcome: 'lost',
            },
          },
        ],
      },
    ]);
  });

  describe('of which one event', () => {
    const own = { userId: 'ann', appName: 'kinora', orderId: 'order-1', priceId: 'kinora-lite-monthly' };
    const items = itemsOf('sub_1', priceObject('kinora-lite-monthly', 1_500), 10, 20);
    const subscription = (more: Partial<Stripe.Subscription> = {}) =>
      subscriptionObject({ id: 'sub_1', created: 10, metadata: own, items, ...more });
    const session = (more: Partial<Stripe.Checkout.Session> = {}) =>
      sessionObject({ id: 'cs_1', created: 10, metadata: own, mode: 'subscription', payment_status: 'paid', ...more });
    const read = async ({ body }: DeliveredEvent) => gateway.read(Buffer.from(body));
    const factsOf = async (event: DeliveredEvent) => {
      const received = await read(event);
      return received.ok
        ? received.value.flatMap((report) =>
            report.kind === 'checkout' ? [[report.outcome]] : report.facts.map(({ type, data }) => [type, data.factId]),
          )
        : received.error;
    };

    it.each([
      [
        'is a checkout that nobody paid at',
        eventObject('e1', 'checkout.session.expired', 20, session({ status: 'expired', payment_status: 'unpaid' })),
        [['expired']],
      ],
      [
        'is a payment by transfer that did not come',
        eventObject('e1', 'checkout.session.async_payment_failed', 20, session({ payment_status: 'unpaid' })),
        [['declined']],
      ],
      [
        'is a checkout that is paid for later',
        eventObject('e1', 'checkout.session.completed', 20, session({ payment_status: 'unpaid' })),
        [],
      ],
      [
        'is a checkout of somebody else who sells by the account',
        eventObject('e1', 'checkout.session.completed', 20, session({ metadata: { cart: '7' } })),
        [],
      ],
      [
        'is a subscription that was never paid for',
        eventObject('e1', 'customer.subscription.updated', 20, subscription({ status: 'incomplete_expired' }), {
          status: 'incomplete',
        }),
        [['SubscriptionEnded', 'e1.over']],
      ],
      [
        'is the last try to be paid',
        eventObject('e1', 'customer.subscription.updated', 20, subscription({ status: 'unpaid' }), {
          status: 'past_due',
        }),
        [['SubscriptionUnpaid', 'e1.unpaid']],
      ],
      [
        'is a pause of collection',
        eventObject(
          'e1',
          'customer.subscription.updated',
          20,
          subscription({ pause_collection: { behavior: 'void', resumes_at: null } }),
          { pause_collection: null },
        ),
        [['SubscriptionPaused', 'e1.pause']],
      ],
      [
        'is a pause',
        eventObject('e1', 'customer.subscription.paused', 20, subscription({ status: 'paused' })),
        [['SubscriptionPaused', 'e1']],
      ],
      [
        'is its end',
        eventObject('e1', 'customer.subscription.resumed', 20, subscription()),
        [['SubscriptionResumed', 'e1']],
      ],
      [
        'is an end on a day of its own',
        eventObject('e1', 'customer.subscription.updated', 20, subscription({ cancel_at: 99 }), { cancel_at: null }),
        [['CancellationScheduled', 'e1.end']],
      ],
      [
        'is a change of that day',
        eventObject('e1', 'customer.subscription.updated', 20, subscription({ cancel_at: 99 }), { cancel_at: 98 }),
        [],
      ],
      [
        'is a change of plan and its cancellation at once',
        eventObject(
          'e1',
          'customer.subscription.updated',
          20,
          subscription({ cancel_at_period_end: true, cancel_at: 20 }),
          {
            cancel_at_period_end: false,
            cancel_at: null,
            items: itemsOf('sub_1', priceObject('kinora-pro-monthly', 2_900), 10, 20),
          },
        ),
        [
          ['PlanChanged', 'e1.plan'],
          ['CancellationScheduled', 'e1.end'],
        ],
      ],
      [
        'is a change of nothing that matters',
        eventObject('e1', 'customer.subscription.updated', 20, subscription(), { default_payment_method: 'pm_0' }),
        [],
      ],
      [
        'is a bank’s mere question',
        eventObject(
          'e1',
          'charge.dispute.created',
          20,
          disputeObject('dp_9', 1_500, 'pi_in_1', 20, 'warning_needs_response'),
        ),
        [],
      ],
      [
        'is the answer to it',
        eventObject('e1', 'charge.dispute.closed', 20, disputeObject('dp_9', 1_500, 'pi_in_1', 20, 'warning_closed')),
        [],
      ],
      [
        'is an invoice of nothing that Kinora sells',
        eventObject('e1', 'invoice.paid', 20, {
          ...invoiceObject({ id: 'in_9', created: 20, subscription: 'sub_9', metadata: {}, lines: [] }),
          parent: null,
        }),
        [],
      ],
      [
        'is a subscription of somebody else who sells by the account',
        eventObject(
          'e1',
          'customer.subscription.updated',
          20,
          subscription({
            metadata: { cart: '7' },
            items: { ...itemsOf('sub_9', priceObject('theirs', 100), 10, 20), data: [] },
          }),
        ),
        [],
      ],
      [
        'is its payment',
        eventObject(
          'e1',
          'invoice.paid',
          20,
          invoiceObject({ id: 'in_9', created: 20, subscription: 'sub_9', metadata: {}, lines: [] }),
        ),
        [],
      ],
      [
        'is its failure',
        eventObject(
          'e1',
          'invoice.payment_failed',
          20,
          invoiceObject({ id: 'in_9', created: 20, subscription: 'sub_9', metadata: {}, lines: [] }),
        ),
        [],
      ],
      [
        'is of a schedule that has changed with its subscription',
        eventObject(
          'e1',
          'subscription_schedule.updated',
          20,
          scheduleObject(
            {
              id: 's1',
              created: 10,
              metadata: own,
              subscription: 'sub_1',
              current_phase: { start_date: 10, end_date: 20 },
            },
            [
              { price: 'p', start: 10, end: 20 },
              { price: 'q', start: 20, end: 30 },
            ],
          ),
          { phases: [] },
        ),
        [],
      ],
      [
        'is of a kind that nobody asked for',
        eventObject('e1', 'customer.subscription.trial_will_end', 20, subscription()),
        [],
      ],
    ])('%s', async (_what, event, received) => {
      expect(await factsOf(event)).toEqual(received);
    });

    it('is a first payment that fails: of a checkout that may still be paid', async () => {
      const invoice = invoiceObject({
        id: 'in_9',
        created: 20,
        subscription: 'sub_1',
        metadata: own,
        billing_reason: 'subscription_create',
        status: 'open',
        amount_paid: 0,
        amount_remaining: 1_500,
        lines: [],
      });
      expect(await factsOf(eventObject('e1', 'invoice.payment_failed', 20, invoice))).toEqual([
        ['PaymentFailed', 'e1'],
        ['declined'],
      ]);
    });

    it('is a change to a year: a period of its own, from that day', async () => {
      const [start, end] = [Date.UTC(2026, 0, 20) / 1_000, Date.UTC(2027, 0, 20) / 1_000];
      const invoice = invoiceObject({
        id: 'in_9',
        created: start,
        subscription: 'sub_1',
        metadata: own,
        billing_reason: 'subscription_update',
        tax: 2_166,
        lines: [
          {
            product: 'kinora-lite-monthly',
            amount: -600,
            start,
            end: start + 9 * 86_400,
            proration: true,
            credits: 'in_1',
          },
          { product: 'kinora-lite-yearly', amount: 12_000, start, end },
        ],
      });
      const received = await read(eventObject('e1', 'invoice.paid', start, invoice));
      expect(received).toMatchObject({
        value: [
          {
            facts: [
              {
                data: {
                  reason: 'upgrade',
                  amountPaid: 13_566,
                  tax: 2_166,
                  anchor: start * 1_000,
                  periodStart: start * 1_000,
                  periodEnd: end * 1_000,
                  priceId: 'kinora-lite-yearly',
                  replaces: { priceId: 'kinora-lite-monthly', until: (start + 9 * 86_400) * 1_000 },
                },
              },
            ],
          },
        ],
      });
    });

    it.each([
      [
        'is of a payment for nobody',
        eventObject(
          'e1',
          'invoice.paid',
          20,
          invoiceObject({
            id: 'in_9',
            created: 20,
            subscription: 'sub_1',
            metadata: { ...own, appName: 'another' },
            lines: [],
          }),
        ),
        'SUBSCRIPTION_NOT_FOUND',
        {},
      ],
      [
        'is of a subscription for nobody',
        eventObject('e1', 'customer.subscription.created', 20, subscription({ metadata: { ...own, userId: 'a b' } })),
        'SUBSCRIPTION_NOT_FOUND',
        {},
      ],
      [
        'is written by another version of the API',
        eventObject('e1', 'customer.subscription.created', 20, subscription(), undefined, '2024-06-20'),
        'VALIDATION_ERROR',
        { field: 'api_version' },
      ],
      [
        'is of a refund of what Stripe no longer knows',
        eventObject('e1', 'refund.created', 20, refundObject('re_9', 1, 'pi_of_nobody', 20)),
        'VALIDATION_ERROR',
        { field: 'body' },
      ],
    ])('%s, is refused', async (_what, event, identifier, params) => {
      expect(await factsOf(event)).toEqual({ identifier, params });
    });

    it('has lost a field that is read of it, is refused by its name', async () => {
      const whole = eventObject('e1', 'customer.subscription.created', 20, subscription());
      expect(await factsOf({ ...whole, body: whole.body.replaceAll('current_period_end', 'period_end') })).toEqual({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'items.data.0.current_period_end' },
      });
    });
  });
});
