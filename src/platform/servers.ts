import type { Clock } from '../kernel/clock.js';
import type { Blobs } from './blobs/port.js';
import type { S3Settings } from './blobs/s3.js';
import type { DocumentStore } from './documents/port.js';
import type { EventStore } from './event-store/port.js';
import type { Logs } from './http/logs.js';
import type { Jobs } from './jobs/port.js';
import type { MailPort } from './mail/port.js';
import type { Random } from './random.js';
import type { RateLimit } from './rate-limit/port.js';
import { reach, ServerNotReached } from './reach.js';
import type { Signals } from './signals/port.js';
import { StoreUnavailable } from './unavailable.js';

/** Which stores have servers, and their addresses. */
export interface ServerChoice {
  readonly eventStoreUrl?: string;
  readonly mongodbUrl?: string;
  readonly redisUrl?: string;
  readonly s3?: S3Settings;
  readonly smtpUrl?: string;
}

// Drivers are loaded on demand: a start on the data folder alone needs none of them.

/** @throws ServerNotReached */
export function connectEvents(url: string, log: Logs): Promise<EventStore> {
  return reach({ name: 'EventStoreDB', variable: 'EVENT_STORE_URL', url }, async () => {
    const { openEventStoreDb } = await import('./event-store/eventstoredb.js');
    return openEventStoreDb({ url, log });
  });
}

/** @throws ServerNotReached */
export function connectDocuments(url: string, log: Logs, signals: Signals): Promise<DocumentStore> {
  return reach({ name: 'MongoDB', variable: 'MONGODB_URL', url }, async () => {
    const { openMongoDocuments } = await import('./documents/mongodb.js');
    return openMongoDocuments({ url, log, signals });
  });
}

/**
 * The parts on Redis.
 * @param note registers what has to be closed; what is to be closed last comes first
 * @throws ServerNotReached
 */
export function connectRedis(
  url: string,
  log: Logs,
  note: <T extends { close(): Promise<void> }>(part: T) => T,
): Promise<{ readonly jobs: Jobs; readonly rateLimit: RateLimit; readonly signals: Signals }> {
  return reach({ name: 'Redis', variable: 'REDIS_URL', url }, async () => {
    const [{ openRedis }, { createBullJobs }, { createRedisRateLimit }, { createRedisSignals }] = await Promise.all([
      import('./redis.js'),
      import('./jobs/bullmq.js'),
      import('./rate-limit/redis.js'),
      import('./signals/redis.js'),
    ]);
    const redis = note(await openRedis({ url, log }));
    return {
      signals: note(createRedisSignals({ redis, log })),
      rateLimit: note(createRedisRateLimit({ redis })),
      jobs: note(createBullJobs({ redis, log })),
    };
  });
}

/** @throws ServerNotReached */
export function connectBlobs(
  s3: S3Settings,
  on: { readonly documents: DocumentStore; readonly clock: Clock; readonly random: Random; readonly log: Logs },
): Promise<Blobs> {
  const url = s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`;
  return reach(
    {
      name: `S3 (bucket ${s3.bucket})`,
      variable: 'S3_BUCKET',
      url,
      secrets: s3.secretAccessKey === undefined ? [] : [s3.secretAccessKey],
    },
    async () => {
      const { openS3Blobs } = await import('./blobs/s3.js');
      return openS3Blobs({ s3, ...on }).catch((error: unknown) => {
        // References of blobs are stored in the documents.
        throw error instanceof StoreUnavailable && error.store === 'documents'
          ? new ServerNotReached(`The documents cannot be used: ${error.message}`)
          : error;
      });
    },
  );
}

/** @throws ServerNotReached */
export function connectMail(url: string, from: string): Promise<MailPort> {
  return reach({ name: 'The mail server', variable: 'SMTP_URL', url }, async () => {
    const { openSmtpMail } = await import('./mail/smtp.js');
    return openSmtpMail({ url, from });
  });
}
