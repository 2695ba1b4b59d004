import { adjustmentDocument, ADJUSTMENTS, applied, requested } from '../../../src/credits/adjustments/request.js';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';

type Adjust = Extract<AccountCommand, { readonly type: 'adjust' }>;

/**
 * Stores the request of an adjustment that an account took, as it is afterwards. Does nothing for any other command.
 */
export async function explainAdjustment(
  documents: Pick<DocumentStore, 'collection'>,
  account: AccountKey,
  command: AccountCommand,
): Promise<void> {
  if (command.type !== 'adjust') return;
  const requests = await documents.collection(ADJUSTMENTS, (stored) => adjustmentDocument.parse(stored));
  const requestId = `${account.userId}.${command.adjustmentId}`;
  await requests.put({
    id: requestId,
    document: applied(requested(wantedBy(account, requestId, command), Infinity, command.at), command.at),
    expectedVersion: 0,
  });
}

const wantedBy = (
  account: AccountKey,
  requestId: string,
  { adjustmentId, amount, reasonCode, reference, actor, reverses, validAt }: Adjust,
) => ({
  requestId,
  account,
  adjustmentId,
  amount,
  reason: reasonCode,
  reference,
  actor,
  note: '',
  reverses: reverses ?? null,
  restores: null,
  validAt: validAt ?? null,
});
