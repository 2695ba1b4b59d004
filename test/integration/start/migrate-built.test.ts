import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, copyFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { defined } from '../../../src/kernel/defined.shared.js';
import { MARK_COLLECTION } from '../../../src/platform/migrate/mark.js';
import { migrate } from '../../../src/platform/migrate/migrate.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import { freshBucket } from '../../contract/adapters/s3.js';
import { s3Server } from '../../contract/adapters/servers.js';
import { childEnvironment } from '../../services/environment.js';
import {
  eventStoreStubMissing,
  ferretDbMissing,
  minioMissing,
  redisMissing,
  startEventStoreStub,
  startFerretDb,
  startRedis,
  urlWithDatabase,
} from '../../services/index.js';
import { installation } from '../../support/servers/migrate.js';
import { describeUnless } from '../../support/needs.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(600_000);

const clock = { now: () => Date.now() };
interface Ended {
  readonly code: number;
  readonly said: readonly string[];
  readonly complained: readonly string[];
}

/** Runs a program to its end. */
function run(cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
  return new Promise((resolved) => {
    const child = execFile(process.execPath, args, { cwd, env: childEnvironment(env) }, (_error, out, complaints) =>
      resolved({ code: child.exitCode ?? -1, said: lines(out), complained: lines(complaints) }),
    );
  });
}

const missing = eventStoreStubMissing() ?? ferretDbMissing() ?? redisMissing() ?? minioMissing();
describeUnless(missing, 'npm run migrate, as it is built', () => {
  let root: string;
  let env: Readonly<Record<string, string>>;
  const closing: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'kinora-built-'));
    cpSync('src', join(root, 'src'), { recursive: true });
    for (const file of ['.swcrc', 'package.json']) copyFileSync(file, join(root, file));
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
    expect(await run(root, ['src/build-server.mjs'])).toMatchObject({ code: 0 });
    const [events, documents, redis, s3] = await Promise.all([
      startEventStoreStub(),
      startFerretDb(),
      startRedis(),
      freshBucket(),
    ]);
    for (const server of [events, documents, redis]) closing.push(() => server.stop());
    env = {
      // Of what the machine has, not of what is tested.
      NODE_NO_WARNINGS: '1',
      NODE_ENV: 'production',
      LOG_LEVEL: 'silent',
      AUTH_SECRET: 'the one secret of an installation, on every machine',
      EVENT_STORE_URL: events.url,
      MONGODB_URL: urlWithDatabase(documents.url, 'moved'),
      REDIS_URL: redis.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId ?? '',
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey ?? '',
      ...defined({ S3_ENDPOINT: s3.endpoint }),
    };
  });
  afterAll(async () => {
    for (const close of closing.splice(0)) await close();
    await s3Server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  const built = (program: string, dataDir: string, ...args: string[]): Promise<Ended> =>
    run(root, ['--enable-source-maps', `dist/${program}.js`, ...args], { ...env, DATA_DIR: dataDir });

  it('brings a folder to the servers and back, refuses stores that were used since, and other commands refuse half a move', async () => {
    const [home, back] = [join(root, 'home'), join(root, 'back')];
    const folder = await openEmbeddedFolder({ dataDir: home, clock });
    const side = {
      name: 'embedded',
      events: folder.events(),
      documents: folder.documents(),
      blobs: await folder.blobs(),
    };
    await migrate({
      from: await installation(),
      to: side,
      projections: ['sums_v1', 'unsaved_v1'],
      isLeft: () => false,
      clock,
      say: () => {},
    });
    await folder.close();

    for (const copied of [7, 0]) {
      const out = await built('migrate', home, '--from', 'embedded', '--to', 'distributed');
      expect(out).toMatchObject({ code: 0, complained: [] });
      expect(out.said).toContain(`events: 7 in 3 streams, ${copied} copied.`);
      expect(out.said.at(-1)).toBe(
        'The distributed stores hold the same as the embedded stores; every chain is intact.',
      );
    }
    const returned = await built('migrate', back, '--from', 'distributed', '--to', 'embedded');
    expect(returned).toMatchObject({ code: 0, complained: [] });
    expect(returned.said.at(-1)).toBe(
      'The embedded stores hold the same as the distributed stores; every chain is intact.',
    );

    const used = await openEmbeddedFolder({ dataDir: back, clock });
    await used.documents().carryIn('users_v1', [{ id: 'new', version: 1, document: {}, outbox: [] }]);
    await used.close();
    expect(await built('migrate', back, '--from', 'distributed', '--to', 'embedded')).toMatchObject({
      code: 1,
      complained: [expect.stringContaining('The embedded stores have been used since the last migration')],
    });

    const half = await openEmbeddedFolder({ dataDir: back, clock });
    await half
      .documents()
      .carryIn(MARK_COLLECTION.name, [
        {
          id: 'into',
          version: 9,
          document: { state: 'under way', from: 'distributed', at: 1, source: '', collections: [] },
          outbox: [],
        },
      ]);
    await half.close();
    const alone = { NODE_NO_WARNINGS: '1', NODE_ENV: 'production', LOG_LEVEL: 'silent', DATA_DIR: back };
    expect(await run(root, ['dist/cli.js', 'ledger', 'verify'], alone)).toMatchObject({
      code: 1,
      said: [],
      complained: [expect.stringContaining('These stores hold an unfinished migration from the distributed stores.')],
    });
  });
});
