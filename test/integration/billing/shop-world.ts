import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { GatewayEvent } from '../../../src/billing/gateways/port.js';
import { BillingGateways, subscriptionIdOf } from '../../../src/billing/index.js';
import type { ReportedFact } from '../../../src/billing/subscription/facts.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { money } from '../../../src/kernel/money.shared.js';
import { addMonths } from '../../../src/kernel/months.js';
import type { SessionId, SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf, ProductFault } from '../../../src/platform/http/trpc/trpc.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { deliveryOf, fakeGateway, fakeOwner, type FakeGateway } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';

export const LITE = 'kinora-lite-monthly';
export const YEAR = 'kinora-lite-yearly';
export const usd = (minor: number) => ({ minor, currency: 'usd' });

/** A shop at a stand-in gateway for one `describe`: it opens and closes with it, and each test is somebody new. */
export function openShop() {
  let app: TestApp;
  let gateway: FakeGateway;
  let user: SessionUser;
  let events = 0;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', BUY_REFUSED_TO: 'restricted' } });
    gateway = fakeGateway();
    app.nest.get(BillingGateways).add(gateway);
  });
  afterAll(() => app.close());
  beforeEach(() => {
    user = someone();
    Object.assign(gateway, { isAway: false, declines: false, due: money(1_000, 'usd') });
  });

  const someone = (): SessionUser => ({
    id: randomUUID() as UserId,
    email: 'ann@example.org',
    dateCreated: 0,
    anonymous: false,
    roles: [],
    sid: randomUUID() as SessionId,
  }); // a test's own
  const as = (who: SessionUser | undefined, country?: string) =>
    callerOf(app.router)({
      user: who,
      request: { ip: '', language: 'en', requestId: 'r', origin: 'https://kinora.example', ...defined({ country }) },
    }).billing;
  const request = (more: object = {}) =>
    ({
      requestId: randomUUID(),
      appName: 'kinora',
      priceId: LITE,
      price: usd(1_500),
      platformName: 'wallet',
      returnPath: '/en/pricing',
      ...more,
    }) as const;
  const refusal = async (call: Promise<unknown>): Promise<unknown> => {
    try {
      return await call;
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown }; // of tRPC
      if (!(cause instanceof ProductFault)) throw error;
      const { identifier, params } = cause.error;
      return [identifier, params];
    }
  };
  const deliver = async (gatewayEvents: readonly GatewayEvent[], id = `evt_${(events += 1)}`): Promise<number> => {
    const { body, signature } = deliveryOf(id, gatewayEvents, app.parts.clock.now());
    return (
      await fetch(`${app.url}/api/webhooks/fake`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'fake-signature': signature },
      })
    ).status;
  };
  const begun = (
    externalId: string,
    orderId: string | undefined,
    { priceId = LITE, whose = user, at = app.parts.clock.now(), amountPaid = 1_500 } = {},
  ): GatewayEvent => {
    const periodEnd = addMonths(at, priceId === YEAR ? 12 : 1);
    const facts: readonly ReportedFact[] = [
      {
        type: 'SubscriptionStarted',
        data: {
          factId: `${externalId}.begun`,
          occurredAt: at,
          currency: 'usd',
          customSub: 0,
          customerId: 'cus_1',
          discountRate: 0,
          periodEnd,
          periodStart: at,
          priceId,
          status: 'active',
        },
      },
      {
        type: 'PaymentSucceeded',
        data: {
          factId: `${externalId}.paid`,
          occurredAt: at,
          amountPaid,
          anchor: at,
          currency: 'usd',
          invoiceId: `in_${externalId}`,
          periodEnd,
          periodStart: at,
          priceId,
          reason: 'start',
        },
      },
    ];
    return { kind: 'subscription', owner: fakeOwner(whose.id), externalId, facts, ...defined({ orderId }) };
  };
  const more = (
    externalId: string,
    type: 'CancellationScheduled' | 'SubscriptionReactivated',
    factId: string,
  ): GatewayEvent => ({
    kind: 'subscription',
    owner: fakeOwner(user.id),
    externalId,
    facts: [{ type, data: { factId, occurredAt: app.parts.clock.now() } }],
  });
  const statusOf = async (orderId: string) => (await as(user).order({ orderId })).status;
  /** Somebody else with a plan. */
  const withPlanOf = async (externalId: string): Promise<SessionUser> => {
    user = someone();
    await withPlan(externalId);
    return user;
  };
  /** Somebody with a plan. @returns its subscription, by Kinora's id */
  const withPlan = async (externalId: string, priceId = LITE): Promise<string> => {
    const { orderId } = await as(user).checkout(request({ priceId, price: usd(priceId === YEAR ? 12_000 : 1_500) }));
    await deliver([
      { kind: 'checkout', orderId, outcome: 'paid', customerId: 'cus_1' },
      begun(externalId, orderId, { priceId }),
    ]);
    await until(
      () => statusOf(orderId),
      (status) => status === 'paid',
    );
    return subscriptionIdOf('fake', externalId);
  };
  return {
    get app(): TestApp {
      return app;
    },
    get gateway(): FakeGateway {
      return gateway;
    },
    /** Who buys in this test. */
    get user(): SessionUser {
      return user;
    },
    set user(next: SessionUser) {
      user = next;
    },
    someone,
    as,
    request,
    refusal,
    deliver,
    begun,
    more,
    statusOf,
    withPlanOf,
    withPlan,
  };
}
