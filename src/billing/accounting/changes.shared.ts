import { z } from 'zod';
import { CURRENCY_RATES } from '../plans/currencies.seed.shared.js';
import { ACCOUNT_ROLES, accountingSettings, type AccountingSettings, type PackPolicy } from './settings.shared.js';

const day = z.iso.date();

/**
 * `accounting.settings`: the settings with the version that a change has to name. A rule for packs can start on
 * `earliest` or later; rules up to `today` are in force.
 */
export const accountingView = z.object({ version: z.int().min(0), settings: accountingSettings, today: day, earliest: day });
export type AccountingView = z.infer<typeof accountingView>;

/** @property version the version that was read */
export const changeAccountingInput = z.strictObject({ version: z.int().min(0), settings: accountingSettings });

/** Why settings cannot be saved. `field` is the path of the value, joined by dots. */
export interface SettingsProblem {
  readonly field: string;
  readonly reason: 'two-names' | 'two-rules' | 'in-force' | 'too-early' | 'unknown-currency' | 'own-currency' | 'no-rate' | 'two-rates';
}

/**
 * The first day on which a rule for packs may start: that of the current month. Months are closed only after they have
 * ended, so no such day is in a closed month.
 * @param today `YYYY-MM-DD`, UTC
 */
export const earliestRule = (today: string): string => `${today.slice(0, 7)}-01`;

/**
 * What is wrong with changed settings of the right form.
 * @param today `YYYY-MM-DD`, UTC
 */
export function problemsOf(before: AccountingSettings, after: AccountingSettings, today: string): readonly SettingsProblem[] {
  return [...accountProblems(after), ...packProblems(before.packs, after.packs, today), ...rateProblems(after)];
}

/** Two roles may share an account, but then it has one name. */
function accountProblems({ accounts }: AccountingSettings): readonly SettingsProblem[] {
  const names = new Map<string, string>();
  return ACCOUNT_ROLES.flatMap((role): SettingsProblem[] => {
    const { code, name } = accounts[role];
    if (names.has(code) && names.get(code) !== name) return [{ field: `accounts.${role}.name`, reason: 'two-names' }];
    names.set(code, name);
    return [];
  });
}

const isSame = (a: PackPolicy, b: PackPolicy): boolean => JSON.stringify(packKey(a)) === JSON.stringify(packKey(b));
const packKey = ({ from, rule }: PackPolicy): readonly unknown[] => [from, rule.kind, rule.kind === 'at-once' ? 0 : rule.months];

function packProblems(before: readonly PackPolicy[], after: readonly PackPolicy[], today: string): readonly SettingsProblem[] {
  const added = after.flatMap((policy, index) => (before.some((known) => isSame(known, policy)) ? [] : [{ ...policy, index }]));
  const changed = before.filter(({ from }) => from <= today).filter((policy) => !after.some((kept) => isSame(kept, policy)));
  return [
    ...changed.map((): SettingsProblem => ({ field: 'packs', reason: 'in-force' })),
    ...after.flatMap(({ from }, index): SettingsProblem[] => (index > 0 && from <= (after[index - 1]?.from ?? '') ? [{ field: `packs.${index}.from`, reason: 'two-rules' }] : [])),
    ...added.filter(({ from }) => from < earliestRule(today)).map(({ index }): SettingsProblem => ({ field: `packs.${index}.from`, reason: 'too-early' })),
  ];
}

function rateProblems({ reporting }: AccountingSettings): readonly SettingsProblem[] {
  if (reporting === null) return [];
  const known = new Set<string>();
  return [
    ...(CURRENCY_RATES.has(reporting.currency) ? [] : [{ field: 'reporting.currency', reason: 'unknown-currency' as const }]),
    ...reporting.rates.flatMap(({ month, currency, rate }, index): SettingsProblem[] => {
      const key = `${month} ${currency}`;
      const isKnown = known.has(key);
      known.add(key);
      const field = `reporting.rates.${index}`;
      if (!CURRENCY_RATES.has(currency)) return [{ field: `${field}.currency`, reason: 'unknown-currency' }];
      if (currency === reporting.currency) return [{ field: `${field}.currency`, reason: 'own-currency' }];
      if (!/[1-9]/.test(rate)) return [{ field: `${field}.rate`, reason: 'no-rate' }];
      return isKnown ? [{ field, reason: 'two-rates' }] : [];
    }),
  ];
}
