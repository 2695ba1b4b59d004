import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CheckoutOrder } from '../../../src/billing/gateways/port.js';
import { createStripe, StripeGateway } from '../../../src/billing/gateways/stripe/gateway.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import { money } from '../../../src/kernel/money.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { startStripeMock, stripeMockMissing, type Service } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { eventObject, itemsOf, priceObject, subscriptionObject } from '../../support/servers/stripe/objects.js';
import { cardObject, refundObject } from '../../support/servers/stripe/payment-objects.js';
import { invoiceObject, invoicePaymentObject } from '../../support/servers/stripe/invoice-objects.js';
import {
  startStripeServer,
  type Answers,
  type StripeRequest,
  type StripeServer,
} from '../../support/servers/stripe/server.js';

jest.setTimeout(60_000);

// Every request goes to stripe-mock first, which holds it against Stripe's own description and refuses what Stripe
// would. What a test needs to be true is answered in its place: it has no memory. It describes the version before the
// library's, and does not know these parameters yet.
const UNKNOWN_YET = ['allowed_payment_method_types'];

const KEY = 'sk_test_0123456789secret';
const START = Date.UTC(2026, 0, 10);
const END = Date.UTC(2026, 1, 10);
const NOW = Date.UTC(2026, 0, 20, 12, 34, 56);
const own = {
  userId: 'ann',
  appName: 'kinora',
  orderId: 'order-1',
  priceId: 'kinora-lite-monthly',
  discountRate: '20',
};
const at = (millis: number): number => millis / 1_000;

const lite = subscriptionObject({
  id: 'sub_1',
  created: at(START),
  metadata: own,
  items: itemsOf('sub_1', priceObject('kinora-lite-monthly', 1_200), at(START), at(END)),
});
const preview = invoiceObject({
  id: 'upcoming_in_1',
  created: at(NOW),
  subscription: 'sub_1',
  metadata: own,
  status: 'draft',
  lines: [
    { product: 'kinora-lite-monthly', amount: -800, start: at(NOW), end: at(END), proration: true, credits: 'in_1' },
    { product: 'kinora-pro-monthly', amount: 1_546, start: at(NOW), end: at(END), proration: true },
  ],
});

