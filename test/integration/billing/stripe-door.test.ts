import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { QueryBus } from '@nestjs/cqrs';
import Stripe from 'stripe';
import { GetSubLog } from '../../../src/billing/index.js';
import { GetBalance } from '../../../src/credits/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { SessionId } from '../../../src/platform/http/security/session-user.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account } from '../../support/people/credits.js';
import { wholeLife } from '../../support/servers/stripe/life.js';
import {
  eventObject,
  subscriptionObject,
  itemsOf,
  priceObject,
  type DeliveredEvent,
} from '../../support/servers/stripe/objects.js';
import { startStripeServer, type StripeServer } from '../../support/servers/stripe/server.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const SECRET = 'whsec_only_for_tests';
const MARCH = Date.UTC(2026, 2, 24);
const APRIL = Date.UTC(2026, 3, 12);

describe('an installation with an account at Stripe', () => {
  const life = wholeLife();
  let stripe: StripeServer;
  let app: TestApp;
  beforeAll(async () => {
    stripe = await startStripeServer(
      (request) =>
        life.answers(request) ??
        (request.path === '/v1/products'
          ? { id: 'kinora-lite-monthly' }
          : request.path === '/v1/checkout/sessions'
            ? { id: 'cs_9', url: 'https://checkout.stripe.com/c/pay/cs_9' }
            : undefined),
    );
    app = await startApp({
      env: {
        ROLES: 'api,projector',
        STRIPE_SECRET_KEY: 'sk_test_0123456789',
        STRIPE_WEBHOOK_SECRET: SECRET,
        STRIPE_API_URL: stripe.url,
      },
    });
    app.pass(MARCH - app.parts.clock.now());
  });
  afterAll(async () => {
    await app.close();
    await stripe.close();
  });

  const post = async (body: string, secret = SECRET, at = app.parts.clock.now()): Promise<number> => {
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at / 1_000),
    });
    const answer = await fetch(`${app.url}/api/webhooks/stripe`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const deliver = async (events: readonly DeliveredEvent[]): Promise<readonly number[]> =>
    Promise.all(events.map(({ body }) => post(body)));
  const plan = async () => (await app.nest.get(QueryBus).execute(new GetSubLog(ann.userId, 'kinora'))).currentPlan;
  const available = async (): Promise<number> => (await app.nest.get(QueryBus).execute(new GetBalance(ann))).available;

  it('sells by Stripe, and has no sandbox', async () => {
    const user = {
      id: randomUUID() as UserId,
      email: 'ann@kinora.example',
      dateCreated: 0,
      anonymous: false,
      roles: [],
      sid: randomUUID() as SessionId,
    }; // a test's own
    const { billing } = callerOf(app.router)({
      user,
      request: { ip: '', language: 'en', requestId: 'r', origin: 'https://kinora.example' },
    });
    expect(await billing.offer({ appName: 'kinora' })).toMatchObject({
      isSandbox: false,
      platforms: expect.arrayContaining([{ platformName: 'card', enable: true, visible: true }]),
    });
    const bought = await billing.checkout({
      requestId: randomUUID(),
      appName: 'kinora',
      priceId: 'kinora-lite-monthly',
      price: { minor: 1_500, currency: 'usd' },
      platformName: 'card',
      returnPath: '/en/pricing',
    });
    expect(bought.url).toBe('https://checkout.stripe.com/c/pay/cs_9');
    expect((await fetch(`${app.url}/api/webhooks/sandbox`, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  it('takes what is signed with its secret and of now, and nothing else', async () => {
    const { body } = eventObject(
      'evt_wrong',
      'customer.subscription.deleted',
      1,
      subscriptionObject({
        id: 'sub_1',
        created: 1,
        metadata: {},
        items: itemsOf('sub_1', priceObject('kinora-lite-monthly', 1_500), 1, 2),
      }),
    );
    expect(await post(body, 'whsec_of_somebody_else')).toBe(403);
    expect(await post(body, SECRET, app.parts.clock.now() - 301_000)).toBe(403);
    expect(await post('{"id":', SECRET)).toBe(400);
  });

  it('comes to one plan and one set of credits, from deliveries in the wrong order, each twice, and goes on from there', async () => {
    const received = life.events.filter(({ created }) => created * 1_000 < MARCH);
    const taken = await deliver([...received.toReversed(), ...received]);
    expect(new Set(taken)).toEqual(new Set([200]));
    await until(plan, ({ status }) => status === 'active');
    // January's and February's months were over before anybody heard of them; March's is there.
    expect(await until(available, (now) => now > 0)).toBe(800);
    expect(await plan()).toMatchObject({
      status: 'active',
      customerId: 'cus_1',
      cancelAtPeriodEnd: false,
      currentPeriodEnd: Date.UTC(2026, 3, 10),
      subProductRelation: [{ priceId: 'kinora-pro-monthly' }],
    });
    app.pass(APRIL - MARCH);
    await deliver(life.events.filter(({ created }) => created * 1_000 >= MARCH));
    await until(plan, ({ status }) => status === 'canceled');
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
