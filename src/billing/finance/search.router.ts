import type { QueryBus } from '@nestjs/cqrs';
import { procedures, router } from '../../platform/http/trpc/trpc.js';
import { SearchFinance } from './search.queries.js';
import { searchAnswer, searchInput } from './search.shared.js';

/** `finance.search`: one search over users, invoices and ledger lines. Needs permission to read ledgers. */
export function financeSearch({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    search: procedures.needs('readLedgers').input(searchInput).output(searchAnswer).query(async ({ input: { of } }) => ({ hits: [...(await queries.execute(new SearchFinance(of)))] })),
  });
}
