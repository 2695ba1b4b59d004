import { describe, expect, it, jest } from '@jest/globals';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import { money } from '../../../src/kernel/money.shared.js';
import { stripeMockMissing } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { itemsOf, priceObject, subscriptionObject } from '../../support/servers/stripe/objects.js';
import { START, END, at, lite, own, preview, done, refusal, judgedStripe } from './stripe-world.js';

jest.setTimeout(60_000);

describeUnless(stripeMockMissing(), 'what is asked of Stripe to change a plan', () => {
  const { opened, knowing } = judgedStripe();

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
});
