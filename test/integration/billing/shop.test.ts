import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { defined } from '../../../src/kernel/defined.shared.js';
import type { GatewayEvent } from '../../../src/billing/gateways/port.js';
import { BillingGateways, subscriptionIdOf } from '../../../src/billing/index.js';
import { Inbox } from '../../../src/billing/inbox/inbox.js';
import { BillingLeaving } from '../../../src/billing/leaving.js';
import { Checkouts } from '../../../src/billing/orders/checkout.js';
import { Links } from '../../../src/billing/orders/links.js';
import { Orders, planReservation } from '../../../src/billing/orders/orders.js';
import { Settlement } from '../../../src/billing/orders/settle.js';
import { BillingReads } from '../../../src/billing/queries.js';
import { subLogOf } from '../../../src/billing/subscription/sub-log.js';
import type { ReportedFact } from '../../../src/billing/subscription/facts.js';
import { newUser, userDocument, USERS } from '../../../src/identity/accounts/user.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { money } from '../../../src/kernel/money.shared.js';
import { addMonths } from '../../../src/kernel/months.js';
import type { SessionId, SessionUser } from '../../../src/platform/http/security/session-user.js';
import { ExportParts } from '../../../src/platform/export-parts.js';
import { callerOf, ProductFault } from '../../../src/platform/http/trpc/trpc.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { deliveryOf, fakeGateway, fakeOwner, type FakeGateway } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';

const HOUR = 3_600_000;
const LITE = 'kinora-lite-monthly';
const YEAR = 'kinora-lite-yearly';
const usd = (minor: number) => ({ minor, currency: 'usd' });

