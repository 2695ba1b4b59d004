/** A value that survives JSON unchanged. Documents hold nothing else (no Date, no undefined inside arrays). */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };

/** A message stored in the same atomic write as its document, relayed afterwards: at least once, in order per document. */
export interface OutboxMessage {
  /** Unique for ever; consumers drop what they have seen. */
  readonly id: string;
  /** Past tense, e.g. `TaskSucceeded`. */
  readonly type: string;
  readonly data: Json;
}

export interface PendingMessage extends OutboxMessage {
  readonly collection: string;
  readonly documentId: string;
  /** Grows within the store; order within a document follows it. */
  readonly sequence: number;
}

/** A document with the version it was read at: 1 after the first write, one more with each. */
export interface Versioned<T> {
  readonly id: string;
  readonly version: number;
  readonly document: T;
}

/** Declared beside the projection or repository that owns the collection. */
export interface CollectionDefinition {
  /** Lower case, e.g. `credits_balance_v1`. */
  readonly name: string;
  /**
   * Each index is a list of top-level (or dotted) fields; queries may only filter and sort along one of them. A field of
   * an index holds values of one scalar type, or null, which is the same as not being there.
   */
  readonly indexes: readonly (readonly string[])[];
}

export type Scalar = string | number | boolean | null;

export interface FindQuery {
  /** Equality on fields; with `range` and `order` they must be a prefix of a declared index, then the range/order field. */
  readonly where?: Readonly<Record<string, Scalar>>;
  /** Both ends open; null is in no range. */
  readonly range?: { readonly field: string; readonly above?: Scalar; readonly below?: Scalar };
  /** Default: by id ascending. Null comes first, text in the order of its UTF-8 bytes. Ties are broken by id in the same direction. */
  readonly order?: { readonly field: string; readonly direction: 'ascending' | 'descending' };
  /** An opaque cursor from the page before. @throws InvalidCursor when it is not one of ours */
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

export interface PutOperation<T> {
  readonly id: string;
  readonly document: T;
  /** The version it was read at; 0 for a document that must not exist yet. */
  readonly expectedVersion: number;
  readonly outbox?: readonly OutboxMessage[];
}

/** @throws StoreUnavailable from every call when the store cannot answer */
export interface Collection<T> {
  readonly name: string;
  get(id: string): Promise<Versioned<T> | undefined>;
  /** In the order requested; what is missing is left out. */
  getMany(ids: readonly string[]): Promise<readonly Versioned<T>[]>;
  put(operation: PutOperation<T>): Promise<PutResult>;
  /** Each operation stands or falls alone; answers in the same order. One durable write for all that stand. */
  putMany(operations: readonly PutOperation<T>[]): Promise<readonly PutResult[]>;
  delete(id: string, expectedVersion: number, outbox?: readonly OutboxMessage[]): Promise<PutResult>;
  find(query: FindQuery): Promise<Page<T>>;
  count(where?: Readonly<Record<string, Scalar>>): Promise<number>;
}

export interface DocumentStore {
  /** Whether other processes may work on the same documents at the same time. */
  readonly shared: boolean;
  /** Opens a collection, creating it and its indexes when missing. The codec checks what is read (zod) at the border. */
  collection<T>(definition: CollectionDefinition, decode: (stored: unknown) => T): Promise<Collection<T>>;
  dropCollection(name: string): Promise<void>;
  /**
   * Messages not yet settled, oldest first, never a later one of a document before an earlier one. A page may be longer than
   * requested where messages of several documents have the same sequence: it does not end between them.
   * @param after only those of a greater sequence: what the page before ended with; default all
   */
  pendingMessages(limit: number, after?: number): Promise<readonly PendingMessage[]>;
  settleMessages(ids: readonly string[]): Promise<void>;
  /** Names of the collections that hold a document, or a message not yet settled, in the order of the alphabet. */
  collections(): Promise<readonly string[]>;
  /**
   * Everything of a collection by id ascending (in the order of its UTF-8 bytes), for moving it elsewhere. While no one writes:
   * what is written meanwhile may be seen or not. A collection that is not there gives nothing.
   * @param after only ids above this one
   */
  carryOut(collection: string, after?: string): AsyncIterable<CarriedDocument>;
  /**
   * Takes documents over as they are, versions and all, in one durable write, the collection being made when missing. One whose
   * id is there already is replaced, and a message that is held already is held once, so that a move idempotent.
   */
  carryIn(collection: string, documents: readonly CarriedDocument[]): Promise<void>;
  /** Called soon after a write with an outbox commits; a hint, not a promise. Answers how to stop listening. */
  onMessages(listener: () => void): () => void;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** A document as one store hands it to another: with the version it has there, and its messages that are not settled. */
export interface CarriedDocument {
  readonly id: string;
  readonly version: number;
  /** Absent for a deleted one of which messages are still to be settled; its version is 0 then. */
  readonly document?: Json;
  /** In the order they were stored in. */
  readonly outbox: readonly OutboxMessage[];
}

/** A cursor that no page of this store has given. */
export class InvalidCursor extends Error {
  constructor() {
    super('the cursor is not one of this list');
    this.name = 'InvalidCursor';
  }
}
