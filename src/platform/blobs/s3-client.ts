import { CreateBucketCommand, GetBucketLifecycleConfigurationCommand, ListObjectsV2Command, PutBucketLifecycleConfigurationCommand, S3Client, type BucketLocationConstraint, type LifecycleRule } from '@aws-sdk/client-s3';
import type { Logs } from '../http/logs.js';
import { nameOf, unavailable } from './s3-errors.js';

/** Where blobs are kept. Without keys, those that the environment or the machine gives the AWS SDK. */
export interface S3Settings {
  /** Of a server that is not Amazon's, e.g. `http://minio:9000`; addressed by path. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  /** Where browsers reach the same server; without it no link to it is ever given out. */
  readonly publicEndpoint?: string;
}

/** Where objects lie that are on their way; they are removed by the server itself, and by the sweep, once they are old. */
export const INCOMING = 'incoming/';
/** An upload in parts may take a day and be finished an hour later. */
export const INCOMING_DAYS = 2;

const CONNECT_MS = 2_500;
/** No byte for so long, and a server counts as away. */
const SILENCE_MS = 4_000;
const ATTEMPTS = 2;
/** Who reads keeps a connection for as long as that takes: there are as many as people who look at once, not the SDK's 50. */
const MAX_READS = 2_000;
/** The server puts the parts of an upload together before it answers, which takes it minutes at worst; Amazon's sends blanks meanwhile. */
const COMPLETING_MS = 60_000;
const OPEN_MS = 5_000;

/**
 * The ways to a server: `calls` ends what stays silent; `reads` leaves waiting to whoever reads, at a pace of their own; `copies`
 * leaves it to who asks; `uploads` is as `calls`, except for the end of an upload in parts, which may take longer.
 */
export interface S3Clients {
  readonly calls: S3Client;
  readonly reads: S3Client;
  readonly copies: S3Client;
  readonly uploads: S3Client;
  close(): void;
}

/**
 * A client by the settings.
 * @param silenceMs after how long without a byte a request is given up; 0 for never
 */
export function s3Client(s3: S3Settings, silenceMs: number): S3Client {
  return new S3Client(s3ClientConfig(s3, silenceMs));
}

/** What a client of the AWS SDK is made with. Checksums only where the service demands them: others' servers do not know them all. */
export function s3ClientConfig({ endpoint, region, accessKeyId, secretAccessKey }: S3Settings, silenceMs: number = SILENCE_MS) {
  return {
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(accessKeyId === undefined || secretAccessKey === undefined ? {} : { credentials: { accessKeyId, secretAccessKey } }),
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silenceMs },
  };
}

/** Opens the ways to a server; nothing is asked yet. */
export function s3Clients(s3: S3Settings): S3Clients {
  const config = s3ClientConfig(s3, 0);
  const calls = s3Client(s3, SILENCE_MS);
  const reads = new S3Client({ ...config, requestHandler: { ...config.requestHandler, httpAgent: { maxSockets: MAX_READS }, httpsAgent: { maxSockets: MAX_READS } } });
  const copies = s3Client(s3, 0);
  const completions = s3Client(s3, COMPLETING_MS);
  const uploads = new S3Client({ ...config, requestHandler: { ...completing(calls.config.requestHandler, completions.config.requestHandler) } });
  return {
    calls, reads, copies, uploads,
    close: () => {
      for (const client of [calls, reads, copies, completions, uploads]) client.destroy();
    },
  };
}

type Handler = Pick<S3Client['config']['requestHandler'], 'handle'>;

/** Sends the request that ends an upload in parts by the one, every other by the other. */
function completing(others: Handler, completions: Handler): Handler {
  return {
    handle: (request: { readonly method: string; readonly query: Readonly<Record<string, unknown>> }, options) =>
      (request.method === 'POST' && request.query['uploadId'] !== undefined ? completions : others).handle(request, options),
  };
}

/**
 * Sees that the bucket is there and may be used, making it when it is missing, and asks the server to remove by itself what was
 * on its way for days. A server that has no such rules is said in the log: the sweep does it then.
 * @throws StoreUnavailable naming the bucket and why
 */
export async function openBucket(client: S3Client, s3: S3Settings, log: Logs): Promise<void> {
  const place = `the bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`;
  const look = () => client.send(new ListObjectsV2Command({ Bucket: s3.bucket, MaxKeys: 1 }), { abortSignal: AbortSignal.timeout(OPEN_MS) });
  try {
    await look();
  } catch (error) {
    if (nameOf(error) !== 'NoSuchBucket') throw unavailable(error, `${place} cannot be used`);
    try {
      const constraint = s3.endpoint === undefined && s3.region !== 'us-east-1' ? { CreateBucketConfiguration: { LocationConstraint: s3.region as BucketLocationConstraint } } : {}; // the SDK lists regions, and there are newer ones
      await client.send(new CreateBucketCommand({ Bucket: s3.bucket, ...constraint }), { abortSignal: AbortSignal.timeout(OPEN_MS) });
      log.info({ bucket: s3.bucket }, 'the bucket was made');
    } catch (refused) {
      // Another process of the installation may just have made it.
      await look().catch(() => {
        throw unavailable(refused, `${place} is not there, and could not be made`);
      });
    }
  }
  await putRule(client, s3.bucket).catch((error: unknown) => {
    log.warn({ bucket: s3.bucket, err: error }, 'the server takes no rule for removing what was left on its way; the sweep will remove it');
  });
}

const RULE: LifecycleRule = {
  ID: 'kinora-incoming', Status: 'Enabled', Filter: { Prefix: INCOMING },
  Expiration: { Days: INCOMING_DAYS }, AbortIncompleteMultipartUpload: { DaysAfterInitiation: INCOMING_DAYS },
};

/** Adds the rule to those that the bucket has. */
async function putRule(client: S3Client, bucket: string): Promise<void> {
  const call = { abortSignal: AbortSignal.timeout(OPEN_MS) };
  const { Rules = [] } = await client.send(new GetBucketLifecycleConfigurationCommand({ Bucket: bucket }), call).catch((error: unknown) => {
    if (nameOf(error) === 'NoSuchLifecycleConfiguration') return { Rules: [] };
    throw error;
  });
  const there = Rules.find(({ ID }) => ID === RULE.ID);
  if (there?.Expiration?.Days === INCOMING_DAYS && there.Status === 'Enabled' && there.Filter?.Prefix === INCOMING) return;
  await client.send(new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration: { Rules: [...Rules.filter(({ ID }) => ID !== RULE.ID), RULE] } }), call);
}
