import { describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { BillingLeaving } from '../../../src/billing/leaving.js';
import { Orders } from '../../../src/billing/orders/orders.js';
import { newUser, userDocument, USERS } from '../../../src/identity/accounts/user.js';
import { money } from '../../../src/kernel/money.shared.js';
import { ExportParts } from '../../../src/platform/export-parts.js';
import { fakeOwner } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';
import { LITE, YEAR, usd, openShop } from './shop-world.js';

describe('what was bought', () => {
  const shop = openShop();
  const { someone, as, request, refusal, deliver, begun, more, statusOf, withPlanOf, withPlan } = shop;

  describe('with a coupon', () => {
    const first = { priceId: YEAR, price: usd(7_200), coupon: 'firstyear ' };

    it('costs less, once: it is given back by a checkout that nobody paid at, and used up by one that is paid', async () => {
      const left = await as(shop.user).checkout(request(first));
      expect(shop.gateway.checkouts.get(`cs_${left.orderId}`)).toMatchObject({ price: usd(7_200), discountRate: 40 });
      await deliver([{ kind: 'checkout', orderId: left.orderId, outcome: 'expired' }]);
      await until(
        () => statusOf(left.orderId),
        (status) => status === 'expired',
      );
      const taken = await as(shop.user).checkout(request(first));
      await deliver([{ kind: 'checkout', orderId: taken.orderId, outcome: 'paid' }]);
      await until(
        async () => (await shop.app.nest.get(Orders).get(taken.orderId))?.status,
        (status) => status === 'paid',
      );
      await until(
        async () => (await as(shop.user).offer({ appName: 'kinora' })).promotion,
        (promotion) => promotion === null,
      );
      expect(await refusal(as(shop.user).checkout(request(first)))).toEqual(['COUPON_USED', {}]);
    });

    it('is refused when nobody knows it, for what it does not hold for, and to who has had a plan', async () => {
      expect(await refusal(as(shop.user).checkout(request({ ...first, coupon: 'NOPE' })))).toEqual([
        'COUPON_UNKNOWN',
        {},
      ]);
      expect(await refusal(as(shop.user).checkout(request({ price: usd(900), coupon: 'FIRSTYEAR' })))).toEqual([
        'COUPON_UNKNOWN',
        {},
      ]);
      expect(await refusal(as(shop.user).checkout(request({ ...first, price: usd(12_000) })))).toEqual([
        'OFFER_CHANGED',
        usd(7_200),
      ]);
    });
  });

  describe('and is one’s own', () => {
    it('is seen with what is charged next and how, also while the gateway is away', async () => {
      expect(await as(shop.user).overview({ appName: 'kinora' })).toMatchObject({
        subLog: { isSub: false },
        nextCharge: null,
        method: null,
        planCredits: 0,
        graceUntil: null,
      });
      const subscriptionId = await withPlan('sub_seen');
      await until(
        () => as(shop.user).overview({ appName: 'kinora' }),
        ({ planCredits }) => planCredits === 300,
      );
      expect(await as(shop.user).overview({ appName: 'kinora' })).toMatchObject({
        subLog: { isActiveSub: true, currentPlan: { subscriptionId } },
        nextCharge: { at: 7, amount: usd(2_900) },
        method: { last4: '4242' },
        scheduled: null,
      });
      shop.gateway.isAway = true;
      expect(await as(shop.user).overview({ appName: 'kinora' })).toMatchObject({
        nextCharge: { amount: usd(1_500) },
        method: null,
      });
    });

    it('is seen though the gateway says nothing at all', async () => {
      await withPlan('sub_hangs');
      const request = jest.spyOn(shop.gateway, 'status').mockReturnValue(new Promise(() => undefined));
      expect(await as(shop.user).overview({ appName: 'kinora' })).toMatchObject({
        nextCharge: { amount: usd(1_500) },
        method: null,
      });
      request.mockRestore();
    });

    it('is changed for what was shown, and not for more', async () => {
      const subscriptionId = await withPlan('sub_up');
      const change = { requestId: randomUUID(), subscriptionId, priceId: 'kinora-pro-monthly', dueNow: usd(1_000) };
      expect(await as(shop.user).previewChange({ subscriptionId, priceId: 'kinora-pro-monthly' })).toMatchObject({
        takesEffect: 'now',
        dueNow: usd(1_000),
        credited: usd(500),
        creditsNow: 500,
      });
      shop.gateway.due = money(1_200, 'usd');
      expect(await refusal(as(shop.user).changePlan(change))).toEqual(['OFFER_CHANGED', usd(1_200)]);
      shop.gateway.declines = true;
      expect(await refusal(as(shop.user).changePlan(change))).toEqual(['PAYMENT_DECLINED', {}]);
      Object.assign(shop.gateway, { declines: false, due: money(1_000, 'usd') });
      const changed = as(shop.user).changePlan(change);
      await until(
        async () => shop.gateway.calls.includes('change sub_up kinora-pro-monthly'),
        (isRequested) => isRequested,
      );
      await deliver([
        {
          kind: 'subscription',
          owner: fakeOwner(shop.user.id),
          externalId: 'sub_up',
          facts: [
            {
              type: 'PlanChanged',
              data: { factId: 'up', occurredAt: shop.app.parts.clock.now(), priceId: 'kinora-pro-monthly' },
            },
          ],
        },
      ]);
      expect((await changed).currentPlan.subProductRelation).toMatchObject([{ priceId: 'kinora-pro-monthly' }]);
      await as(shop.user).changePlan(change);
      expect(shop.gateway.calls.filter((what) => what === 'change sub_up kinora-pro-monthly')).toHaveLength(1);
      expect(await refusal(as(shop.user).previewChange({ subscriptionId, priceId: 'kinora-pro-monthly' }))).toEqual([
        'PLAN_CHANGE_REFUSED',
        { reason: 'same' },
      ]);
      expect(await refusal(as(shop.user).previewChange({ subscriptionId, priceId: 'kinora-credits-100' }))).toEqual([
        'PRODUCT_GONE',
        {},
      ]);
    });

    it('is cancelled once, with a receipt that stays the same, and taken back', async () => {
      const subscriptionId = await withPlan('sub_end');
      await until(
        () => as(shop.user).overview({ appName: 'kinora' }),
        ({ planCredits }) => planCredits === 300,
      );
      const cancel = {
        requestId: randomUUID(),
        subscriptionId,
        reasons: ['too-expensive' as const],
        text: 'nothing personal',
      };
      const request = as(shop.user).cancel(cancel);
      await until(
        async () => shop.gateway.calls.includes('cancel sub_end'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_end', 'CancellationScheduled', 'c1')]);
      const receipt = await request;
      expect(receipt).toMatchObject({ subscriptionId, creditsLeft: 300, accessUntil: expect.any(Number) });
      expect(await as(shop.user).cancel(cancel)).toEqual(receipt);
      const { subLog } = await until(
        () => as(shop.user).overview({ appName: 'kinora' }),
        (now) => now.subLog.currentPlan.cancelAtPeriodEnd,
      );
      expect(subLog.currentPlan.currentPeriodEnd).toBe(receipt.accessUntil);
      expect(await refusal(as(shop.user).cancel({ ...cancel, requestId: randomUUID() }))).toEqual([
        'PLAN_CHANGE_REFUSED',
        { reason: 'set-to-cancel' },
      ]);
      const back = as(shop.user).reactivate({ requestId: cancel.requestId.replace(/^./, 'x'), subscriptionId });
      await until(
        async () => shop.gateway.calls.includes('reactivate sub_end'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_end', 'SubscriptionReactivated', 'c2')]);
      expect((await back).currentPlan).toMatchObject({ subscriptionId, cancelAtPeriodEnd: false });
      expect(await refusal(as(shop.user).reactivate({ requestId: randomUUID(), subscriptionId }))).toEqual([
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
      expect(await as(shop.user).portal({ subscriptionId, returnPath: '/en/billing' })).toEqual({
        url: `https://pay.example/portal/sub_mine?back=${encodeURIComponent('https://kinora.example/en/billing')}`,
      });
    });
  });

  describe('by somebody who leaves', () => {
    const leaving = () => shop.app.nest.get(BillingLeaving);

    it('is charged no more: what is paid for runs to its end, what is owed ends, and no checkout is left open', async () => {
      await withPlan('sub_leaves');
      const pack = await as(shop.user).checkout(request({ priceId: 'kinora-credits-100', price: usd(800) }));
      await leaving().leave(shop.user.id, 'm1');
      await leaving().leave(shop.user.id, 'm1');
      expect(shop.gateway.calls.filter((what) => what.endsWith('sub_leaves'))).toEqual(['cancel sub_leaves']);
      expect([shop.gateway.expired.includes(`cs_${pack.orderId}`), await statusOf(pack.orderId)]).toEqual([
        true,
        'expired',
      ]);
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
                occurredAt: shop.app.parts.clock.now(),
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
      expect(shop.gateway.calls.filter((what) => what.endsWith('sub_owes'))).toEqual(['end sub_owes']);
    });

    it('is charged no more for what was paid before and is told of after', async () => {
      const users = await shop.app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
      const gone = async (how: object) =>
        void (await users.put({
          id: shop.user.id,
          expectedVersion: 0,
          document: { ...newUser(shop.user.id, { userGroup: 101, at: 0 }), ...how },
        }));
      const { orderId } = await as(shop.user).checkout(request());
      await deliver([{ kind: 'checkout', orderId, outcome: 'paid' }]);
      await until(
        async () => (await shop.app.nest.get(Orders).get(orderId))?.status,
        (status) => status === 'paid',
      );
      await gone({ deletedAt: 1 });
      await leaving().leave(shop.user.id, 'm1');
      await deliver([begun('sub_late', orderId)]);
      await until(
        async () => shop.gateway.calls.filter((what) => what.endsWith('sub_late')),
        (request) => request.length > 0,
      );
      expect(shop.gateway.calls.filter((what) => what.endsWith('sub_late'))).toEqual(['cancel sub_late']);
      shop.user = someone();
      await gone({ purgedAt: 1 });
      await leaving().purge(shop.user.id, 'm2');
      await deliver([begun('sub_later', 'forgotten')]);
      await until(
        async () => shop.gateway.calls.filter((what) => what.endsWith('sub_later')),
        (request) => request.length > 0,
      );
      expect(shop.gateway.calls.filter((what) => what.endsWith('sub_later'))).toEqual(['end sub_later']);
    });

    it('goes with the account: no plan runs on, and no order, wish or word of it is left', async () => {
      const subscriptionId = await withPlan('sub_gone');
      const request = as(shop.user).cancel({
        requestId: randomUUID(),
        subscriptionId,
        reasons: ['other'],
        text: 'words about myself',
      });
      await until(
        async () => shop.gateway.calls.includes('cancel sub_gone'),
        (isRequested) => isRequested,
      );
      await deliver([more('sub_gone', 'CancellationScheduled', 'c1')]);
      await request;
      const files = async () => {
        const found: string[] = [];
        for await (const file of shop.app.nest.get(ExportParts).files(shop.user.id)) {
          if (file.path === 'orders.json')
            for await (const bytes of (await file.content()) ?? []) found.push(Buffer.from(bytes).toString());
        }
        return found.join();
      };
      expect(JSON.parse(await files())).toMatchObject({
        orders: [{ what: LITE, price: '15.00', status: 'paid' }],
        plans: [{ what: 'cancel', reasons: ['other'], text: 'words about myself' }],
      });
      await leaving().purge(shop.user.id, 'm1');
      expect(shop.gateway.calls).toContain('end sub_gone');
      expect(await files()).toBe('');
      const left: string[] = [];
      for (const name of ['billing_orders_v1', 'billing_wishes_v1', 'billing_reservations_v1', 'billing_customers_v1'])
        for await (const { document } of shop.app.parts.documents.carryOut(name)) left.push(JSON.stringify(document));
      expect(left.filter((text) => text.includes(shop.user.id))).toEqual([]);
    });
  });
});
