import { expect, it, jest } from '@jest/globals';
import { money } from '../../../src/kernel/money.shared.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { stripeMockMissing } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { eventObject } from '../../support/servers/stripe/objects.js';
import { cardObject, refundObject } from '../../support/servers/stripe/payment-objects.js';
import { invoiceObject, invoicePaymentObject } from '../../support/servers/stripe/invoice-objects.js';
import { KEY, START, END, NOW, own, at, lite, done, refusal, judgedStripe } from './stripe-world.js';

jest.setTimeout(60_000);

describeUnless(stripeMockMissing(), 'what is asked of Stripe', () => {
  const { opened, knowing, order } = judgedStripe();

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
