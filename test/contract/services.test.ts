import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { createTransport } from 'nodemailer';
import type { Service, SmtpService } from '../services/index.js';
import { childEnvironment } from '../services/environment.js';
import {
  ferretDbMissing,
  minioMissing,
  redisMissing,
  startFerretDb,
  startMinio,
  startRedis,
  startSmtp,
} from '../services/index.js';
import { describeUnless } from '../support/needs.js';
import { until } from '../support/until.js';
import { redisServer } from './adapters/servers.js';
import './adapters.js';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function firstLine(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  throw new Error('it ended without a word');
}

/** Writes one thing and reads it, each over a new connection. */
interface Probe {
  write(service: Service): Promise<void>;
  read(service: Service): Promise<string | undefined>;
}

async function withRedis<T>(url: string, use: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    connectTimeout: 1_000,
    socketTimeout: 1_000,
    disconnectTimeout: 100,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // What goes wrong is told to the call that is under way.
  redis.on('error', () => undefined);
  return use(redis).finally(() => redis.disconnect());
}

async function withMongo<T>(url: string, use: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(url, {
    serverSelectionTimeoutMS: 1_000,
    socketTimeoutMS: 1_000,
    connectTimeoutMS: 1_000,
  });
  return use(client).finally(() => client.close(true));
}

async function withS3<T>(endpoint: string, use: (client: S3Client) => Promise<T>): Promise<T> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    maxAttempts: 1,
    credentials: { accessKeyId: 'kinora-tests', secretAccessKey: 'only-for-tests' },
  });
  return use(client).finally(() => client.destroy());
}

const redisProbe: Probe = {
  write: ({ url }) => withRedis(url, async (redis) => void (await redis.set('word', 'kept'))),
  read: ({ url }) => withRedis(url, async (redis) => (await redis.get('word')) ?? undefined),
};
const mongoProbe: Probe = {
  write: ({ url }) =>
    withMongo(url, async (client) => void (await client.db('probe').collection('words').insertOne({ word: 'kept' }))),
  read: ({ url }) =>
    withMongo(url, async (client) => {
      const found = await client.db('probe').collection<{ word: string }>('words').findOne();
      return found?.word;
    }),
};
const s3Probe: Probe = {
  write: ({ url }) =>
    withS3(url, async (client) => {
      await client.send(new CreateBucketCommand({ Bucket: 'probe' }));
      await client.send(new PutObjectCommand({ Bucket: 'probe', Key: 'word', Body: 'kept' }));
    }),
  read: ({ url }) =>
    withS3(url, async (client) => {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: 'probe', Key: 'word' }), {
        abortSignal: AbortSignal.timeout(1_000),
      });
      return Body?.transformToString();
    }),
};

const servers = [
  { name: 'Redis', missing: redisMissing(), start: () => startRedis({ durable: true }), probe: redisProbe },
  { name: 'FerretDB', missing: ferretDbMissing(), start: startFerretDb, probe: mongoProbe },
  { name: 'MinIO', missing: minioMissing(), start: startMinio, probe: s3Probe },
];

for (const { name, missing, start, probe } of servers) {
  describeUnless(missing, `a ${name} of a test’s own`, () => {
    let service: Service | undefined;
    afterEach(() => service?.stop());

    it('hangs while paused, is gone when killed, comes back at the same address with what it kept, and leaves nothing', async () => {
      service = await start();
      const { port, folder } = service;
      await probe.write(service);
      expect(await probe.read(service)).toBe('kept');

      await service.pause();
      await expect(probe.read(service)).rejects.toThrow();
      service.resume();
      expect(await probe.read(service)).toBe('kept');

      const first = service.pid();
      await service.kill9();
      expect(alive(first)).toBe(false);
      await expect(probe.read(service)).rejects.toThrow();

      await service.restart();
      expect([service.port, service.folder, service.pid() === first]).toEqual([port, folder, false]);
      expect(await probe.read(service)).toBe('kept');
      await service.restart();
      expect(await probe.read(service)).toBe('kept');

      const last = service.pid();
      await service.pause();
      await service.stop();
      await service.stop();
      expect([alive(last), existsSync(folder)]).toEqual([false, false]);
    });
  });
}

