import { describe, expect, it } from '@jest/globals';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { afterPurchase, afterGatewayEvent, UNHURRIED_MS, type Order } from './order.js';

const RUNS_OUT = 7_200_000;
const order: Order = {
  orderId: 'o1',
  userId: 'ann' as UserId,
  appName: 'kinora',
  kind: 'plan',
  priceId: 'kinora-lite-monthly',
  price: { minor: 1_500, currency: 'usd' },
  discountRate: 0, // a test's own user
  gateway: 'fake',
  platformName: 'wallet',
  language: 'en',
  returnUrl: 'https://kinora.example/en',
  cancelUrl: 'https://kinora.example/en',
  createdAt: 0,
  expiresAt: 3_600_000,
  status: 'open',
  checkout: { checkoutId: 'cs_1', url: 'https://pay.example/cs_1' },
  paidAt: null,
  bought: null,
  isRaced: false,
  dueAt: RUNS_OUT,
};
const at = (revision: number) => ({ id: 'sub', token: { stream: 'subscription-sub' as StreamName, revision } }); // a test's own

describe('an order that is told what it came to', () => {
  it('stays open, and due when it was, while the first payment waits or has failed', () => {
    const incomplete = afterPurchase(order, at(1), false, 5);
    expect(incomplete).toEqual({ ...order, bought: at(1) });
    expect(afterPurchase({ ...incomplete, status: 'declined' }, at(2), false, 6)).toEqual({
      ...order,
      status: 'declined',
      bought: at(2),
    });
  });

  it('is looked at as soon as it is paid, whichever is told first', () => {
    expect(afterPurchase(order, at(1), true, 5)).toMatchObject({ status: 'paid', paidAt: 5, dueAt: 5 });
    expect(afterPurchase({ ...order, bought: at(1) }, at(2), true, 5)).toMatchObject({
      status: 'paid',
      paidAt: 5,
      dueAt: 5,
      bought: at(2),
    });
    expect(afterPurchase({ ...afterGatewayEvent(order, 'paid', 4), dueAt: null }, at(1), true, 5)).toMatchObject({
      status: 'paid',
      paidAt: 4,
      dueAt: 5,
      bought: at(1),
    });
  });

  it('is not hurried by renewals, but by what was paid for one that is undone', () => {
    const settled: Order = { ...order, status: 'paid', paidAt: 4, bought: at(1), dueAt: null };
    expect(afterPurchase(settled, at(2), true, 9)).toEqual({ ...settled, bought: at(2), dueAt: 9 + UNHURRIED_MS });
    expect(afterPurchase({ ...settled, dueAt: 7 }, at(2), true, 9).dueAt).toBe(7);
    expect(afterPurchase({ ...settled, isRaced: true }, at(2), true, 9).dueAt).toBe(9);
    expect(afterPurchase(settled, at(1), true, 9)).toBe(settled);
  });
});
