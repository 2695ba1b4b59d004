import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Clock, Millis } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { DocumentStore } from '../documents/port.js';
import type { Logs } from '../http/logs.js';
import type { Random } from '../random.js';
import { StoreUnavailable } from '../unavailable.js';
import type { BlobHash, BlobInfo, BlobLink, Blobs, ListedBlob } from './port.js';
import { cutRange } from './range.js';
import {
  INCOMING,
  INCOMING_DAYS,
  openBucket,
  s3Client,
  s3Clients,
  type S3Clients,
  type S3Settings,
} from './s3-client.js';
import { callS3 } from './s3-errors.js';
import { S3Objects, type ReceivedBlob } from './s3-objects.js';
import { S3References } from './s3-references.js';

export type { S3Settings } from './s3-client.js';

export interface S3BlobsOptions {
  readonly s3: S3Settings;
  /** Store of the blobs' references. */
  readonly documents: DocumentStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logs;
}

/** Blobs on S3, and the cleanup after crashes. */
export interface S3Blobs extends Blobs {
  /**
   * Removes objects without a record, old incomplete objects, and records of blobs removed more than a day ago. Safe at
   * any time and concurrently. The store runs it by itself, in one process of the installation per day; closing the
   * store stops it.
   * @returns number of removed objects
   */
  sweep(): Promise<number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LOOK_MS = HOUR_MS / 6;
/** An object older than this is no longer linked to a record; far below the age at which the sweep removes it. */
const FRESH_MS = HOUR_MS / 6;
const BLOBS_PREFIX = 'blobs/';
const KEY = /^blobs\/[0-9a-f]{2}\/([0-9a-f]{64})\.[0-9a-f-]+$/;

/**
 * Opens blobs in a bucket, which is made when it is missing.
 * @throws StoreUnavailable naming the bucket and the reason when it cannot be used
 */
export async function openS3Blobs({ s3, documents, clock, random, log }: S3BlobsOptions): Promise<S3Blobs> {
  const clients = s3Clients(s3);
  try {
    await openBucket(clients.calls, s3, log);
    return new BlobsOnS3(s3, clients, await S3References.open(documents, random), clock, random, log);
  } catch (error) {
    clients.close();
    throw error;
  }
}

class BlobsOnS3 implements S3Blobs {
  readonly link?: (hash: BlobHash, options: BlobLink) => Promise<string | undefined>;
  private readonly objects: S3Objects;
  private readonly timer: NodeJS.Timeout;
  private sweeping: Promise<void> | undefined;
  private closed = false;

  constructor(
    s3: S3Settings,
    private readonly clients: S3Clients,
    private readonly references: S3References,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly log: Logs,
  ) {
    this.objects = new S3Objects(clients, s3.bucket);
    const { publicEndpoint } = s3;
    if (publicEndpoint !== undefined) {
      const signer = s3Client({ ...s3, endpoint: publicEndpoint }, 0);
      this.link = (hash, options) => this.signed(signer, s3.bucket, hash, options);
    }
    this.timer = setInterval(() => {
      this.sweeping ??= this.sweepIfDue().finally(() => {
        this.sweeping = undefined;
      });
    }, LOOK_MS);
    this.timer.unref();
  }

  async put(content: Uint8Array | AsyncIterable<Uint8Array>, reference: string): Promise<BlobInfo> {
    this.assertOpen();
    const received = await this.objects.receive(content, `${INCOMING}${this.random.uuid()}`);
    try {
      await this.settleIn(received, reference);
      return { hash: received.hash, size: received.size };
    } finally {
      if ('aside' in received) await this.removeQuietly(received.aside);
    }
  }

  /**
   * Writes the object first, under a new key, then the record that refers to it. An object that ends up unreferenced is
   * removed.
   */
  private async settleIn(received: ReceivedBlob, reference: string): Promise<void> {
    let placed: { readonly key: string; readonly at: Millis } | undefined;
    const { hash, size } = received;
    const { written } = await this.references.change(hash, async (met) => {
      if (met !== undefined && (await this.objects.sizeOf(met.key)) === met.size)
        return { ...met, references: withReference(met.references, reference) };
      if (placed === undefined || this.clock.now() - placed.at > FRESH_MS) {
        placed = { key: `${BLOBS_PREFIX}${hash.slice(0, 2)}/${hash}.${this.random.uuid()}`, at: this.clock.now() };
        await this.objects.place(received, placed.key);
      }
      return {
        state: 'present',
        hash,
        key: placed.key,
        size,
        references: withReference(met?.references ?? [], reference),
      };
    });
    // Only with a known outcome: after an error the record may have been written nevertheless.
    if (placed !== undefined && written?.state === 'present' && written.key !== placed.key)
      await this.removeQuietly(placed.key);
  }

