import { z } from 'zod';
import { CURRENCY_RATES } from '../plans/currencies.seed.shared.js';
import {
  ACCOUNT_ROLES,
  accountingSettings,
  monthlyRate,
  type AccountingSettings,
  type MonthlyRate,
  type PackPolicy,
} from './settings.shared.js';
import { isPlausible } from './suggested-rates.shared.js';

const day = z.iso.date();
/** Rates in one change, so that a call stays below the size that the server accepts. */
export const MAX_RATES_AT_ONCE = 1_000;
/** As the settings have at most. */
const MAX_RATES = 5_000;

/**
 * `accounting.settings`: the settings with the version that a change has to name. A rule for packs can start on
 * `earliest` or later; rules up to `today` are in force.
 */
export const accountingView = z.object({
  version: z.int().min(0),
  settings: accountingSettings,
  today: day,
  earliest: day,
});
export type AccountingView = z.infer<typeof accountingView>;

/**
 * A change of one part. Another currency removes all rates, because they are rates into the present one. An entered
 * rate replaces that of the same month and currency.
 */
export const accountingChange = z.discriminatedUnion('part', [
  z.strictObject({ part: z.literal('accounts'), accounts: accountingSettings.shape.accounts }),
  z.strictObject({ part: z.literal('packs'), packs: accountingSettings.shape.packs }),
  z.strictObject({ part: z.literal('currency'), currency: monthlyRate.shape.currency.nullable() }),
  z.strictObject({
    part: z.literal('rates'),
    entered: z.array(monthlyRate).max(MAX_RATES_AT_ONCE),
    removed: z.array(monthlyRate.pick({ month: true, currency: true })).max(MAX_RATES_AT_ONCE),
  }),
]);
export type AccountingChange = z.infer<typeof accountingChange>;

/** `accounting.change`. @property version the version that was read */
export const changeAccountingInput = z.strictObject({ version: z.int().min(0), change: accountingChange });

/** Why a change cannot be saved. `field` is the path of the value in the change, joined by dots. */
export interface SettingsProblem {
  readonly field: string;
  readonly reason:
    | 'two-names'
    | 'two-rules'
    | 'in-force'
    | 'too-early'
    | 'no-currency'
    | 'unknown-currency'
    | 'own-currency'
    | 'no-rate'
    | 'implausible-rate'
    | 'two-rates'
    | 'too-many-rates';
}

/**
 * The first day on which a rule for packs may start: that of the current month. Months are closed only after they have
 * ended, so no such day is in a closed month.
 * @param today `YYYY-MM-DD`, UTC
 */
export const earliestRule = (today: string): string => `${today.slice(0, 7)}-01`;

const keyOf = ({ month, currency }: Pick<MonthlyRate, 'month' | 'currency'>): string => `${month} ${currency}`;

/** The settings after a change without problems; rates newest month first. */
export function changed(settings: AccountingSettings, change: AccountingChange): AccountingSettings {
  const { reporting } = settings;
  switch (change.part) {
    case 'accounts':
      return { ...settings, accounts: change.accounts };
    case 'packs':
      return { ...settings, packs: change.packs };
    case 'currency':
      if (change.currency === reporting?.currency) return settings;
      return { ...settings, reporting: change.currency === null ? null : { currency: change.currency, rates: [] } };
    case 'rates': {
      if (reporting === null) return settings;
      const replaced = new Set([...change.entered, ...change.removed].map(keyOf));
      const rates = [...reporting.rates.filter((rate) => !replaced.has(keyOf(rate))), ...change.entered];
      rates.sort((a, b) => (a.month === b.month ? (a.currency < b.currency ? -1 : 1) : a.month < b.month ? 1 : -1));
      return { ...settings, reporting: { ...reporting, rates } };
    }
    default:
      return change satisfies never;
  }
}

/**
 * What is wrong with a change of the right form.
 * @param today `YYYY-MM-DD`, UTC
 */
export function problemsOf(
  before: AccountingSettings,
  change: AccountingChange,
  today: string,
): readonly SettingsProblem[] {
  switch (change.part) {
    case 'accounts':
      return accountProblems(change);
    case 'packs':
      return packProblems(before.packs, change.packs, today);
    case 'currency':
      return change.currency === null || CURRENCY_RATES.has(change.currency)
        ? []
        : [{ field: 'currency', reason: 'unknown-currency' }];
    case 'rates':
      return rateProblems(before, change);
    default:
      return change satisfies never;
  }
}

/** Two roles may share an account, but then it has one name. */
function accountProblems({ accounts }: Pick<AccountingSettings, 'accounts'>): readonly SettingsProblem[] {
  const names = new Map<string, string>();
  return ACCOUNT_ROLES.flatMap((role): SettingsProblem[] => {
    const { code, name } = accounts[role];
    if (names.has(code) && names.get(code) !== name) return [{ field: `accounts.${role}.name`, reason: 'two-names' }];
    names.set(code, name);
    return [];
  });
}

const isSame = (a: PackPolicy, b: PackPolicy): boolean => JSON.stringify(packKey(a)) === JSON.stringify(packKey(b));
const packKey = ({ from, rule }: PackPolicy): readonly unknown[] => [
  from,
  rule.kind,
  rule.kind === 'at-once' ? 0 : rule.months,
];

function packProblems(
  before: readonly PackPolicy[],
  after: readonly PackPolicy[],
  today: string,
): readonly SettingsProblem[] {
  const added = after.flatMap((policy, index) =>
    before.some((known) => isSame(known, policy)) ? [] : [{ ...policy, index }],
  );
  const lost = before
    .filter(({ from }) => from <= today)
    .filter((policy) => !after.some((kept) => isSame(kept, policy)));
  return [
    ...lost.map((): SettingsProblem => ({ field: 'packs', reason: 'in-force' })),
    ...after.flatMap(({ from }, index): SettingsProblem[] =>
      index > 0 && from <= (after[index - 1]?.from ?? '')
        ? [{ field: `packs.${index}.from`, reason: 'two-rules' }]
        : [],
    ),
    ...added
      .filter(({ from }) => from < earliestRule(today))
      .map(({ index }): SettingsProblem => ({ field: `packs.${index}.from`, reason: 'too-early' })),
  ];
}

function rateProblems(
  before: AccountingSettings,
  change: Extract<AccountingChange, { part: 'rates' }>,
): readonly SettingsProblem[] {
  const { reporting } = before;
  if (reporting === null) return [{ field: 'entered', reason: 'no-currency' }];
  if ((changed(before, change).reporting?.rates.length ?? 0) > MAX_RATES)
    return [{ field: 'entered', reason: 'too-many-rates' }];
  const known = new Set<string>();
  return change.entered.flatMap((entered, index): SettingsProblem[] => {
    const isKnown = known.has(keyOf(entered));
    known.add(keyOf(entered));
    const field = `entered.${index}`;
    if (!CURRENCY_RATES.has(entered.currency)) return [{ field: `${field}.currency`, reason: 'unknown-currency' }];
    if (entered.currency === reporting.currency) return [{ field: `${field}.currency`, reason: 'own-currency' }];
    if (!/[1-9]/.test(entered.rate)) return [{ field: `${field}.rate`, reason: 'no-rate' }];
    if (!isPlausible(reporting.currency, entered.currency, entered.rate))
      return [{ field: `${field}.rate`, reason: 'implausible-rate' }];
    return isKnown ? [{ field, reason: 'two-rates' }] : [];
  });
}
