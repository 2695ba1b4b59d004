import { defined } from '../../kernel/defined.shared.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import type { InvoiceDocument } from '../invoices/invoice.js';
import { itemsOf, TieOut } from './tie-out.js';
import type { Contradiction, TieLine } from './tie-out.shared.js';
import type { GatewayTransaction } from './transaction.shared.js';
import type { StoredTransaction, Transactions } from './transactions.js';

const PAGE = 500;

/** Both sides, compared. `lines` are those that did not match at once, oldest first. */
export interface ComparedSides<Use = unknown> {
  readonly lines: readonly TieLine[];
  readonly contradictions: readonly Contradiction[];
  readonly transactions: number;
  /** Keys of lines of which more came after both sides matched. */
  readonly kept: ReadonlySet<string>;
  readonly use: Use;
}

export interface SettlementParts {
  readonly invoices: Pick<ProjectionReads<InvoiceDocument>, 'find'>;
  readonly transactions: Pick<Transactions, 'all'>;
}

/** What is made of a comparison while it runs. */
export interface ComparisonUse {
  /** Receives every transaction, in the order of time. */
  readonly transaction?: (one: GatewayTransaction) => void;
  /** Receives every line that matched at once; it is not kept. */
  readonly matched?: (line: TieLine) => void;
}

/**
 * Compares all of Kinora's payments with all stored transactions, both in the order of time, so that only what is not
 * matched yet is in memory, and the key of what is.
 * @param begin makes what is done with the lines; again if the comparison has to be made again
 * @throws StoreUnavailable
 */
export async function compareSides<Use extends ComparisonUse>(
  parts: SettlementParts,
  begin: () => Use,
): Promise<ComparedSides<Use>> {
  const kept = new Set<string>();
  for (;;) {
    const use = begin();
    const tieOut = new TieOut((line) => use.matched?.(line), kept);
    const compared = await compareOnce(parts, tieOut, use);
    if (tieOut.returned.size === 0) return { ...compared, lines: tieOut.lines(), kept, use };
    // A payment that failed later has several transactions, which may be far apart.
    for (const key of tieOut.returned) kept.add(key);
  }
}

/**
 * Every line, one at a time, so that only what is not matched yet is in memory, and the keys. Those that match come
 * first, as soon as both sides are read. What arrives of a matched line meanwhile is left out.
 * @throws StoreUnavailable
 */
export async function* linesOfSides(parts: SettlementParts): AsyncGenerator<TieLine, void, undefined> {
  // Which lines must wait for more is known only after a whole comparison.
  const { kept } = await compareSides(parts, () => ({}));
  const matched: TieLine[] = [];
  const tieOut = new TieOut((line) => matched.push(line), kept);
  for await (const _entered of bothSides(parts, tieOut)) yield* matched.splice(0);
  yield* tieOut.lines();
}

async function compareOnce(
  parts: SettlementParts,
  tieOut: TieOut,
  { transaction: each }: ComparisonUse,
): Promise<Pick<ComparedSides, 'contradictions' | 'transactions'>> {
  const contradictions: Contradiction[] = [];
  let count = 0;
  for await (const entered of bothSides(parts, tieOut)) {
    if (entered === undefined) continue;
    const { contradiction, readAt: _readAt, ...one } = entered;
    count += 1;
    each?.(one);
    if (contradiction !== null)
      contradictions.push({
        gateway: one.gateway,
        transactionId: one.transactionId,
        at: one.at,
        fields: fieldsOf(one, contradiction),
      });
  }
  return { contradictions, transactions: count };
}

/** Enters both sides in the order of time. @returns each transaction once it is entered; undefined for each invoice */
async function* bothSides(
  { invoices, transactions }: SettlementParts,
  tieOut: TieOut,
): AsyncGenerator<StoredTransaction | undefined, void, undefined> {
  const sold = invoicesInOrder(invoices);
  let next = await sold.next();
  // A payment arrives at the gateway before Kinora learns of it: transactions are read first, up to each time.
  for await (const one of transactions.all()) {
    for (; next.done !== true && (next.value.paidAt ?? 0) < one.at; next = await sold.next())
      yield enter(tieOut, next.value);
    tieOut.addTransaction(one);
    yield one;
  }
  for (; next.done !== true; next = await sold.next()) yield enter(tieOut, next.value);
}

function enter(tieOut: TieOut, invoice: InvoiceDocument): undefined {
  for (const item of itemsOf(invoice)) tieOut.addItem(item);
  return undefined;
}

/** Every invoice in the order of its payment; those without a time of payment first. */
async function* invoicesInOrder(
  invoices: SettlementParts['invoices'],
): AsyncGenerator<InvoiceDocument, void, undefined> {
  let after: string | undefined;
  do {
    const page = await invoices.find({
      order: { field: 'paidAt', direction: 'ascending' },
      limit: PAGE,
      ...defined({ after }),
    });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

const FIELDS = [
  'kind',
  'at',
  'amount',
  'fee',
  'currency',
  'original',
  'subjectId',
  'payoutId',
] as const satisfies readonly (keyof GatewayTransaction)[];

/** The fields that two readings of a transaction state differently. */
const fieldsOf = (first: GatewayTransaction, later: GatewayTransaction): string[] =>
  FIELDS.filter(
    (field) =>
      JSON.stringify(first[field]) !== JSON.stringify(later[field]) &&
      !(field === 'payoutId' && later.payoutId === null),
  );
