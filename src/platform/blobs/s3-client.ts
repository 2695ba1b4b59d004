import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
  type BucketLocationConstraint,
  type LifecycleRule,
} from '@aws-sdk/client-s3';
import type { Logs } from '../http/logs.js';
import { nameOf, unavailable } from './s3-errors.js';

/** Settings of S3. Without keys, the AWS SDK takes those of the environment or the machine. */
export interface S3Settings {
  /** For servers other than Amazon's, e.g. `http://minio:9000`; uses path-style addresses. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** Address of the same server for browsers; without it, no links are issued. */
  readonly publicEndpoint?: string;
}

/** Prefix of incomplete objects. The bucket's own rule and the sweep remove them once they are old. */
export const INCOMING = 'incoming/';
/** Life of incomplete objects in days: a multipart upload may take a day, and be completed an hour later. */
export const INCOMING_DAYS = 2;

const CONNECT_MS = 2_500;
/** Time without a byte after which a server counts as unavailable. */
const SILENCE_MS = 4_000;
const ATTEMPTS = 2;
/**
 * Maximum connections for reads. A reader keeps one for as long as it reads, so there may be more than the SDK's 50.
 */
const MAX_READS = 2_000;
/**
 * Timeout to complete a multipart upload. The server joins the parts before it answers, which may take minutes;
 * Amazon's sends blanks meanwhile.
 */
const COMPLETING_MS = 60_000;
const OPEN_MS = 5_000;

/**
 * Clients with different timeouts. `calls` ends silent requests; `reads` leaves timeouts to the reader, who sets the
 * pace; `copies` leaves them to the caller; `uploads` is like `calls`, except that completing a multipart upload may
 * take longer.
 */
export interface S3Clients {
  readonly calls: S3Client;
  readonly reads: S3Client;
  readonly copies: S3Client;
  readonly uploads: S3Client;
  close(): void;
}

/**
 * Creates a client.
 * @param silenceMs time without a byte after which a request is given up; 0 for never
 */
export function s3Client(s3: S3Settings, silenceMs: number): S3Client {
  return new S3Client(s3ClientConfig(s3, silenceMs));
}

/**
 * Configuration of an AWS SDK client. Checksums are used only if the service requires them, because other vendors'
 * servers do not support all of them.
 */
export function s3ClientConfig(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Settings,
  silenceMs: number = SILENCE_MS,
) {
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  };
}

/** Creates the clients of a server, without any request. */
export function s3Clients(s3: S3Settings): S3Clients {
  const config = s3ClientConfig(s3, 0);
  const calls = s3Client(s3, SILENCE_MS);
  const reads = new S3Client({
    ...config,
    requestHandler: {
      ...config.requestHandler,
      httpAgent: { maxSockets: MAX_READS },
      httpsAgent: { maxSockets: MAX_READS },
    },
  });
  const copies = s3Client(s3, 0);
  const completions = s3Client(s3, COMPLETING_MS);
  const uploads = new S3Client({
    ...config,
    requestHandler: { ...completing(calls.config.requestHandler, completions.config.requestHandler) },
  });
  return {
    calls,
    reads,
    copies,
    uploads,
    close: () => {
      for (const client of [calls, reads, copies, completions, uploads]) client.destroy();
    },
  };
}

type Handler = Pick<S3Client['config']['requestHandler'], 'handle'>;

/** Sends requests that complete a multipart upload through one handler, all others through the other. */
function completing(others: Handler, completions: Handler): Handler {
  return {
    handle: (request: { readonly method: string; readonly query: Readonly<Record<string, unknown>> }, options) =>
      (request.method === 'POST' && request.query['uploadId'] !== undefined ? completions : others).handle(
        request,
        options,
      ),
  };
}

/**
 * Checks that the bucket exists and is usable, creates it if missing, and adds a lifecycle rule that removes old
 * incomplete objects. If the server does not support such rules, this is logged and the sweep does it instead.
 * @throws StoreUnavailable with the bucket and the reason
 */
export async function openBucket(client: S3Client, s3: S3Settings, log: Logs): Promise<void> {
  const place = `the bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`;
  const look = () =>
    client.send(new ListObjectsV2Command({ Bucket: s3.bucket, MaxKeys: 1 }), {
      abortSignal: AbortSignal.timeout(OPEN_MS),
    });
  try {
    await look();
  } catch (error) {
    if (nameOf(error) !== 'NoSuchBucket') throw unavailable(error, `${place} cannot be used`);
    try {
      // the SDK's list of regions may lack newer ones
      const constraint =
        s3.endpoint === undefined && s3.region !== 'us-east-1'
          ? { CreateBucketConfiguration: { LocationConstraint: s3.region as BucketLocationConstraint } }
          : {};
      await client.send(new CreateBucketCommand({ Bucket: s3.bucket, ...constraint }), {
        abortSignal: AbortSignal.timeout(OPEN_MS),
      });
      log.info({ bucket: s3.bucket }, 'bucket created');
    } catch (refused) {
      // Another process of the installation may have just created it.
      await look().catch(() => {
        throw unavailable(refused, `${place} is not there, and could not be made`);
      });
    }
  }
  await putRule(client, s3.bucket).catch((error: unknown) => {
    log.warn(
      { bucket: s3.bucket, err: error },
      'the server accepts no lifecycle rule for unfinished uploads; the sweep removes them',
    );
  });
}

const RULE: LifecycleRule = {
  ID: 'kinora-incoming',
  Status: 'Enabled',
  Filter: { Prefix: INCOMING },
  Expiration: { Days: INCOMING_DAYS },
  AbortIncompleteMultipartUpload: { DaysAfterInitiation: INCOMING_DAYS },
};

/** Adds the rule to the bucket's existing rules. */
async function putRule(client: S3Client, bucket: string): Promise<void> {
  const call = { abortSignal: AbortSignal.timeout(OPEN_MS) };
  const { Rules = [] } = await client
    .send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }), call)
    .catch((error: unknown) => {
      if (nameOf(error) === 'NoSuchLifecycleConfiguration') return { Rules: [] };
      throw error;
    });
  const there = Rules.find(({ ID }) => ID === RULE.ID);
  if (there?.Expiration?.Days === INCOMING_DAYS && there.Status === 'Enabled' && there.Filter?.Prefix === INCOMING)
    return;
  await client.send(
    new PutBucketLifecycleConfigurationCommand({
      Bucket: bucket,
      LifecycleConfiguration: { Rules: [...Rules.filter(({ ID }) => ID !== RULE.ID), RULE] },
    }),
    call,
  );
}
