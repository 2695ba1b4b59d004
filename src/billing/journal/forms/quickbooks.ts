import type { AccountsOf } from '../../accounting/settings.shared.js';
import type { JournalLine } from '../journal.shared.js';
import { csvFile } from './csv.js';
import { decimalOf, entryNumber, entryText } from './entry-text.js';

/** The columns of Intuit's help article "Import journal entries" for QuickBooks Online. */
const COLUMNS = ['Journal No.', 'Journal Date', 'Account Name', 'Description', 'Debits', 'Credits'];

/** MM/DD/YYYY. @param day `YYYY-MM-DD` */
const dateOf = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

/**
 * Journal entries for QuickBooks Online (Settings, Import data, Journal entries). Accounts are found by name.
 * @param lines of one currency
 */
export function quickbooksFile(lines: readonly JournalLine[], accountsOf: AccountsOf): Buffer {
  const amountOf = (minor: number, { currency }: JournalLine): string =>
    minor === 0 ? '' : decimalOf(minor, currency);
  const rows = lines.map((line) => [
    entryNumber(line),
    dateOf(line.day),
    accountsOf(line.day)[line.role].name,
    entryText(line),
    amountOf(line.debit, line),
    amountOf(line.credit, line),
  ]);
  return csvFile(COLUMNS, rows);
}
