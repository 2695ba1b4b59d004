import type { Brand } from '../../kernel/brand.js';

/** Lower-case hex SHA-256 of the content: the blob's name. */
export type BlobHash = Brand<string, 'BlobHash'>;

export interface BlobInfo {
  readonly hash: BlobHash;
  /** Bytes. */
  readonly size: number;
}

/** A blob and its references, sorted. */
export interface ListedBlob extends BlobInfo {
  readonly references: readonly string[];
}

/** Response settings of a link to a blob. */
export interface BlobLink {
  /** Media type of the answer. */
  readonly type: string;
  /** `Content-Disposition` of the answer (RFC 6266); absent to show it. */
  readonly disposition?: string;
  /** Lifetime of the link in milliseconds; signed as whole seconds, at least one. */
  readonly forMs: number;
}

/**
 * Content-addressed bytes with reference counts: written to a temporary file, fsynced, renamed; deleted with the last
 * reference.
 * @throws StoreUnavailable from every call
 */
export interface Blobs {
  /** Stores the bytes and adds the reference in one step; equal contents are one blob. */
  put(content: Uint8Array | AsyncIterable<Uint8Array>, reference: string): Promise<BlobInfo>;
  /**
   * Idempotent per reference.
   * @returns false if the blob does not exist
   */
  addReference(hash: BlobHash, reference: string): Promise<boolean>;
  /** Removing the last reference removes the blob. */
  removeReference(hash: BlobHash, reference: string): Promise<void>;
  /**
   * All blobs by hash ascending with their references, for migration. Concurrent changes may or may not be included.
   * @param after only hashes above this one
   */
  list(after?: BlobHash): AsyncIterable<ListedBlob>;
  info(hash: BlobHash): Promise<BlobInfo | undefined>;
  /**
   * Streams the content. A consumer that does not read it must call the iterator's `return()`; a store may end a stream
   * that is not read for a minute.
   * @param range inclusive byte positions as in HTTP; an end past the last byte is clipped, a start past it yields an
   *   empty stream
   * @throws RangeError when the bounds are not whole numbers from 0, or cross
   */
  read(
    hash: BlobHash,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array> | undefined>;
  /**
   * A temporary URL from which any browser can download the blob directly; supports ranges. Absent if the store
   * supports no links.
   * @returns undefined if the blob does not exist
   */
  readonly link?: (hash: BlobHash, options: BlobLink) => Promise<string | undefined>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
