import { defined } from '../../kernel/defined.shared.js';
import { pages } from './pages.js';
import type { Collection, FindQuery, OutboxMessage, Versioned } from './port.js';
import { CONFLICT, retryConflicts, type RetryPolicy } from './retry.js';

type Awaitable<T> = T | Promise<T>;

/** The next state of a document, with its messages (adr/0006). */
export interface Write<T> {
  readonly document: T;
  readonly outbox?: readonly OutboxMessage[];
}

/** The result of a decision. */
export type Change<T> = Write<T> | 'unchanged';

/** The caller's answer, and the write; without `write` nothing is written, as for a refusal. */
export interface Decision<T, Answer> {
  readonly answer: Answer;
  readonly write?: Write<T>;
}

/** A document as it is now. */
export interface Updated<T> extends Versioned<T> {
  /** Whether this call has written it. */
  readonly isWritten: boolean;
}

type Writable<T> = Pick<Collection<T>, 'name' | 'get' | 'put'>;

export interface UpdateOptions<T> {
  /** A known state: the first attempt uses it instead of reading. */
  readonly known?: Versioned<T>;
  /** Default `RETRY_POLICY`. */
  readonly policy?: RetryPolicy;
}

/**
 * Reads a document, decides, and writes at the version read; retries after a conflict.
 * @param decision receives undefined when the document does not exist. It may be called several times, so other side
 *   effects must be repeatable
 * @returns the answer of the successful decision
 * @throws DocumentContended after persistent conflicts, StoreUnavailable, and errors of `decision`
 */
export function decide<T, Answer>(
  collection: Writable<T>,
  id: string,
  decision: (stored: Versioned<T> | undefined) => Awaitable<Decision<T, Answer>>,
  { known, policy }: UpdateOptions<T> = {},
): Promise<Answer> {
  let seen = known;
  return retryConflicts(
    aDocumentOf(collection),
    async () => {
      const stored = seen ?? (await collection.get(id));
      seen = undefined;
      const { answer, write } = await decision(stored);
      if (write === undefined) return answer;
      const { document, outbox = [] } = write;
      return (await collection.put({ id, document, expectedVersion: stored?.version ?? 0, outbox })) === 'written'
        ? answer
        : CONFLICT;
    },
    policy,
  );
}

/**
 * Changes an existing document.
 * @param change as the decision of `decide`
 * @returns the document afterwards; undefined when it does not exist
 * @throws as `decide`
 */
export function update<T>(
  collection: Writable<T>,
  id: string,
  change: (stored: T) => Awaitable<Change<T>>,
  options?: UpdateOptions<T>,
): Promise<Updated<T> | undefined> {
  return decide<T, Updated<T> | undefined>(
    collection,
    id,
    async (stored) =>
      stored === undefined ? { answer: undefined } : decisionOf(id, stored, await change(stored.document)),
    options,
  );
}

/**
 * Changes or creates a document.
 * @param change as the decision of `decide`; receives undefined when the document does not exist
 * @returns the document afterwards; undefined when none existed and none was created
 * @throws as `decide`
 */
export function upsert<T>(
  collection: Writable<T>,
  id: string,
  change: (stored: T | undefined) => Awaitable<Change<T>>,
  options?: UpdateOptions<T>,
): Promise<Updated<T> | undefined> {
  return decide<T, Updated<T> | undefined>(
    collection,
    id,
    async (stored) => decisionOf(id, stored, await change(stored?.document)),
    options,
  );
}

function decisionOf<T>(
  id: string,
  stored: Versioned<T> | undefined,
  change: Change<T>,
): Decision<T, Updated<T> | undefined> {
  if (change === 'unchanged') return { answer: stored && { ...stored, isWritten: false } };
  return {
    answer: { id, version: (stored?.version ?? 0) + 1, document: change.document, isWritten: true },
    write: change,
  };
}

/**
 * Deletes a document at any version.
 * @param isWanted returns false to keep it; called again after a conflict
 * @returns whether this call deleted it
 * @throws as `decide`
 */
export function remove<T>(
  collection: Pick<Collection<T>, 'name' | 'get' | 'delete'>,
  id: string,
  isWanted: (stored: T) => Awaitable<boolean> = () => true,
  policy?: RetryPolicy,
): Promise<boolean> {
  return retryConflicts(
    aDocumentOf(collection),
    async () => {
      const stored = await collection.get(id);
      if (stored === undefined || !(await isWanted(stored.document))) return false;
      return (await collection.delete(id, stored.version)) === 'written' ? true : CONFLICT;
    },
    policy,
  );
}

/** What `deleteWhere` deletes: all results of the query, in the order of its range. */
export interface DeleteQuery<T> extends Pick<FindQuery, 'where' | 'range'> {
  /** Returns false to keep a document. */
  readonly isWanted?: (found: Versioned<T>) => boolean;
  /** Page size, 1 to 1,000; default 500. */
  readonly limit?: number;
}

/**
 * Deletes all results of a query. A concurrently changed document is checked again; a concurrently created one may be
 * missed.
 * @returns how many this call deleted
 * @throws DocumentContended after persistent conflicts, StoreUnavailable
 */
export async function deleteWhere<T>(
  collection: Pick<Collection<T>, 'name' | 'find' | 'delete'>,
  { where, range, isWanted = () => true, limit = 500 }: DeleteQuery<T>,
  policy?: RetryPolicy,
): Promise<number> {
  const query: FindQuery = {
    limit,
    ...defined({ where }),
    ...(range === undefined ? {} : { range, order: { field: range.field, direction: 'ascending' } }),
  };
  let deleted = 0;
  await retryConflicts(
    `what is deleted of ${collection.name}`,
    async () => {
      let lost = 0;
      for await (const found of pages(collection, query)) {
        if (!isWanted(found)) continue;
        if ((await collection.delete(found.id, found.version)) === 'written') deleted += 1;
        else lost += 1;
      }
      return lost === 0 ? undefined : CONFLICT;
    },
    policy,
  );
  return deleted;
}

/** Without the id, which may be a secret, such as a session's. */
const aDocumentOf = ({ name }: { readonly name: string }): string => `a document of ${name}`;