describe('what is bought', () => {
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

  describe('is offered', () => {
    it('to everybody, with a promotion for who has never had a plan', async () => {
      const offer = await as(undefined, 'DE').offer({ appName: 'kinora' });
      expect(offer).toMatchObject({
        country: { code: 'DE', iso: 'EUR' },
        isRefused: false,
        promotion: { code: 'FIRSTYEAR', percent: 40 },
      });
      expect(offer.currencies[0]).toBe('eur');
      expect(offer.products.map(({ priceId }) => priceId)).toEqual(
        expect.arrayContaining([LITE, YEAR, 'kinora-credits-100', 'kinora-api-credits-1000']),
      );
      expect(offer.products.map(({ price }) => price)).not.toContain(0);
      expect(offer.platforms.map(({ platformName }) => platformName)).toContain('wallet');
      await withPlan('sub_offer');
      expect((await as(user).offer({ appName: 'kinora' })).promotion).toBeNull();
    });

    it('not where the operator keeps it from, and not at the lower price of a country that one is not in', async () => {
      expect(await as(user, 'RU').offer({ appName: 'kinora' })).toMatchObject({ isRefused: true, promotion: null });
      expect(await refusal(as(user, 'RU').checkout(request()))).toEqual(['PERMISSION_ERROR', { reason: 'country' }]);
      expect((await as(user, 'US').offer({ appName: 'kinora' })).currencies).not.toContain('inr');
      expect(await refusal(as(user, 'US').checkout(request({ price: { minor: 74_880, currency: 'inr' } })))).toEqual([
        'OFFER_CHANGED',
        usd(1_500),
      ]);
      expect(await as(user, 'IN').checkout(request({ price: { minor: 74_880, currency: 'inr' } }))).toMatchObject({
        orderId: expect.any(String),
      });
    });
  });

  describe('by a checkout', () => {
    it('is one order and one checkout, however often Buy is pressed', async () => {
      const first = request();
      const before = gateway.checkouts.size;
      const answers = await Promise.all([1, 2, 3].map(() => as(user).checkout(first)));
      expect(new Set(answers.map(({ orderId, url }) => `${orderId} ${url}`)).size).toBe(1);
      expect(gateway.checkouts.size).toBe(before + 1);
      expect(await refusal(as(user).checkout({ ...first, priceId: 'kinora-pro-monthly', price: usd(2_900) }))).toEqual([
        'IDEMPOTENCY_MISMATCH',
        { id: first.requestId },
      ]);
      const order = gateway.checkouts.get(`cs_${answers[0]?.orderId}`);
      expect(order).toMatchObject({
        price: usd(1_500),
        email: 'ann@example.org',
        returnUrl: expect.stringContaining('https://kinora.example/en/pricing?order='),
        discountRate: 0,
      });
      expect(await as(user).order({ orderId: answers[0]?.orderId ?? '' })).toMatchObject({
        status: 'open',
        kind: 'plan',
        price: usd(1_500),
      });
      expect(await refusal(as(someone()).order({ orderId: answers[0]?.orderId ?? '' }))).toEqual([
        'ORDER_NOT_FOUND',
        {},
      ]);
    });

    it('is refused at another price than was shown, and for what is not sold any more', async () => {
      expect(await refusal(as(user).checkout(request({ price: usd(1_499) })))).toEqual(['OFFER_CHANGED', usd(1_500)]);
      expect(await refusal(as(user).checkout(request({ priceId: 'kinora-gold-monthly' })))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
      expect(await refusal(as(user).checkout(request({ priceId: 'kinora-free', price: usd(0) })))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
      expect(await refusal(as(user).checkout(request({ platformName: 'app-store' })))).toEqual([
        'PAYMENTS_UNAVAILABLE',
        {},
      ]);
      expect(
        await refusal(as({ ...user, anonymous: true, email: undefined } as unknown as SessionUser).checkout(request())),
      ).toEqual(['NOT_SIGNED_IN', {}]); // what a visitor's session is without an address
    });

    it('loses nothing while the gateway is away: the same press goes on', async () => {
      const first = request();
      gateway.isAway = true;
      await expect(as(user).checkout(first)).rejects.toThrow('unreachable');
      gateway.isAway = false;
      expect(await as(user).checkout(first)).toMatchObject({ url: expect.stringContaining('https://pay.example/') });
    });

    it('of a plan closes the one before', async () => {
      const first = await as(user).checkout(request());
      const second = await as(user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) }));
      expect(gateway.expired).toContain(`cs_${first.orderId}`);
      expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(['expired', 'open']);
    });

    it('of a plan is refused to who has one; packs are sold to everybody', async () => {
      await withPlan('sub_has');
      expect(await refusal(as(user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) })))).toEqual([
        'ALREADY_SUBSCRIBED',
        {},
      ]);
      const { orderId } = await as(user).checkout(request({ priceId: 'kinora-credits-100', price: usd(800) }));
      const paid: GatewayEvent = {
        kind: 'purchase',
        orderId,
        owner: fakeOwner(user.id),
        externalId: 'pay_1',
        facts: [
          {
            type: 'PurchasePaid',
            data: {
              factId: 'p1',
              occurredAt: app.parts.clock.now(),
              amountPaid: 800,
              currency: 'usd',
              invoiceId: 'in_pay_1',
              priceId: 'kinora-credits-100',
            },
          },
        ],
      };
      await deliver([paid]);
      await until(
        () => statusOf(orderId),
        (status) => status === 'paid',
      );
      const credits = () =>
        callerOf(app.router)({ user, request: { ip: '', language: 'en', requestId: 'r', origin: '' } }).credits.balance(
          {},
        );
      const { grants } = await until(credits, ({ available }) => available === 400);
      expect(grants.map(({ source, available, expiresAt }) => [source, available, expiresAt === undefined])).toEqual([
        ['plan', 300, false],
        ['purchase', 100, true],
      ]);
      await deliver([
        {
          ...paid,
          facts: [
            {
              type: 'PurchaseRefunded',
              data: {
                factId: 'p2',
                occurredAt: app.parts.clock.now(),
                amount: 800,
                currency: 'usd',
                invoiceId: 'in_pay_1',
                refundId: 're_1',
              },
            },
          ],
        },
      ]);
      await until(credits, ({ available }) => available === 300);
    });

    it('can be declined and paid after all, and is over when the gateway says so or nobody says anything', async () => {
      const { orderId } = await as(user).checkout(request());
      await deliver([{ kind: 'checkout', orderId, outcome: 'declined' }]);
      await until(
        () => statusOf(orderId),
        (status) => status === 'declined',
      );
      await deliver([{ kind: 'checkout', orderId, outcome: 'expired' }]);
      await until(
        () => statusOf(orderId),
        (status) => status === 'expired',
      );
      const left = await as(user).checkout(request());
      app.pass(3 * HOUR);
      await app.nest.get(Settlement).sweep();
      expect(await statusOf(left.orderId)).toBe('expired');
      expect(gateway.expired).toContain(`cs_${left.orderId}`);
    });

    it('is not closed by a first payment that waits for the bank, or was refused by it', async () => {
      const { orderId } = await as(user).checkout(request());
      const event = (fact: ReportedFact): GatewayEvent => ({
        kind: 'subscription',
        owner: fakeOwner(user.id),
        externalId: 'sub_asks',
        facts: [fact],
        orderId,
      });
      const at = app.parts.clock.now();
      const periodEnd = addMonths(at, 1);
      await deliver([
        event({
          type: 'SubscriptionStarted',
          data: {
            factId: 'asks.begun',
            occurredAt: at,
            currency: 'usd',
            customSub: 0,
            customerId: 'cus_1',
            discountRate: 0,
            periodEnd,
            periodStart: at,
            priceId: LITE,
            status: 'incomplete',
          },
        }),
      ]);
      await deliver([
        event({
          type: 'PaymentFailed',
          data: {
            factId: 'asks.failed',
            occurredAt: at,
            amountDue: 1_500,
            attempts: 1,
            currency: 'usd',
            invoiceId: 'in_asks',
            nextAttemptAt: null,
          },
        }),
        { kind: 'checkout', orderId, outcome: 'declined' },
      ]);
      await until(
        () => statusOf(orderId),
        (status) => status !== 'open',
      );
      await app.nest.get(Inbox).settled();
      const order = await app.nest.get(Orders).get(orderId);
      expect([order?.status, gateway.expired.includes(`cs_${orderId}`)]).toEqual(['declined', false]);
      expect(
        (await app.nest.get(Orders).reservation(planReservation({ userId: user.id, appName: 'kinora' })))?.document,
      ).toMatchObject({ orderId });
      await deliver([
        event({
          type: 'PaymentSucceeded',
          data: {
            factId: 'asks.paid',
            occurredAt: at + 1,
            amountPaid: 1_500,
            anchor: at,
            currency: 'usd',
            invoiceId: 'in_asks',
            periodEnd,
            periodStart: at,
            priceId: LITE,
            reason: 'start',
          },
        }),
      ]);
      await until(
        () => statusOf(orderId),
        (status) => status === 'paid',
      );
    });

    it('that is paid while another is opened leaves one plan: the second is ended and paid back', async () => {
      const first = await as(user).checkout(request());
      const second = await as(user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) }));
      await deliver([begun('sub_a', first.orderId)]);
      await until(
        () => statusOf(first.orderId),
        (status) => status === 'paid',
      );
      await deliver([begun('sub_b', second.orderId, { priceId: 'kinora-pro-monthly', amountPaid: 2_900 })]);
      await until(
        async () => gateway.calls.filter((what) => what.includes('sub_b')),
        (request) => request.length === 2,
      );
      expect(gateway.calls.filter((what) => what.includes('sub_a') || what.includes('sub_b'))).toEqual([
        'end sub_b',
        'refund sub_b in_sub_b 2900',
      ]);
      expect(
        app.logged.filter(
          ({ level, message }) => level === 'error' && message.startsWith('two plans were paid for at once'),
        ),
      ).toHaveLength(1);
    });
  });

  it('in a second tab is refused to who has paid in the first meanwhile, and tried again while nobody can tell', async () => {
    const [orders, gateways, settlement] = [
      app.nest.get(Orders),
      app.nest.get(BillingGateways),
      app.nest.get(Settlement),
    ];
    /** A tab that has looked before the payment. */
    const secondTab = (reads: Pick<BillingReads, 'of'>) =>
      new Checkouts({
        orders,
        gateways,
        settlement,
        links: app.nest.get(Links),
        clock: app.parts.clock,
        reads,
        buyRefusedTo: 'none',
        subLog: async () => subLogOf('kinora', [], gateways.platforms),
        tier: async () => undefined,
      });
    const buyer = { user, country: undefined, language: 'en', origin: 'https://kinora.example' };
    await withPlan('sub_tab');
    const pro = request({ priceId: 'kinora-pro-monthly', price: usd(2_900) });
    await expect(secondTab({ of: async () => [] }).open(pro, buyer)).rejects.toThrow('no reader has reached');
    expect(await secondTab(app.nest.get(BillingReads)).open(pro, buyer)).toMatchObject({
      ok: false,
      error: { identifier: 'ALREADY_SUBSCRIBED' },
    });
    expect([...gateway.checkouts.values()].filter(({ userId }) => userId === user.id)).toHaveLength(1);
  });

  describe('with a coupon', () => {
    const first = { priceId: YEAR, price: usd(7_200), coupon: 'firstyear ' };

    it('costs less, once: it is given back by a checkout that nobody paid at, and used up by one that is paid', async () => {
      const left = await as(user).checkout(request(first));
      expect(gateway.checkouts.get(`cs_${left.orderId}`)).toMatchObject({ price: usd(7_200), discountRate: 40 });
      await deliver([{ kind: 'checkout', orderId: left.orderId, outcome: 'expired' }]);
      await until(
        () => statusOf(left.orderId),
        (status) => status === 'expired',
      );
      const taken = await as(user).checkout(request(first));
      await deliver([{ kind: 'checkout', orderId: taken.orderId, outcome: 'paid' }]);
      await until(
        async () => (await app.nest.get(Orders).get(taken.orderId))?.status,
        (status) => status === 'paid',
      );
      await until(
        async () => (await as(user).offer({ appName: 'kinora' })).promotion,
        (promotion) => promotion === null,
      );
      expect(await refusal(as(user).checkout(request(first)))).toEqual(['COUPON_USED', {}]);
    });

    it('is refused when nobody knows it, for what it does not hold for, and to who has had a plan', async () => {
      expect(await refusal(as(user).checkout(request({ ...first, coupon: 'NOPE' })))).toEqual(['COUPON_UNKNOWN', {}]);
      expect(await refusal(as(user).checkout(request({ price: usd(900), coupon: 'FIRSTYEAR' })))).toEqual([
        'COUPON_UNKNOWN',
        {},
      ]);
      expect(await refusal(as(user).checkout(request({ ...first, price: usd(12_000) })))).toEqual([
        'OFFER_CHANGED',
        usd(7_200),
      ]);
    });
  });

  describe('and is one’s own', () => {
    it('is seen with what is charged next and how, also while the gateway is away', async () => {
      expect(await as(user).overview({ appName: 'kinora' })).toMatchObject({
        subLog: { isSub: false },
        nextCharge: null,
        method: null,
        planCredits: 0,
        graceUntil: null,
      });
      const subscriptionId = await withPlan('sub_seen');
      await until(
        () => as(user).overview({ appName: 'kinora' }),
        ({ planCredits }) => planCredits === 300,
      );
      expect(await as(user).overview({ appName: 'kinora' })).toMatchObject({
        subLog: { isActiveSub: true, currentPlan: { subscriptionId } },
        nextCharge: { at: 7, amount: usd(2_900) },
        method: { last4: '4242' },
        scheduled: null,
      });
      gateway.isAway = true;
      expect(await as(user).overview({ appName: 'kinora' })).toMatchObject({
        nextCharge: { amount: usd(1_500) },
        method: null,
      });
    });

    it('is seen though the gateway says nothing at all', async () => {
      await withPlan('sub_hangs');
      const request = jest.spyOn(gateway, 'status').mockReturnValue(new Promise(() => undefined));
      expect(await as(user).overview({ appName: 'kinora' })).toMatchObject({
        nextCharge: { amount: usd(1_500) },
        method: null,
      });
      request.mockRestore();
    });

    it('is changed for what was shown, and not for more', async () => {
      const subscriptionId = await withPlan('sub_up');
      const change = { requestId: randomUUID(), subscriptionId, priceId: 'kinora-pro-monthly', dueNow: usd(1_000) };
      expect(await as(user).previewChange({ subscriptionId, priceId: 'kinora-pro-monthly' })).toMatchObject({
        takesEffect: 'now',
        dueNow: usd(1_000),
        credited: usd(500),
        creditsNow: 500,
      });
      gateway.due = money(1_200, 'usd');
      expect(await refusal(as(user).changePlan(change))).toEqual(['OFFER_CHANGED', usd(1_200)]);
      gateway.declines = true;
      expect(await refusal(as(user).changePlan(change))).toEqual(['PAYMENT_DECLINED', {}]);
      Object.assign(gateway, { declines: false, due: money(1_000, 'usd') });
      const changed = as(user).changePlan(change);
      await until(
        async () => gateway.calls.includes('change sub_up kinora-pro-monthly'),
        (isRequested) => isRequested,
      );
      await deliver([
        {
          kind: 'subscription',
          owner: fakeOwner(user.id),
          externalId: 'sub_up',
          facts: [
            {
              type: 'PlanChanged',
              data: { factId: 'up', occurredAt: app.parts.clock.now(), priceId: 'kinora-pro-monthly' },
            },
          ],
        },
      ]);
      expect((await changed).currentPlan.subProductRelation).toMatchObject([{ priceId: 'kinora-pro-monthly' }]);
      await as(user).changePlan(change);
      expect(gateway.calls.filter((what) => what === 'change sub_up kinora-pro-monthly')).toHaveLength(1);
      expect(await refusal(as(user).previewChange({ subscriptionId, priceId: 'kinora-pro-monthly' }))).toEqual([
        'PLAN_CHANGE_REFUSED',
        { reason: 'same' },
      ]);
      expect(await refusal(as(user).previewChange({ subscriptionId, priceId: 'kinora-credits-100' }))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
    });

    it('is cancelled once, with a receipt that stays the same, and taken back', async () => {
      const subscriptionId = await withPlan('sub_end');
      await until(
        () => as(user).overview({ appName: 'kinora' }),
        ({ planCredits }) => planCredits === 300,
      );
      const cancel = {
        requestId: randomUUID(),
        subscriptionId,
        reasons: ['too-expensive' as const],
        text: 'nothing personal',
      };
      const request = as(user).cancel(cancel);
      await until(
        async () => gateway.calls.includes('cancel sub_end'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_end', 'CancellationScheduled', 'c1')]);
      const receipt = await request;
      expect(receipt).toMatchObject({ subscriptionId, creditsLeft: 300, accessUntil: expect.any(Number) });
      expect(await as(user).cancel(cancel)).toEqual(receipt);
      const { subLog } = await until(
        () => as(user).overview({ appName: 'kinora' }),
        (now) => now.subLog.currentPlan.cancelAtPeriodEnd,
      );
      expect(subLog.currentPlan.currentPeriodEnd).toBe(receipt.accessUntil);
      expect(await refusal(as(user).cancel({ ...cancel, requestId: randomUUID() }))).toEqual([
        'PLAN_CHANGE_REFUSED',
        { reason: 'set-to-cancel' },
      ]);
      const back = as(user).reactivate({ requestId: cancel.requestId.replace(/^./, 'x'), subscriptionId });
      await until(
        async () => gateway.calls.includes('reactivate sub_end'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_end', 'SubscriptionReactivated', 'c2')]);
      expect((await back).currentPlan).toMatchObject({ subscriptionId, cancelAtPeriodEnd: false });
      expect(await refusal(as(user).reactivate({ requestId: randomUUID(), subscriptionId }))).toEqual([
        'PLAN_CHANGE_REFUSED',
        { reason: 'active' },
      ]);
    });

    it('is nobody else’s to look at or to change', async () => {
      const subscriptionId = await withPlan('sub_mine');
      const stranger = as(someone());
      const requestId = randomUUID();
      const tried = [
        stranger.previewChange({ subscriptionId, priceId: 'kinora-pro-monthly' }),
        stranger.changePlan({ requestId, subscriptionId, priceId: 'kinora-pro-monthly', dueNow: usd(0) }),
        stranger.cancel({ requestId, subscriptionId, reasons: [] }),
        stranger.reactivate({ requestId, subscriptionId }),
        stranger.portal({ subscriptionId, returnPath: '/en/billing' }),
      ];
      for (const call of tried) expect(await refusal(call)).toEqual(['SUBSCRIPTION_NOT_FOUND', {}]);
      expect(await as(user).portal({ subscriptionId, returnPath: '/en/billing' })).toEqual({
        url: `https://pay.example/portal/sub_mine?back=${encodeURIComponent('https://kinora.example/en/billing')}`,
      });
    });
  });

  describe('by somebody who leaves', () => {
    const leaving = () => app.nest.get(BillingLeaving);

    it('is charged no more: what is paid for runs to its end, what is owed ends, and no checkout is left open', async () => {
      await withPlan('sub_leaves');
      const pack = await as(user).checkout(request({ priceId: 'kinora-credits-100', price: usd(800) }));
      await leaving().leave(user.id, 'm1');
      await leaving().leave(user.id, 'm1');
      expect(gateway.calls.filter((what) => what.endsWith('sub_leaves'))).toEqual(['cancel sub_leaves']);
      expect([gateway.expired.includes(`cs_${pack.orderId}`), await statusOf(pack.orderId)]).toEqual([true, 'expired']);
      const debtor = await withPlanOf('sub_owes');
      await deliver([
        {
          kind: 'subscription',
          owner: fakeOwner(debtor.id),
          externalId: 'sub_owes',
          facts: [
            {
              type: 'PaymentFailed',
              data: {
                factId: 'fail',
                occurredAt: app.parts.clock.now(),
                amountDue: 1_500,
                attempts: 1,
                currency: 'usd',
                invoiceId: 'in_next',
                nextAttemptAt: null,
              },
            },
          ],
        },
      ]);
      await until(
        () => as(debtor).overview({ appName: 'kinora' }),
        ({ subLog }) => subLog.expirePayment !== null,
      );
      await leaving().leave(debtor.id, 'm2');
      expect(gateway.calls.filter((what) => what.endsWith('sub_owes'))).toEqual(['end sub_owes']);
    });

    it('is charged no more for what was paid before and is told of after', async () => {
      const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
      const gone = async (how: object) =>
        void (await users.put({
          id: user.id,
          expectedVersion: 0,
          document: { ...newUser(user.id, { userGroup: 101, at: 0 }), ...how },
        }));
      const { orderId } = await as(user).checkout(request());
      await deliver([{ kind: 'checkout', orderId, outcome: 'paid' }]);
      await until(
        async () => (await app.nest.get(Orders).get(orderId))?.status,
        (status) => status === 'paid',
      );
      await gone({ deletedAt: 1 });
      await leaving().leave(user.id, 'm1');
      await deliver([begun('sub_late', orderId)]);
      await until(
        async () => gateway.calls.filter((what) => what.endsWith('sub_late')),
        (request) => request.length > 0,
      );
      expect(gateway.calls.filter((what) => what.endsWith('sub_late'))).toEqual(['cancel sub_late']);
      user = someone();
      await gone({ purgedAt: 1 });
      await leaving().purge(user.id, 'm2');
      await deliver([begun('sub_later', 'forgotten')]);
      await until(
        async () => gateway.calls.filter((what) => what.endsWith('sub_later')),
        (request) => request.length > 0,
      );
      expect(gateway.calls.filter((what) => what.endsWith('sub_later'))).toEqual(['end sub_later']);
    });

    it('goes with the account: no plan runs on, and no order, wish or word of it is left', async () => {
      const subscriptionId = await withPlan('sub_gone');
      const request = as(user).cancel({
        requestId: randomUUID(),
        subscriptionId,
        reasons: ['other'],
        text: 'words about myself',
      });
      await until(
        async () => gateway.calls.includes('cancel sub_gone'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_gone', 'CancellationScheduled', 'c1')]);
      await request;
      const files = async () => {
        const found: string[] = [];
        for await (const file of app.nest.get(ExportParts).files(user.id)) {
          if (file.path === 'orders.json')
            for await (const bytes of (await file.content()) ?? []) found.push(Buffer.from(bytes).toString());
        }
        return found.join();
      };
      expect(JSON.parse(await files())).toMatchObject({
        orders: [{ what: LITE, price: '15.00', status: 'paid' }],
        plans: [{ what: 'cancel', reasons: ['other'], text: 'words about myself' }],
      });
      await leaving().purge(user.id, 'm1');
      expect(gateway.calls).toContain('end sub_gone');
      expect(await files()).toBe('');
      const left: string[] = [];
      for (const name of ['billing_orders_v1', 'billing_wishes_v1', 'billing_reservations_v1', 'billing_customers_v1'])
        for await (const { document } of app.parts.documents.carryOut(name)) left.push(JSON.stringify(document));
      expect(left.filter((text) => text.includes(user.id))).toEqual([]);
    });
  });
});