function done<T>(answer: Result<T, ProductError>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
const refusal = (answer: Result<unknown, ProductError>): ProductError | undefined =>
  answer.ok ? undefined : answer.error;

describeUnless(stripeMockMissing(), 'what is asked of Stripe', () => {
  let mock: Service;
  const servers: StripeServer[] = [];
  beforeAll(async () => {
    mock = await startStripeMock();
  });
  afterAll(() => mock.stop());
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function opened(answers: Answers = () => undefined, unknown: readonly string[] = UNKNOWN_YET) {
    const server = await startStripeServer(answers, { judge: mock.url, unknown });
    servers.push(server);
    const { requests } = server;
    const changes = (): readonly string[] =>
      requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
    const one = (path: string): StripeRequest =>
      requests.find((request) => request.method !== 'GET' && request.path === path) ?? {
        method: '',
        path: '',
        parameters: {},
        idempotencyKey: undefined,
      };
    return {
      requests,
      changes,
      one,
      gateway: new StripeGateway(createStripe({ secretKey: KEY, apiUrl: server.url }), 'whsec_1', findProduct, {
        now: () => NOW,
      }),
    };
  }
  /** Where the subscription is as it is given, and what it would cost as it is previewed. */
  const knowing =
    (subscription: object, more: Answers = () => undefined): Answers =>
    (request) => {
      if (request.method === 'GET' && request.path === '/v1/subscriptions/sub_1') return subscription;
      return request.path === '/v1/invoices/create_preview' ? (more(request) ?? preview) : more(request);
    };
  const order = (more: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
    orderId: 'order-1',
    userId: 'ann',
    appName: 'kinora',
    priceId: 'kinora-pro-monthly',
    price: money(2_320, 'usd'),
    discountRate: 20,
    language: 'de-AT',
    email: 'ann@kinora.example',
    country: 'AT',
    returnUrl: 'https://kinora.example/de/billing?order=order-1',
    cancelUrl: 'https://kinora.example/de/pricing',
    expiresAt: NOW + 3_600_000,
    ...more,
  });

  it('sells a plan at the price that was shown, and writes on it whose it is', async () => {
    const { gateway, one } = await opened();
    const { url } = done(await gateway.checkout(order()));
    expect(URL.canParse(url)).toBe(true);
    expect(one('/v1/products').parameters).toMatchObject({ id: 'kinora-pro-monthly', name: 'Kinora Pro' });
    const { idempotencyKey, parameters } = one('/v1/checkout/sessions');
    expect(idempotencyKey).toMatch(/^checkout\.order-1\.[\w-]+$/);
    expect(parameters).toEqual({
      mode: 'subscription',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][product]': 'kinora-pro-monthly',
      'line_items[0][price_data][unit_amount]': '2320',
      'line_items[0][price_data][recurring][interval]': 'month',
      'line_items[0][price_data][recurring][interval_count]': '1',
      client_reference_id: 'order-1',
      locale: 'de',
      'adaptive_pricing[enabled]': 'false',
      success_url: 'https://kinora.example/de/billing?order=order-1',
      cancel_url: 'https://kinora.example/de/pricing',
      expires_at: String(at(NOW) + 3_600),
      customer_email: 'ann@kinora.example',
      ...Object.fromEntries(
        ['metadata', 'subscription_data[metadata]'].flatMap((where) =>
          Object.entries({ ...own, priceId: 'kinora-pro-monthly' }).map(([name, value]) => [
            `${where}[${name}]`,
            value,
          ]),
        ),
      ),
    });
  });

  it('sells a pack once, to a customer it knows, in yen without hundredths', async () => {
    const { gateway, one } = await opened();
    done(
      await gateway.checkout(
        order({ priceId: 'kinora-credits-500', price: money(5_239, 'jpy'), customerId: 'cus_1', language: 'ar' }),
      ),
    );
    const { parameters } = one('/v1/checkout/sessions');
    expect(parameters).toMatchObject({
      mode: 'payment',
      customer: 'cus_1',
      locale: 'auto',
      'line_items[0][price_data][unit_amount]': '5239',
      'payment_intent_data[metadata][userId]': 'ann',
    });
    expect(Object.keys(parameters).filter((name) => /recurring|customer_email|customer_creation/.test(name))).toEqual(
      [],
    );
  });

  it('sells to a customer whom Stripe no longer takes as to a new one', async () => {
    const { gateway, requests } = await opened(({ path, parameters }) =>
      path === '/v1/checkout/sessions' && parameters['customer'] === 'cus_gone'
        ? { status: 400, error: { type: 'invalid_request_error', code: 'resource_missing', param: 'customer' } }
        : undefined,
    );
    done(await gateway.checkout(order({ customerId: 'cus_gone' })));
    expect(requests.at(-1)).toMatchObject({
      idempotencyKey: expect.stringMatching(/^checkout\.order-1\.[\w-]+\.anew$/),
      parameters: { customer_email: 'ann@kinora.example' },
    });
  });

  it.each([
    [
      'a pack by Alipay or card',
      'kinora-credits-500',
      { 'allowed_payment_method_types[0]': 'alipay', 'allowed_payment_method_types[1]': 'card' },
    ],
    [
      'a plan by card, since Alipay is for single payments',
      'kinora-pro-monthly',
      { 'allowed_payment_method_types[0]': 'card' },
    ],
  ])('sells to China %s', async (_what, priceId, allowed) => {
    const { gateway, one } = await opened();
    done(await gateway.checkout(order({ country: 'CN', priceId, language: 'zh' })));
    expect(
      Object.fromEntries(
        Object.entries(one('/v1/checkout/sessions').parameters).filter(([name]) => name.startsWith('allowed')),
      ),
    ).toEqual(allowed);
  });

  it('is judged: what the description does not know is refused', async () => {
    const { gateway } = await opened(undefined, []);
    await expect(gateway.checkout(order({ country: 'CN' }))).rejects.toThrow(
      'stripe failed: StripeInvalidRequestError',
    );
  });

  it('makes a product once, and takes one that is there', async () => {
    const { gateway, changes } = await opened(({ path }) =>
      path === '/v1/products'
        ? { status: 400, error: { type: 'invalid_request_error', code: 'resource_already_exists', message: '' } }
        : undefined,
    );
    done(await gateway.checkout(order()));
    done(await gateway.checkout(order({ orderId: 'order-2' })));
    expect(changes()).toEqual(['POST /v1/products', 'POST /v1/checkout/sessions', 'POST /v1/checkout/sessions']);
  });

  it('sells nothing for an amount that cannot be paid', async () => {
    const { gateway, changes } = await opened();
    expect(refusal(await gateway.checkout(order({ price: money(150, 'pyg') })))).toEqual({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'price' },
    });
    expect(changes()).toEqual([]);
  });

  it('closes a checkout, and leaves one that is over', async () => {
    const { gateway, changes } = await opened(({ path }) =>
      path.includes('cs_over')
        ? { status: 400, error: { type: 'invalid_request_error', message: 'only open sessions can be expired' } }
        : undefined,
    );
    await gateway.expireCheckout('cs_1', 'c1');
    await gateway.expireCheckout('cs_over', 'c2');
    expect(changes()).toEqual(['POST /v1/checkout/sessions/cs_1/expire', 'POST /v1/checkout/sessions/cs_over/expire']);
  });

  it('says what an upgrade costs by the hour that has begun, and makes it for that or not at all', async () => {
    const { gateway, one } = await opened(knowing(lite));
    expect(done(await gateway.previewChange('sub_1', 'kinora-pro-monthly'))).toEqual({
      takesEffect: 'now',
      dueNow: money(746, 'usd'),
      credited: money(800, 'usd'),
      nextChargeAt: END,
      nextCharge: money(2_900, 'usd'),
    });
    const hour = String(at(Date.UTC(2026, 0, 20, 12)));
    expect(one('/v1/invoices/create_preview').parameters).toMatchObject({
      subscription: 'sub_1',
      'subscription_details[proration_behavior]': 'always_invoice',
      'subscription_details[proration_date]': hour,
      'subscription_details[items][0][id]': 'si_sub_1',
    });
    done(await gateway.changePlan('sub_1', 'kinora-pro-monthly', money(746, 'usd'), 'c1'));
    const { idempotencyKey, parameters } = one('/v1/subscriptions/sub_1');
    expect(idempotencyKey).toBe(`c1.${hour}`);
    expect(parameters).toEqual({
      'items[0][id]': 'si_sub_1',
      'items[0][price_data][currency]': 'usd',
      'items[0][price_data][product]': 'kinora-pro-monthly',
      'items[0][price_data][unit_amount]': '2900',
      'items[0][price_data][recurring][interval]': 'month',
      'items[0][price_data][recurring][interval_count]': '1',
      payment_behavior: 'error_if_incomplete',
      proration_behavior: 'always_invoice',
      proration_date: hour,
    });
  });

  it('takes off at another price what a promotion takes off there, and nothing else', async () => {
    const yearly = subscriptionObject({
      ...lite,
      metadata: { ...own, priceId: 'kinora-lite-yearly' },
      items: itemsOf('sub_1', priceObject('kinora-lite-yearly', 9_600), at(START), at(END)),
    });
    const { gateway } = await opened(knowing(yearly));
    const whole = (priceId: string): number => findProduct(priceId)?.price ?? 0;
    expect(done(await gateway.previewChange('sub_1', 'kinora-pro-yearly')).nextCharge).toEqual(
      money((whole('kinora-pro-yearly') * 80) / 100, 'usd'),
    );
    expect(done(await gateway.previewChange('sub_1', 'kinora-lite-monthly')).nextCharge).toEqual(
      money(whole('kinora-lite-monthly'), 'usd'),
    );
  });

  describe('an upgrade where a smaller plan was to follow', () => {
    const followed = {
      ...lite,
      schedule: 'sub_sched_1',
      items: itemsOf('sub_1', priceObject('kinora-pro-monthly', 2_900), at(START), at(END)),
    };
    const plus = 'POST /v1/subscriptions/sub_1';
    const release = 'POST /v1/subscription_schedules/sub_sched_1/release';
    const declined = { status: 402, error: { type: 'card_error', code: 'card_declined' } };
    const upgraded = async (update: (times: number) => object | undefined) => {
      let times = 0;
      let isReleased = false;
      const world = await opened((request) => {
        const { method, path } = request;
        if (path.endsWith('/release')) isReleased = true;
        if (method === 'GET' && path === '/v1/subscriptions/sub_1')
          return { ...followed, schedule: isReleased ? null : 'sub_sched_1' };
        if (method === 'GET' && path === '/v1/subscription_schedules/sub_sched_1')
          return { id: 'sub_sched_1', metadata: { ...own, priceId: 'kinora-lite-monthly' } };
        if (method === 'POST' && path === '/v1/subscription_schedules') return { id: 'sub_sched_2' };
        if (method === 'POST' && path === '/v1/subscriptions/sub_1') return update((times += 1));
        return path === '/v1/invoices/create_preview' ? preview : undefined;
      });
      const answer = await world.gateway.changePlan('sub_1', 'kinora-plus-monthly', money(1_000_000, 'usd'), 'c1');
      return {
        refused: refusal(answer)?.identifier,
        changes: world.changes().filter((change) => !change.includes('products') && !change.includes('preview')),
        one: world.one,
      };
    };

    it('takes it away once it is paid for', async () => {
      expect(await upgraded(() => undefined)).toMatchObject({ refused: undefined, changes: [plus, release] });
    });

    it('leaves it where the card is declined', async () => {
      expect(await upgraded(() => declined)).toMatchObject({ refused: 'PAYMENT_DECLINED', changes: [plus] });
    });

    it('puts it back where the card is declined after it had to be taken away', async () => {
      const { refused, changes, one } = await upgraded((times) =>
        times === 1
          ? { status: 400, error: { type: 'invalid_request_error', message: 'managed by a schedule' } }
          : declined,
      );
      expect([refused, changes]).toEqual([
        'PAYMENT_DECLINED',
        [plus, release, plus, 'POST /v1/subscription_schedules', 'POST /v1/subscription_schedules/sub_sched_2'],
      ]);
      expect(one('/v1/subscription_schedules/sub_sched_2').parameters).toMatchObject({
        'metadata[priceId]': 'kinora-lite-monthly',
      });
    });
  });

  it('changes nothing for more than was shown', async () => {
    const { gateway, changes } = await opened(knowing(lite));
    expect(refusal(await gateway.changePlan('sub_1', 'kinora-pro-monthly', money(745, 'usd'), 'c1'))).toEqual({
      identifier: 'OFFER_CHANGED',
      params: { minor: 746, currency: 'usd' },
    });
    expect(changes()).not.toContain('POST /v1/subscriptions/sub_1');
  });

  it.each([
    ['is declined', { type: 'card_error', code: 'card_declined' }, 402],
    ['asks for its owner', { type: 'invalid_request_error', code: 'subscription_payment_intent_requires_action' }, 402],
    ['is gone', { type: 'invalid_request_error', code: 'resource_missing' }, 400],
  ])('says of an upgrade with a card that %s that it was not paid', async (_what, error, status) => {
    const { gateway } = await opened(
      knowing(lite, ({ method, path }) =>
        method === 'POST' && path === '/v1/subscriptions/sub_1' ? { status, error } : undefined,
      ),
    );
    expect(refusal(await gateway.changePlan('sub_1', 'kinora-pro-monthly', money(746, 'usd'), 'c1'))).toEqual({
      identifier: 'PAYMENT_DECLINED',
      params: {},
    });
  });

  it('lets a smaller plan follow with the next period', async () => {
    const pro = subscriptionObject({
      ...lite,
      items: itemsOf('sub_1', priceObject('kinora-pro-monthly', 2_320), at(START), at(END)),
    });
    const { gateway, one, changes } = await opened(
      knowing(pro, ({ path }) => (path === '/v1/subscription_schedules' ? { id: 'sub_sched_1' } : undefined)),
    );
    expect(done(await gateway.previewChange('sub_1', 'kinora-lite-monthly'))).toEqual({
      takesEffect: 'period-end',
      dueNow: money(0, 'usd'),
      credited: money(0, 'usd'),
      nextChargeAt: END,
      nextCharge: money(1_200, 'usd'),
    });
    done(await gateway.changePlan('sub_1', 'kinora-lite-monthly', money(0, 'usd'), 'c1'));
    expect(changes()).toEqual([
      'POST /v1/products',
      'POST /v1/subscription_schedules',
      'POST /v1/subscription_schedules/sub_sched_1',
    ]);
    expect(one('/v1/subscription_schedules').parameters).toEqual({ from_subscription: 'sub_1' });
    expect(one('/v1/subscription_schedules/sub_sched_1').parameters).toMatchObject({
      end_behavior: 'release',
      'metadata[priceId]': 'kinora-lite-monthly',
      'metadata[userId]': 'ann',
      'phases[0][items][0][price]': 'price_kinora-pro-monthly_2320',
      'phases[0][start_date]': String(at(START)),
      'phases[0][end_date]': String(at(END)),
      'phases[1][items][0][price_data][product]': 'kinora-lite-monthly',
      'phases[1][items][0][price_data][unit_amount]': '1200',
      'phases[1][duration][interval_count]': '1',
    });
  });

  it('changes its mind: another smaller plan by the schedule that is there, the same plan by none', async () => {
    const plus = subscriptionObject({
      ...lite,
      schedule: 'sub_sched_1',
      items: itemsOf('sub_1', priceObject('kinora-plus-monthly', 11_120), at(START), at(END)),
    });
    const { gateway, changes } = await opened(knowing(plus));
    done(await gateway.changePlan('sub_1', 'kinora-lite-monthly', money(0, 'usd'), 'c1'));
    done(await gateway.changePlan('sub_1', 'kinora-plus-monthly', money(0, 'usd'), 'c2'));
    expect(changes().filter((change) => change.includes('schedules'))).toEqual([
      'POST /v1/subscription_schedules/sub_sched_1',
      'POST /v1/subscription_schedules/sub_sched_1/release',
    ]);
  });

  it.each([
    ['one that is not paid', { status: 'past_due' }, 'kinora-pro-monthly', 'not-now'],
    ['one that is to end', { cancel_at_period_end: true }, 'kinora-pro-monthly', 'not-now'],
    ['a plan to a pack', {}, 'kinora-credits-500', 'unknown-price'],
    ['a plan to nothing', {}, 'kinora-gone', 'unknown-price'],
  ] as const)('does not change %s', async (_what, state, priceId, reason) => {
    const { gateway } = await opened(knowing({ ...lite, ...state }));
    expect(refusal(await gateway.previewChange('sub_1', priceId))).toEqual({
      identifier: 'PLAN_CHANGE_REFUSED',
      params: { reason },
    });
  });

  it('cancels for the end of the period, which no schedule may keep from it, and takes that back', async () => {
    const { gateway, requests, changes } = await opened(knowing({ ...lite, schedule: 'sub_sched_1' }));
    done(await gateway.cancelAtPeriodEnd('sub_1', 'c1'));
    expect(changes()).toEqual(['POST /v1/subscription_schedules/sub_sched_1/release', 'POST /v1/subscriptions/sub_1']);
    expect(requests.at(-1)).toMatchObject({ parameters: { cancel_at_period_end: 'true' }, idempotencyKey: 'c1' });
    const ending = await opened(knowing({ ...lite, cancel_at_period_end: true, cancel_at: at(END) }));
    done(await ending.gateway.reactivate('sub_1', 'c2'));
    expect(ending.requests.at(-1)?.parameters).toEqual({ cancel_at_period_end: 'false' });
    const onADay = await opened(knowing({ ...lite, cancel_at: at(END) }));
    done(await onADay.gateway.reactivate('sub_1', 'c3'));
    expect(onADay.requests.at(-1)?.parameters).toEqual({ cancel_at: '' });
  });

  it('ends at once, without an invoice', async () => {
    const { gateway, requests } = await opened(knowing(lite));
    done(await gateway.end('sub_1', 'c1'));
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/v1/subscriptions/sub_1' });
  });

  it('gives back what was paid, by the invoice or by the payment, and nothing of somebody else’s', async () => {
    const invoice = invoiceObject({
      id: 'in_1',
      created: at(START),
      subscription: 'sub_1',
      metadata: own,
      lines: [{ product: 'kinora-lite-monthly', amount: 1_200, start: at(START), end: at(END) }],
    });
    const paid = {
      ...invoice,
      payments: { object: 'list', url: '', has_more: false, data: [invoicePaymentObject(invoice, 'pi_1')] },
    };
    const { gateway, one, changes } = await opened(({ path }) => (path === '/v1/invoices/in_1' ? paid : undefined));
    done(await gateway.refund('sub_1', 'in_1', money(500, 'usd'), 'r1'));
    expect(one('/v1/refunds')).toMatchObject({
      idempotencyKey: 'r1',
      parameters: { payment_intent: 'pi_1', amount: '500' },
    });
    done(await gateway.refund('pi_2', 'pi_2', money(500, 'usd'), 'r2'));
    expect(refusal(await gateway.refund('sub_2', 'in_1', money(500, 'usd'), 'r3'))).toEqual({
      identifier: 'INVOICE_NOT_FOUND',
      params: {},
    });
    expect(refusal(await gateway.refund('sub_1', 'in_1', money(0, 'usd'), 'r4'))).toEqual({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'amount' },
    });
    expect(changes()).toHaveLength(2);
  });

  it.each([
    ['more than was paid', { type: 'invalid_request_error', param: 'amount' }],
    ['what was given back', { type: 'invalid_request_error', code: 'charge_already_refunded' }],
    ['what is disputed', { type: 'invalid_request_error', code: 'charge_disputed' }],
  ])('does not give back %s', async (_what, error) => {
    const { gateway } = await opened(({ path }) => (path === '/v1/refunds' ? { status: 400, error } : undefined));
    expect(refusal(await gateway.refund('pi_1', 'pi_1', money(500, 'usd'), 'r1'))).toEqual({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'amount' },
    });
  });

  it('tells how one pays, and when the next charge is', async () => {
    const card = { ...lite, default_payment_method: cardObject('pm_1') };
    const method = { kind: 'card', brand: 'visa', last4: '4242', expires: { month: 9, year: 2031 } };
    const next = invoiceObject({
      id: 'upcoming_in_2',
      created: at(END),
      subscription: 'sub_1',
      metadata: own,
      lines: [{ product: 'kinora-lite-monthly', amount: 1_200, start: at(END), end: at(END) + 1 }],
    });
    const running = await opened(knowing(card, () => next));
    expect(done(await running.gateway.status('sub_1'))).toEqual({
      method,
      nextCharge: { at: END, amount: money(1_200, 'usd') },
    });
    const owed = invoiceObject({
      id: 'in_2',
      created: at(END),
      subscription: 'sub_1',
      metadata: own,
      status: 'open',
      amount_remaining: 1_200,
      next_payment_attempt: at(END) + 9,
      lines: [],
    });
    const failing = await opened(knowing({ ...card, status: 'past_due', latest_invoice: owed }));
    expect(done(await failing.gateway.status('sub_1')).nextCharge).toEqual({
      at: END + 9_000,
      amount: money(1_200, 'usd'),
    });
    const ending = await opened(knowing({ ...card, cancel_at_period_end: true }));
    expect(done(await ending.gateway.status('sub_1'))).toEqual({ method, nextCharge: null });
  });

  it('opens a portal that changes how one pays and nothing else, set up once', async () => {
    const { gateway, one, changes } = await opened(
      knowing(lite, ({ method, path }) =>
        method === 'GET' && path === '/v1/billing_portal/configurations'
          ? { object: 'list', url: path, has_more: false, data: [] }
          : undefined,
      ),
    );
    expect(URL.canParse(done(await gateway.portal('sub_1', 'https://kinora.example/en/billing', 'en')).url)).toBe(true);
    done(await gateway.portal('sub_1', 'https://kinora.example/en/billing', 'en'));
    expect(changes()).toEqual([
      'POST /v1/billing_portal/configurations',
      'POST /v1/billing_portal/sessions',
      'POST /v1/billing_portal/sessions',
    ]);
    expect(one('/v1/billing_portal/configurations').parameters).toMatchObject({
      'features[payment_method_update][enabled]': 'true',
      'features[subscription_cancel][enabled]': 'false',
      'features[subscription_update][enabled]': 'false',
    });
    expect(one('/v1/billing_portal/sessions').parameters).toMatchObject({
      customer: 'cus_1',
      return_url: 'https://kinora.example/en/billing',
      locale: 'en',
    });
  });

  it('knows nothing of what was never sold', async () => {
    const { gateway } = await opened(({ path }) =>
      path.startsWith('/v1/subscriptions/')
        ? { status: 404, error: { type: 'invalid_request_error', code: 'resource_missing' } }
        : undefined,
    );
    const unknown = { identifier: 'SUBSCRIPTION_NOT_FOUND', params: {} };
    for (const answer of [
      gateway.status('sub_x'),
      gateway.cancelAtPeriodEnd('sub_x', 'c1'),
      gateway.reactivate('sub_x', 'c2'),
      gateway.end('sub_x', 'c3'),
      gateway.portal('sub_x', 'https://kinora.example/', 'en'),
      gateway.previewChange('sub_x', 'kinora-pro-monthly'),
    ]) {
      expect(refusal(await answer)).toEqual(unknown);
    }
  });

  it.each([
    ['cannot be reached', () => 'break' as const, 'unreachable'],
    ['fails itself', () => ({ status: 500, error: { type: 'api_error', message: `with ${KEY}` } }), 'unreachable'],
    [
      'is asked too much',
      () => ({ status: 429, error: { type: 'invalid_request_error', message: `with ${KEY}` } }),
      'unreachable',
    ],
    [
      'does not know the key',
      () => ({ status: 401, error: { type: 'invalid_request_error', message: `Invalid API Key: ${KEY}` } }),
      'failed',
    ],
    [
      'is asked for what is no request',
      () => ({ status: 400, error: { type: 'invalid_request_error', message: 'ann@kinora.example' } }),
      'failed',
    ],
  ])('asks to be asked again when Stripe %s, and names nobody and no key', async (_what, answer, reason) => {
    const { gateway } = await opened(answer);
    const thrown: unknown = await gateway.cancelAtPeriodEnd('sub_1', 'c1').catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(StoreUnavailable);
    expect(thrown).toMatchObject({ store: 'stripe', reason });
    expect(String(thrown)).not.toMatch(/secret|kinora\.example/);
  });

  it.each([
    ['is away', { status: 500, error: { type: 'api_error' } }, true],
    ['knows the key no more', { status: 401, error: { type: 'invalid_request_error' } }, false],
    ['has taken a right from it', { status: 403, error: { type: 'invalid_request_error' } }, false],
  ])(
    'says of a delivery that cannot be read because Stripe %s whether waiting helps',
    async (_what, answer, passes) => {
      const { gateway } = await opened(() => answer);
      const body = Buffer.from(eventObject('e1', 'refund.created', 20, refundObject('re_1', 1, 'pi_1', 20)).body);
      const thrown: unknown = await gateway.read(body).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(Error);
      expect(thrown instanceof StoreUnavailable).toBe(passes);
    },
  );

  it('refuses another wish by the id of one', async () => {
    const { gateway } = await opened(
      knowing(lite, ({ method, path }) =>
        method === 'POST' && path === '/v1/subscriptions/sub_1'
          ? { status: 400, error: { type: 'idempotency_error' } }
          : undefined,
      ),
    );
    expect(refusal(await gateway.cancelAtPeriodEnd('sub_1', 'c1'))).toEqual({
      identifier: 'IDEMPOTENCY_MISMATCH',
      params: { id: 'c1' },
    });
  });
});
