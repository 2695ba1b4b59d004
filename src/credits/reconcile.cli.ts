import type { CliCommand } from '../platform/cli.js';
import { CLOCK } from '../platform/tokens.js';
import type { Clock } from '../kernel/clock.js';
import { Books } from './finance.queries.js';
import { CreditsReads } from './queries.js';
import { reconcile, type Difference } from './reconcile.js';
import { openReconciliations } from './reconciliations.js';

const KEPT = 100;

/** `ledger reconcile`: the read models against the events they were made of. */
export const reconcileCommand: CliCommand = {
  name: 'reconcile',
  takes: [],
  does: 'folds every account from its events, compares it with balances, statements and books, and names each difference',
  async run({ parts, get, say }) {
    const reads = get(CreditsReads);
    const differences: Difference[] = [];
    let found = 0;
    const tell = (difference: Difference): void => {
      found += 1;
      if (differences.length < KEPT) differences.push(difference);
      say(`${difference.where}: ${difference.what}`);
    };
    const looked = await reconcile(parts.events, { balance: reads.balance, statement: reads.statement, books: get(Books).follower.pages }, tell);
    await (await openReconciliations(parts.documents)).keep({ at: get<Clock>(CLOCK).now(), ...looked, differences, found });
    say(`${looked.events} events in ${looked.streams} accounts, ${looked.documents} documents: ${found === 0 ? 'no difference.' : `${found} differences.`}`);
    return found === 0 ? 0 : 1;
  },
};
