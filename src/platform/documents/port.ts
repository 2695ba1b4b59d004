/** A value that survives JSON unchanged. Documents contain nothing else (no Date, no undefined in arrays). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/**
 * A message stored atomically with its document and delivered afterwards: at least once, in order per document
 * (outbox).
 */
export interface OutboxMessage {
  /** Globally unique; consumers deduplicate by it. */
  readonly id: string;
  /** Past tense, e.g. `TaskSucceeded`. */
  readonly type: string;
  readonly data: Json;
}

export interface PendingMessage extends OutboxMessage {
  readonly collection: string;
  readonly documentId: string;
  /** Ascending within the store; defines the order within a document. */
  readonly sequence: number;
}

/** A document with the version that was read: 1 after the first write, plus one per write. */
export interface Versioned<T> {
  readonly id: string;
  readonly version: number;
  readonly document: T;
}

/** The driver of the embedded store looks for a smaller number as for 0. Times, counts and amounts are integers. */
export const MIN_NUMBER = 1e-9;

/**
 * Finds documents by the texts in a list: at most a few thousand, none of which is empty. The highest value of the
 * order field comes first; it is an integer from 0 to 4,000,000,000,000, such as a time. A document without one or
 * without terms is not found by terms.
 */
export interface TermIndex {
  /** Top-level field with the list. */
  readonly field: string;
  /** Top-level field that the results are ordered by. */
  readonly order: string;
}

/** Declared by the projection or repository that owns the collection. */
export interface CollectionDefinition {
  /** Lower case, e.g. `credits_balance_v1`. */
  readonly name: string;
  /**
   * Each index is a list of top-level or dotted fields; queries may filter and sort along one index only. An indexed
   * field holds scalars of one type, or null, which equals absence. A number is 0 or at least `MIN_NUMBER` in size.
   */
  readonly indexes: readonly (readonly string[])[];
  readonly terms?: TermIndex;
}

export type Scalar = string | number | boolean | null;

export interface FindQuery {
  /** Equality on fields; together with `range` and `order` they must form a prefix of a declared index. */
  readonly where?: Readonly<Record<string, Scalar>>;
  /** Exclusive bounds; null is in no range. */
  readonly range?: { readonly field: string; readonly above?: Scalar; readonly below?: Scalar };
  /**
   * Default: by id ascending. Null sorts first, text by its UTF-8 bytes. Ties are ordered by id in the same direction.
   */
  readonly order?: { readonly field: string; readonly direction: 'ascending' | 'descending' };
  /**
   * Only documents with at least one text of each group among their terms, in the order of the collection's term index,
   * or in `order` by its field; ties have an order of the store's own. Excludes `where`, `range` and other orders.
   */
  readonly terms?: readonly (readonly string[])[];
  /** Opaque cursor from the previous page. @throws InvalidCursor for any other text */
  readonly after?: string;
  /** 1 to 1,000. */
  readonly limit: number;
}

export interface Page<T> {
  readonly items: readonly Versioned<T>[];
  /** Absent on the last page. */
  readonly next?: string;
}

export type PutResult = 'written' | 'conflict';

/** Where a document is in a list. */
export interface Position {
  readonly id: string;
  /** Of the order field of `order`; null if the document has none, and in other lists. */
  readonly value: Scalar;
}

export interface PositionsPage {
  readonly items: readonly Position[];
  /** Absent on the last page. */
  readonly next?: string;
}

export interface PutOperation<T> {
  readonly id: string;
  readonly document: T;
  /** The version that was read; 0 when the document must not exist. */
  readonly expectedVersion: number;
  readonly outbox?: readonly OutboxMessage[];
}

/** @throws StoreUnavailable from every call when the store cannot answer */
export interface Collection<T> {
  readonly name: string;
  get(id: string): Promise<Versioned<T> | undefined>;
  /** In the requested order; missing documents are left out. */
  getMany(ids: readonly string[]): Promise<readonly Versioned<T>[]>;
  /** Versions of those documents that exist, without reading the documents. */
  versions(ids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  put(operation: PutOperation<T>): Promise<PutResult>;
  /** Operations succeed or fail independently; results keep the order. One durable write for all that succeed. */
  putMany(operations: readonly PutOperation<T>[]): Promise<readonly PutResult[]>;
  delete(id: string, expectedVersion: number, outbox?: readonly OutboxMessage[]): Promise<PutResult>;
  find(query: FindQuery): Promise<Page<T>>;
  /**
   * As `find`, without reading the documents; each takes the other's cursors. The order field, if any, holds numbers or
   * texts.
   */
  findPositions(query: FindQuery): Promise<PositionsPage>;
  count(where?: Readonly<Record<string, Scalar>>): Promise<number>;
}

export interface DocumentStore {
  /** Whether other processes may use the same documents concurrently. */
  readonly shared: boolean;
  /** Opens a collection, creating it and its indexes when missing. The codec validates what is read. */
  collection<T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>>;
  dropCollection(name: string): Promise<void>;
  /**
   * Unsettled messages, oldest first, in order per document. A page may exceed the limit so that messages with equal
   * sequences stay on one page.
   * @param after only greater sequences: the last of the previous page; default all
   */
  pendingMessages(limit: number, after?: number): Promise<readonly PendingMessage[]>;
  settleMessages(ids: readonly string[]): Promise<void>;
  /** Names of collections that hold a document or an unsettled message, sorted. */
  collections(): Promise<readonly string[]>;
  /**
   * All documents of a collection by id ascending (UTF-8 bytes), for migration. Concurrent writes may or may not be
   * included. A missing collection is empty.
   * @param after only ids above this one
   */
  carryOut(collection: string, after?: string): AsyncIterable<CarriedDocument>;
  /**
   * Imports documents with their versions in one durable write, creating the collection when missing. Existing
   * documents are replaced and duplicate messages dropped, so an import can be repeated.
   */
  carryIn(collection: string, documents: readonly CarriedDocument[]): Promise<void>;
  /** Calls the listener soon after a write with messages commits; best effort. Returns unsubscribe. */
  onMessages(listener: () => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A document exported from one store for another: its version and unsettled messages. */
export interface CarriedDocument {
  readonly id: string;
  readonly version: number;
  /** Absent for a deleted document with unsettled messages; its version is 0 then. */
  readonly document?: Json;
  /** In storage order. */
  readonly outbox: readonly OutboxMessage[];
}

/** A cursor that this store has not issued. */
export class InvalidCursor extends Error {
  constructor() {
    super('the cursor is not one of this list');
    this.name = 'InvalidCursor';
  }
}
