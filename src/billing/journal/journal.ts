import { ACCOUNT_ROLES, type AccountRole, type AccountingSettings } from '../accounting/settings.shared.js';
import type { Deferred, Revenue } from '../finance/revenue.shared.js';
import type { GatewayTransaction } from '../settlement/transaction.shared.js';
import type { Booking } from './bookings.js';
import { ENTRY_KINDS, type AccountTotal, type JournalLine, type JournalTie } from './journal.shared.js';

/** Balance of an account at a gateway in a currency: before the range and at its end. Positive when debits prevail. */
export interface Balance {
  readonly gateway: string;
  readonly currency: string;
  readonly role: AccountRole;
  readonly opening: number;
  readonly closing: number;
}

/** The lines of a range, and the balance of every account at its end. */
export interface Ledger {
  readonly lines: readonly JournalLine[];
  readonly balances: readonly Balance[];
}

type Entry = Omit<JournalLine, 'role' | 'debit' | 'credit'>;
interface Sums {
  readonly entries: Map<string, { readonly entry: Entry; readonly roles: Map<AccountRole, number> }>;
  readonly balances: Map<
    string,
    { gateway: string; currency: string; role: AccountRole; opening: number; closing: number }
  >;
}

const rankOf = ({ kind, role }: JournalLine): number =>
  ENTRY_KINDS.indexOf(kind) * ACCOUNT_ROLES.length + ACCOUNT_ROLES.indexOf(role);
const textOf = ({ day, gateway, currency }: JournalLine): string => `${day} ${gateway} ${currency}`;
const inOrder = (a: JournalLine, b: JournalLine): number =>
  textOf(a) === textOf(b) ? rankOf(a) - rankOf(b) : textOf(a) < textOf(b) ? -1 : 1;

const keyOf = ({ gateway, currency, role }: Pick<Balance, 'gateway' | 'currency' | 'role'>): string =>
  `${gateway} ${currency} ${role}`;

function move(
  { entries, balances }: Sums,
  { day, gateway, currency, kind }: Booking,
  role: AccountRole,
  amount: number,
  from: string,
): void {
  const key = keyOf({ gateway, currency, role });
  const balance = balances.get(key) ?? { gateway, currency, role, opening: 0, closing: 0 };
  balances.set(key, balance);
  balance.closing += amount;
  if (day < from) {
    balance.opening += amount;
    return;
  }
  const entryId = `${day}.${gateway}.${currency}.${kind}`;
  const { roles, entry } = entries.get(entryId) ?? {
    entry: { entryId, day, gateway, currency, kind },
    roles: new Map<AccountRole, number>(),
  };
  entries.set(entryId, { entry, roles });
  roles.set(role, (roles.get(role) ?? 0) + amount);
}

/** A journal to which bookings are added one by one, so that others can work while there are many. */
export interface LedgerFold {
  readonly add: (booking: Booking) => void;
  readonly ledger: () => Ledger;
}

/**
 * The journal of the days from `from` to `to`, both inclusive. It needs every booking up to `to`, because balances
 * begin with the first; later ones are left out.
 */
export function ledgerFold({ from, to }: { readonly from: string; readonly to: string }): LedgerFold {
  const sums: Sums = { entries: new Map(), balances: new Map() };
  return {
    add: (booking) => {
      if (booking.day > to || booking.amount === 0) return;
      move(sums, booking, booking.debit, booking.amount, from);
      move(sums, booking, booking.credit, -booking.amount, from);
    },
    ledger: () => ledgerWith(sums),
  };
}

/** The same of bookings that are known already. */
export function ledgerOf(bookings: Iterable<Booking>, range: { readonly from: string; readonly to: string }): Ledger {
  const fold = ledgerFold(range);
  for (const booking of bookings) fold.add(booking);
  return fold.ledger();
}

/** A journal from its first booking on, without the days before `from`, which become opening balances. */
export function lastDays({ lines, balances }: Ledger, from: string): Ledger {
  const openings = sumBy(
    lines.filter(({ day }) => day < from),
    keyOf,
    ({ debit, credit }) => debit - credit,
  );
  return {
    lines: lines.filter(({ day }) => day >= from),
    balances: balances.map((balance) => ({ ...balance, opening: openings.get(keyOf(balance)) ?? 0 })),
  };
}

function ledgerWith(sums: Sums): Ledger {
  const lines = [...sums.entries.values()].flatMap(({ entry, roles }) =>
    [...roles].flatMap(([role, amount]) =>
      amount === 0 ? [] : [{ ...entry, role, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) }],
    ),
  );
  return { lines: lines.sort(inOrder), balances: [...sums.balances.values()] };
}

/**
 * A journal with further lines: those of the range are shown, those up to its end count in the balances.
 * @param more of any day
 */
