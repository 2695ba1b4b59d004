import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SeenEvent } from '../../kernel/event-sourcing/projection.js';
import { findProduct } from '../plans/products.seed.shared.js';
import type { InvoiceEvent, InvoiceOwner } from './invoice.events.js';
import { grantsOf, invoiceIdOf, invoiceNumberOf, type InvoiceDocument } from './invoice.js';
import { invoiceView, type InvoiceContext } from './invoice.view.js';
import { invoicesProjection } from './invoices.projection.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 31);
const END = Date.UTC(2026, 1, 28);
const owner: InvoiceOwner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u1' };
const projection = invoicesProjection(() => owner);

let count = 0;
const origin = (day = 0) => ({ factId: `f${(count += 1)}`, occurredAt: START + day * DAY });
const at = START;
const paid = (more: object = {}): InvoiceEvent => ({
  type: 'PaymentSucceeded',
  at,
  data: {
    ...origin(),
    amountPaid: 1_500,
    anchor: START,
    currency: 'usd',
    invoiceId: 'in1',
    months: 1,
    periodEnd: END,
    periodStart: START,
    priceId: 'kinora-lite-monthly',
    reason: 'start',
    tax: 239,
    usage: [{ amount: 300, usageType: 'credits' }],
    ...more,
  },
});
const failed = (day: number, attempts: number, more: object = {}): InvoiceEvent => ({
  type: 'PaymentFailed',
  at,
  data: {
    ...origin(day),
    amountDue: 1_500,
    attempts,
    currency: 'usd',
    invoiceId: 'in1',
    nextAttemptAt: START + (day + 2) * DAY,
    ...more,
  },
});
const refunded = (refundId: string, amount: number): InvoiceEvent => ({
  type: 'PaymentRefunded',
  at,
  data: { ...origin(3), amount, currency: 'usd', invoiceId: 'in1', refundId },
});
const disputed = (disputeId = 'd1'): InvoiceEvent => ({
  type: 'PaymentDisputed',
  at,
  data: { ...origin(4), amount: 1_500, currency: 'usd', disputeId, invoiceId: 'in1' },
});
const closed = (outcome: 'won' | 'lost', disputeId = 'd1'): InvoiceEvent => ({
  type: 'DisputeClosed',
  at,
  data: { ...origin(9), disputeId, invoiceId: 'in1', outcome },
});
const granted: InvoiceEvent = {
  type: 'GrantRequested',
  at,
  data: {
    amount: 300,
    appName: 'kinora',
    expiresAt: END,
    grantId: 'plan.sandbox.in1.0',
    invoiceId: 'in1',
    startsAt: START,
    usageType: 'credits',
    userId: 'u1',
  },
};
const revoked: InvoiceEvent = {
  type: 'RevocationRequested',
  at,
  data: {
    appName: 'kinora',
    grantId: 'plan.sandbox.in1.0',
    invoiceId: 'in1',
    reason: 'refund',
    usageType: 'credits',
    userId: 'u1',
  },
};
const bought = (more: object = {}): InvoiceEvent => ({
  type: 'PurchasePaid',
  at,
  data: {
    ...origin(),
    amountPaid: 800,
    currency: 'usd',
    invoiceId: 'in1',
    priceId: 'kinora-credits-100',
    usage: [{ amount: 100, usageType: 'credits' }],
    ...more,
  },
});

/** The documents that the projection has after a log of one stream. */
function documentsOf(
  events: readonly InvoiceEvent[],
  stream = 'subscription-s1',
): ReadonlyMap<string, InvoiceDocument> {
  const documents = new Map<string, InvoiceDocument>();
  for (const [position, event] of events.entries()) {
    const seen: SeenEvent<InvoiceEvent> = {
      event,
      id: `e${position}`,
      stream: stream as SeenEvent<InvoiceEvent>['stream'],
      revision: position,
      position,
    }; // a test's own stream
    const key = projection.key(seen);
    if (key !== undefined) documents.set(key, projection.schema.parse(projection.evolve(documents.get(key), seen)));
  }
  return documents;
}

function only(events: readonly InvoiceEvent[], stream?: string): InvoiceDocument {
  const [document, ...more] = documentsOf(events, stream).values();
  if (document === undefined || more.length > 0) throw new Error('not one invoice');
  return document;
}

const context: InvoiceContext = {
  productOf: findProduct,
  subscription: { priceId: 'kinora-lite-monthly', wasPaid: true },
};
const viewOf = (...events: readonly InvoiceEvent[]) => invoiceView(only(events), context);

/** A stream's events of two invoices. */
const life = fc
  .array(
    fc.tuple(
      fc.constantFrom('in1', 'in2'),
      fc.integer({ min: 0, max: 5 }),
      fc.constantFrom('paid', 'failed', 'refunded', 'disputed', 'won', 'lost', 'granted', 'revoked'),
    ),
    { maxLength: 14 },
  )
  .map((steps) =>
    steps.map(([invoiceId, day, what], index): InvoiceEvent => {
      const fact = { factId: `f${index}`, occurredAt: START + day * DAY, invoiceId };
      switch (what) {
        case 'paid':
          return paid(fact);
        case 'failed':
          return failed(day, index + 1, fact);
        case 'refunded':
          return { type: 'PaymentRefunded', at, data: { ...fact, amount: 100, currency: 'usd', refundId: `r${day}` } };
        case 'disputed':
          return {
            type: 'PaymentDisputed',
            at,
            data: { ...fact, amount: 1_500, currency: 'usd', disputeId: `d${day}` },
          };
        case 'won':
        case 'lost':
          return { type: 'DisputeClosed', at, data: { ...fact, disputeId: `d${day}`, outcome: what } };
        case 'granted':
          return {
            type: 'GrantRequested',
            at,
            data: {
              amount: 300,
              appName: 'kinora',
              expiresAt: END,
              grantId: `g${day}`,
              invoiceId,
              startsAt: START + day * DAY,
              usageType: 'credits',
              userId: 'u1',
            },
          };
        default:
          return {
            type: 'RevocationRequested',
            at,
            data: {
              appName: 'kinora',
              grantId: `g${day}`,
              invoiceId,
              reason: 'refund',
              usageType: 'credits',
              userId: 'u1',
            },
          };
      }
    }),
  );

