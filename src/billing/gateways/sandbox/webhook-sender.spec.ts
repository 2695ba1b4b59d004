import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryDocumentStore } from '../../../platform/documents/memory.js';
import { ProductClock } from '../../../platform/product-clock.js';
import { createMemorySignals } from '../../../platform/signals/memory.js';
import { findProduct } from '../../plans/products.seed.shared.js';
import { checkSignature } from '../signature.js';
import { WebhookSender } from './webhook-sender.js';
import { actOnSale, openSale, payAt, withMethod, type Sale } from './sale.js';
import { SandboxSales } from './sales.js';
import { SandboxTime } from './time.js';

const SECRET = 'of a test';
const START = Date.UTC(2026, 0, 10);

describe('what the sandbox tells', () => {
  let now: number;
  let answers: (id: string) => number;
  let came: { readonly id: string; readonly isSigned: boolean }[];
  let door: Server;
  let sales: SandboxSales;
  let time: SandboxTime;
  let sender: () => WebhookSender;

  beforeEach(async () => {
    now = START;
    came = [];
    answers = () => 200;
    door = createServer((request, response) => {
      const parts: Buffer[] = [];
      request
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () => {
          const body = Buffer.concat(parts);
          const header = request.headers['sandbox-signature'];
          const { id } = JSON.parse(body.toString()) as { readonly id: string }; // of the sandbox's own
          came.push({
            id,
            isSigned: checkSignature(body, Array.isArray(header) ? header[0] : header, SECRET, time.clock.now()).ok,
          });
          response.writeHead(answers(id)).end();
        });
    });
    await new Promise<void>((resolve) => void door.listen(0, '127.0.0.1', resolve));
    const { port } = door.address() as AddressInfo; // it listens on a port
    const documents = createMemoryDocumentStore();
    const wall = { now: () => now };
    const quiet = { warn: () => undefined, error: () => undefined };
    sales = await SandboxSales.open(documents);
    time = await SandboxTime.open(
      documents,
      sales,
      await ProductClock.open({ documents, signals: createMemorySignals(wall), wall, log: quiet }),
    );
    sender = () =>
      new WebhookSender({
        sales,
        time,
        wall,
        secret: SECRET,
        signatureHeader: 'sandbox-signature',
        door: () => `http://127.0.0.1:${port}/`,
        log: quiet,
      });
  });
  afterEach(() => new Promise<void>((resolve) => void door.close(() => resolve())));

  const opened = (): Sale =>
    openSale({
      externalId: 's1',
      at: START,
      customerId: 'c1',
      owner: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' },
      order: {
        orderId: 'o1',
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
  const sell = () => sales.add(payAt(opened(), 'pays', false, START, findProduct) ?? opened());

  it('is posted once, signed, where it is taken', async () => {
    await sell();
    await sender().round();
    await sender().round();
    expect(came).toHaveLength(3);
    expect(came.every(({ isSigned }) => isSigned)).toBe(true);
    expect(await sales.waiting()).toBe(0);
  });

  it('is posted again after pauses that grow until it is taken, by whoever comes after', async () => {
    answers = (id) => (id === 'evt_s1_1' ? 500 : 200);
    await sell();
    const tries: number[] = [];
    for (const start = now; now < start + 20_000; now += 500) {
      const before = came.length;
      await sender().round();
      if (came.slice(before).some(({ id }) => id === 'evt_s1_1')) tries.push(now - start);
    }
    expect(tries).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
    expect(came.filter(({ id }) => id !== 'evt_s1_1')).toHaveLength(2);
    answers = () => 200;
    now += 60_000;
    await sender().round();
    expect(await sales.waiting()).toBe(0);
  });

  it('waits where nobody listens', async () => {
    await sell();
    await new Promise<void>((resolve) => void door.close(() => resolve()));
    await sender().round();
    expect(await sales.waiting()).toBe(1);
  });

  it('is told in the order of time while the clock is moved on, and each before the next', async () => {
    await sell();
    await sales.change('s1', (sale) => {
      const failing = withMethod(sale, 'fails-later', START, findProduct);
      return { sale: failing.ok ? failing.value : sale, answer: undefined };
    });
    const seen: string[] = [];
    time.beforeEachStep(async () => {
      const sale = await sales.get('s1');
      const { stage } = sale ?? {};
      if (stage?.kind === 'subscribed') seen.push(stage.subscription.status);
      return true;
    });
    await time.request(START + 60 * 86_400_000);
    const only = sender();
    do await only.round();
    while (await time.step());
    expect([...new Set(seen)]).toEqual(['active', 'past_due', 'canceled']);
    expect(time.clock.now()).toBe(START + 60 * 86_400_000);
    expect(came.filter(({ isSigned }) => !isSigned)).toEqual([]);
  });

  it('goes on for all others, and time with them, where one sale cannot go on', async () => {
    const broken = openSale({ ...opened(), externalId: 's0' });
    const paid = payAt(broken, 'pays', false, START, findProduct) ?? broken;
    if (paid.stage.kind !== 'subscribed') throw new Error('nothing was sold');
    await sales.add({
      ...paid,
      stage: { kind: 'subscribed', subscription: { ...paid.stage.subscription, nextPriceId: 'forgotten' } },
    });
    await sell();
    await time.request(START + 40 * 86_400_000);
    const only = sender();
    for (let rounds = 0; rounds < 100; rounds += 1) {
      await only.round();
      if (!(await time.step())) break;
    }
    expect(time.clock.now()).toBe(START + 40 * 86_400_000);
    expect((await sales.get('s1'))?.stage).toMatchObject({ subscription: { invoices: [{}, {}] } });
    expect((await sales.get('s0'))?.stage).toMatchObject({
      subscription: { invoices: [{}], nextPriceId: 'forgotten' },
    });
  });

  it('is no more than what was done: what is refused tells nothing', () => {
    const sold = payAt(opened(), 'pays', false, START, findProduct) ?? opened();
    expect(actOnSale(sold, { type: 'refund', invoiceId: 'in_s1_1', amount: 1_501 }, START, findProduct)).toEqual({
      ok: false,
      error: 'not-now',
    });
    expect(payAt(sold, 'pays', false, START, findProduct)).toBeUndefined();
    expect(payAt(opened(), 'pays', false, START + 1_000, findProduct)).toBeUndefined();
  });
});
