import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { parseCsv } from '../../../../test/support/finance/csv-file.js';
import { ACCOUNT_ROLES, DEFAULT_SETTINGS, type AccountRole } from '../../accounting/settings.shared.js';
import { fileParts, xeroTaxRate, type JournalLine } from '../journal.shared.js';
import { csvFile } from './csv.js';
import { DATEV_COLUMNS, DATEV_TEXTS } from './datev.columns.js';
import { datevFile, pairsOf, type DatevHeader } from './datev.js';
import { quickbooksFile } from './quickbooks.js';
import { xeroFile } from './xero.js';

const { accounts } = DEFAULT_SETTINGS;
const line = (role: AccountRole, amount: number, of: Partial<JournalLine> = {}): JournalLine => ({
  entryId: '2026-01-31.stripe.eur.payment',
  day: '2026-01-31',
  gateway: 'stripe',
  currency: 'eur',
  kind: 'payment',
  role,
  debit: Math.max(amount, 0),
  credit: Math.max(-amount, 0),
  ...of,
});
const late = { entryId: '2026-02-01.stripe.eur.payout', day: '2026-02-01', kind: 'payout' } as const;
const LINES = [
  line('clearing', 119_000),
  line('deferred', -100_000),
  line('tax', -19_000),
  line('bank', 5, late),
  line('clearing', -5, late),
];
const HEADER: DatevHeader = {
  consultant: 29_098,
  client: 55_003,
  fiscalYearStart: '2026-01-01',
  accountLength: 4,
  from: '2026-01-01',
  to: '2026-02-28',
  currency: 'eur',
  at: new Date(Date.UTC(2026, 2, 1, 14, 4, 40, 439)),
};

/** Balanced entries on several days. Yen have no decimals. */
const entry = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  kind: fc.constantFrom('payment' as const, 'refund' as const, 'recognition' as const),
  amounts: fc.uniqueArray(
    fc.tuple(fc.constantFrom(...ACCOUNT_ROLES.slice(0, -1)), fc.integer({ min: -9_999_999, max: 9_999_999 })),
    { selector: ([role]) => role, minLength: 1, maxLength: 5 },
  ),
});
const journals = fc
  .tuple(
    fc.constantFrom('eur', 'jpy'),
    fc.uniqueArray(entry, { selector: ({ day, kind }) => `${day} ${kind}`, maxLength: 6 }),
  )
  .map(([currency, entries]) =>
    entries.flatMap(({ day, kind, amounts }) => {
      const name = `2026-01-${String(day).padStart(2, '0')}`;
      const of = { day: name, kind, currency, entryId: `${name}.stripe.${currency}.${kind}` };
      const rest = amounts.reduce((sum, [, amount]) => sum - amount, 0);
      return [...amounts, ['suspense', rest] as const]
        .filter(([, amount]) => amount !== 0)
        .map(([role, amount]) => line(role, amount, of));
    }),
  );
