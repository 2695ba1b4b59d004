import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import { s3Client, type S3Settings } from '../blobs/s3-client.js';
import { callS3, isMissing, nameOf } from '../blobs/s3-errors.js';
import type { WriteOnce, WriteOutcome } from './port.js';

const SILENCE_MS = 10_000;
const DAY_MS = 86_400_000;

export interface WriteOnceBucket {
  /** The bucket must exist, with object lock if `lockDays` is above 0. */
  readonly s3: S3Settings;
  /** Days for which nobody can delete or overwrite an object (object lock in compliance mode); 0 for no lock. */
  readonly lockDays: number;
  readonly clock: Clock;
}

/** Objects in a bucket of S3 or a compatible server. */
export function createWriteOnceBucket({ s3, lockDays, clock }: WriteOnceBucket): WriteOnce {
  const client = s3Client(s3, SILENCE_MS);
  const { bucket: Bucket } = s3;
  const bytes = (name: string): Promise<Uint8Array | undefined> =>
    callS3(`reading ${name}`, async () => {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: name }));
        return await Body?.transformToByteArray();
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
  const existing = async (name: string, content: string | Uint8Array): Promise<WriteOutcome | undefined> => {
    const found = await bytes(name);
    return found === undefined ? undefined : Buffer.from(content).equals(found) ? 'kept' : 'differs';
  };
  return {
    async get(name) {
      const found = await bytes(name);
      return found && Buffer.from(found).toString('utf8');
    },
    async put(name, content) {
      // A locked bucket keeps versions, so an existing object is compared first, and `IfNoneMatch` decides a race.
      const before = await existing(name, content);
      if (before !== undefined) return before;
      const isWritten = await callS3(`writing ${name}`, async () => {
        try {
          await client.send(
            new PutObjectCommand({
              Bucket,
              Key: name,
              Body: content,
              ContentType: name.endsWith('.json') ? 'application/json' : 'application/octet-stream',
              IfNoneMatch: '*',
              // Required together with a lock.
              ContentMD5: createHash('md5').update(content).digest('base64'),
              ...(lockDays === 0
                ? {}
                : {
                    ObjectLockMode: 'COMPLIANCE' as const,
                    ObjectLockRetainUntilDate: new Date(clock.now() + lockDays * DAY_MS),
                  }),
            }),
          );
          return true;
        } catch (error) {
          if (nameOf(error) === 'PreconditionFailed' || nameOf(error) === 'ConditionalRequestConflict') return false;
          throw error;
        }
      });
      return isWritten ? 'written' : ((await existing(name, content)) ?? 'differs');
    },
    names: () =>
      callS3(`listing ${Bucket}`, async () => {
        const names: string[] = [];
        for (let token: string | undefined; ;) {
          const page = await client.send(
            new ListObjectsV2Command({ Bucket, ...defined({ ContinuationToken: token }) }),
          );
          names.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
          token = page.NextContinuationToken;
          if (token === undefined) return names.sort();
        }
      }),
    close: () => Promise.resolve(client.destroy()),
  };
}
