import { expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import { Checkouts, type CheckoutDeps } from './checkout.js';
import type { Order } from './order.js';

const ann = 'ann' as UserId; // a test's own user
const request = {
  appName: 'kinora',
  priceId: 'kinora-lite-monthly',
  platformName: 'wallet',
  price: { minor: 1_500, currency: 'usd' },
  returnPath: '/en',
  requestId: 'a press',
} as const;
const order: Order = {
  orderId: 'mine',
  userId: ann,
  appName: request.appName,
  kind: 'plan',
  priceId: request.priceId,
  price: request.price,
  discountRate: 0,
  gateway: 'none',
  platformName: request.platformName,
  language: 'en',
  returnUrl: 'https://kinora.example/en',
  cancelUrl: 'https://kinora.example/en',
  createdAt: 0,
  expiresAt: 3_600_000,
  status: 'open',
  checkout: null,
  paidAt: null,
  bought: null,
  isRaced: false,
  dueAt: null,
};

it('an order takes its reservation from others that are open, however many are closed for it', async () => {
  const others = Array.from({ length: 40 }, (_, nth): Order => ({ ...order, orderId: `other-${nth}` }));
  const reserved: string[] = [];
  const deps = {
    clock: { now: () => 1 },
    gateways: { byName: () => undefined },
    orders: {
      get: async (id: string) => [order, ...others].find(({ orderId }) => orderId === id) ?? order,
      reservation: async () =>
        others[0] === undefined
          ? undefined
          : { id: 'plan', version: 1, document: { userId: ann, orderId: others[0].orderId, isUsed: false } },
      reserve: async (id: string) => {
        reserved.push(id);
        return true;
      },
    },
    settlement: { close: async () => void others.shift() },
  } as unknown as CheckoutDeps; // nothing else is used
  const user = { id: ann, roles: [], anonymous: false };
  const opened = await new Checkouts(deps).open(request, {
    user,
    language: 'en',
    origin: 'https://kinora.example',
  } as unknown as Parameters<Checkouts['open']>[1]); // as above
  expect(opened).toMatchObject({ ok: false, error: { identifier: 'PAYMENTS_UNAVAILABLE' } });
  expect([others.length, reserved.length]).toEqual([0, 1]);
});