describeUnless(redisMissing(), 'the servers of a test process', () => {
  it('end with it, and their folders with them, though it is killed', async () => {
    const loader = fileURLToPath(new URL('../../src/platform/sqlite/typescript-loader.mjs', import.meta.url));
    const starter = fileURLToPath(new URL('../services/test-process.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', loader, starter], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: childEnvironment(),
    });
    const [pid = '', folder = ''] = (await firstLine(child.stdout)).split(' ');
    expect([alive(Number(pid)), existsSync(folder)]).toEqual([true, true]);
    child.kill('SIGKILL');
    await until(
      () => Promise.resolve([alive(Number(pid)), existsSync(folder)]),
      (left) => !left.includes(true),
    );
  });
});

describe('a mail server of a test’s own', () => {
  let smtp: SmtpService | undefined;
  afterEach(() => smtp?.stop());

  const send = (url: string, subject: string): Promise<unknown> => {
    const { protocol, hostname: host, port, username: user, password: pass } = new URL(url);
    const transport = createTransport({
      host,
      port: Number(port),
      secure: protocol === 'smtps:',
      ...(user === '' ? {} : { auth: { user, pass } }),
      tls: { ca: smtp === undefined ? '' : readFileSync(smtp.certificateFile) },
    });
    return transport
      .sendMail({ from: 'a@kinora.example', to: 'Ada <ada@example.org>', subject, text: 'Grüße\n' })
      .finally(() => transport.close());
  };

  it.each(['starttls', 'tls', 'none'] as const)(
    'takes a letter from who signs in, and from nobody else (%s)',
    async (security) => {
      smtp = await startSmtp({ security });
      await expect(send(smtp.urlSignedOut, 'unsigned')).rejects.toMatchObject({ responseCode: 530 });
      await expect(send(smtp.url.replace('only-for-tests', 'wrong'), 'wrong')).rejects.toMatchObject({
        responseCode: 535,
      });
      await send(smtp.url, 'Grüße – تحية');
      expect(await smtp.letters()).toMatchObject([
        {
          from: 'a@kinora.example',
          to: ['ada@example.org'],
          user: 'kinora',
          secure: security !== 'none',
          mail: { subject: 'Grüße – تحية', text: 'Grüße\n' },
        },
      ]);
    },
  );

  it.each([
    ['greeting', 421],
    ['sign-in', 454],
    ['sender', 451],
    ['recipient', 550],
    ['letter', 452],
  ] as const)('refuses at the %s with %p when asked to, until it is to accept again', async (at, code) => {
    smtp = await startSmtp();
    smtp.refuse({ at, code });
    await expect(send(smtp.url, 'refused')).rejects.toMatchObject({ responseCode: code });
    expect(await smtp.letters()).toEqual([]);
    smtp.accept();
    await send(smtp.url, 'taken');
    expect((await smtp.letters()).map(({ mail }) => mail.subject)).toEqual(['taken']);
  });

  it('can keep a letter and not say so, and has what it kept after being killed', async () => {
    smtp = await startSmtp();
    smtp.refuse({ at: 'silence' });
    await expect(send(smtp.url, 'in doubt')).rejects.toThrow();
    await smtp.kill9();
    await expect(send(smtp.url, 'nobody there')).rejects.toMatchObject({ code: 'ESOCKET' });
    await smtp.restart();
    smtp.accept();
    await send(smtp.url, 'in doubt');
    expect((await smtp.letters()).map(({ mail }) => mail.subject)).toEqual(['in doubt', 'in doubt']);
  });
});

describeUnless(redisServer.missing, 'a server that the suites of a test file share', () => {
  afterEach(() => redisServer.stop());

  it('is one for all who ask, and a new one for who asks after its end', async () => {
    const [one, two] = await Promise.all([redisServer.url(), redisServer.url()]);
    expect(one).toBe(two);
    await redisServer.stop();
    await redisServer.stop();
    await expect(withRedis(one, (redis) => redis.ping())).rejects.toThrow();
    expect(await withRedis(await redisServer.url(), (redis) => redis.ping())).toBe('PONG');
  });
});
