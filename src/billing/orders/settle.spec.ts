import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { BillingGateways } from '../gateways/registry.js';
import { BillingLeaving } from '../leaving.js';
import type { SubscriptionDocument } from '../subscription/subscription.projection.js';
import { IdempotentActions } from '../shop/idempotent-actions.js';
import { Links } from './links.js';
import type { Order } from './order.js';
import { Orders } from './orders.js';
import { Settlement } from './settle.js';

const ann = 'ann' as UserId; // a test's own user
const raced: Order = {
  orderId: 'o2',
  userId: ann,
  appName: 'kinora',
  kind: 'plan',
  priceId: 'kinora-lite-monthly',
  price: { minor: 1_500, currency: 'usd' },
  discountRate: 0,
  gateway: 'given-up',
  platformName: 'wallet',
  language: 'en',
  returnUrl: 'https://kinora.example/en',
  cancelUrl: 'https://kinora.example/en',
  createdAt: 0,
  expiresAt: 3_600_000,
  status: 'paid',
  checkout: null,
  paidAt: 4,
  bought: { id: 'sub', token: { stream: 'subscription-sub' as StreamName, revision: 1 } },
  isRaced: true,
  dueAt: 5, // a test's own stream
};
const subscription: SubscriptionDocument = {
  subscriptionId: 'sub',
  userId: ann,
  revision: 1,
  owner: { appName: 'kinora', gateway: 'given-up', platformName: 'wallet', userId: ann },
  facts: [],
  grants: [],
  at: 0,
  nextGrantAt: null,
  view: {
    status: 'active',
    priceId: 'kinora-lite-monthly',
    nextPriceId: null,
    paidPriceId: 'kinora-lite-monthly',
    customerId: 'cus',
    cancelAtPeriodEnd: false,
    currentPeriodEnd: 9,
    dateCreated: 0,
    currency: 'usd',
    discountRate: 0,
    customSub: 0,
    openPayment: null,
  },
};

describe('a plan at a gateway that is not set up any more', () => {
  let orders: Orders;
  let links: Links;
  let settlement: Settlement;
  let logged: string[];
  const log = {
    warn: (_fields: object, message: string) => void logged.push(message),
    error: (_fields: object, message: string) => void logged.push(message),
  };
  const reads = { of: async () => [subscription] };

  beforeEach(async () => {
    const documents = createMemoryDocumentStore();
    [orders, links, logged] = [await Orders.open(documents), await Links.open(documents), []];
    settlement = new Settlement({
      orders,
      links,
      gateways: new BillingGateways(),
      reads,
      clock: { now: () => 10 },
      log,
    });
    await orders.create(raced);
    await links.keep({ id: 'sub', kind: 'subscription', gateway: 'given-up', externalId: 'sub_1', userId: ann });
  });

  it('is owed its money as long as it cannot be given back', async () => {
    await settlement.sweep();
    expect((await orders.get('o2'))?.dueAt).toBe(5);
    expect(logged).toEqual(['an order could not be settled; the next sweep retries']);
  });

  it('is told of when its owner leaves, and keeps nothing else of them', async () => {
    const actions = await IdempotentActions.open(createMemoryDocumentStore());
    const leaving = new BillingLeaving({
      orders,
      links,
      actions,
      settlement,
      gateways: new BillingGateways(),
      reads,
      departure: async () => 'gone',
      log,
    });
    await leaving.purge(ann, 'm1');
    expect(logged).toEqual([expect.stringContaining('an operator must end it at the gateway')]);
    expect(await orders.get('o2')).toBeUndefined();
  });
});
