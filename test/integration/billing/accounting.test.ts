import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { MAX_RATES_AT_ONCE, type AccountingChange } from '../../../src/billing/accounting/changes.shared.js';
import { DEFAULT_SETTINGS } from '../../../src/billing/accounting/settings.shared.js';
import { RecordPurchase } from '../../../src/billing/index.js';
import { MAX_REPORTS } from '../../../src/billing/reports/reports.shared.js';
import { OperatorChain } from '../../../src/identity/operators/operator-log/log.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { financeMember, member, type Person, refusal } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const DAY = 86_400_000;

describe('settings of bookkeeping and saved reports', () => {
  let app: TestApp;
  let finance: Person;
  let other: Person;
  let today: string;
  const dayBefore = (days: number): string => new Date(app.parts.clock.now() - days * DAY).toISOString().slice(0, 10);

  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    [finance, other] = [await financeMember(app, 'books@example.org'), await member(app, 'ada@example.org')];
    today = dayBefore(0);
    const buyer = (await other.me()).id as UserId; // the session's own
    const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: buyer } as const;
    for (const [invoiceId, currency, amountPaid, days] of [
      ['in_usd', 'usd', 1_001, 40],
      ['in_jpy', 'jpy', 1_500, 0],
      ['in_eur', 'eur', 250, 0],
    ] as const) {
      const paid = {
        factId: `paid-${invoiceId}`,
        occurredAt: app.parts.clock.now() - days * DAY,
        amountPaid,
        currency,
        invoiceId,
        priceId: 'kinora-credits-100',
      };
      expect(
        await app.nest
          .get(CommandBus)
          .execute(new RecordPurchase(owner, `pi_${invoiceId}`, [{ type: 'PurchasePaid', data: paid }])),
      ).toMatchObject({ ok: true });
    }
  });
  afterAll(() => app.close());

  const view = () => finance.api.accounting.settings.query();
  const change = (of: AccountingChange, version: number) =>
    finance.api.accounting.change.mutate({ version, change: of });

  it('start with the defaults, keep a change, and refuse one that was made on an earlier version', async () => {
    expect(await view()).toEqual({
      version: 0,
      settings: DEFAULT_SETTINGS,
      today,
      earliest: `${today.slice(0, 7)}-01`,
    });
    const accounts = { ...DEFAULT_SETTINGS.accounts, bank: { code: '1200', name: 'Sparkasse' } };
    expect(await change({ part: 'accounts', accounts }, 0)).toMatchObject({ version: 1, settings: { accounts } });
    expect(await refusal(change({ part: 'accounts', accounts }, 0))).toMatchObject({
      identifier: 'ACCOUNTING_CHANGED',
    });
    expect((await view()).settings.accounts.bank.code).toBe('1200');
    expect(
      await refusal(change({ part: 'packs', packs: [{ from: dayBefore(40), rule: { kind: 'at-once' } }] }, 1)),
    ).toMatchObject({ identifier: 'VALIDATION_ERROR', params: { field: 'packs.0.from', reason: 'too-early' } });
    expect(
      await refusal(
        change({ part: 'accounts', accounts: { ...accounts, tax: { code: 'not a code', name: 'Tax' } } }, 1),
      ),
    ).toMatchObject({ identifier: 'VALIDATION_ERROR', params: { field: 'change.accounts.tax.code' } });
  });

  it('let nobody else read or change them, and record a change in the operators’ log without its content', async () => {
    expect(await refusal(other.api.accounting.settings.query())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    expect(
      await refusal(other.api.accounting.change.mutate({ version: 1, change: { part: 'currency', currency: 'usd' } })),
    ).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    const kept = await app.nest.get(OperatorChain).page(100);
    expect(kept.records).toContainEqual(
      expect.objectContaining({
        what: 'accounting.change',
        permission: 'editAccounting',
        who: (await finance.me()).id,
      }),
    );
    expect(JSON.stringify(kept)).not.toContain('Sparkasse');
  });

  it('show revenue and deferred revenue in the reporting currency by the rate of each month, and name a missing rate', async () => {
    const range = { from: dayBefore(45), to: today };
    const revenue = () => finance.api.revenue.byDay.query(range);
    await until(revenue, ({ currencies }) => currencies.length === 3);
    expect((await revenue()).reported).toBeNull();
    const [then, now] = [dayBefore(40).slice(0, 7), today.slice(0, 7)];
    await change({ part: 'currency', currency: 'eur' }, 1);
    await change({ part: 'rates', entered: [{ month: then, currency: 'usd', rate: '0.93' }], removed: [] }, 2);
    expect((await revenue()).reported).toMatchObject({
      currency: 'eur',
      total: null,
      currencies: [
        { currency: 'eur', figures: { paid: 250 }, missing: [] },
        { currency: 'jpy', figures: null, missing: [now] },
        { currency: 'usd', figures: { paid: 930 }, missing: [] },
      ],
    });
    await change({ part: 'rates', entered: [{ month: now, currency: 'jpy', rate: '0.0062' }], removed: [] }, 3);
    expect((await revenue()).reported).toMatchObject({ total: { paid: 250 + 930 + 930, recognised: 250 + 930 + 930 } });
    // As many as one change may have fit into a call.
    const many = Array.from({ length: MAX_RATES_AT_ONCE }, (_, index) => ({
      month: `${1_900 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`,
      currency: 'chf',
      rate: '000000001.123456789012',
    }));
    expect((await change({ part: 'rates', entered: many, removed: [] }, 4)).settings.reporting?.rates).toHaveLength(
      MAX_RATES_AT_ONCE + 2,
    );
    const deferred = await finance.api.revenue.deferred.query(range);
    expect(deferred.reported).toMatchObject({
      currency: 'eur',
      total: { opening: 0, billed: 2_110, recognised: 2_110, closing: 0, exchange: 0 },
    });
  });

  it('share saved reports, which are renamed and deleted by anybody with the role, up to a limit', async () => {
    const report = {
      reportId: randomUUID(),
      name: ' Revenue of last month ',
      path: '/finance/revenue',
      query: 'currency=eur',
      range: 'lastMonth',
    } as const;
    await finance.api.reports.save.mutate(report);
    await finance.api.reports.save.mutate(report);
    await finance.api.reports.rename.mutate({ reportId: report.reportId, name: 'Umsatz' });
    expect(await finance.api.reports.list.query()).toEqual([{ ...report, name: 'Umsatz' }]);
    expect(await refusal(finance.api.reports.rename.mutate({ reportId: randomUUID(), name: 'x' }))).toMatchObject({
      identifier: 'SAVED_REPORT_NOT_FOUND',
    });
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(81) },
      { path: '//elsewhere.example/finance' },
      { path: '/admin' },
    ])
      expect(
        await refusal(finance.api.reports.save.mutate({ ...report, reportId: randomUUID(), ...wrong })),
      ).toMatchObject({ identifier: 'VALIDATION_ERROR' });
    expect(await refusal(other.api.reports.list.query())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
    for (let index = 1; index < MAX_REPORTS; index += 1)
      await finance.api.reports.save.mutate({ ...report, reportId: randomUUID(), name: `Report ${index}` });
    expect(await refusal(finance.api.reports.save.mutate({ ...report, reportId: randomUUID() }))).toMatchObject({
      identifier: 'SAVED_REPORT_LIMIT',
      params: { limit: MAX_REPORTS },
    });
    await finance.api.reports.remove.mutate({ reportId: report.reportId });
    expect(await finance.api.reports.list.query()).toHaveLength(MAX_REPORTS - 1);
    expect(JSON.stringify(await app.nest.get(OperatorChain).page(1_000))).not.toMatch(/Umsatz|last month/);
  });

  it('know the payment behind a grant', async () => {
    const paid = () =>
      finance.api.revenue.paymentsOf.query({ grantIds: ['pack.sandbox.in_jpy', 'pack.sandbox.unknown', 'gift'] });
    expect(await until(paid, ({ length }) => length > 0)).toEqual([
      { grantId: 'pack.sandbox.in_jpy', minor: 1_500, currency: 'jpy', number: expect.stringMatching(/^KIN/) },
    ]);
  });
});
