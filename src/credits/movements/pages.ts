import { defined } from '../../kernel/defined.shared.js';
import { productError } from '../../kernel/errors.shared.js';
import { InvalidCursor, type FindQuery } from '../../platform/documents/port.js';
import { toTrpcError } from '../../platform/http/trpc/trpc.js';
import type { ProjectionReads } from '../../platform/projections/projection-runner.js';
import { accountOf } from '../account/account.key.js';
import type { BooksOf } from '../books/finance.shared.js';
import type { LineDocument } from '../statement/statement.projection.js';

export interface PageOf {
  /** 1 to 1,000. */
  readonly limit: number;
  readonly cursor?: string;
}

/** Documents read at once after the first page. */
const BATCH = 200;
/** Reads for one page, so that a filter that matches little does not read the whole range in one call. */
const MAX_READS = 20;

/** Whether a line belongs to the selected accounts. */
export function isOf({ account }: LineDocument, { appName, usageType }: BooksOf): boolean {
  const key = accountOf(account);
  return (
    key !== undefined && (appName ?? key.appName) === key.appName && (usageType ?? key.usageType) === key.usageType
  );
}

/**
 * The next items of a list. Documents that are not meant are passed over. A page has fewer items than the limit, or
 * none, at the end of the list and when many documents are passed over; there are more if it has `next`.
 * @param itemsOf makes the item of each document of a batch, undefined for one that is not meant
 * @throws InvalidCursor, StoreUnavailable
 */
export async function readPage<Document, Item>(
  documents: Pick<ProjectionReads<Document>, 'find'>,
  query: Omit<FindQuery, 'after' | 'limit'>,
  { limit, cursor }: PageOf,
  itemsOf: (some: readonly Document[]) => Promise<readonly (Item | undefined)[]>,
): Promise<{ readonly items: Item[]; readonly next?: string }> {
  const found: Item[] = [];
  let after = cursor;
  let size = limit;
  for (let reads = 1; ; reads += 1) {
    const { items: some, next } = await documents.find({ ...query, limit: size, ...defined({ after }) });
    const own = (await itemsOf(some)).flatMap((item, index) => (item === undefined ? [] : [{ item, index }]));
    const missing = limit - found.length;
    const last = own[missing - 1];
    if (last !== undefined && own.length > missing) {
      // The cursor has to follow the last item returned, so the page is read again up to that one.
      size = last.index + 1;
      continue;
    }
    found.push(...own.map(({ item }) => item));
    if (next === undefined || found.length >= limit || reads >= MAX_READS)
      return { items: found, ...defined({ next }) };
    after = next;
    size = BATCH;
  }
}

/** Refuses a cursor of another list: VALIDATION_ERROR {field: cursor}. */
export async function ofThisList<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof InvalidCursor) throw toTrpcError(productError('VALIDATION_ERROR', { field: 'cursor' }));
    throw error;
  }
}
