import type { EventStore } from '../../platform/event-store/port.js';
import { rowsUpTo } from '../books/export.rows.js';
import type { Books } from '../books/finance.queries.js';
import { liabilityRows, rollForwardRows, trialBalanceRows } from './books.rows.js';
import { otherEvents } from './events.rows.js';
import { daysOf, FinanceExports } from './finance-exports.js';
import { grantMovements, receivables } from './grants.rows.js';
import { creditJournalRows } from './journal.rows.js';
import {
  CREDIT_JOURNAL,
  GRANT_MOVEMENTS,
  LEDGER,
  LIABILITY,
  OTHER_EVENTS,
  RECEIVABLES,
  ROLL_FORWARD,
  TRIAL_BALANCE,
} from './tables.shared.js';

/** The exports of this context. Other contexts add theirs. */
export function creditExports(
  events: Pick<EventStore, 'follow' | 'readStream'>,
  books: Pick<Books, 'upTo'>,
): FinanceExports {
  const exports = new FinanceExports();
  exports.add({ table: LEDGER, rows: ({ end, ...period }) => rowsUpTo(events, end, period) });
  exports.add({ table: GRANT_MOVEMENTS, rows: ({ end, ...period }) => grantMovements(events, end, period) });
  exports.add({ table: RECEIVABLES, rows: ({ end, ...period }) => receivables(events, end, period) });
  exports.add({ table: TRIAL_BALANCE, rows: (period) => trialBalanceRows(books, daysOf(period)) });
  exports.add({ table: ROLL_FORWARD, rows: (period) => rollForwardRows(books, daysOf(period)) });
  exports.add({ table: LIABILITY, rows: (period) => liabilityRows(books, daysOf(period)) });
  exports.add({ table: OTHER_EVENTS, rows: ({ end, ...period }) => otherEvents(events, end, period) });
  exports.add({ table: CREDIT_JOURNAL, rows: (period) => creditJournalRows(books, daysOf(period)) });
  return exports;
}
