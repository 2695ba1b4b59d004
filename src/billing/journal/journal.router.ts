import type { QueryBus } from '@nestjs/cqrs';
import { defined } from '../../kernel/defined.shared.js';
import { procedures, router, unwrap } from '../../platform/http/trpc/trpc.js';
import { GetJournalView } from './journal.queries.js';
import { journalInput, journalView } from './journal.shared.js';

/** `journal.*`: the double-entry journal. Needs permission to read ledgers. Days are UTC. */
export function createJournalRouter({ queries }: { readonly queries: Pick<QueryBus, 'execute'> }) {
  return router({
    byDay: procedures
      .needs('readLedgers')
      .input(journalInput)
      .output(journalView)
      .query(async ({ input: { from, to, currency, gateway } }) =>
        unwrap(await queries.execute(new GetJournalView({ from, to, ...defined({ currency, gateway }) }))),
      ),
  });
}
