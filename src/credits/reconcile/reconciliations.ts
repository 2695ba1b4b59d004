import type { DocumentStore } from '../../platform/documents/port.js';
import { reconciliation, type Reconciliation } from '../books/finance.shared.js';

const LAST = 'last';

/** Stores the result of the last reconciliation. */
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
      // If two reconciliations end at once, either result may win: both are current.
      await collection.put({ id: LAST, document: result, expectedVersion: (await collection.get(LAST))?.version ?? 0 });
    },
  };
}