describe('an invoice', () => {
  it('is the same document in whatever order its events come, and however often', () => {
    const deliveries = life.chain((events) =>
      fc.tuple(
        fc.constant(events),
        fc.shuffledSubarray(
          events.map((_, index) => index),
          { minLength: events.length, maxLength: events.length },
        ),
        fc.array(fc.nat({ max: Math.max(0, events.length - 1) }), { maxLength: 6 }),
      ),
    );
    fc.assert(
      fc.property(deliveries, ([events, order, again]) => {
        const reported = [...order, ...again].flatMap((index) => events[index] ?? []);
        expect(Object.fromEntries(documentsOf(reported))).toEqual(Object.fromEntries(documentsOf(events)));
      }),
      { numRuns: 300 },
    );
  });

  it('says what was paid, for what and when, with its tax', () => {
    expect(viewOf(paid(), granted)).toMatchObject({
      invoiceId: invoiceIdOf('sandbox', 'in1'),
      at: START,
      status: 'paid',
      kind: 'start',
      product: { productName: 'Kinora Lite' },
      period: { start: START, end: END },
      amount: { minor: 1_500, currency: 'usd' },
      tax: { minor: 239, currency: 'usd' },
      refunded: { minor: 0 },
      pdf: `/api/billing/invoices/${invoiceIdOf('sandbox', 'in1')}.pdf`,
    });
    expect(only([bought()], 'purchase-p1')).toMatchObject({
      sold: { kind: 'purchase', id: 'p1' },
      paidAt: START,
      payment: { reason: 'once', period: null, tax: 0 },
    });
  });

  it('has failed until it is paid, whichever was told first', () => {
    expect(viewOf(failed(2, 2), failed(0, 1))).toMatchObject({
      status: 'failed',
      at: START + 2 * DAY,
      kind: 'renewal',
      period: null,
      pdf: null,
      product: { priceId: 'kinora-lite-monthly' },
    });
    expect(viewOf(paid(), failed(2, 2))).toMatchObject({ status: 'paid', at: START });
    expect(only([failed(0, 1)])).toMatchObject({
      paidAt: null,
      failure: { attempts: 1, nextAttemptAt: START + 2 * DAY },
    });
  });

  it('was refunded in part, then as a whole, each refund counted once', () => {
    const half = refunded('r1', 700);
    expect(viewOf(paid(), half, half)).toMatchObject({ status: 'part-refunded', refunded: { minor: 700 } });
    expect(viewOf(paid(), half, refunded('r2', 800))).toMatchObject({ status: 'refunded', refunded: { minor: 1_500 } });
  });

  it('is disputed until the dispute is won, and stays so when it is lost', () => {
    expect(viewOf(disputed(), paid())).toMatchObject({ status: 'disputed' });
    expect(viewOf(paid(), closed('won'), disputed())).toMatchObject({ status: 'paid' });
    expect(viewOf(paid(), disputed(), closed('lost'))).toMatchObject({ status: 'disputed' });
    expect(viewOf(paid(), disputed(), closed('won'), disputed('d2'))).toMatchObject({ status: 'disputed' });
  });

  it('names what it gave, and what of that was taken back', () => {
    expect(grantsOf(only([revoked, paid(), granted]))).toEqual([
      {
        grantId: 'plan.sandbox.in1.0',
        usageType: 'credits',
        amount: 300,
        startsAt: START,
        expiresAt: END,
        revoked: 'refund',
      },
    ]);
    expect(grantsOf(only([paid(), granted]))).toMatchObject([{ revoked: null }]);
  });

  it('of a trial that cost nothing, or known by its refund alone, is shown to nobody, and a paid trial like any payment', () => {
    expect(viewOf(paid({ amountPaid: 0, reason: 'trial' }))).toBeUndefined();
    expect(viewOf(refunded('r1', 700))).toBeUndefined();
    expect(only([paid({ amountPaid: 0, reason: 'trial' })])).toMatchObject({ paidAt: null, listedAt: null });
    const trial = only([paid({ amountPaid: 100, reason: 'trial' })]);
    expect([trial?.paidAt, trial?.listedAt]).toEqual([trial?.payment?.at, trial?.payment?.at]);
    expect(viewOf(paid({ amountPaid: 100, reason: 'trial' }))).toMatchObject({ status: 'paid', kind: 'start' });
  });

  it('is of one gateway: another’s by the same name is another', () => {
    expect(invoiceIdOf('stripe', 'in1')).not.toBe(invoiceIdOf('sandbox', 'in1'));
  });

  it('is printed with a number that follows from it, of signs that nobody mistakes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (gateway, invoice) => {
        expect(invoiceNumberOf(invoiceIdOf(gateway, invoice))).toMatch(/^KIN(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
      }),
    );
    const numbers = new Set(
      Array.from({ length: 20_000 }, (_, index) => invoiceNumberOf(invoiceIdOf('sandbox', `in${index}`))),
    );
    expect(numbers.size).toBe(20_000);
  });
});
