import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../../platform/documents/memory.js';
import { ProductClock } from '../../../platform/product-clock.js';
import { systemRandom } from '../../../platform/random.js';
import { createMemorySignals } from '../../../platform/signals/memory.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { BillingGateways } from '../registry.js';
import { WebhookSender } from './webhook-sender.js';
import { SandboxGateway } from './gateway.js';
import { openSale, payAt, type Sale } from './sale.js';
import { SandboxSales } from './sales.js';
import { SandboxModule } from './sandbox.module.js';
import { SandboxTime } from './time.js';

const START = Date.UTC(2026, 0, 10);
const opened = (id: string): Sale =>
  openSale({
    externalId: id,
    at: START,
    customerId: 'c1',
    owner: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' },
    order: {
      orderId: id,
      kind: 'plan',
      priceId: 'kinora-lite-monthly',
      minor: 1_500,
      currency: 'usd',
      discountRate: 0,
      language: 'en',
      country: null,
      returnUrl: 'http://localhost/',
      cancelUrl: 'http://localhost/',
      expiresAt: START + 1_000,
    },
  });

describe('the sandbox beside real payments', () => {
  /** An installation that starts with Stripe keys after its sandbox was used. */
  async function beginning(sold: readonly Sale[], ahead = 0): Promise<readonly string[]> {
    const documents = createMemoryDocumentStore();
    const wall = { now: () => START };
    const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
    const clock = await ProductClock.open({ documents, signals: createMemorySignals(wall), wall, log });
    await clock.moveTo(START + ahead);
    const sales = await SandboxSales.open(documents);
    for (const sale of sold) await sales.add(sale);
    const sender = new WebhookSender({
      sales,
      time: await SandboxTime.open(documents, sales, clock),
      wall,
      secret: 's',
      signatureHeader: 'h',
      door: () => undefined,
      log,
    });
    const gateway = new SandboxGateway({ sales, clock, links: Buffer.alloc(32), secret: 's', wake: () => undefined });
    const gateways = new BillingGateways();
    await new SandboxModule(sender, gateway, sales, gateways, clock, documents, systemRandom, log, {
      roles: new Set(['api']),
      dataDir: '/nowhere',
      gateways: { stripe: { secretKey: 'k', webhookSecret: 'w' } },
    }).onModuleInit();
    return gateways.platforms.filter(({ enable }) => enable).map(({ platformName }) => platformName);
  }

  it('takes no part where nothing was bought at it', async () => {
    expect(await beginning([])).toEqual([]);
    expect(await beginning(Array.from({ length: 150 }, (_, index) => opened(`s${index}`)))).toEqual([]);
  });

  it('is in the way of them once anything was bought at it, or its clock was moved', async () => {
    const sold = payAt(opened('s0'), 'pays', false, START, findProduct) ?? opened('s0');
    await expect(
      beginning([
        sold,
        ...Array.from({ length: 150 }, (_, index) => ({ ...opened(`s${index + 1}`), at: START + index })),
      ]),
    ).rejects.toThrow('bought at the sandbox');
    await expect(beginning([], 1)).rejects.toThrow('has moved the clock');
  });
});
