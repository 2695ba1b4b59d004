import { describe, expect, it } from '@jest/globals';
import { accountingChange, changed, problemsOf, type AccountingChange } from './changes.shared.js';
import { DEFAULT_SETTINGS, type AccountingSettings, type PackPolicy } from './settings.shared.js';

const TODAY = '2026-11-27';
const problems = (change: AccountingChange, before = DEFAULT_SETTINGS, today = TODAY) =>
  problemsOf(before, change, today).map(({ field, reason }) => `${field}: ${reason}`);
const policy = (from: string, months = 12): PackPolicy => ({ from, rule: { kind: 'by-use', months } });
const packs = (...all: PackPolicy[]): AccountingChange => ({ part: 'packs', packs: all });
const known: AccountingSettings = {
  ...DEFAULT_SETTINGS,
  packs: [policy('2026-03-01'), policy('2027-01-01')],
  reporting: { currency: 'eur', rates: [{ month: '2026-02', currency: 'usd', rate: '0.92' }] },
};
const rate = (month: string, currency: string, of = '0.9') => ({ month, currency, rate: of });
const rates = (...entered: ReturnType<typeof rate>[]): AccountingChange => ({ part: 'rates', entered, removed: [] });

describe('a change of the settings of bookkeeping', () => {
  it('may let two roles share an account of one name', () => {
    const { accounts } = DEFAULT_SETTINGS;
    expect(
      problems({ part: 'accounts', accounts: { ...accounts, 'revenue-packs': accounts['revenue-plans'] } }),
    ).toEqual([]);
    expect(
      problems({ part: 'accounts', accounts: { ...accounts, 'revenue-packs': { code: '4000', name: 'Packs' } } }),
    ).toEqual(['accounts.revenue-packs.name: two-names']);
  });

  it('takes a rule for packs from the first of the current month on, but none before', () => {
    expect(problems(packs(policy('2026-11-01')))).toEqual([]);
    expect(problems(packs(policy('2026-10-31')))).toEqual(['packs.0.from: too-early']);
    expect(problems(packs(policy('2026-12-01'), policy('2026-12-01', 6)))).toEqual(['packs.1.from: two-rules']);
  });

  it('changes and removes only rules that are not in force yet', () => {
    expect(problems(packs(policy('2026-03-01')), known)).toEqual([]);
    expect(problems(packs(policy('2026-03-01'), policy('2027-01-01', 24)), known)).toEqual([]);
    expect(problems(packs(policy('2027-01-01')), known)).toEqual(['packs: in-force']);
    expect(problems(packs(), known, '2027-01-01')).toEqual(['packs: in-force', 'packs: in-force']);
    expect(problems(packs(policy('2026-03-01', 6), policy('2027-01-01')), known)).toEqual([
      'packs: in-force',
      'packs.0.from: too-early',
    ]);
  });

  it('takes one rate above zero for each month and known currency, and none for the reporting currency itself', () => {
    expect(problems(rates(rate('2026-01', 'usd'), rate('2026-02', 'usd'), rate('2026-01', 'gbp')), known)).toEqual([]);
    expect(problems(rates(rate('2026-01', 'usd'), rate('2026-01', 'usd', '0.8')), known)).toEqual([
      'entered.1: two-rates',
    ]);
    expect(
      problems(rates(rate('2026-01', 'eur'), rate('2026-01', 'xyz'), rate('2026-01', 'usd', '0.00')), known),
    ).toEqual(['entered.0.currency: own-currency', 'entered.1.currency: unknown-currency', 'entered.2.rate: no-rate']);
    expect(problems(rates(rate('2026-01', 'usd')))).toEqual(['entered: no-currency']);
    expect(problems({ part: 'currency', currency: 'xyz' })).toEqual(['currency: unknown-currency']);
  });

  it('refuses a rate that is more than a thousand times off the suggested one', () => {
    expect(
      problems(
        rates(rate('2026-01', 'usd', '900000'), rate('2026-01', 'gbp', '0.0001'), rate('2026-01', 'jpy', '0.1')),
        known,
      ),
    ).toEqual(['entered.0.rate: implausible-rate', 'entered.1.rate: implausible-rate']);
  });

  it.each(['=1+1', '+49', '-', '@here', "'quoted", '\uFF1D1', 'Bank\nof', 'Bank\u0000', ' '])(
    'refuses %j as the name of an account',
    (name) => {
      expect(
        accountingChange
          .safeParse({ part: 'accounts', accounts: { ...DEFAULT_SETTINGS.accounts, bank: { code: '1000', name } } })
          .error?.issues.map(({ path }) => path.join('.')),
      ).toContain('accounts.bank.name');
    },
  );

  it.each(['Bank – Tel Aviv (+49)', 'مصرف', 'Erlöse: Pakete = 19 %'])('takes %j as the name of an account', (name) => {
    expect(
      accountingChange.safeParse({
        part: 'accounts',
        accounts: { ...DEFAULT_SETTINGS.accounts, bank: { code: '1000', name } },
      }).success,
    ).toBe(true);
  });

  it('replaces a rate of the same month and currency, removes rates, and keeps the newest month first', () => {
    const after = changed(known, rates(rate('2026-02', 'usd', '0.91'), rate('2026-03', 'usd'), rate('2026-03', 'gbp')));
    expect(after.reporting?.rates).toEqual([
      rate('2026-03', 'gbp'),
      rate('2026-03', 'usd'),
      rate('2026-02', 'usd', '0.91'),
    ]);
    expect(
      changed(after, { part: 'rates', entered: [], removed: [{ month: '2026-03', currency: 'usd' }] }).reporting?.rates,
    ).toHaveLength(2);
  });

  it('removes all rates with the currency that they are for, and only then', () => {
    expect(changed(known, { part: 'currency', currency: 'usd' }).reporting).toEqual({ currency: 'usd', rates: [] });
    expect(changed(known, { part: 'currency', currency: 'eur' })).toEqual(known);
    expect(changed(known, { part: 'currency', currency: null }).reporting).toBeNull();
  });
});
