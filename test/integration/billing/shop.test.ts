import { describe, expect, it } from '@jest/globals';
import type { GatewayEvent } from '../../../src/billing/gateways/port.js';
import { BillingGateways } from '../../../src/billing/index.js';
import { Inbox } from '../../../src/billing/inbox/inbox.js';
import { Checkouts } from '../../../src/billing/orders/checkout.js';
import { Links } from '../../../src/billing/orders/links.js';
import { Orders, planReservation } from '../../../src/billing/orders/orders.js';
import { Settlement } from '../../../src/billing/orders/settle.js';
import { BillingReads } from '../../../src/billing/queries.js';
import { subLogOf } from '../../../src/billing/subscription/sub-log.js';
import type { ReportedFact } from '../../../src/billing/subscription/facts.js';
import { addMonths } from '../../../src/kernel/months.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import { fakeOwner } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';
import { LITE, YEAR, usd, openShop } from './shop-world.js';

const HOUR = 3_600_000;

describe('what is bought', () => {
  const shop = openShop();
  const { someone, as, request, refusal, deliver, begun, statusOf, withPlan } = shop;

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
      expect((await as(shop.user).offer({ appName: 'kinora' })).promotion).toBeNull();
    });

    it('not where the operator keeps it from, and not at the lower price of a country that one is not in', async () => {
      expect(await as(shop.user, 'RU').offer({ appName: 'kinora' })).toMatchObject({
        isRefused: true,
        promotion: null,
      });
      expect(await refusal(as(shop.user, 'RU').checkout(request()))).toEqual([
        'PERMISSION_ERROR',
        { reason: 'country' },
      ]);
      expect((await as(shop.user, 'US').offer({ appName: 'kinora' })).currencies).not.toContain('inr');
      expect(
        await refusal(as(shop.user, 'US').checkout(request({ price: { minor: 74_880, currency: 'inr' } }))),
      ).toEqual(['OFFER_CHANGED', usd(1_500)]);
      expect(await as(shop.user, 'IN').checkout(request({ price: { minor: 74_880, currency: 'inr' } }))).toMatchObject({
        orderId: expect.any(String),
      });
    });
  });

  describe('by a checkout', () => {
    it('is one order and one checkout, however often Buy is pressed', async () => {
      const first = request();
      const before = shop.gateway.checkouts.size;
      const answers = await Promise.all([1, 2, 3].map(() => as(shop.user).checkout(first)));
      expect(new Set(answers.map(({ orderId, url }) => `${orderId} ${url}`)).size).toBe(1);
      expect(shop.gateway.checkouts.size).toBe(before + 1);
      expect(
        await refusal(as(shop.user).checkout({ ...first, priceId: 'kinora-pro-monthly', price: usd(2_900) })),
      ).toEqual(['IDEMPOTENCY_MISMATCH', { id: first.requestId }]);
      const order = shop.gateway.checkouts.get(`cs_${answers[0]?.orderId}`);
      expect(order).toMatchObject({
        price: usd(1_500),
        email: 'ann@example.org',
        returnUrl: expect.stringContaining('https://kinora.example/en/pricing?order='),
        discountRate: 0,
      });
      expect(await as(shop.user).order({ orderId: answers[0]?.orderId ?? '' })).toMatchObject({
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
      expect(await refusal(as(shop.user).checkout(request({ price: usd(1_499) })))).toEqual([
        'OFFER_CHANGED',
        usd(1_500),
      ]);
      expect(await refusal(as(shop.user).checkout(request({ priceId: 'kinora-gold-monthly' })))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
      expect(await refusal(as(shop.user).checkout(request({ priceId: 'kinora-free', price: usd(0) })))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
      expect(await refusal(as(shop.user).checkout(request({ platformName: 'app-store' })))).toEqual([
        'PAYMENTS_UNAVAILABLE',
        {},
      ]);
      expect(
        await refusal(
          as({ ...shop.user, anonymous: true, email: undefined } as unknown as SessionUser).checkout(request()),
        ),
      ).toEqual(['NOT_SIGNED_IN', {}]); // what a visitor's session is without an address
    });

    it('loses nothing while the gateway is away: the same press goes on', async () => {
      const first = request();
      shop.gateway.isAway = true;
      await expect(as(shop.user).checkout(first)).rejects.toThrow('unreachable');
      shop.gateway.isAway = false;
      expect(await as(shop.user).checkout(first)).toMatchObject({
        url: expect.stringContaining('https://pay.example/'),
      });
    });

    it('of a plan closes the one before', async () => {
      const first = await as(shop.user).checkout(request());
      const second = await as(shop.user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) }));
      expect(shop.gateway.expired).toContain(`cs_${first.orderId}`);
      expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(['expired', 'open']);
    });

    it('of a plan is refused to who has one; packs are sold to everybody', async () => {
      await withPlan('sub_has');
      expect(
        await refusal(as(shop.user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) }))),
      ).toEqual(['ALREADY_SUBSCRIBED', {}]);
      const { orderId } = await as(shop.user).checkout(request({ priceId: 'kinora-credits-100', price: usd(800) }));
      const paid: GatewayEvent = {
        kind: 'purchase',
        orderId,
        owner: fakeOwner(shop.user.id),
        externalId: 'pay_1',
        facts: [
          {
            type: 'PurchasePaid',
            data: {
              factId: 'p1',
              occurredAt: shop.app.parts.clock.now(),
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
        callerOf(shop.app.router)({
          user: shop.user,
          request: { ip: '', language: 'en', requestId: 'r', origin: '' },
        }).credits.balance({});
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
                occurredAt: shop.app.parts.clock.now(),
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
      const { orderId } = await as(shop.user).checkout(request());
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
      const left = await as(shop.user).checkout(request());
      shop.app.pass(3 * HOUR);
      await shop.app.nest.get(Settlement).sweep();
      expect(await statusOf(left.orderId)).toBe('expired');
      expect(shop.gateway.expired).toContain(`cs_${left.orderId}`);
    });

    it('is not closed by a first payment that waits for the bank, or was refused by it', async () => {
      const { orderId } = await as(shop.user).checkout(request());
      const event = (fact: ReportedFact): GatewayEvent => ({
        kind: 'subscription',
        owner: fakeOwner(shop.user.id),
        externalId: 'sub_asks',
        facts: [fact],
        orderId,
      });
      const at = shop.app.parts.clock.now();
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
      await shop.app.nest.get(Inbox).settled();
      const order = await shop.app.nest.get(Orders).get(orderId);
      expect([order?.status, shop.gateway.expired.includes(`cs_${orderId}`)]).toEqual(['declined', false]);
      expect(
        (await shop.app.nest.get(Orders).reservation(planReservation({ userId: shop.user.id, appName: 'kinora' })))
          ?.document,
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
      const first = await as(shop.user).checkout(request());
      const second = await as(shop.user).checkout(request({ priceId: 'kinora-pro-monthly', price: usd(2_900) }));
      await deliver([begun('sub_a', first.orderId)]);
      await until(
        () => statusOf(first.orderId),
        (status) => status === 'paid',
      );
      await deliver([begun('sub_b', second.orderId, { priceId: 'kinora-pro-monthly', amountPaid: 2_900 })]);
      await until(
        async () => shop.gateway.calls.filter((what) => what.includes('sub_b')),
        (request) => request.length === 2,
      );
      expect(shop.gateway.calls.filter((what) => what.includes('sub_a') || what.includes('sub_b'))).toEqual([
        'end sub_b',
        'refund sub_b in_sub_b 2900',
      ]);
      expect(
        shop.app.logged.filter(
          ({ level, message }) => level === 'error' && message.startsWith('two plans were paid for at once'),
        ),
      ).toHaveLength(1);
    });
  });

  it('in a second tab is refused to who has paid in the first meanwhile, and tried again while nobody can tell', async () => {
    const [orders, gateways, settlement] = [
      shop.app.nest.get(Orders),
      shop.app.nest.get(BillingGateways),
      shop.app.nest.get(Settlement),
    ];
    /** A tab that has looked before the payment. */
    const secondTab = (reads: Pick<BillingReads, 'of'>) =>
      new Checkouts({
        orders,
        gateways,
        settlement,
        links: shop.app.nest.get(Links),
        clock: shop.app.parts.clock,
        reads,
        buyRefusedTo: 'none',
        subLog: async () => subLogOf('kinora', [], gateways.platforms),
        tier: async () => undefined,
      });
    const buyer = { user: shop.user, country: undefined, language: 'en', origin: 'https://kinora.example' };
    await withPlan('sub_tab');
    const pro = request({ priceId: 'kinora-pro-monthly', price: usd(2_900) });
    await expect(secondTab({ of: async () => [] }).open(pro, buyer)).rejects.toThrow('no reader has reached');
    expect(await secondTab(shop.app.nest.get(BillingReads)).open(pro, buyer)).toMatchObject({
      ok: false,
      error: { identifier: 'ALREADY_SUBSCRIBED' },
    });
    expect([...shop.gateway.checkouts.values()].filter(({ userId }) => userId === shop.user.id)).toHaveLength(1);
  });
});
