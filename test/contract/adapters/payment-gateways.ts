import Stripe from 'stripe';
import type { Millis } from '../../../src/kernel/clock.js';
import type { PaymentGateway, GatewayEvent } from '../../../src/billing/gateways/port.js';
import { signatureOf } from '../../../src/billing/gateways/signature.js';
import { SandboxGateway } from '../../../src/billing/gateways/sandbox/gateway.js';
import { advanceSale } from '../../../src/billing/gateways/sandbox/sale.js';
import { SandboxSales } from '../../../src/billing/gateways/sandbox/sales.js';
import { Sandbox } from '../../../src/billing/gateways/sandbox/sandbox.js';
import { eventBytes } from '../../../src/billing/gateways/sandbox/wire.js';
import { createStripe, StripeGateway } from '../../../src/billing/gateways/stripe/gateway.js';
import { findProduct } from '../../../src/billing/plans/products.seed.shared.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { startStripeMock, stripeMockMissing, type Service } from '../../services/index.js';
import { ManualClock } from '../adapters.js';

/** What a card does: pays, is declined, or pays now and not at the next renewal. */
export type CardThat = 'pays' | 'declines' | 'fails-later';

/**
 * What can be tried where the gateway remembers what it was asked: stripe-mock answers every call from its examples.
 */
export interface GatewayLife {
  /** Somebody pays on the hosted page. */
  pay(checkoutId: string, card: CardThat): Promise<void>;
  pass(ms: Millis): Promise<void>;
  /** Everything told so far, read as a delivery is. */
  received(): Promise<readonly GatewayEvent[]>;
}

/** A gateway as the suite gets it. */
export interface OpenedGateway {
  readonly gateway: PaymentGateway;
  now(): Millis;
  /** The header that signs a delivery. */
  sign(body: Uint8Array, at: Millis): string;
  /** Some event's bytes, that are of no concern. */
  event(id: string): Uint8Array;
  readonly life?: GatewayLife;
  dispose(): Promise<void>;
}

/** One gateway that stands behind the port. */
export interface GatewayAdapter {
  readonly name: string;
  /** Why it cannot be tried here; undefined when it can. */
  readonly missing?: string | undefined;
  /** Whether what it opens has a `life`. */
  readonly remembers: boolean;
  open(): Promise<OpenedGateway>;
  readonly close?: () => Promise<void>;
}

const SECRET = 'the secret of deliveries';

const sandbox: GatewayAdapter = {
  name: 'sandbox',
  remembers: true,
  open: async () => {
    const clock = new ManualClock();
    const documents = createMemoryDocumentStore();
    const sales = await SandboxSales.open(documents);
    const parts = { sales, clock, links: Buffer.alloc(32, 7), secret: SECRET, wake: () => undefined };
    const gateway = new SandboxGateway(parts);
    const people = new Sandbox(parts);
    return {
      gateway,
      now: () => clock.now(),
      sign: (body, at) => signatureOf(body, SECRET, at),
      event: (id) => eventBytes({ id, created: 1, tellings: [] }),
      life: {
        pay: async (checkoutId, card) => void (await people.pay(checkoutId, card)),
        pass: async (ms) => {
          clock.advance(ms);
          for (const { externalId } of await sales.due(clock.now()))
            await sales.change(externalId, (sale) => ({
              sale: advanceSale(sale, clock.now(), findProduct),
              answer: undefined,
            }));
        },
        received: async () => {
          const events = (await sales.toPost(clock.now())).flatMap(({ outbox }) => outbox.map(({ event }) => event));
          const read = await Promise.all(events.map((event) => gateway.read(eventBytes(event))));
          return read.flatMap((one) => {
            if (!one.ok) throw new Error(one.error.identifier);
            return one.value;
          });
        },
      },
      dispose: () => documents.close(),
    };
  },
};

/** Stripe's adapter against stripe-mock, started once: it judges each request and remembers none. */
let mock: Promise<Service> | undefined;
const stripe: GatewayAdapter = {
  name: 'stripe',
  missing: stripeMockMissing(),
  remembers: false,
  open: async () => {
    mock ??= startStripeMock();
    const clock = new ManualClock();
    return {
      gateway: new StripeGateway(
        createStripe({ secretKey: 'sk_test_123', apiUrl: (await mock).url }),
        SECRET,
        findProduct,
        clock,
      ),
      now: () => clock.now(),
      // Stripe's own library signs.
      sign: (body, at) =>
        Stripe.webhooks.generateTestHeaderString({
          payload: Buffer.from(body).toString('utf8'),
          secret: SECRET,
          timestamp: Math.floor(at / 1_000),
        }),
      event: (id) =>
        Buffer.from(
          JSON.stringify({
            id,
            object: 'event',
            api_version: Stripe.API_VERSION,
            created: 1,
            type: 'payout.paid',
            data: { object: {} },
          }),
        ),
      dispose: () => Promise.resolve(),
    };
  },
  close: async () => (await mock)?.stop(),
};

export const GATEWAYS: readonly GatewayAdapter[] = [sandbox, stripe];
