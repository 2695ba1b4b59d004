import type { Brand } from '../../kernel/brand.js';

/** Lower-case hex SHA-256 of the content: the blob's name. */
export type BlobHash = Brand<string, 'BlobHash'>;

export interface BlobInfo {
  readonly hash: BlobHash;
  /** Bytes. */
  readonly size: number;
}

/** A blob and who refers to it, sorted. */
export interface ListedBlob extends BlobInfo {
  readonly references: readonly string[];
}

/** What a link to a blob is to give. */
export interface BlobLink {
  /** Media type of the answer. */
  readonly type: string;
  /** `Content-Disposition` of the answer (RFC 6266); absent to show it. */
  readonly disposition?: string;
  /** How long the link works, milliseconds; whole seconds are signed, at least one. */
  readonly forMs: number;
}

/**
 * Bytes by content hash, counted by reference: written aside, fsynced, renamed; gone when the last reference goes.
 * @throws StoreUnavailable from every call
 */
export interface Blobs {
  /** Stores the bytes and adds the reference in one step; the same content twice is one blob. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, reference: string): Promise<BlobInfo>;
  /** Adding a reference twice is one reference. @returns false when there is no such blob */
  addReference(hash: BlobHash, reference: string): Promise<boolean>;
  /** Removing the last reference removes the blob. */
  removeReference(hash: BlobHash, reference: string): Promise<void>;
  /**
   * Every blob by hash ascending, with who refers to it, for moving them elsewhere. What comes or goes meanwhile may be seen or not.
   * @param after only hashes above this one
   */
  list(after?: BlobHash): AsyncIterable<ListedBlob>;
  info(hash: BlobHash): Promise<BlobInfo | undefined>;
  /**
   * Gives the content to whoever then reads it. Who does not, ends it by its iterator's `return()`; a store may end what no one
   * reads on for a minute.
   * @param range bytes, both ends inclusive, as HTTP has it; an end past the last byte is pulled in, a start past it gives
   *   nothing
   * @throws RangeError when the ends are not whole numbers from 0, or cross
   */
  read(hash: BlobHash, range?: { readonly start: number; readonly end: number }): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * An address at which a browser gets the whole blob from where it lies, whoever has it, for a while; ranges work there. Absent
   * where blobs have no such address. @returns undefined when there is no such blob
   */
  readonly link?: (hash: BlobHash, options: BlobLink) => Promise<string | undefined>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
