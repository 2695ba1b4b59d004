import { z } from 'zod';

/** A day, `YYYY-MM-DD`, in UTC. */
const day = z.iso.date();
const currency = z.string().regex(/^[a-z]{3}$/);

/**
 * What an account of the journal is for. `clearing` is money at a payment gateway; `bank` money paid out; `deferred`
 * money received for what is still to be delivered; `exchange` differences between currencies; `suspense` movements at
 * a gateway that Kinora does not know.
 */
export const ACCOUNT_ROLES = [
  'bank',
  'clearing',
  'deferred',
  'tax',
  'revenue-plans',
  'revenue-packs',
  'fees',
  'exchange',
  'suspense',
] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

/** Names are written to files that spreadsheets open: no control characters, and no beginning of a formula. */
const ACCOUNT_NAME = /^(?!['=+\-@\uFF0B\uFF0D\uFF1D\uFF20])\P{Cc}+$/u;

/** An account of the operator's bookkeeping. */
export const bookAccount = z.strictObject({
  code: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/),
  name: z.string().trim().min(1).max(100).regex(ACCOUNT_NAME),
});
export type BookAccount = z.infer<typeof bookAccount>;

/**
 * How the revenue of a pack is recognised: when it is paid, as its credits are used (the rest when they can no longer
 * be used, or after `months`), or evenly over `months` from the payment on.
 */
export const packRule = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('at-once') }),
  z.strictObject({ kind: z.literal('by-use'), months: z.int().min(1).max(60) }),
  z.strictObject({ kind: z.literal('by-time'), months: z.int().min(1).max(60) }),
]);
export type PackRule = z.infer<typeof packRule>;

/** A rule for packs paid from a day on, until the next rule. */
export const packPolicy = z.strictObject({ from: day, rule: packRule });
export type PackPolicy = z.infer<typeof packPolicy>;

/** Units of the reporting currency per unit of another currency in a month, as a decimal string. */
export const monthlyRate = z.strictObject({
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
  currency,
  rate: z.string().regex(/^\d{1,9}(\.\d{1,12})?$/),
});
export type MonthlyRate = z.infer<typeof monthlyRate>;

/** What the operator decides about bookkeeping. */
export const accountingSettings = z.strictObject({
  accounts: z.strictObject({
    bank: bookAccount,
    clearing: bookAccount,
    deferred: bookAccount,
    tax: bookAccount,
    'revenue-plans': bookAccount,
    'revenue-packs': bookAccount,
    fees: bookAccount,
    exchange: bookAccount,
    suspense: bookAccount,
  }) satisfies z.ZodType<Readonly<Record<AccountRole, BookAccount>>>,
  /** In order of `from`. Packs paid before the first are recognised when they are paid. */
  packs: z.array(packPolicy).max(50),
  /** Figures are also shown in this currency; null for originals only. */
  reporting: z.strictObject({ currency, rates: z.array(monthlyRate).max(5_000) }).nullable(),
});
export type AccountingSettings = z.infer<typeof accountingSettings>;
/**
 * The account of each role that applies on a day, `YYYY-MM-DD`: a closed month keeps those of its closing (adr/0083).
 */
export type AccountsOf = (day: string) => AccountingSettings['accounts'];

/** Settings of a new installation: common account numbers, packs recognised when they are paid. */
export const DEFAULT_SETTINGS: AccountingSettings = {
  accounts: {
    bank: { code: '1000', name: 'Bank' },
    clearing: { code: '1100', name: 'Payment gateways' },
    deferred: { code: '2400', name: 'Deferred revenue' },
    tax: { code: '2200', name: 'Tax payable' },
    'revenue-plans': { code: '4000', name: 'Revenue from plans' },
    'revenue-packs': { code: '4100', name: 'Revenue from packs' },
    fees: { code: '6100', name: 'Payment fees' },
    exchange: { code: '6900', name: 'Exchange differences' },
    suspense: { code: '1999', name: 'Unexplained gateway movements' },
  },
  packs: [],
  reporting: null,
};
