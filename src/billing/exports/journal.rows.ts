import { FIRST_DAY, type JournalReads } from '../journal/journal.reads.js';
import { exponentOf } from './invoice.rows.js';
import type { JournalRow } from './tables.shared.js';

/** The journal of some days, with the accounts that apply on each day. @throws StoreUnavailable */
export async function* journalRows(
  reads: Pick<JournalReads, 'read'>,
  { first = FIRST_DAY, last }: { readonly first: string | undefined; readonly last: string },
): AsyncGenerator<JournalRow, void, undefined> {
  const { ledger, accountsOf } = await reads.read({ from: first, to: last });
  for (const { entryId, day, gateway, currency, kind, role, debit, credit } of ledger.lines) {
    yield {
      entryId,
      day,
      gateway,
      currency,
      exponent: exponentOf(currency),
      kind,
      role,
      accountCode: accountsOf(day)[role].code,
      accountName: accountsOf(day)[role].name,
      debit,
      credit,
    };
  }
}
