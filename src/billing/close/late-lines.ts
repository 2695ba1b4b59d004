import type { AccountsOf } from '../accounting/settings.shared.js';
import type { JournalLine } from '../journal/journal.shared.js';
import type { JournalTotal } from './figures.shared.js';
import { daysOfMonth, monthsLater } from './month.shared.js';

type Line = Pick<JournalLine, 'gateway' | 'currency' | 'role' | 'debit' | 'credit'>;

const keyOf = ({ gateway, currency, role }: Line): string => JSON.stringify([gateway, currency, role]);

/** Totals of journal lines by gateway, currency and account, sorted. Accounts without movements are left out. */
export function journalTotals(lines: readonly Line[]): JournalTotal[] {
  const totals = new Map<string, JournalTotal>();
  for (const line of lines) {
    const { gateway, currency, role } = line;
    const total = totals.get(keyOf(line)) ?? { gateway, currency, role, debit: 0, credit: 0 };
    totals.set(keyOf(line), { ...total, debit: total.debit + line.debit, credit: total.credit + line.credit });
  }
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, total]) => total);
}

/**
 * The lines by which one journal exceeds another, per gateway, currency and account. Debits and credits are set off.
 * @param day on which they are booked, as lines of the kind `late`
 * @returns one line per account with a difference, sorted
 */
function differenceLines(less: readonly Line[], more: readonly Line[], day: string): JournalLine[] {
  const balances = new Map<string, { readonly of: Line; amount: number }>();
  for (const [lines, sign] of [
    [less, -1],
    [more, 1],
  ] as const) {
    for (const line of lines) {
      const balance = balances.get(keyOf(line)) ?? { of: line, amount: 0 };
      balances.set(keyOf(line), balance);
      balance.amount += sign * (line.debit - line.credit);
    }
  }
  return [...balances]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(
      ([
        ,
        {
          of: { gateway, currency, role },
          amount,
        },
      ]) =>
        amount === 0
          ? []
          : [
              {
                entryId: `${day}.${gateway}.${currency}.late`,
                day,
                gateway,
                currency,
                kind: 'late' as const,
                role,
                debit: Math.max(amount, 0),
                credit: Math.max(-amount, 0),
              },
            ],
    );
}

/** A closed month with the journal totals that were signed. Late lines that were booked in it are among them. */
export interface ClosedJournal {
  readonly month: string;
  readonly totals: readonly JournalTotal[];
  /** The accounts with which it was closed; null for closings of earlier versions. */
  readonly accounts: ReturnType<AccountsOf> | null;
}

/**
 * The late lines of a journal: what became known of closed months afterwards leaves them, on their last day, and enters
 * the first open month, on its first day. Each closed month then adds up to what was signed, and all of them together
 * to what the facts say.
 * @param closed every closed month
 * @param derived lines that the facts give, at least those of the closed months
 */
export function lateLines(closed: readonly ClosedJournal[], derived: readonly JournalLine[]): JournalLine[] {
  const newest = closed
    .map(({ month }) => month)
    .sort()
    .at(-1);
  if (newest === undefined) return [];
  const left = closed.flatMap(({ month, totals }) =>
    differenceLines(
      derived.filter(({ day }) => day.startsWith(month)),
      totals,
      daysOfMonth(month).to,
    ),
  );
  return [...left, ...differenceLines(left, [], daysOfMonth(monthsLater(newest, 1)).from)];
}
