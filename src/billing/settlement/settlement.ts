import { defined } from '../../kernel/defined.shared.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { itemsOf, TieOut } from './tie-out.js';
import type { Contradiction, TieLine } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';
import type { Transactions } from './transactions.js';

const PAGE = 500;

/** Both sides, compared. */
export interface ComparedSides {
  readonly lines: readonly TieLine[];
  readonly contradictions: readonly Contradiction[];
  readonly transactions: number;
}

export interface SettlementParts {
  readonly invoices: Pick<ProjectionReads<InvoiceDocument>, 'find'>;
  readonly transactions: Pick<Transactions, 'all'>;
}

/**
 * Compares all of Kinora's payments with all stored transactions. Memory grows with their number.
 * @param each receives every transaction, in the order of time
 * @throws StoreUnavailable
 */
export async function compareSides({ invoices, transactions }: SettlementParts, each: (one: GatewayTransaction) => void = () => undefined): Promise<ComparedSides> {
  const tieOut = new TieOut();
  const contradictions: Contradiction[] = [];
  let count = 0;
  // Transactions first: a payment arrives at the gateway before Kinora learns of it.
  for await (const { contradiction, readAt: _readAt, ...one } of transactions.all()) {
    count += 1;
    tieOut.addTransaction(one);
    each(one);
    if (contradiction !== null) contradictions.push({ gateway: one.gateway, transactionId: one.transactionId, at: one.at, fields: fieldsOf(one, contradiction) });
  }
  let after: string | undefined;
  do {
    const page = await invoices.find({ limit: PAGE, ...defined({ after }) });
    for (const invoice of page.items) for (const item of itemsOf(invoice)) tieOut.addItem(item);
    after = page.next;
  } while (after !== undefined);
  return { lines: tieOut.lines(), contradictions, transactions: count };
}

const FIELDS = ['kind', 'at', 'amount', 'fee', 'currency', 'original', 'subjectId', 'payoutId'] as const satisfies readonly (keyof GatewayTransaction)[];

/** The fields that two readings of a transaction state differently. */
const fieldsOf = (first: GatewayTransaction, later: GatewayTransaction): string[] => FIELDS.filter((field) => JSON.stringify(first[field]) !== JSON.stringify(later[field]) && !(field === 'payoutId' && later.payoutId === null));
