import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { InvoiceEvent } from '../invoices/invoice.events.js';
import { INVOICE_LANGUAGES } from '../invoices/languages.js';
import { findProduct } from '../plans/products.seed.shared.js';
import { writtenIn } from './compose.js';
import { aboutOf, newsIdOf, type About } from './news.js';
import { letterDraftOf, reportedTogether } from './letter-draft.js';
import { BILLING_LETTER_WORDS, type LetterKind } from './words.js';

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const END = Date.UTC(2027, 0, 10);
const at = START;
let count = 0;
const origin = (day: number) => ({ factId: `f${(count += 1)}`, occurredAt: START + day * DAY });

const opened: InvoiceEvent = {
  type: 'SubscriptionOpened',
  at,
  data: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' },
};
const started = (more: object = {}): InvoiceEvent => ({
  type: 'SubscriptionStarted',
  at,
  data: {
    ...origin(0),
    currency: 'usd',
    customSub: 0,
    customerId: 'c',
    discountRate: 0,
    periodEnd: END,
    periodStart: START,
    priceId: 'kinora-pro-yearly',
    status: 'active',
    ...more,
  },
});
const paid = (more: object = {}): InvoiceEvent => ({
  type: 'PaymentSucceeded',
  at,
  data: {
    ...origin(0),
    amountPaid: 23_400,
    anchor: START,
    currency: 'usd',
    invoiceId: 'in1',
    months: 12,
    periodEnd: END,
    periodStart: START,
    priceId: 'kinora-pro-yearly',
    reason: 'start',
    usage: [],
    ...more,
  },
});
const failed = (day: number, attempts: number, next: number | null): InvoiceEvent => ({
  type: 'PaymentFailed',
  at,
  data: {
    ...origin(day),
    amountDue: 23_400,
    attempts,
    currency: 'usd',
    invoiceId: 'in2',
    nextAttemptAt: next === null ? null : START + next * DAY,
  },
});
const plain = (type: 'CancellationScheduled' | 'SubscriptionReactivated', day: number): InvoiceEvent => ({
  type,
  at,
  data: origin(day),
});
const ended = (reason: 'canceled' | 'unpaid' | 'never-paid'): InvoiceEvent => ({
  type: 'SubscriptionEnded',
  at,
  data: { ...origin(400), reason },
});

const draftOf = (news: About, ...events: readonly InvoiceEvent[]) =>
  letterDraftOf(news, [opened, ...events], findProduct);
const kindOf = (...args: Parameters<typeof draftOf>): LetterKind | null | undefined => {
  const draft = draftOf(...args);
  return draft === undefined ? undefined : (draft.letter?.kind ?? null);
};
const renewal: About = { kind: 'renewal', periodEnd: END };

