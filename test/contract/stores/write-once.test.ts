import { CreateBucketCommand, DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3ClientConfig, type S3Settings } from '../../../src/platform/blobs/s3-client.js';
import { systemRandom } from '../../../src/platform/random.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { createWriteOnceFolder } from '../../../src/platform/write-once/folder.js';
import type { WriteOnce } from '../../../src/platform/write-once/port.js';
import { createWriteOnceBucket } from '../../../src/platform/write-once/s3.js';
import { minioMissing } from '../../services/index.js';
import { describeUnless } from '../../support/needs.js';
import { freshBucket } from '../adapters/s3.js';
import { s3Server } from '../adapters/servers.js';

/** What every place for files that are written once does. */
function keepsFilesOnce(open: () => WriteOnce): void {
  it('keeps a file, and says what happens when it is written again', async () => {
    const files = open();
    expect(await files.names()).toEqual([]);
    expect(await files.get('b.json')).toBeUndefined();
    expect(await files.put('b.json', '{"ü":1}')).toBe('written');
    expect(await files.put('b.json', '{"ü":1}')).toBe('kept');
    expect(await files.put('b.json', '{"ü":2}')).toBe('differs');
    expect(await files.get('b.json')).toBe('{"ü":1}');
    await files.put('a.json', '1');
    expect(await files.names()).toEqual(['a.json', 'b.json']);
  });

  it('keeps bytes that are no text', async () => {
    const files = open();
    expect(await files.put('a.bin', Uint8Array.of(0xff, 0x00, 0xfe))).toBe('written');
    expect(await files.put('a.bin', Uint8Array.of(0xff, 0x00, 0xfe))).toBe('kept');
    // As text, both would be the same.
    expect(await files.put('a.bin', Uint8Array.of(0xfd, 0x00, 0xfc))).toBe('differs');
  });

  it('keeps one of several contents that are written at once', async () => {
    const files = open();
    const outcomes = await Promise.all(['1', '2', '3', '4'].map((content) => files.put('race.json', content)));
    expect(outcomes.toSorted()).toEqual(['differs', 'differs', 'differs', 'written']);
    expect(await files.get('race.json')).toBe(`${outcomes.indexOf('written') + 1}`);
  });
}

describe('files that are written once, in a folder', () => {
  const home = mkdtempSync(join(tmpdir(), 'kinora-once-'));
  const folder = join(home, 'made', 'when missing');
  const files = createWriteOnceFolder({ folder, random: systemRandom });
  afterAll(() => rmSync(home, { recursive: true, force: true }));
  keepsFilesOnce(() => files);

  it('are for reading only, and the folder says when it cannot be used', async () => {
    expect(statSync(join(folder, 'a.json')).mode & 0o222).toBe(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    writeFileSync(join(home, 'file'), '');
    await expect(
      createWriteOnceFolder({ folder: join(home, 'file'), random: systemRandom }).put('a', '1'),
    ).rejects.toThrow(StoreUnavailable);
  });
});

describeUnless(minioMissing(), 'files that are written once, in a bucket with object lock', () => {
  let s3: S3Settings;
  let client: S3Client;
  let files: WriteOnce;
  beforeAll(async () => {
    s3 = await freshBucket();
    client = new S3Client(s3ClientConfig(s3));
    await client.send(new CreateBucketCommand({ Bucket: s3.bucket, ObjectLockEnabledForBucket: true }));
    files = createWriteOnceBucket({ s3, lockDays: 1, clock: { now: () => Date.now() } });
  });
  afterAll(async () => {
    await files.close();
    client.destroy();
    await s3Server.stop();
  });
  keepsFilesOnce(() => files);

  it('cannot be deleted, by nobody', async () => {
    const { Versions = [] } = await client.send(new ListObjectVersionsCommand({ Bucket: s3.bucket, Prefix: 'a.json' }));
    expect(Versions).toHaveLength(1);
    await expect(
      client.send(
        new DeleteObjectCommand({
          Bucket: s3.bucket,
          Key: 'a.json',
          VersionId: Versions[0]?.VersionId ?? '',
          BypassGovernanceRetention: true,
        }),
      ),
    ).rejects.toThrow(/WORM|locked|denied/i);
    expect(await files.get('a.json')).toBe('1');
  });

  it('are refused by a bucket that does not exist', async () => {
    const nowhere = createWriteOnceBucket({
      s3: { ...s3, bucket: `${s3.bucket}-none` },
      lockDays: 0,
      clock: { now: () => Date.now() },
    });
    await expect(nowhere.put('a', '1')).rejects.toThrow(StoreUnavailable);
    await nowhere.close();
  });
});
