import { defined } from '../../kernel/defined.shared.js';
import type { Collection, FindQuery, Versioned } from './port.js';

/** Iterates over all results of a query, page by page. @throws StoreUnavailable, InvalidCursor */
export async function* pages<T>(
  collection: Pick<Collection<T>, 'find'>,
  query: FindQuery,
): AsyncGenerator<Versioned<T>, void, undefined> {
  let { after } = query;
  do {
    const page = await collection.find({ ...query, ...defined({ after }) });
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}