describe('what there is to say of a piece of news', () => {
  it('is the same in whatever order the facts were heard, each told under one name', () => {
    const facts = [
      started(),
      paid(),
      paid(),
      failed(366, 1, 368),
      failed(368, 2, 373),
      plain('CancellationScheduled', 3),
      plain('SubscriptionReactivated', 4),
    ];
    const said = (events: readonly InvoiceEvent[]) =>
      new Map(
        events.flatMap((event) => {
          const news = aboutOf(event);
          return news === undefined ? [] : [[newsIdOf('s', news), draftOf(news, ...events)] as const];
        }),
      );
    const expected = said(facts);
    expect([...expected.values()].filter((draft) => draft !== undefined)).toHaveLength(2);
    fc.assert(
      fc.property(fc.shuffledSubarray(facts, { minLength: facts.length, maxLength: facts.length }), (events) => {
        const heard = said(events);
        expect(new Set(heard.keys())).toEqual(new Set(expected.keys()));
        for (const [id, draft] of expected) expect(heard.get(id)).toEqual(draft);
      }),
      { numRuns: 50 },
    );
  });

  it('of a payment is a receipt, of an upgrade that the plan is there, of a trial or of nothing paid is nothing', () => {
    expect(kindOf({ kind: 'paid', invoiceId: 'in1' }, started(), paid())).toBe('receipt');
    expect(kindOf({ kind: 'paid', invoiceId: 'in1' }, started(), paid({ reason: 'upgrade' }))).toBe('upgraded');
    expect([aboutOf(paid({ reason: 'trial', amountPaid: 0 })), aboutOf(paid({ amountPaid: 0 }))]).toEqual([
      undefined,
      undefined,
    ]);
    const bought: readonly InvoiceEvent[] = [
      {
        type: 'PurchaseOpened',
        at,
        data: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' },
      },
      {
        type: 'PurchasePaid',
        at,
        data: {
          ...origin(0),
          amountPaid: 800,
          currency: 'usd',
          invoiceId: 'p1',
          priceId: 'kinora-credits-100',
          usage: [{ amount: 100, usageType: 'credits' }],
        },
      },
    ];
    expect(letterDraftOf({ kind: 'paid', invoiceId: 'p1' }, bought, findProduct)).toMatchObject({
      userId: 'ann',
      notice: { kind: 'payment-received', productName: 'Kinora Credits 100', minor: 800 },
      letter: { kind: 'receipt' },
    });
  });

  it('of a failure names the next try, and says when it is the last or there is none', () => {
    const base = [started(), paid()];
    const first = draftOf({ kind: 'failed', invoiceId: 'in2', attempts: 1 }, ...base, failed(366, 1, 368));
    expect(first?.letter).toMatchObject({
      kind: 'failed',
      values: { next: { day: START + 368 * DAY }, grace: { day: END + 7 * DAY } },
    });
    expect(kindOf({ kind: 'failed', invoiceId: 'in2', attempts: 4 }, ...base, failed(380, 4, 387))).toBe('failedLast');
    expect(kindOf({ kind: 'failed', invoiceId: 'in2', attempts: 2 }, ...base, failed(380, 2, null))).toBe(
      'failedForGood',
    );
    const elsewhere: InvoiceEvent = {
      type: 'SubscriptionOpened',
      at,
      data: { appName: 'kinora', gateway: 'stripe', platformName: 'card', userId: 'ann' },
    };
    expect(
      letterDraftOf(
        { kind: 'failed', invoiceId: 'in2', attempts: 4 },
        [elsewhere, ...base, failed(380, 4, 387)],
        findProduct,
      )?.letter?.kind,
    ).toBe('failed');
    expect(
      kindOf({ kind: 'failed', invoiceId: 'in2', attempts: 1 }, ...base, failed(366, 1, 368), failed(368, 2, 373)),
    ).toBeUndefined();
    expect(
      kindOf({ kind: 'failed', invoiceId: 'in2', attempts: 1 }, ...base, failed(366, 1, 368), ended('unpaid')),
    ).toBeUndefined();
  });

  it('after the grace is that the plan rests', () => {
    const letter = draftOf(
      { kind: 'failed', invoiceId: 'in2', attempts: 3 },
      started(),
      paid(),
      failed(380, 3, 385),
    )?.letter;
    if (letter == null) throw new Error('nothing is said');
    expect(writtenIn(letter).en.words.before.join(' ')).toContain('Kinora Pro is off');
    expect(writtenIn(letter).en.words.before.join(' ')).not.toContain('stays active');
  });

  it('of an end is a letter for want of payment, a notice alone after a cancellation, nothing for what was never paid', () => {
    expect(kindOf({ kind: 'ended' }, started(), paid(), ended('unpaid'))).toBe('endedUnpaid');
    expect(kindOf({ kind: 'ended' }, started(), paid(), ended('canceled'))).toBeNull();
    expect(aboutOf(ended('never-paid'))).toBeUndefined();
  });

  it('of a plan that the gateway no longer asks money for is that it has ended, once, and nothing after it was paid', () => {
    const unpaid: InvoiceEvent = { type: 'SubscriptionUnpaid', at, data: origin(390) };
    const news = aboutOf(unpaid);
    if (news === undefined) throw new Error('nobody is told');
    expect(kindOf(news, started(), paid(), failed(366, 1, 368), unpaid)).toBe('endedUnpaid');
    expect([
      kindOf(news, started(), paid(), unpaid, ended('unpaid')),
      kindOf({ kind: 'ended' }, started(), paid(), unpaid, ended('unpaid')),
    ]).toEqual(['endedUnpaid', undefined]);
    const later = paid({
      ...origin(395),
      invoiceId: 'in2',
      reason: 'renewal',
      periodStart: END,
      periodEnd: Date.UTC(2028, 0, 10),
    });
    expect([
      kindOf(news, started(), paid(), unpaid, later),
      kindOf({ kind: 'ended' }, started(), paid(), unpaid, later, ended('canceled')),
    ]).toEqual([undefined, null]);
  });

  it('of a refund that was heard before its payment is said with the payment, under the name of its own', () => {
    const refund: InvoiceEvent = {
      type: 'PaymentRefunded',
      at,
      data: { ...origin(2), amount: 23_400, currency: 'usd', invoiceId: 'in1', refundId: 'r1' },
    };
    const other: InvoiceEvent = {
      type: 'PaymentRefunded',
      at,
      data: { ...origin(2), amount: 1, currency: 'usd', invoiceId: 'in9', refundId: 'r9' },
    };
    const own = aboutOf(refund);
    if (own === undefined) throw new Error('nobody is told');
    expect(kindOf(own, started(), refund)).toBeUndefined();
    expect(reportedTogether({ kind: 'paid', invoiceId: 'in1' }, [opened, started(), refund, other, paid()])).toEqual([
      own,
    ]);
    expect([reportedTogether(own, [refund, paid()]), kindOf(own, started(), refund, paid())]).toEqual([[], 'refunded']);
  });

  it('of a smaller plan is said once, however often it is wished for, and again after it was taken back', () => {
    const scheduled = (day: number, priceId: string | null): InvoiceEvent => ({
      type: 'PlanChangeScheduled',
      at,
      data: { ...origin(day), priceId },
    });
    const all = [
      scheduled(3, 'kinora-lite-monthly'),
      scheduled(4, 'kinora-lite-monthly'),
      scheduled(5, null),
      scheduled(6, 'kinora-lite-monthly'),
      scheduled(7, 'kinora-lite-monthly'),
    ];
    const said = (events: readonly InvoiceEvent[]) =>
      events.map((one) => {
        const news = aboutOf(one);
        return news === undefined ? undefined : kindOf(news, started(), paid(), ...events);
      });
    expect(said(all.slice(0, 2))).toEqual(['changes', undefined]);
    expect(said(all)).toEqual([undefined, undefined, undefined, 'changes', undefined]);
  });

  it('of a year that ends is its renewal, with what it cost, unless it is not renewed', () => {
    expect(draftOf(renewal, started(), paid())).toMatchObject({
      notice: { kind: 'renewal-soon', at: END },
      letter: { kind: 'renewal', values: { amount: { money: { minor: 23_400, currency: 'usd' } } } },
    });
    expect(draftOf(renewal, started(), paid({ reason: 'upgrade' }))?.letter?.values).not.toHaveProperty('amount');
    expect(kindOf(renewal, started(), paid(), plain('CancellationScheduled', 3))).toBeUndefined();
    expect(kindOf(renewal, started(), paid(), ended('canceled'))).toBeUndefined();
    expect(
      kindOf(
        renewal,
        started(),
        paid(),
        paid({ invoiceId: 'in2', reason: 'renewal', periodStart: END, periodEnd: Date.UTC(2028, 0, 10) }),
      ),
    ).toBeUndefined();
    expect(
      kindOf(renewal, started(), paid(), {
        type: 'PlanChangeScheduled',
        at,
        data: { ...origin(5), priceId: 'kinora-lite-monthly' },
      }),
    ).toBeUndefined();
  });
});