  async addReference(hash: BlobHash, reference: string): Promise<boolean> {
    this.assertOpen();
    const { met } = await this.references.change(hash, async (record) =>
      record === undefined || record.references.includes(reference)
        ? undefined
        : { ...record, references: withReference(record.references, reference) },
    );
    return met !== undefined;
  }

  async removeReference(hash: BlobHash, reference: string): Promise<void> {
    this.assertOpen();
    const { met, written } = await this.references.change(hash, async (record) => {
      if (record === undefined || !record.references.includes(reference)) return undefined;
      const references = record.references.filter((one) => one !== reference);
      return references.length > 0 ? { ...record, references } : { state: 'gone', hash, goneAt: this.clock.now() };
    });
    if (met !== undefined && written?.state === 'gone') await this.removeQuietly(met.key);
  }

  async info(hash: BlobHash): Promise<BlobInfo | undefined> {
    this.assertOpen();
    const record = await this.references.find(hash);
    return record && { hash, size: record.size };
  }

  async *list(after?: BlobHash): AsyncGenerator<ListedBlob, void, undefined> {
    this.assertOpen();
    for await (const { hash, size, references } of this.references.list(after)) yield { hash, size, references };
  }

  async read(
    hash: BlobHash,
    range?: { readonly start: number; readonly end: number },
  ): Promise<AsyncIterable<Uint8Array> | undefined> {
    this.assertOpen();
    let missing: string | undefined;
    for (;;) {
      const record = await this.references.find(hash);
      if (record === undefined) return undefined;
      if (record.key === missing)
        throw new StoreUnavailable('blobs', 'failed', `${record.key} is recorded but missing from the bucket`);
      const { start, length } = cutRange(range, record.size);
      const content = await this.objects.read(record.key, start, length);
      if (content !== undefined) return content;
      // The blob may have been removed and added again between the two reads.
      missing = record.key;
    }
  }

  async sweep(): Promise<number> {
    const before = this.clock.now() - DAY_MS;
    let removed = 0;
    for await (const page of this.objects.list(BLOBS_PREFIX)) {
      if (this.closed) return removed;
      const old = page.flatMap(({ key, at }) => (at < before ? [{ key, hash: hashOf(key) }] : []));
      const records = await this.references.findMany([
        ...new Set(old.flatMap(({ hash }) => (hash === undefined ? [] : [hash]))),
      ]);
      for (const { key, hash } of old) {
        if (this.closed) return removed;
        if (hash === undefined || records.get(hash)?.key === key) continue;
        await this.objects.remove(key);
        removed += 1;
      }
    }
    for await (const page of this.objects.list(INCOMING)) {
      for (const { key, at } of page) {
        if (this.closed) return removed;
        if (at >= this.clock.now() - INCOMING_DAYS * DAY_MS) continue;
        await this.objects.remove(key);
        removed += 1;
      }
    }
    if (!this.closed) await this.references.forget(before);
    return removed;
  }

  async ping(): Promise<void> {
    this.assertOpen();
    await this.objects.ping();
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.timer);
    await this.sweeping;
    this.clients.close();
  }

  private async sweepIfDue(): Promise<void> {
    try {
      if (!(await this.references.claimSweep(this.clock.now(), DAY_MS))) return;
      const removed = await this.sweep();
      if (removed > 0) this.log.info({ removed }, 'removed unreferenced objects');
    } catch (error) {
      this.log.warn({ err: error }, 'the bucket could not be swept; it is retried');
    }
  }

  private async signed(
    signer: ReturnType<typeof s3Client>,
    bucket: string,
    hash: BlobHash,
    { type, disposition, forMs }: BlobLink,
  ): Promise<string | undefined> {
    this.assertOpen();
    const record = await this.references.find(hash);
    if (record === undefined) return undefined;
    const command = new GetObjectCommand({
      Bucket: bucket,
      Key: record.key,
      ResponseContentType: type,
      ResponseCacheControl: 'private, no-store',
      ...defined({ ResponseContentDisposition: disposition }),
    });
    return callS3(`signing ${record.key}`, () =>
      getSignedUrl(signer, command, { expiresIn: Math.ceil(forMs / 1_000) }),
    );
  }

  /** The sweep removes what cannot be removed now. */
  private async removeQuietly(key: string): Promise<void> {
    await this.objects
      .remove(key)
      .catch((error: unknown) => this.log.warn({ err: error }, 'an object could not be removed; the sweep removes it'));
  }

  private assertOpen(): void {
    if (this.closed) throw new StoreUnavailable('blobs', 'closed', 'the store was closed');
  }
}

function withReference(references: readonly string[], reference: string): string[] {
  return [...new Set([...references, reference])].sort();
}

function hashOf(key: string): BlobHash | undefined {
  // The pattern guarantees a digest.
  return KEY.exec(key)?.[1] as BlobHash | undefined;
}
