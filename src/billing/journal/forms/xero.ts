import type { AccountsOf } from '../../accounting/settings.shared.js';
import type { JournalLine } from '../journal.shared.js';
import { csvFile } from './csv.js';
import { decimalOf, entryNumber, entryText } from './entry-text.js';

/** The columns of Xero's template for manual journals. */
const COLUMNS = [
  '*Narration',
  '*Date',
  'Description',
  '*AccountCode',
  '*TaxRate',
  '*Amount',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `31 Jan 2026`, which Xero reads in every region. @param day `YYYY-MM-DD` */
const dateOf = (day: string): string =>
  `${day.slice(8)} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`;

/**
 * Manual journals for Xero. Lines with the same narration and date are one journal; debits are positive, credits
 * negative.
 * @param lines of one currency, at most `XERO_MAX_LINES`
 * @param taxRate name of the organisation's rate without tax, because tax has its own lines
 */
export function xeroFile(lines: readonly JournalLine[], accountsOf: AccountsOf, taxRate: string): Buffer {
  const rows = lines.map((line) => {
    const { role, debit, credit, currency, day } = line;
    return [
      `${entryText(line)} ${entryNumber(line)}`,
      dateOf(day),
      accountsOf(day)[role].name,
      accountsOf(day)[role].code,
      taxRate,
      decimalOf(debit - credit, currency),
      '',
      '',
      '',
      '',
    ];
  });
  return csvFile(COLUMNS, rows);
}