describe('a letter of billing', () => {
  const kinds = Object.keys(BILLING_LETTER_WORDS.en) as LetterKind[]; // the keys of a record of each kind
  const names = ['amount', 'product', 'until', 'next', 'grace', 'rests', 'before', 'whole'];
  const values = Object.fromEntries(
    names.map((name) => [
      name,
      name === 'amount'
        ? { money: { minor: 1_500, currency: 'eur' } }
        : ['until', 'next', 'grace'].includes(name)
          ? { day: START }
          : { text: 'Kinora Pro' },
    ]),
  );

  it.each(kinds)('of kind %s is whole in every language, with every value in its place and its own words', (kind) => {
    const all = writtenIn({ kind, values, path: '/billing', invoice: { number: 'KIN-1', path: '/api/x.pdf' } });
    for (const language of INVOICE_LANGUAGES) {
      const { words, more } = all[language];
      const text = [
        words.subject,
        words.heading,
        words.action,
        ...words.before,
        ...words.after,
        ...more.map(({ label }) => label),
      ].join('\n');
      expect(text).not.toMatch(/[{}]/);
      expect([words.before.length, words.after.length]).toEqual([
        BILLING_LETTER_WORDS.en[kind].before.length,
        BILLING_LETTER_WORDS.en[kind].after.length,
      ]);
      expect(words.subject.length).toBeLessThan(120);
      expect(more).toEqual([{ label: expect.stringContaining('KIN-1'), path: `/api/x.pdf?language=${language}` }]);
      if (language !== 'en') expect(words.heading).not.toBe(all.en.words.heading);
    }
  });

  it('leaves out what names a value that is not there', () => {
    const { en } = writtenIn({
      kind: 'receipt',
      values: { amount: { money: { minor: 800, currency: 'jpy' } }, product: { text: 'Kinora Credits 100' } },
      path: '/billing',
    });
    expect(en.words.before.map((line) => line.replaceAll('\u00a0', ' '))).toEqual([
      'We received JPY 800 for Kinora Credits 100.',
    ]);
    expect(en.more).toEqual([]);
  });
});
