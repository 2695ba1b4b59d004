import { createHash } from 'node:crypto';
import { StoreUnavailable } from '../unavailable.js';
import type { BlobHash, BlobInfo, Blobs, ListedBlob } from './port.js';
import { cutRange } from './range.js';

/** In-memory blobs, for tests. */
export function createMemoryBlobs(): Blobs {
  return new MemoryBlobs();
}

const CHUNK_BYTES = 64 * 1024;

interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly references: Set<string>;
}

class MemoryBlobs implements Blobs {
  private readonly blobs = new Map<BlobHash, StoredBlob>();
  private closed = false;

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, reference: string): Promise<BlobInfo> {
    this.assertOpen();
    const bytes = 'byteLength' in content ? Buffer.from(content) : await gather(content);
    this.assertOpen();
    // A lower-case hexadecimal digest is exactly this type.
    const hash = createHash('sha256').update(bytes).digest('hex') as BlobHash;
    const known = this.blobs.get(hash);
    if (known === undefined) this.blobs.set(hash, { bytes, references: new Set([reference]) });
    else known.references.add(reference);
    return { hash, size: bytes.byteLength };
  }

  async addReference(hash: BlobHash, reference: string): Promise<boolean> {
    this.assertOpen();
    return this.blobs.get(hash)?.references.add(reference) !== undefined;
  }

  async removeReference(hash: BlobHash, reference: string): Promise<void> {
    this.assertOpen();
    const known = this.blobs.get(hash);
    if (known?.references.delete(reference) && known.references.size === 0) this.blobs.delete(hash);
  }

  async *list(after?: BlobHash): AsyncGenerator<ListedBlob, void, undefined> {
    this.assertOpen();
    for (const hash of [...this.blobs.keys()].sort()) {
      this.assertOpen();
      const known = this.blobs.get(hash);
      if (known === undefined || (after !== undefined && hash <= after)) continue;
      yield { hash, size: known.bytes.byteLength, references: [...known.references].sort() };
    }
  }

  async info(hash: BlobHash): Promise<BlobInfo | undefined> {
    this.assertOpen();
    const known = this.blobs.get(hash);
    return known && { hash, size: known.bytes.byteLength };
  }

  async read(
    hash: BlobHash,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    this.assertOpen();
    const known = this.blobs.get(hash);
    if (known === undefined) return undefined;
    const { start, length } = cutRange(range, known.bytes.byteLength);
    return chunks(known.bytes.subarray(start, start + length));
  }

  async ping(): Promise<void> {
    this.assertOpen();
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('blobs', 'closed', 'the store was closed');
  }
}

async function gather(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = 0; at < bytes.byteLength; at += CHUNK_BYTES) yield Buffer.from(bytes.subarray(at, at + CHUNK_BYTES));
}