export function withLines(
  { lines, balances }: Ledger,
  more: readonly JournalLine[],
  { from, to }: { readonly from: string; readonly to: string },
): Ledger {
  const all = new Map(balances.map((balance) => [keyOf(balance), { ...balance }]));
  for (const { gateway, currency, role, day, debit, credit } of more) {
    if (day > to) continue;
    const key = keyOf({ gateway, currency, role });
    const balance = all.get(key) ?? { gateway, currency, role, opening: 0, closing: 0 };
    all.set(key, balance);
    balance.closing += debit - credit;
    if (day < from) balance.opening += debit - credit;
  }
  return {
    lines: [...lines, ...more.filter(({ day }) => day >= from && day <= to)].sort(inOrder),
    balances: [...all.values()],
  };
}

/** Adds up amounts by key, in the order of the keys. */
function sumBy<Item>(
  items: Iterable<Item>,
  keyOf: (item: Item) => string,
  amountOf: (item: Item) => number,
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    sums.set(key, (sums.get(key) ?? 0) + amountOf(item));
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The balance at a gateway in a currency; minor units. */
export interface GatewaySum {
  readonly gateway: string;
  readonly currency: string;
  readonly amount: number;
}

/** Adds a transaction to the balance of its gateway and currency. */
export function addTo(
  sums: Map<string, GatewaySum>,
  { gateway, currency, amount, fee }: Pick<GatewayTransaction, 'gateway' | 'currency' | 'amount' | 'fee'>,
): void {
  const key = `${currency} ${gateway}`;
  sums.set(key, { gateway, currency, amount: (sums.get(key)?.amount ?? 0) + amount - fee });
}

/** What the journal is compared with. */
export interface TieSources {
  readonly deferred: Deferred['currencies'];
  readonly revenue: Revenue['currencies'];
  /** What the transactions up to the end of the range add up to. */
  readonly gateways: readonly GatewaySum[];
}

/**
 * Comparisons of a journal with the finance pages and the gateways.
 * - `balanced`: debits (`journal`) and credits (`source`) of the range.
 * - `deferred`: balance of the deferred account at the end, and the closing of the roll-forward.
 * - `revenue`: revenue booked in the range, and revenue recognised in it.
 * - `gateway`: balance of clearing at the end, and the balance that the gateway's transactions add up to.
 */
export function tiesOf({ lines, balances }: Ledger, { deferred, revenue, gateways }: TieSources): JournalTie[] {
  const compare = (
    name: JournalTie['name'],
    journal: ReadonlyMap<string, number>,
    source: ReadonlyMap<string, number>,
  ): JournalTie[] =>
    [...new Set([...journal.keys(), ...source.keys()])].sort().map((key) => {
      const [currency = '', ...gateway] = key.split(' ');
      return {
        name,
        gateway: gateway.length === 0 ? null : gateway.join(' '),
        currency,
        journal: journal.get(key) ?? 0,
        source: source.get(key) ?? 0,
      };
    });
  const currencyOf = ({ currency }: { readonly currency: string }): string => currency;
  const gatewayOf = ({ currency, gateway }: { readonly currency: string; readonly gateway: string }): string =>
    `${currency} ${gateway}`;
  return [
    ...compare(
      'balanced',
      sumBy(lines, currencyOf, ({ debit }) => debit),
      sumBy(lines, currencyOf, ({ credit }) => credit),
    ),
    ...compare(
      'deferred',
      sumBy(
        balances.filter(({ role }) => role === 'deferred'),
        currencyOf,
        ({ closing }) => 0 - closing,
      ),
      sumBy(deferred, currencyOf, ({ total }) => total.closing),
    ),
    ...compare(
      'revenue',
      sumBy(
        lines.filter(({ role }) => isRevenue(role)),
        currencyOf,
        ({ debit, credit }) => credit - debit,
      ),
      sumBy(revenue, currencyOf, ({ total }) => total.recognised),
    ),
    ...compare(
      'gateway',
      sumBy(
        balances.filter(({ role }) => role === 'clearing'),
        gatewayOf,
        ({ closing }) => closing,
      ),
      sumBy(gateways, gatewayOf, ({ amount }) => amount),
    ),
  ];
}

const isRevenue = (role: AccountRole): boolean => role === 'revenue-plans' || role === 'revenue-packs';

/**
 * Totals of each account by currency, in the order of the accounts. Accounts without movements and balance are left
 * out.
 */
export function totalsOf({ lines, balances }: Ledger, accounts: AccountingSettings['accounts']): AccountTotal[] {
  const keyOf = ({ currency, role }: { readonly currency: string; readonly role: AccountRole }): string =>
    `${currency} ${role}`;
  const opening = sumBy(balances, keyOf, (balance) => balance.opening);
  const closing = sumBy(balances, keyOf, (balance) => balance.closing);
  const debits = sumBy(lines, keyOf, ({ debit }) => debit);
  const credits = sumBy(lines, keyOf, ({ credit }) => credit);
  return [...new Set(balances.map(({ currency }) => currency))].sort().flatMap((currency) =>
    ACCOUNT_ROLES.flatMap((role) => {
      const of = (sums: ReadonlyMap<string, number>): number => sums.get(keyOf({ currency, role })) ?? 0;
      const total = {
        currency,
        role,
        ...accounts[role],
        opening: of(opening),
        debit: of(debits),
        credit: of(credits),
        closing: of(closing),
      };
      return total.opening === 0 && total.closing === 0 && total.debit === 0 ? [] : [total];
    }),
  );
}