const sums = (parts: readonly (readonly [key: string, amount: number])[]): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const [key, amount] of parts) found.set(key, (found.get(key) ?? 0) + amount);
  return new Map([...found].filter(([, amount]) => amount !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
};
const minorOf = (decimal: string, currency: string): number =>
  Math.round(Number(decimal.replace(',', '.')) * (currency === 'jpy' ? 1 : 100));
const expected = (lines: readonly JournalLine[], by: 'name' | 'code') =>
  sums(lines.map(({ role, debit, credit }) => [accounts[role][by], debit - credit]));

describe('the file for QuickBooks Online', () => {
  it('is exactly this', () => {
    expect(quickbooksFile(LINES, () => accounts).toString()).toBe(
      [
        'Journal No.,Journal Date,Account Name,Description,Debits,Credits',
        '20260131-670f76353240,01/31/2026,Payment gateways,payment stripe EUR 2026-01-31,1190.00,',
        '20260131-670f76353240,01/31/2026,Deferred revenue,payment stripe EUR 2026-01-31,,1000.00',
        '20260131-670f76353240,01/31/2026,Tax payable,payment stripe EUR 2026-01-31,,190.00',
        '20260201-10d75a64f7ea,02/01/2026,Bank,payout stripe EUR 2026-02-01,0.05,',
        '20260201-10d75a64f7ea,02/01/2026,Payment gateways,payout stripe EUR 2026-02-01,,0.05',
        '',
      ].join('\r\n'),
    );
  });

  it('adds up to the journal, account by account and entry by entry', () => {
    fc.assert(
      fc.property(journals, (lines) => {
        const currency = lines[0]?.currency ?? 'eur';
        const rows = parseCsv(quickbooksFile(lines, () => accounts).toString()).slice(1);
        const amountOf = ([, , , , debit = '', credit = '']: readonly string[]): number =>
          minorOf(debit || '0', currency) - minorOf(credit || '0', currency);
        expect(sums(rows.map((row) => [row[2] ?? '', amountOf(row)]))).toEqual(expected(lines, 'name'));
        expect(sums(rows.map((row) => [row[0] ?? '', amountOf(row)])).size).toBe(0);
        expect(new Set(rows.map(([number]) => number)).size).toBe(new Set(lines.map(({ entryId }) => entryId)).size);
      }),
    );
  });
});

describe('a text with a line break', () => {
  it.each(['\n', '\r', '\r\n'])('stays in one row with %j', (pause) => {
    const text = `Bank${pause}of Athens`;
    expect(csvFile(['Name', 'Code'], [[text, '1000']]).toString()).toBe(`Name,Code\r\n"${text}",1000\r\n`);
  });
});

describe('the file for Xero', () => {
  it('is exactly this', () => {
    expect(xeroFile(LINES.slice(0, 3), () => accounts, 'Tax Exempt').toString()).toBe(
      [
        '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
        'payment stripe EUR 2026-01-31 20260131-670f76353240,31 Jan 2026,Payment gateways,1100,Tax Exempt,1190.00,,,,',
        'payment stripe EUR 2026-01-31 20260131-670f76353240,31 Jan 2026,Deferred revenue,2400,Tax Exempt,-1000.00,,,,',
        'payment stripe EUR 2026-01-31 20260131-670f76353240,31 Jan 2026,Tax payable,2200,Tax Exempt,-190.00,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it.each([
    ['Tax Exempt', true],
    ['0 % (exports), B&B', true],
    ['معفى من الضريبة', true],
    ['=HYPERLINK("https://example.com")', false],
    ['+1', false],
    ['@a', false],
    ['No\nVAT', false],
    ['No "VAT"', false],
  ])('takes %j as the name of a tax rate: %s', (name, isTaken) => {
    expect(xeroTaxRate.safeParse(name).success).toBe(isTaken);
  });

  it('adds up to the journal over all its parts, each with whole entries', () => {
    fc.assert(
      fc.property(journals, fc.integer({ min: 6, max: 12 }), (lines, max) => {
        const currency = lines[0]?.currency ?? 'eur';
        const parts = fileParts(lines, max).map((part) =>
          parseCsv(xeroFile(part, () => accounts, 'No VAT').toString()).slice(1),
        );
        for (const rows of parts) {
          expect(rows.length).toBeLessThanOrEqual(max);
          expect(
            sums(
              rows.map(([narration = '', date = '', , , , amount = '']) => [
                `${narration} ${date}`,
                minorOf(amount, currency),
              ]),
            ).size,
          ).toBe(0);
        }
        expect(sums(parts.flat().map(([, , , code = '', , amount = '']) => [code, minorOf(amount, currency)]))).toEqual(
          expected(lines, 'code'),
        );
      }),
    );
  });
});

const columnsOf = (record: string): readonly string[] => record.split(';');
const valueOf = (record: string, name: string): string =>
  (columnsOf(record)[DATEV_COLUMNS.indexOf(name)] ?? '').replaceAll('"', '');

describe('the file for DATEV', () => {
  it('is exactly the file in test/fixtures/journal, byte by byte', () => {
    const file = datevFile(LINES, () => accounts, HEADER);
    const golden = readFileSync('test/fixtures/journal/EXTF_2026.csv');
    expect(file.ok ? file.value.toString('latin1') : file.error).toBe(golden.toString('latin1'));
    const [, headings = '', ...records] = new TextDecoder('windows-1252').decode(golden).split('\r\n');
    expect(headings.split(';')).toEqual(DATEV_COLUMNS);
    for (const record of records.slice(0, -1))
      expect(columnsOf(record).map((value) => value.startsWith('"'))).toEqual(
        DATEV_COLUMNS.map((_, index) => DATEV_TEXTS.has(index + 1)),
      );
  });

  it('adds up to the journal, account by account, with two accounts in each record', () => {
    fc.assert(
      fc.property(journals, (lines) => {
        const currency = lines[0]?.currency ?? 'eur';
        const file = datevFile(lines, () => accounts, { ...HEADER, currency });
        const records = (file.ok ? file.value.toString('latin1') : '').split('\r\n').slice(2, -1);
        const moved = records.flatMap((record) => {
          const amount = minorOf(valueOf(record, 'Umsatz (ohne Soll/Haben-Kz)'), currency);
          const [debit, credit] = [valueOf(record, 'Konto'), valueOf(record, 'Gegenkonto (ohne BU-Schlüssel)')];
          expect([amount > 0, debit === credit, columnsOf(record).length]).toEqual([true, false, 125]);
          return [
            [debit, amount],
            [credit, -amount],
          ] as const;
        });
        expect(sums(moved)).toEqual(expected(lines, 'code'));
      }),
    );
  });

  it('nets roles that the operator keeps on one account', () => {
    expect(
      pairsOf(LINES.slice(0, 3), (role) => (role === 'tax' ? accounts.deferred.code : accounts[role].code)),
    ).toEqual([{ line: LINES[0], debit: '1100', credit: '2400', amount: 119_000 }]);
  });

  it('takes codes that differ in leading zeros only for one account', () => {
    const file = datevFile(
      LINES.slice(0, 3),
      () => ({ ...accounts, deferred: { code: '420', name: 'Deferred' }, tax: { code: '0420', name: 'Tax' } }),
      HEADER,
    );
    const records = (file.ok ? file.value.toString('latin1') : '').split('\r\n').slice(2, -1);
    expect(
      records.map((record) => [
        valueOf(record, 'Umsatz (ohne Soll/Haben-Kz)'),
        valueOf(record, 'Konto'),
        valueOf(record, 'Gegenkonto (ohne BU-Schlüssel)'),
      ]),
    ).toEqual([['1190,00', '1100', '0420']]);
  });

  it.each(['12A0', '20000', '0000'])('is refused with the name of the account for the code %s', (code) => {
    expect(datevFile(LINES, () => ({ ...accounts, tax: { code, name: 'VAT' } }), HEADER)).toEqual({
      ok: false,
      error: { identifier: 'ACCOUNT_CODE_UNSUPPORTED', params: { account: 'VAT', code, digits: 4 } },
    });
    expect(datevFile(LINES, () => ({ ...accounts, fees: { code, name: 'not used' } }), HEADER)).toMatchObject({
      ok: true,
    });
  });

  it.each([
    ['before', '2026-01-02'],
    ['after', '2025-02-28'],
  ])('is refused for days %s its fiscal year, because its dates have no year', (_what, fiscalYearStart) => {
    expect(datevFile(LINES, () => accounts, { ...HEADER, fiscalYearStart })).toEqual({
      ok: false,
      error: { identifier: 'VALIDATION_ERROR', params: { field: 'fiscalYearStart' } },
    });
    expect(datevFile(LINES, () => accounts, { ...HEADER, fiscalYearStart: '2025-03-01' })).toMatchObject({ ok: true });
  });
});
