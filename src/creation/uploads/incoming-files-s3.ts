import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import type { DataStore } from '@tus/utils';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { INCOMING, s3Client, s3ClientConfig, type S3Settings } from '../../platform/blobs/s3-client.js';
import { callS3, isMissing, nameOf, unavailable } from '../../platform/blobs/s3-errors.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { EXTENSIONS, type IncomingFiles } from './incoming-files.js';
import type { UploadLocks } from './upload-locks.js';
import { UPLOAD_LIMITS } from './upload.shared.js';
import type { UploadId } from './upload.js';

const PREFIX = `${INCOMING}tus/`;
/** Maximum parts of one server's uploads that are sent to S3 at once; each is buffered on this machine's disk. */
const PARTS_AT_ONCE = 8;
const SILENCE_MS = 5_000;

/** Disables the library's cache: it would keep what another process has removed. */
const NO_MEMORY = { get: async () => undefined, set: async () => undefined, delete: async () => undefined };

/**
 * Incoming files on S3, so that each part may arrive at any process. They are under a prefix whose bucket rule removes
 * old objects, and are removed earlier when their upload ends. Between two parts nothing stays on this machine.
 */
export class S3IncomingFiles implements IncomingFiles {
  readonly datastore: DataStore;
  private readonly client: S3Client;

  constructor(
    private readonly s3: S3Settings,
    readonly locker: UploadLocks,
  ) {
    this.client = s3Client(s3, SILENCE_MS);
    this.datastore = new S3Store({
      s3ClientConfig: { ...s3ClientConfig(s3), bucket: s3.bucket },
      cache: NO_MEMORY,
      useTags: false,
      maxConcurrentPartUploads: PARTS_AT_ONCE,
      expirationPeriodInMilliseconds: UPLOAD_LIMITS.lifeMs,
    });
    this.datastore.extensions = EXTENSIONS;
  }

  nameOf(id: string): string {
    return `${PREFIX}${id}`;
  }

  isAway(error: unknown): boolean {
    return unavailable(error, 'an upload').reason !== 'failed';
  }

  async open(): Promise<void> {
    // Nothing to clear away: the remaining files belong to the whole installation, not to this process.
  }

  async sizeOf(id: UploadId): Promise<number | undefined> {
    const name = this.nameOf(id);
    try {
      return (await this.client.send(new HeadObjectCommand({ Bucket: this.s3.bucket, Key: name }))).ContentLength;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error, `looking for ${name}`);
    }
  }

  async fetch(id: UploadId, aside: string): Promise<string> {
    const name = this.nameOf(id);
    const { Body, ContentLength } = await callS3(`fetching ${name}`, () =>
      this.client.send(new GetObjectCommand({ Bucket: this.s3.bucket, Key: name })),
    );
    if (!(Body instanceof Readable)) throw new StoreUnavailable('uploads', 'failed', `${name} has no body`);
    const file = createWriteStream(aside, { flags: 'w', mode: 0o600 });
    let broken: unknown;
    Body.on('error', (error) => {
      broken = error;
    });
    await pipeline(Body, file).catch((error: unknown) => {
      // Only a failure of the S3 stream is a store failure; the other end is this machine's disk.
      throw broken === error ? unavailable(error, `fetching ${name}`) : error;
    });
    if (file.bytesWritten !== ContentLength) throw new StoreUnavailable('uploads', 'failed', `${name} ended too soon`);
    return aside;
  }

  /** The library's own removal leaves finished files in place. */
  async drop(id: UploadId): Promise<void> {
    const name = this.nameOf(id);
    const Bucket = this.s3.bucket;
    await callS3(`removing ${name}`, async () => {
      const facts = await this.client
        .send(new HeadObjectCommand({ Bucket, Key: `${name}.info` }))
        .catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
      const UploadId = facts?.Metadata?.['upload-id'];
      if (UploadId !== undefined) {
        await this.client
          .send(new AbortMultipartUploadCommand({ Bucket, Key: name, UploadId }))
          .catch((error: unknown) => {
            if (nameOf(error) !== 'NoSuchUpload' && !isMissing(error)) throw error;
          });
      }
      // The info object last: without it the parts cannot be found.
      const { Errors = [] } = await this.client.send(
        new DeleteObjectsCommand({
          Bucket,
          Delete: { Objects: [{ Key: name }, { Key: `${name}.part` }, { Key: `${name}.info` }] },
        }),
      );
      const [failed] = Errors;
      if (failed !== undefined)
        throw new StoreUnavailable('uploads', 'failed', `removing ${failed.Key}: ${failed.Code}`);
    });
  }

  async alone<T>(id: string, work: () => Promise<T>): Promise<T> {
    const release = await this.locker.take(this.nameOf(id), () => undefined);
    try {
      return await work();
    } finally {
      await release();
    }
  }
}
