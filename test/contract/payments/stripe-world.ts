import { afterAll, afterEach, beforeAll } from '@jest/globals';
import type { CheckoutOrder } from '../../../src/billing/gateways/port.js';
import { createStripe, StripeGateway } from '../../../src/billing/gateways/stripe/gateway.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import { money } from '../../../src/kernel/money.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import { startStripeMock, type Service } from '../../services/index.js';
import { itemsOf, priceObject, subscriptionObject } from '../../support/servers/stripe/objects.js';
import { invoiceObject } from '../../support/servers/stripe/invoice-objects.js';
import {
  startStripeServer,
  type Answers,
  type StripeRequest,
  type StripeServer,
} from '../../support/servers/stripe/server.js';

// Every request goes to stripe-mock first, which holds it against Stripe's own description and refuses what Stripe
// would. What a test needs to be true is answered in its place: it has no memory. It describes the version before the
// library's, and does not know these parameters yet.
export const UNKNOWN_YET = ['allowed_payment_method_types'];

export const KEY = 'sk_test_0123456789secret';
export const START = Date.UTC(2026, 0, 10);
export const END = Date.UTC(2026, 1, 10);
export const NOW = Date.UTC(2026, 0, 20, 12, 34, 56);
export const own = {
  userId: 'ann',
  appName: 'kinora',
  orderId: 'order-1',
  priceId: 'kinora-lite-monthly',
  discountRate: '20',
};
export const at = (millis: number): number => millis / 1_000;

export const lite = subscriptionObject({
  id: 'sub_1',
  created: at(START),
  metadata: own,
  items: itemsOf('sub_1', priceObject('kinora-lite-monthly', 1_200), at(START), at(END)),
});
export const preview = invoiceObject({
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

export function done<T>(answer: Result<T, ProductError>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}
export const refusal = (answer: Result<unknown, ProductError>): ProductError | undefined =>
  answer.ok ? undefined : answer.error;

/** Stripe as its own description judges it, for one `describe`: stripe-mock opens and closes with it. */
export function judgedStripe() {
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
  return { opened, knowing, order };
}
