import type { Collection, OutboxMessage, Versioned } from '../platform/documents/port.js';

/** What becomes of a document: the new one with what it tells, or `keep` when it is right as it is. */
export type Change<T> = { readonly document: T; readonly outbox?: readonly OutboxMessage[] } | 'keep';

/**
 * Changes a document, again when somebody else changed it in between.
 * @returns the document as it is now; undefined when there is none. @throws StoreUnavailable, and what `change` throws
 */
export async function update<T>(collection: Collection<T>, id: string, change: (stored: T) => Change<T>): Promise<Versioned<T> | undefined> {
  for (;;) {
    const seen = await collection.get(id);
    if (seen === undefined) return undefined;
    const wanted = change(seen.document);
    if (wanted === 'keep') return seen;
    const { document, outbox = [] } = wanted;
    if ((await collection.put({ id, document, expectedVersion: seen.version, outbox })) === 'written') return { id, version: seen.version + 1, document };
  }
}

/** Deletes what ended before a moment, by an index on its end. @throws StoreUnavailable */
export async function sweepEnded<T>(collection: Collection<T>, field: string, before: number): Promise<void> {
  for (;;) {
    const { items, next } = await collection.find({ range: { field, below: before }, order: { field, direction: 'ascending' }, limit: 500 });
    for (const item of items) await collection.delete(item.id, item.version);
    if (next === undefined) return;
  }
}
