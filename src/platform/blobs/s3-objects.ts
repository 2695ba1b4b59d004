import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { defined } from '../../kernel/defined.shared.js';
import { StoreUnavailable } from '../unavailable.js';
import type { BlobHash, BlobInfo } from './port.js';
import type { S3Clients } from './s3-client.js';
import { callS3, isMissing, nameOf, unavailable } from './s3-errors.js';
import { Reading } from './s3-reading.js';

/** Bytes of a part; shorter content is sent in a single request. At most two parts of one content are in memory. */
const PART_BYTES = 8 * 1_048_576;
const PARTS_AT_ONCE = 2;
/** Timeout for the first byte of an answer. */
const ANSWER_MS = 5_000;
/** The server answers a copy once it is complete. This is the minimum disk speed assumed, in bytes per millisecond. */
const COPY_BYTES_A_MS = 20 * 1_024;
const COPY_MS = 8_000;

/** Received content with its hash: in memory, or on the server under a temporary key. */
export type ReceivedBlob = BlobInfo & ({ readonly bytes: Uint8Array } | { readonly aside: string });

/** An object in a listing. */
export interface ListedObject {
  readonly key: string;
  /** Milliseconds since the epoch, by the server's clock. */
  readonly at: number;
}

/**
 * Objects of one bucket.
 * @throws StoreUnavailable from every call
 */
export class S3Objects {
  constructor(
    private readonly clients: S3Clients,
    private readonly bucket: string,
  ) {}

  /**
   * Reads content of unknown length to its end and hashes it.
   * @param aside temporary key for content that is too long for memory
   * @throws errors of the source; nothing is stored then
   */
  async receive(content: Uint8Array | AsyncIterable<Uint8Array>, aside: string): Promise<ReceivedBlob> {
    const hashed = new Hashed('byteLength' in content ? [Buffer.from(content)] : content);
    const parts = hashed[Symbol.asyncIterator]();
    const firstParts: Uint8Array[] = [];
    while (hashed.size <= PART_BYTES) {
      const next = await parts.next();
      if (next.done === true) return { ...hashed.info(), bytes: Buffer.concat(firstParts) };
      firstParts.push(next.value);
    }
    await this.upload(aside, hashed, joined(firstParts, parts));
    return { ...hashed.info(), aside };
  }

  /** Stores received content under a key. */
  async place(received: ReceivedBlob, key: string): Promise<void> {
    if ('bytes' in received) {
      await callS3(`storing ${key}`, () =>
        this.clients.calls.send(new PutObjectCommand({ Bucket: this.bucket, Key: key, Body: received.bytes })),
      );
      return;
    }
    const patience = AbortSignal.timeout(COPY_MS + Math.ceil(received.size / COPY_BYTES_A_MS));
    await callS3(`storing ${key}`, () =>
      this.clients.copies.send(
        new CopyObjectCommand({ Bucket: this.bucket, Key: key, CopySource: `${this.bucket}/${received.aside}` }),
        { abortSignal: patience },
      ),
    );
  }

  /** Size of an object in bytes; undefined if it does not exist. */
  async sizeOf(key: string): Promise<number | undefined> {
    try {
      return (await this.clients.calls.send(new HeadObjectCommand({ Bucket: this.bucket, Key: key }))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error, `looking for ${key}`);
    }
  }

  async remove(key: string): Promise<void> {
    await callS3(`removing ${key}`, () =>
      this.clients.calls.send(new DeleteObjectCommand({ Bucket: this.bucket, Key: key })),
    );
  }

  /**
   * Reads `length` bytes of an object from `start`. The iterator throws StoreUnavailable if the content ends too soon,
   * or if the server or the reader stalls.
   * @returns undefined if the object does not exist
   */
  async read(key: string, start: number, length: number): Promise<AsyncIterable<Uint8Array> | undefined> {
    if (length === 0) return nothing();
    const request = new AbortController();
    const timer = setTimeout(() => request.abort(), ANSWER_MS);
    try {
      const { Body } = await this.clients.reads.send(
        new GetObjectCommand({ Bucket: this.bucket, Key: key, Range: `bytes=${start}-${start + length - 1}` }),
        { abortSignal: request.signal },
      );
      if (!(Body instanceof Readable)) throw new StoreUnavailable('blobs', 'failed', `${key} has no body`);
      return new Reading(Body, key, length);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error, `reading ${key}`);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Every object under a prefix in order of key, page by page. */
  async *list(prefix: string): AsyncGenerator<readonly ListedObject[], void, undefined> {
    let token: string | undefined;
    do {
      const page = await callS3(`listing ${prefix}`, () =>
        this.clients.calls.send(
          new ListObjectsV2Command({ Bucket: this.bucket, Prefix: prefix, ...defined({ ContinuationToken: token }) }),
        ),
      );
      yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
        Key === undefined || LastModified === undefined ? [] : [{ key: Key, at: LastModified.getTime() }],
      );
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async ping(): Promise<void> {
    await callS3(`the bucket ${this.bucket}`, () =>
      this.clients.calls.send(new HeadBucketCommand({ Bucket: this.bucket }), {
        abortSignal: AbortSignal.timeout(ANSWER_MS),
      }),
    );
  }

  private async upload(key: string, hashed: Hashed, content: AsyncIterable<Uint8Array>): Promise<void> {
    const upload = new Upload({
      client: this.clients.uploads,
      params: { Bucket: this.bucket, Key: key, Body: Readable.from(content, { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
    } catch (error) {
      if (hashed.broken !== undefined) throw hashed.broken.cause;
      // The completion was sent twice because the first answer was lost. The key is ours alone, so the object is the
      // upload.
      if (nameOf(error) === 'NoSuchUpload' && (await this.sizeOf(key)) === hashed.size) return;
      throw unavailable(error, `storing ${key}`);
    }
  }
}

/** A source that hashes and counts its bytes, and remembers whether it failed. */
class Hashed implements AsyncIterable<Uint8Array> {
  private readonly digest = createHash('sha256');
  size = 0;
  broken: { readonly cause: unknown } | undefined;

  constructor(private readonly source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for await (const part of this.source) {
        this.digest.update(part);
        this.size += part.byteLength;
        // The source may reuse its memory.
        yield Buffer.from(part);
      }
    } catch (cause) {
      this.broken = { cause };
      throw cause;
    }
  }

  /** Call once, at the end. */
  info(): BlobInfo {
    // A lower-case hexadecimal digest is exactly this type.
    return { hash: this.digest.digest('hex') as BlobHash, size: this.size };
  }
}

async function* joined(
  firstParts: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* firstParts;
  yield* rest;
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {
  // No bytes.
}
