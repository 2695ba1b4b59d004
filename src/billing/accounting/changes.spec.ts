import { describe, expect, it } from '@jest/globals';
import { problemsOf } from './changes.shared.js';
import { DEFAULT_SETTINGS, type AccountingSettings, type PackPolicy } from './settings.shared.js';

const TODAY = '2026-11-27';
const by = (change: Partial<AccountingSettings>, before = DEFAULT_SETTINGS, today = TODAY) => problemsOf(before, { ...before, ...change }, today).map(({ field, reason }) => `${field}: ${reason}`);
const policy = (from: string, months = 12): PackPolicy => ({ from, rule: { kind: 'by-use', months } });
const known: AccountingSettings = { ...DEFAULT_SETTINGS, packs: [policy('2026-03-01'), policy('2027-01-01')] };

describe('settings of bookkeeping', () => {
  it('accept the defaults, and two roles on one account of one name', () => {
    expect(by({})).toEqual([]);
    const { accounts } = DEFAULT_SETTINGS;
    expect(by({ accounts: { ...accounts, 'revenue-packs': accounts['revenue-plans'] } })).toEqual([]);
    expect(by({ accounts: { ...accounts, 'revenue-packs': { code: '4000', name: 'Packs' } } })).toEqual(['accounts.revenue-packs.name: two-names']);
  });

  it('take a rule for packs from the first of the current month on, but none before', () => {
    expect(by({ packs: [policy('2026-11-01')] })).toEqual([]);
    expect(by({ packs: [policy('2026-10-31')] })).toEqual(['packs.0.from: too-early']);
    expect(by({ packs: [policy('2026-12-01'), policy('2026-12-01', 6)] })).toEqual(['packs.1.from: two-rules']);
  });

  it('change and remove only rules that are not in force yet', () => {
    expect(by({ packs: [policy('2026-03-01')] }, known)).toEqual([]);
    expect(by({ packs: [policy('2026-03-01'), policy('2027-01-01', 24)] }, known)).toEqual([]);
    expect(by({ packs: [policy('2027-01-01')] }, known)).toEqual(['packs: in-force']);
    expect(by({ packs: [] }, known, '2027-01-01')).toEqual(['packs: in-force', 'packs: in-force']);
    expect(by({ packs: [policy('2026-03-01', 6), policy('2027-01-01')] }, known)).toEqual(['packs: in-force', 'packs.0.from: too-early']);
  });

  it('take one rate above zero for each month and known currency, and none for the reporting currency itself', () => {
    const rate = (month: string, currency: string, of = '0.9') => ({ month, currency, rate: of });
    const rates = (...all: ReturnType<typeof rate>[]) => by({ reporting: { currency: 'eur', rates: all } });
    expect(rates(rate('2026-01', 'usd'), rate('2026-02', 'usd'), rate('2026-01', 'gbp'))).toEqual([]);
    expect(rates(rate('2026-01', 'usd'), rate('2026-01', 'usd', '0.8'))).toEqual(['reporting.rates.1: two-rates']);
    expect(rates(rate('2026-01', 'eur'), rate('2026-01', 'xyz'), rate('2026-01', 'usd', '0.00'))).toEqual(['reporting.rates.0.currency: own-currency', 'reporting.rates.1.currency: unknown-currency', 'reporting.rates.2.rate: no-rate']);
    expect(by({ reporting: { currency: 'xyz', rates: [] } })).toEqual(['reporting.currency: unknown-currency']);
  });
});
