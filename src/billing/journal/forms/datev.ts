import { productError, type ProductError } from '../../../kernel/errors.shared.js';
import { err, ok, type Result } from '../../../kernel/result.js';
import type { AccountRole, AccountsOf } from '../../accounting/settings.shared.js';
import { entriesIn, type JournalLine } from '../journal.shared.js';
import { DATEV_COLUMNS, DATEV_TEXTS } from './datev.columns.js';
import { decimalOf, entryNumber, entryText } from './entry-text.js';

/** What the header of a file says. */
export interface DatevHeader {
  /** Consultant's number, 1001 to 9999999, and client's number, 1 to 99999, as DATEV assigned them. */
  readonly consultant: number;
  readonly client: number;
  /** First day of the fiscal year that contains the range; `YYYY-MM-DD`. */
  readonly fiscalYearStart: string;
  /** Digits of a general ledger account, 4 to 8. */
  readonly accountLength: number;
  /** Range, `YYYY-MM-DD`, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** ISO 4217, lower case. */
  readonly currency: string;
  /** Time of the export. */
  readonly at: Date;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const compact = (day: string): string => day.replaceAll('-', '');
/** `YYYYMMDDHHMMSSFFF`. */
const stamp = (at: Date): string => at.toISOString().replaceAll(/\D/g, '');
/** Two decimals with a comma, in every currency. */
const amountOf = (minor: number, currency: string): string => {
  const decimal = decimalOf(minor, currency).replace('.', ',');
  return decimal.includes(',') ? decimal : `${decimal},00`;
};

/** The first line: format EXTF 700, category 21, "Buchungsstapel" 13. */
function headerLine({
  consultant,
  client,
  fiscalYearStart,
  accountLength,
  from,
  to,
  currency,
  at,
}: DatevHeader): string {
  return [
    quoted('EXTF'),
    700,
    21,
    quoted('Buchungsstapel'),
    13,
    stamp(at),
    '',
    quoted(''),
    quoted('Kinora'),
    quoted(''),
    consultant,
    client,
    compact(fiscalYearStart),
    accountLength,
    compact(from),
    compact(to),
    quoted(`Kinora ${from} ${to}`),
    quoted(''),
    1,
    0,
    0,
    quoted(currency.toUpperCase()),
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    '',
    '',
    quoted(''),
    quoted(''),
  ].join(';');
}

interface Pair {
  readonly line: JournalLine;
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
}

/**
 * An entry as amounts from one account to another, because a record has two accounts. Roles on the same account are
 * netted.
 */
export function pairsOf(entry: readonly JournalLine[], codeOf: (role: AccountRole) => string): readonly Pair[] {
  const [line] = entry;
  if (line === undefined) return [];
  const sums = new Map<string, number>();
  for (const { role, debit, credit } of entry) sums.set(codeOf(role), (sums.get(codeOf(role)) ?? 0) + debit - credit);
  const open = (sign: 1 | -1): { code: string; left: number }[] =>
    [...sums].flatMap(([code, sum]) => (sign * sum > 0 ? [{ code, left: sign * sum }] : []));
  const [debits, credits] = [open(1), open(-1)];
  const pairs: Pair[] = [];
  for (
    let [debit, credit] = [debits[0], credits[0]];
    debit !== undefined && credit !== undefined;
    [debit, credit] = [debits[0], credits[0]]
  ) {
    const amount = Math.min(debit.left, credit.left);
    pairs.push({ line, debit: debit.code, credit: credit.code, amount });
    debit.left -= amount;
    credit.left -= amount;
    if (debit.left === 0) debits.shift();
    if (credit.left === 0) credits.shift();
  }
  return pairs;
}

function record({ line, debit, credit, amount }: Pair): string {
  const values = new Map<string, string>([
    ['Umsatz (ohne Soll/Haben-Kz)', amountOf(amount, line.currency)],
    ['Soll/Haben-Kennzeichen', 'S'],
    ['WKZ Umsatz', line.currency.toUpperCase()],
    ['Konto', debit],
    ['Gegenkonto (ohne BU-Schlüssel)', credit],
    ['Belegdatum', `${line.day.slice(8)}${line.day.slice(5, 7)}`],
    ['Belegfeld 1', entryNumber(line)],
    ['Buchungstext', entryText(line).slice(0, 60)],
    ['Festschreibung', '0'],
  ]);
  return DATEV_COLUMNS.map((name, index) =>
    DATEV_TEXTS.has(index + 1) ? quoted(values.get(name) ?? '') : (values.get(name) ?? ''),
  ).join(';');
}

/** Accounts are numbers there: 420 and 0420 are one account, which is written with all its digits. */
const accountNumber = (code: string, digits: number): string => code.replace(/^0+/, '').padStart(digits, '0');

/** Refuses what a file cannot say: dates have no year, so a file belongs to one fiscal year; accounts are numbers. */
function refusalOf(
  lines: readonly JournalLine[],
  accountsOf: AccountsOf,
  { fiscalYearStart, from, to, accountLength }: DatevHeader,
): ProductError | undefined {
  const next = `${Number(fiscalYearStart.slice(0, 4)) + 1}${fiscalYearStart.slice(4)}`;
  if (from < fiscalYearStart || to >= next) return productError('VALIDATION_ERROR', { field: 'fiscalYearStart' });
  const number = new RegExp(`^(?!0+$)\\d{1,${accountLength}}$`);
  const wrong = lines.map(({ day, role }) => accountsOf(day)[role]).find(({ code }) => !number.test(code));
  return (
    wrong && productError('ACCOUNT_CODE_UNSUPPORTED', { account: wrong.name, code: wrong.code, digits: accountLength })
  );
}

/**
 * A batch of bookings for DATEV: Windows-1252, semicolons, decimal commas, CR/LF. Each record moves an amount from the
 * account in credit (Gegenkonto) to the one in debit (Konto).
 * @param entries the lines of one currency, entry by entry
 * @returns ACCOUNT_CODE_UNSUPPORTED {account, code, digits}, or VALIDATION_ERROR {field: fiscalYearStart} if the range
 * is not within the fiscal year
 */
export function datevFile(
  lines: readonly JournalLine[],
  accountsOf: AccountsOf,
  header: DatevHeader,
): Result<Buffer, ProductError> {
  const refused = refusalOf(lines, accountsOf, header);
  if (refused !== undefined) return err(refused);
  const records = entriesIn(lines)
    .flatMap((entry) =>
      pairsOf(entry, (role) =>
        accountNumber(accountsOf(entry[0]?.day ?? header.from)[role].code, header.accountLength),
      ),
    )
    .map(record);
  // The headings and texts have no character in which Windows-1252 and Latin-1 differ.
  return ok(Buffer.from(`${[headerLine(header), DATEV_COLUMNS.join(';'), ...records].join('\r\n')}\r\n`, 'latin1'));
}
