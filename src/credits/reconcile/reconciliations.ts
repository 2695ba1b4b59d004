import type { DocumentStore } from '../../platform/documents/port.js';
import { reconciliation, type Reconciliation } from '../books/finance.shared.js';

const LAST = 'last';

/** What the last reconciliation came to. */
export interface Reconciliations {
  /** @throws StoreUnavailable */
  last(): Promise<Reconciliation | undefined>;
  /** @throws StoreUnavailable */
  keep(result: Reconciliation): Promise<void>;
}

/** @throws StoreUnavailable */
export async function openReconciliations(documents: DocumentStore): Promise<Reconciliations> {
  const collection = await documents.collection({ name: 'ledger_reconciliations', indexes: [] }, (stored) => reconciliation.parse(stored));
  return {
    last: async () => (await collection.get(LAST))?.document,
    keep: async (result) => {
      // Of two at once either may stay: both have just looked.
      await collection.put({ id: LAST, document: result, expectedVersion: (await collection.get(LAST))?.version ?? 0 });
    },
  };
}
