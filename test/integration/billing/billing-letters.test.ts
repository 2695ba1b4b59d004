import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  createSubscriptionLoop,
  RecordFacts,
  RecordFactsHandler,
  subscriptionIdOf,
} from '../../../src/billing/commands.js';
import type { ReportedFact } from '../../../src/billing/index.js';
import { invoiceIdOf } from '../../../src/billing/invoices/invoice.js';
import { INVOICES } from '../../../src/billing/invoices/invoices.projection.js';
import { InvoicesFollower } from '../../../src/billing/invoices/invoices.follower.js';
import { OLD_NEWS_MS } from '../../../src/billing/letters/news.js';
import { renewalsDue } from '../../../src/billing/letters/renewals.js';
import { addMonths } from '../../../src/kernel/months.js';
import { userDocument, USERS } from '../../../src/identity/accounts/user.js';
import type { NoticeContent } from '../../../src/identity/notices/notices.shared.js';
import type { OutgoingMail } from '../../../src/platform/mail/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { refill } from '../../../src/platform/projections/rebuild.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { lettersTo, member, outboxOf, Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { collect } from '../../support/browser/collect.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const END = addMonths(START, 1);
const lite = 'kinora-lite-monthly';

const received = (day: number) => ({ factId: randomUUID(), occurredAt: START + day * DAY });
const started = (more: object = {}): ReportedFact => ({
  type: 'SubscriptionStarted',
  data: {
    ...received(0),
    currency: 'eur',
    customSub: 0,
    customerId: 'c1',
    discountRate: 0,
    periodEnd: END,
    periodStart: START,
    priceId: lite,
    status: 'active',
    ...more,
  },
});
const paid = (invoiceId: string, more: object = {}): ReportedFact => ({
  type: 'PaymentSucceeded',
  data: {
    ...received(0),
    amountPaid: 1_380,
    anchor: START,
    currency: 'eur',
    invoiceId,
    periodEnd: END,
    periodStart: START,
    priceId: lite,
    reason: 'start',
    tax: 220,
    ...more,
  },
});
const failed = (invoiceId: string, day: number, attempts: number, next: number | null): ReportedFact => ({
  type: 'PaymentFailed',
  data: {
    ...received(day),
    amountDue: 1_380,
    attempts,
    currency: 'eur',
    invoiceId,
    nextAttemptAt: next === null ? null : START + next * DAY,
  },
});
const refunded = (invoiceId: string, amount: number): ReportedFact => ({
  type: 'PaymentRefunded',
  data: { ...received(3), amount, currency: 'eur', invoiceId, refundId: `r-${invoiceId}` },
});
const plain = (type: 'CancellationScheduled' | 'SubscriptionReactivated', day: number): ReportedFact => ({
  type,
  data: received(day),
});

describe('invoices, letters and notices of payments', () => {
  let app: TestApp;
  let finance: Person;

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector', INVOICE_SELLER: 'Kinora Ltd|1 Long Street|VAT GB1' } });
    finance = await member(app, 'books@example.org');
    await change((await finance.me()).id, { roles: ['finance'] });
    await until(
      async () => (await finance.me()).roles,
      (roles) => roles?.includes('finance') === true,
    );
  });
  afterAll(() => app.close());

  async function change(userId: string, more: object): Promise<void> {
    const users = await app.parts.documents.collection(USERS, (stored) => userDocument.parse(stored));
    const stored = await users.get(userId);
    if (stored === undefined) throw new Error('nobody');
    await users.put({
      id: userId,
      document: userDocument.parse({ ...stored.document, ...more }),
      expectedVersion: stored.version,
    });
  }

  /** Somebody who has a subscription of their own. */
  async function buyer(email: string, language = 'en') {
    const person = await member(app, email);
    const { id: userId } = await person.me();
    if (language !== 'en') await change(userId, { language });
    const externalId = randomUUID();
    const clock = { behind: 0, now: (): number => app.parts.clock.now() - clock.behind };
    const handler = new RecordFactsHandler(
      createSubscriptionLoop(app.parts.events, () => undefined),
      clock,
    );
    const report = async (...facts: readonly ReportedFact[]): Promise<void> => {
      const answer = await handler.execute(
        new RecordFacts({ appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId }, externalId, facts),
      );
      if (!answer.ok) throw new Error(answer.error.identifier);
      await settled();
    };
    const letters = async (): Promise<readonly OutgoingMail[]> =>
      (await lettersTo(outboxOf(app), email)).filter(({ id }) => id.startsWith('billing.'));
    const subjects = async (): Promise<readonly string[]> =>
      (await letters()).map(({ subject }) => subject.replaceAll('\u00a0', ' '));
    const notices = async (): Promise<readonly NoticeContent['kind'][]> =>
      (await person.api.notices.list.query({ limit: 100 })).items
        .map(({ content }) => content.kind)
        .filter((kind) => kind !== 'credits-given')
        .toReversed();
    return {
      person,
      report,
      letters,
      subjects,
      notices,
      clock,
      stream: `subscription-${subscriptionIdOf('sandbox', externalId)}`,
    };
  }

  /** Everything that was recorded has been heard of and told. */
  async function settled(): Promise<void> {
    const head = await app.parts.events.head();
    const checkpoints = await Checkpoints.open(app.parts.documents);
    const places = (): Promise<readonly number[]> =>
      Promise.all(
        ['policy_billing_news', `${INVOICES.name}_v${INVOICES.version}`].map(
          async (follower) => (await checkpoints.load(follower)) ?? -1,
        ),
      );
    await until(places, (all) => all.every((position) => position >= head));
    await until(
      async () => (await app.parts.documents.pendingMessages(1)).length,
      (left) => left === 0,
    );
  }

  it('come once for a payment, with a link to its PDF', async () => {
    const ada = await buyer('ada@example.org');
    const payment = paid('in-ada');
    await ada.report(started(), payment);
    await ada.report(payment, paid('in-ada'));
    const { items } = await ada.person.api.invoices.list.query({ appName: 'kinora' });
    const invoiceId = invoiceIdOf('sandbox', 'in-ada');
    expect(items).toMatchObject([
      {
        invoiceId,
        status: 'paid',
        kind: 'start',
        amount: { minor: 1_380, currency: 'eur' },
        tax: { minor: 220 },
        pdf: `/api/billing/invoices/${invoiceId}.pdf`,
      },
    ]);
    expect(await ada.subjects()).toEqual(['Receipt for EUR 13.80']);
    const [receipt] = await ada.letters();
    expect(receipt?.text).toContain(`${app.url.replace('127.0.0.1', 'localhost')}/billing`);
    expect(receipt?.text).toContain(`/api/billing/invoices/${invoiceId}.pdf?language=en`);
    expect(receipt?.text).toContain('Your plan is paid until February 10, 2026.');
    expect(await ada.notices()).toEqual(['payment-received']);
  });

  it('give the PDF to its owner; to others it is as if there were none', async () => {
    const bea = await buyer('bea@example.org');
    await bea.report(started(), paid('in-bea'), failed('in-bea-2', 31, 1, 33));
    const path = `/api/billing/invoices/${invoiceIdOf('sandbox', 'in-bea')}.pdf?language=de`;
    const own = await bea.person.fetch(path);
    expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-cache',
    ]);
    expect(own.headers.get('content-disposition')).toMatch(/^inline; filename="KIN-[\w-]+\.pdf"$/);
    const bytes = Buffer.from(await own.arrayBuffer());
    expect(bytes.toString('latin1').startsWith('%PDF-1.')).toBe(true);
    const tag = own.headers.get('etag') ?? '';
    const request = async (url: string) => (await bea.person.fetch(url, { headers: { 'if-none-match': tag } })).status;
    expect([await request(path), await request(path.replace('=de', '=en'))]).toEqual([304, 200]);
    const eve = await member(app, 'eve@example.org');
    const visitor = new Person(app.url);
    await visitor.visit();
    expect(
      await statuses([
        [finance, path],
        [eve, path],
        [visitor, path],
        [new Person(app.url), path],
        [bea.person, '/api/billing/invoices/nothing.pdf'],
        [bea.person, path.replace('.pdf', '')],
        [bea.person, `/api/billing/invoices/${invoiceIdOf('sandbox', 'in-bea-2')}.pdf`],
      ]),
    ).toEqual([404, 404, 401, 401, 404, 404, 404]);
    expect((await eve.api.invoices.list.query({ appName: 'kinora' })).items).toEqual([]);
    expect(await refusal(bea.person.api.invoices.list.query({ appName: 'kinora', cursor: 'nonsense' }))).toMatchObject({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'cursor' },
    });
  });

  it('are drawn so often for one reader, and then not for a while; what a browser has is still told to be the same', async () => {
    const mia = await buyer('mia@example.org');
    await mia.report(started(), paid('in-mia'));
    const path = `/api/billing/invoices/${invoiceIdOf('sandbox', 'in-mia')}.pdf`;
    const first = await mia.person.fetch(path);
    const tag = first.headers.get('etag') ?? '';
    // As if the others had been fetched: 60 in ten minutes.
    const { id } = await mia.person.me();
    const taken = await Promise.all(
      Array.from({ length: 59 }, () => app.parts.rateLimit.take(`invoice:${id}`, { limit: 60, windowMs: 600_000 })),
    );
    expect([first.status, taken.filter(({ allowed }) => allowed).length]).toEqual([200, 59]);
    const more = await mia.person.fetch(path);
    expect([more.status, await more.text()]).toEqual([429, expect.stringContaining('TOO_MANY_ATTEMPTS')]);
    expect((await mia.person.fetch(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await finance.fetch(path.replace('/billing/', '/finance/'))).status).toBe(200);
  });

  it('are in the reader’s language, with its days and amounts', async () => {
    const dora = await buyer('dora@example.org', 'de');
    await dora.report(started(), paid('in-dora'));
    expect(await dora.subjects()).toEqual(['Quittung über 13,80 EUR']);
    const [letter] = await dora.letters();
    expect(letter?.text).toContain('Dein Tarif ist bis zum 10. Februar 2026 bezahlt.');
    expect(letter?.text).toContain('/de/billing');
    const amal = await buyer('amal@example.org', 'ar');
    await amal.report(started(), paid('in-amal'));
    expect((await amal.letters())[0]?.html).toContain('dir="rtl"');
  });

  it('warn of each failed payment with the day of the next try, at last for the last time, and thank for the payment', async () => {
    const fay = await buyer('fay@example.org');
    await fay.report(started(), paid('in-f1'));
    await fay.report(failed('in-f2', 31, 1, 33));
    await fay.report(failed('in-f2', 33, 2, 38));
    await fay.report(failed('in-f2', 38, 3, 45));
    await fay.report(failed('in-f2', 45, 4, 52));
    await fay.report(
      paid('in-f2', {
        ...received(50),
        reason: 'renewal',
        periodStart: END,
        periodEnd: addMonths(START, 2),
        anchor: END,
      }),
    );
    expect(await fay.subjects()).toEqual([
      'Receipt for EUR 13.80',
      ...Array<string>(3).fill('Your payment for Kinora Lite failed'),
      'Last payment attempt for Kinora Lite',
      'Receipt for EUR 13.80',
    ]);
    const [, first, , third, last] = await fay.letters();
    expect(first?.text).toContain('We’ll try again on February 12, 2026.');
    expect(first?.text).toContain('Your plan stays active until February 17, 2026.');
    expect(third?.text).toContain('Kinora Lite is off until the payment succeeds');
    expect(last?.text).toContain('one last time on March 3, 2026');
    expect(await fay.notices()).toEqual([
      'payment-received',
      ...Array<string>(4).fill('payment-failed'),
      'payment-received',
    ]);
  });

  it('say nothing of a failure that is heard of with its payment, or after a later one', async () => {
    const gil = await buyer('gil@example.org');
    await gil.report(started(), paid('in-g1'));
    await gil.report(
      failed('in-g2', 31, 1, 33),
      paid('in-g2', {
        ...received(33),
        reason: 'renewal',
        periodStart: END,
        periodEnd: addMonths(START, 2),
        anchor: END,
      }),
    );
    await gil.report(failed('in-g3', 62, 2, 67));
    await gil.report(failed('in-g3', 59, 1, 61));
    expect(await gil.notices()).toEqual(['payment-received', 'payment-received', 'payment-failed']);
    expect((await gil.subjects()).filter((subject) => subject.includes('failed'))).toHaveLength(1);
  });

  it('say nothing of a first payment that fails, which the page of the gateway says itself', async () => {
    const ida = await buyer('ida@example.org');
    await ida.report(started({ status: 'incomplete' }), failed('in-i1', 0, 1, null));
    expect([await ida.subjects(), await ida.notices()]).toEqual([[], []]);
  });

  it('promise that nothing more is charged once a plan is canceled, and say what is forfeited when', async () => {
    const jo = await buyer('jo@example.org');
    await jo.report(started(), paid('in-j1'));
    await jo.report(plain('CancellationScheduled', 2));
    expect((await jo.subjects()).slice(1)).toEqual(['You cancelled Kinora Lite']);
    const text = (await jo.letters())[1]?.text ?? '';
    expect(text).toContain('Nothing will be charged on February 10, 2026 or later.');
    expect(text).toContain('Unused plan credits expire that day');
    await jo.report(plain('SubscriptionReactivated', 3));
    await jo.report(plain('CancellationScheduled', 4), plain('SubscriptionReactivated', 5));
    expect(await jo.notices()).toEqual(['payment-received', 'plan-canceled', 'plan-resumed', 'plan-resumed']);
  });

  it('tell of an end for want of payment, of money given back and of a plan that follows', async () => {
    const kim = await buyer('kim@example.org');
    await kim.report(started(), paid('in-k1'));
    await kim.report({ type: 'PlanChangeScheduled', data: { ...received(1), priceId: 'kinora-lite-yearly' } });
    await kim.report(refunded('in-k1', 380));
    await kim.report({ type: 'SubscriptionEnded', data: { ...received(52), reason: 'unpaid' } });
    expect((await kim.subjects()).slice(1)).toEqual([
      'Your plan changes on February 10, 2026',
      'Your refund of EUR 3.80',
      'Kinora Lite has ended',
    ]);
    expect(await kim.notices()).toEqual(['payment-received', 'plan-changes', 'payment-refunded', 'plan-ended']);
    expect((await kim.person.api.invoices.list.query({ appName: 'kinora' })).items).toMatchObject([
      { status: 'part-refunded', refunded: { minor: 380 } },
    ]);
  });

  it('are not written for what was heard of days ago, as when a full log is read for the first time', async () => {
    const lu = await buyer('lu@example.org');
    lu.clock.behind = OLD_NEWS_MS + DAY;
    await lu.report(started(), paid('in-l1'));
    expect([await lu.subjects(), await lu.notices()]).toEqual([[], []]);
    expect((await lu.person.api.invoices.list.query({ appName: 'kinora' })).items).toHaveLength(1);
  });

  it('find the years that end within a week', async () => {
    const max = await buyer('max@example.org');
    const [begun, end] = [Date.UTC(2026, 2, 1), Date.UTC(2027, 2, 1)];
    await max.report(
      started({ priceId: 'kinora-pro-yearly', periodStart: begun, periodEnd: end }),
      paid('in-m1', { priceId: 'kinora-pro-yearly', anchor: begun, periodStart: begun, periodEnd: end }),
    );
    const {
      parts: { events, documents, clock, logger },
    } = app;
    const { pages: invoices } = await InvoicesFollower.open(
      events,
      documents,
      await ParkedStreams.open(documents, clock, logger, { parked: () => undefined }),
    );
    const due = async (now: number) => collect(renewalsDue(invoices, now));
    expect(await due(end - 8 * DAY)).toEqual([]);
    expect(await due(end - 6 * DAY)).toEqual([
      { stream: max.stream, at: end - 6 * DAY, about: { kind: 'renewal', periodEnd: end } },
    ]);
    expect(await due(end)).toEqual([]);
  });

  it('come page by page, the newest first', async () => {
    const ned = await buyer('ned@example.org');
    const many = Array.from({ length: 24 }, (_, index) =>
      paid(`in-n${index}`, { ...received(index), reason: index === 0 ? 'start' : 'renewal' }),
    );
    ned.clock.behind = OLD_NEWS_MS + DAY;
    await ned.report(started(), ...many);
    const first = await ned.person.api.invoices.list.query({ appName: 'kinora' });
    const second = await ned.person.api.invoices.list.query({ appName: 'kinora', cursor: first.nextCursor ?? '' });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([20, 4, null]);
    const days = [...first.items, ...second.items].map(({ at }) => at);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    expect(new Set([...first.items, ...second.items].map(({ invoiceId }) => invoiceId)).size).toBe(24);
  });

  it('are the same once they are filled anew from the log, and nobody is told again', async () => {
    const {
      parts: { events, documents, clock, logger },
    } = app;
    const pat = await buyer('pat@example.org');
    await pat.report(started(), paid('in-p1'), refunded('in-p1', 100));
    const parked = await ParkedStreams.open(documents, clock, logger, { parked: () => undefined });
    const checkpoints = await Checkpoints.open(documents);
    const before = (await outboxOf(app).list(1_000)).items.length;
    const made = await refill(await InvoicesFollower.open(events, documents, parked), {
      events,
      documents,
      checkpoints,
      parked,
    });
    expect(made.documents).toBeGreaterThan(1);
    expect([made.differing, made.examples]).toEqual([0, []]);
    expect((await outboxOf(app).list(1_000)).items).toHaveLength(before);
  });
});

const statuses = (request: readonly (readonly [Person, string])[]): Promise<readonly number[]> =>
  Promise.all(request.map(async ([who, path]) => (await who.fetch(path)).status));
