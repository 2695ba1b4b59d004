import type { QueryBus } from '@nestjs/cqrs';
import { procedures, router } from '../../platform/http/trpc/trpc.js';
import { FindPeople, SearchFinance } from './search.queries.js';
import { people, peopleInput, searchAnswer, searchInput } from './search.shared.js';

/**
 * `finance.search`: one search over users, invoices and ledger lines; `finance.people`: names of operators. Needs
 * permission to read ledgers.
 */
export function financeSearch({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    search: procedures
      .needs('readLedgers')
      .input(searchInput)
      .output(searchAnswer)
      .query(async ({ input: { of } }) => ({ hits: [...(await queries.execute(new SearchFinance(of)))] })),
    people: procedures
      .needs('readLedgers')
      .input(peopleInput)
      .output(people)
      .query(async ({ input: { ids } }) => [...(await queries.execute(new FindPeople(ids)))]),
  });
}
