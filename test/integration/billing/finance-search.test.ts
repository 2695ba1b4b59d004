import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { RecordFacts, RecordPurchase } from '../../../src/billing/index.js';
import { invoiceIdOf, invoiceNumberOf } from '../../../src/billing/invoices/invoice.js';
import { REGISTER_KINDS, type RegisterKind } from '../../../src/billing/register/register.shared.js';
import { valueOf } from '../../../src/billing/register/schedule.js';
import { SCHEDULED_FIGURES, type Schedule } from '../../../src/billing/register/schedule.shared.js';
import type { SearchHit } from '../../../src/billing/finance/search.shared.js';
import { accountStream, ChangeCredits, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import { OperatorChain } from '../../../src/identity/operators/operator-log/log.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { financeMember, member, type Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const DAY = 86_400_000;
const number = invoiceNumberOf(invoiceIdOf('sandbox', 'in_pack'));
const pdf = `/api/finance/invoices/${invoiceIdOf('sandbox', 'in_pack')}.pdf`;

describe('the search of finance', () => {
  let app: TestApp;
  let finance: Person;
  let ada: UserId;
  let own: AccountKey;
  const search = async (of: string): Promise<readonly SearchHit[]> =>
    (await finance.api.finance.search.query({ of })).hits;
  const kinds = async (of: string): Promise<readonly string[]> =>
    (await search(of)).map((hit) => (hit.kind === 'line' ? hit.line : hit.kind));

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    ada = (await (await member(app, 'ada@example.org')).me()).id as UserId; // the session's own
    own = { userId: ada, appName: 'kinora', usageType: 'credits' };
    const commands = app.nest.get(CommandBus);
    const at = app.parts.clock.now();
    const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: ada } as const;
    const paid = {
      factId: 'evt1',
      occurredAt: at,
      amountPaid: 800,
      currency: 'usd',
      invoiceId: 'in_pack',
      priceId: 'kinora-credits-100',
    };
    expect(
      await commands.execute(new RecordPurchase(owner, 'pi_pack', [{ type: 'PurchasePaid', data: paid }])),
    ).toMatchObject({ ok: true });
    const back = { occurredAt: at + 1, currency: 'usd', invoiceId: 'in_pack' };
    expect(
      await commands.execute(
        new RecordPurchase(owner, 'pi_pack', [
          { type: 'PurchaseRefunded', data: { ...back, factId: 'evt4', amount: 200, refundId: 're_pack' } },
          // The outcome is reported before its dispute.
          {
            type: 'PurchaseDisputeClosed',
            data: { occurredAt: at + 3, factId: 'evt6', disputeId: 'dp_pack', invoiceId: 'in_pack', outcome: 'won' },
          },
          {
            type: 'PurchaseDisputed',
            data: { ...back, occurredAt: at + 2, factId: 'evt5', amount: 600, disputeId: 'dp_pack' },
          },
        ]),
      ),
    ).toMatchObject({ ok: true });
    const month = {
      occurredAt: at,
      currency: 'usd',
      periodStart: at,
      periodEnd: at + 30 * DAY,
      priceId: 'kinora-lite-monthly',
    };
    expect(
      await commands.execute(
        new RecordFacts(owner, 'sub_ada', [
          {
            type: 'SubscriptionStarted',
            data: { ...month, factId: 'evt2', customSub: 0, customerId: 'cus_ada', discountRate: 0, status: 'active' },
          },
          {
            type: 'PaymentSucceeded',
            data: { ...month, factId: 'evt3', amountPaid: 1_500, anchor: at, invoiceId: 'in_plan', reason: 'start' },
          },
        ]),
      ),
    ).toMatchObject({ ok: true });
    const changes: readonly AccountCommand[] = [
      { type: 'grant', at, grantId: 'gift-of-ada', source: 'signup', amount: 10, eligibility: 'any' },
      {
        type: 'hold',
        at,
        holdId: 'task-of-ada',
        amount: 4,
        eligibility: 'any',
        expiresAt: at + DAY,
        reference: 'task',
      },
      { type: 'capture', at, holdId: 'task-of-ada', amount: 3 },
      {
        type: 'adjust',
        at,
        adjustmentId: 'fix-of-ada',
        amount: -1,
        reasonCode: 'correction',
        actor: 'finance-1',
        reference: 'ticket',
      },
    ];
    for (const change of changes)
      expect(await commands.execute(new ChangeCredits(own, change))).toMatchObject({ ok: true });
    finance = await financeMember(app, 'books@example.org');
    await until(
      () => kinds('in_plan'),
      ({ length }) => length > 0,
    );
    await until(
      () => kinds('dp_pack'),
      ({ length }) => length > 0,
    );
    await until(
      () => kinds('fix-of-ada'),
      ({ length }) => length > 0,
    );
    await until(
      () => kinds('pack.sandbox.in_pack'),
      (found) => found.includes('revocation'),
    );
  });
  afterAll(() => app.close());

  it.each(['ada@example.org', ' Ada@EXAMPLE.org '])(
    'finds a user and the accounts by an address, in whatever case: "%s"',
    async (typed) => {
      expect(await search(typed)).toMatchObject([
        {
          kind: 'user',
          userId: ada,
          by: 'email',
          accounts: [{ appName: 'kinora', usageType: 'credits', available: expect.any(Number) }],
        },
      ]);
    },
  );

  it.each(['re_pack', 'dp_pack'])('finds the invoice of a refund or dispute by the gateway’s id %s', async (id) => {
    expect(await search(id)).toMatchObject([{ kind: 'invoice', gatewayInvoiceId: 'in_pack', number, pdf }]);
  });

  it('lists payments, refunds and disputes of a day, each with its invoice, which add up to the revenue of that day', async () => {
    const day = new Date(app.parts.clock.now()).toISOString().slice(0, 10);
    const range = { from: day, to: day, currency: 'usd' };
    const list = async (kind: RegisterKind, of: { readonly priceId?: string; readonly gateway?: string } = {}) =>
      (await finance.api.revenue.register.query({ ...range, kind, ...of })).items;
    const {
      currencies: [usd],
    } = await finance.api.revenue.byDay.query({ ...range, by: 'plan' });
    const figures = {
      payment: usd?.total.paid,
      refund: usd?.total.refunded,
      dispute: usd?.total.disputed,
      won: usd?.total.returned,
      lost: usd?.total.lost,
    };
    for (const kind of REGISTER_KINDS)
      expect([kind, (await list(kind)).reduce((sum, { amount }) => sum + amount, 0)]).toEqual([kind, figures[kind]]);
    expect(figures).toEqual({ payment: 2_300, refund: 200, dispute: 600, won: 600, lost: 0 });
    expect(await list('refund')).toEqual([
      {
        kind: 'refund',
        id: 're_pack',
        at: expect.any(Number),
        amount: 200,
        currency: 'usd',
        gateway: 'sandbox',
        userId: ada,
        appName: 'kinora',
        invoiceId: invoiceIdOf('sandbox', 'in_pack'),
        number,
        priceId: 'kinora-credits-100',
        usageType: 'credits',
        outcome: null,
        pdf,
      },
    ]);
    expect(await list('dispute')).toMatchObject([{ id: 'dp_pack', outcome: 'won' }]);
    expect([
      await list('payment', { priceId: 'kinora-lite-monthly' }),
      await list('payment', { gateway: 'stripe' }),
    ]).toMatchObject([[{ id: 'in_plan' }], []]);
    const first = await finance.api.revenue.register.query({ ...range, kind: 'payment', limit: 1 });
    expect(
      (await finance.api.revenue.register.query({ ...range, kind: 'payment', limit: 1, cursor: first.next })).items,
    ).toHaveLength(1);
    expect(
      (await finance.api.revenue.register.query({ from: '2020-01-01', to: '2020-01-02', kind: 'payment' })).items,
    ).toEqual([]);
    expect(await refusal(finance.api.revenue.register.query({ ...range, kind: 'payment', cursor: 'none' }))).toEqual({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'cursor' },
    });
  });

  it('lists the payments behind net, recognised and deferred revenue with their schedule, page by page, and adds up', async () => {
    const day = new Date(app.parts.clock.now()).toISOString().slice(0, 10);
    const range = { from: day, to: day, currency: 'usd' };
    const {
      currencies: [usd],
    } = await finance.api.revenue.byDay.query({ ...range, by: 'plan' });
    const {
      currencies: [owed],
    } = await finance.api.revenue.deferred.query(range);
    const figures = { net: usd?.total.net, recognised: usd?.total.recognised, deferred: owed?.total.closing };
    for (const figure of SCHEDULED_FIGURES) {
      const rows: Schedule['items'] = [];
      let cursor: string | undefined;
      do {
        const page = await finance.api.revenue.schedule.query({ ...range, figure, limit: 1, cursor });
        rows.push(...page.items);
        cursor = page.next;
      } while (cursor !== undefined);
      expect([figure, rows.reduce((sum, row) => sum + valueOf(row, figure), 0)]).toEqual([figure, figures[figure]]);
    }
    const { items } = await finance.api.revenue.schedule.query({ ...range, figure: 'deferred' });
    expect(items).toMatchObject([
      {
        priceId: 'kinora-lite-monthly',
        userId: ada,
        opening: 0,
        net: 1_500,
        closing: 1_450,
        recognised: 50,
        rule: 'period',
        first: day,
        usageType: 'credits',
      },
    ]);
    expect((await finance.api.revenue.schedule.query({ ...range, figure: 'net', gateway: 'stripe' })).items).toEqual(
      [],
    );
    expect(await refusal(finance.api.revenue.schedule.query({ ...range, figure: 'net', cursor: 'none' }))).toEqual({
      identifier: 'VALIDATION_ERROR',
      params: { field: 'cursor' },
    });
    const eve = await member(app, 'eve-of-schedules@example.org');
    expect(await refusal(eve.api.revenue.schedule.query({ ...range, figure: 'net' }))).toMatchObject({
      identifier: 'PERMISSION_ERROR',
    });
  });

  it('finds nothing for another address, and says nothing of the person beside the id', async () => {
    expect(await search('bea@example.org')).toEqual([]);
    expect(await search('ada@')).toEqual([]);
    expect(JSON.stringify(await search('ada@example.org'))).not.toContain('@');
    const { id } = await finance.me();
    expect(await finance.api.finance.people.query({ ids: [ada, id, 'operator:cli'] })).toEqual([
      { id: ada, name: null },
      { id, name: 'books@example.org' },
      { id: 'operator:cli', name: null },
    ]);
  });

  it('finds a user by the id, and by the customer and the subscription of the gateway, the latter with its invoices', async () => {
    expect(await search(ada)).toMatchObject([{ kind: 'user', userId: ada, by: 'id' }]);
    expect(await search('cus_ada')).toMatchObject([{ kind: 'user', userId: ada, by: 'customer' }]);
    expect(await search('sub_ada')).toMatchObject([
      { kind: 'user', userId: ada, by: 'subscription' },
      { kind: 'invoice', gatewayInvoiceId: 'in_plan' },
    ]);
  });

  it.each([
    number,
    number.toLowerCase(),
    number.replaceAll('-', ''),
    ` ${number.replaceAll('-', ' ')} `,
    number.replaceAll('0', 'o').replaceAll('1', 'l').replace('KlN', 'KIN'),
  ])('finds an invoice by its printed number, as people type it: "%s"', async (typed) => {
    expect(await search(typed)).toMatchObject([
      { kind: 'invoice', number, userId: ada, paid: { amount: 800, currency: 'usd' }, pdf },
    ]);
    expect(await finance.api.revenue.trace.query({ of: typed })).toMatchObject({
      found: 'invoice',
      payments: [{ number }],
    });
  });

  it('finds an invoice by Kinora’s id, the gateway’s id, the purchase and the grant that it paid for', async () => {
    for (const term of [invoiceIdOf('sandbox', 'in_pack'), 'in_pack', 'pi_pack'])
      expect(await search(term)).toMatchObject([{ kind: 'invoice', number }]);
    expect(await kinds('pack.sandbox.in_pack')).toEqual(['invoice', 'grant', 'revocation']);
  });

  it('finds a creation by its task, a grant and an adjustment by their ids, each with its account', async () => {
    const account = accountStream(own);
    expect(await search('task-of-ada')).toMatchObject([
      { kind: 'line', line: 'creation', account, amount: 4, state: 'released' },
    ]);
    expect(await search('gift-of-ada')).toMatchObject([
      { kind: 'line', line: 'grant', account, amount: 10, state: 'granted' },
    ]);
    expect(await search('fix-of-ada')).toMatchObject([
      { kind: 'line', line: 'adjustment', account, amount: -1, state: 'adjusted' },
    ]);
  });

  it('finds adjustments by their case, newest first, with the state of their request', async () => {
    for (const [amount, reason] of [
      [5, 'goodwill'],
      [-2, 'correction'],
    ] as const) {
      await finance.api.finance.adjust.mutate({
        ...own,
        requestId: randomUUID(),
        amount,
        reason,
        reference: 'CASE/2026-7',
        note: 'as agreed',
      });
    }
    const of = {
      kind: 'request',
      userId: ada,
      appName: 'kinora',
      usageType: 'credits',
      reference: 'CASE/2026-7',
      state: 'applied',
    };
    expect(await search(' CASE/2026-7 ')).toMatchObject([
      { ...of, amount: -2, reason: 'correction' },
      { ...of, amount: 5, reason: 'goodwill' },
    ]);
    expect(JSON.stringify(await search('CASE/2026-7'))).not.toContain('as agreed');
    expect(await search('CASE/2026')).toEqual([]);
  });

  it.each(['nothing-of-that-name', 'KIN-0000-0000-0000', 'KIN-UUUU-UUUU-UUUU', '38', '\u0000', 'x'.repeat(254)])(
    'finds nothing called "%s"',
    async (typed) => {
      expect(await search(typed)).toEqual([]);
    },
  );

  it('is refused to others, and for no text', async () => {
    const eve = await member(app, 'eve@example.org');
    expect(await refusal(eve.api.finance.search.query({ of: ada }))).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    for (const term of [' ', 'x'.repeat(255)])
      expect(await refusal(finance.api.finance.search.query({ of: term }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'of' },
      });
  });

  it('opens the PDF of anybody’s invoice for finance; it is kept in the operators’ log with the search, never with an address', async () => {
    const answer = await finance.fetch(`${pdf}?language=de`);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `inline; filename="${number}.pdf"`,
    ]);
    const eve = await member(app, 'eva@example.org');
    expect((await eve.fetch(pdf)).status).toBe(403);
    await search('ada@example.org');
    const kept = await app.nest.get(OperatorChain).page(100);
    expect(kept.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          what: 'GET /api/finance/invoices/:invoiceId',
          permission: 'readLedgers',
          subjects: { 'params.invoiceId': `${invoiceIdOf('sandbox', 'in_pack')}.pdf` },
        }),
        expect.objectContaining({ what: 'finance.search', permission: 'readLedgers', subjects: { of: ada } }),
      ]),
    );
    expect(JSON.stringify(kept)).not.toContain('@');
  });
});
