import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { download, type DownloadSettings } from '../../../src/engine/install/download.js';
import type { InstallableModel } from '../../../src/engine/install/catalogue.js';
import { InstallFault } from '../../../src/engine/install/fault.js';
import { httpAsk } from '../../../src/engine/install/http.js';
import { Hub, type FileDigest } from '../../../src/engine/install/hub.js';
import { fetchFiles, type FetchDeps } from '../../../src/creation/engines/installs/fetch-files.js';
import { startHub, type SmallHub } from '../../support/servers/remote/hub.js';
import { certificateFor } from '../../support/servers/remote/tls.js';

const MEGABYTE = 1_048_576;
const WEIGHTS = 'maker/model/deep/weights.gguf';
const HASTY: DownloadSettings = { stallMs: 300, attempts: 3, pauseMs: { first: 5, max: 20 } };
/** Room enough for a test, and for what stays free. */
const ROOM = 2_000_000_000;
const model: Pick<InstallableModel, 'files'> = {
  files: [
    { option: '--model', repository: 'maker/model', path: 'deep/weights.gguf', revision: 'main', aboutBytes: MEGABYTE },
  ],
};
/** Downloads in a process whose files may have 512 KiB, as on a disk that fills up. Prints the reason. */
const ON_A_SMALL_DISK = [
  '-c',
  'ulimit -S -f 1024; exec "$0" "$@"',
  process.execPath,
  '--input-type=module',
  '-e',
  `
  const [{ download }, { httpAsk }] = await Promise.all(['download', 'http'].map((name) => import(process.cwd() + '/dist/engine/install/' + name + '.js')));
  const [url, path, bytes, sha256] = process.argv.slice(1);
  const wanted = { url: new URL(url), path, expected: { bytes: Number(bytes), sha256 }, onProgress: () => undefined, signal: new AbortController().signal };
  await download(wanted, httpAsk({})).then(() => console.log('whole'), ({ reason }) => console.log(reason));
`,
] as const;
const never = new AbortController().signal;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('bringing the files of a model', () => {
  const weights = randomBytes(MEGABYTE);
  let hub: SmallHub;
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-models-'));
    hub = await startHub({ [WEIGHTS]: weights });
  });
  afterEach(async () => {
    await hub.close();
    await rm(folder, { recursive: true });
  });

  /** @returns the highest progress that was told */
  async function bring(
    more: Partial<FetchDeps> = {},
    {
      signal = never,
      known = {},
    }: { readonly signal?: AbortSignal; readonly known?: Readonly<Record<string, FileDigest>> } = {},
  ) {
    const ask = httpAsk({});
    const verified: Record<string, FileDigest> = {};
    let furthest = 0;
    await fetchFiles(
      model,
      folder,
      known,
      { hub: new Hub(hub.url, ask), ask, download: HASTY, freeBytes: () => Promise.resolve(ROOM), ...more },
      {
        signal,
        onFile: (name, stated) => {
          verified[name] = stated;
          return Promise.resolve();
        },
        onProgress: (done) => {
          furthest = Math.max(furthest, done);
        },
      },
    );
    return { verified, furthest };
  }
  const reasonOf = (bringing: Promise<unknown>) =>
    bringing.then(
      () => 'nothing',
      (error: unknown) => (error instanceof InstallFault ? error.reason : error),
    );
  const names = async () => (await readdir(folder)).toSorted();

  it('takes size and checksum from the hub, and tells its progress', async () => {
    expect(await bring()).toEqual({
      verified: { 'weights.gguf': { bytes: MEGABYTE, sha256: sha256(weights) } },
      furthest: MEGABYTE,
    });
    expect(await names()).toEqual(['weights.gguf']);
    expect(sha256(await readFile(join(folder, 'weights.gguf')))).toBe(sha256(weights));
  });

  it('does not download again what was verified', async () => {
    const { verified } = await bring();
    expect(await bring({}, { known: verified })).toEqual({ verified: {}, furthest: 0 });
    expect(hub.requests.length).toBe(1);
  });

  it('reads the checksum of a mirror from its list of files, and refuses one that states none', async () => {
    hub.states = 'tree';
    expect((await bring()).verified).toEqual({ 'weights.gguf': { bytes: MEGABYTE, sha256: sha256(weights) } });
    hub.states = 'nothing';
    await rm(join(folder, 'weights.gguf'));
    expect(await reasonOf(bring())).toBe('unstated');
  });

  it('says that a mirror answers with a page for people instead of its list', async () => {
    hub.states = 'page';
    await expect(bring()).rejects.toMatchObject({
      reason: 'unstated',
      message: expect.stringContaining('answered text/html instead of its list of files'),
    });
  });

  it('goes on where a connection was cut or fell silent', async () => {
    hub.troubles.push({ kind: 'cut', after: 400_000 }, { kind: 'stall', after: 300_000 });
    expect((await bring()).furthest).toBe(MEGABYTE);
    const starts = hub.requests.map(({ range }) => Number(/\d+/.exec(range ?? '0')?.[0]));
    expect(starts.length).toBe(3);
    expect(starts[1]).toBeGreaterThan(0);
    expect(starts[2]).toBeGreaterThan(starts[1] ?? 0);
    expect(hub.requests[1]?.ifRange).toMatch(/^"[0-9a-f]{16}"$/);
    expect(await names()).toEqual(['weights.gguf']);
  });

  it('goes on after it was stopped, and begins anew when the hub has another version', async () => {
    const stop = new AbortController();
    hub.pace = { bytes: 65_536, ms: 5 };
    const stopped = fetchUntil(200_000, stop);
    await expect(stopped).rejects.toBe('enough');
    hub.pace = undefined;
    await bring();
    expect(Number(/\d+/.exec(hub.requests.at(-1)?.range ?? '0')?.[0])).toBeGreaterThan(0);
    await rm(join(folder, 'weights.gguf'));
    const again = new AbortController();
    hub.pace = { bytes: 65_536, ms: 5 };
    await expect(fetchUntil(200_000, again)).rejects.toBe('enough');
    hub.pace = undefined;
    const newer = randomBytes(MEGABYTE);
    hub.files.set(WEIGHTS, newer);
    await bring();
    expect(hub.requests.at(-1)?.range).toBeUndefined();
    expect(sha256(await readFile(join(folder, 'weights.gguf')))).toBe(sha256(newer));
  });

  async function fetchUntil(bytes: number, stop: AbortController): Promise<void> {
    const ask = httpAsk({});
    const expected = await new Hub(hub.url, ask).digestOf(
      { repository: 'maker/model', path: 'deep/weights.gguf', revision: 'main' },
      never,
    );
    await download(
      {
        url: new URL(`${hub.url}/maker/model/resolve/main/deep/weights.gguf`),
        path: join(folder, 'weights.gguf'),
        expected,
        signal: stop.signal,
        onProgress: (done) => {
          if (done > bytes) stop.abort('enough');
        },
      },
      ask,
      HASTY,
    );
  }

  it('uses nothing whose bytes or size differ from the stated ones', async () => {
    hub.troubles.push({ kind: 'other' });
    expect(await reasonOf(bring())).toBe('corrupt');
    expect(await names()).toEqual([]);
    hub.statedBytes = MEGABYTE + 1;
    expect(await reasonOf(bring())).toBe('corrupt');
    hub.statedBytes = MEGABYTE - 1;
    expect(await reasonOf(bring())).toBe('corrupt');
    expect((await names()).filter((name) => name === 'weights.gguf')).toEqual([]);
  });

  it('begins once more when parts of two sources do not fit together', async () => {
    hub.tagged = false;
    hub.troubles.push({ kind: 'cut', after: 100_000 }, { kind: 'other' });
    await bring();
    expect(hub.requests.map(({ range }) => range === undefined)).toEqual([true, false, true]);
    expect(sha256(await readFile(join(folder, 'weights.gguf')))).toBe(sha256(weights));
  });

  it('says who has to act: nothing there, an account required, nobody there', async () => {
    hub.troubles.push({ kind: 'status', status: 403 });
    expect(await reasonOf(bring())).toBe('denied');
    hub.troubles.push(
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
      { kind: 'status', status: 503 },
    );
    expect(await reasonOf(bring())).toBe('away');
    hub.troubles.push({ kind: 'status', status: 503 });
    await bring();
    await rm(join(folder, 'weights.gguf'));
    hub.files.clear();
    expect(await reasonOf(bring())).toBe('gone');
    const ask = httpAsk({});
    expect(await reasonOf(bring({ hub: new Hub('http://127.0.0.1:9', ask) }))).toBe('away');
  });

  it('looks for room before the first byte', async () => {
    expect(await reasonOf(bring({ freeBytes: () => Promise.resolve(1_000_000_000) }))).toBe('room');
    expect(hub.requests).toEqual([]);
  });

  it('says so when the disk fills up on the way, and goes on when there is room', async () => {
    const { stdout } = await promisify(execFile)('sh', [
      ...ON_A_SMALL_DISK,
      `${hub.url}/maker/model/resolve/main/deep/weights.gguf`,
      join(folder, 'weights.gguf'),
      String(MEGABYTE),
      sha256(weights),
    ]);
    expect(stdout.trim()).toBe('room');
    expect(await names()).toEqual(['weights.gguf.part', 'weights.gguf.part.json']);
    await bring();
    expect(Number(/\d+/.exec(hub.requests.at(-1)?.range ?? '0')?.[0])).toBeGreaterThan(0);
    expect(await names()).toEqual(['weights.gguf']);
  });

  it('takes what was brought along instead, unless the checksum beside it differs', async () => {
    const brought = await mkdtemp(join(tmpdir(), 'kinora-brought-'));
    try {
      await mkdir(join(brought, 'maker/model/deep'), { recursive: true });
      const path = join(brought, 'maker/model/deep/weights.gguf');
      await writeFile(path, weights);
      await hub.close();
      expect((await bring({ broughtFolder: brought })).verified).toEqual({
        'weights.gguf': { bytes: MEGABYTE, sha256: sha256(weights) },
      });
      await rm(join(folder, 'weights.gguf'));
      await writeFile(`${path}.sha256`, `${'0'.repeat(64)}  weights.gguf\n`);
      expect(await reasonOf(bring({ broughtFolder: brought }))).toBe('corrupt');
      expect(await names()).toEqual([]);
    } finally {
      hub = await startHub();
      await rm(brought, { recursive: true });
    }
  });
});

describe('the proxy of the environment', () => {
  const seen: string[] = [];
  let proxy: Server;
  let hub: SmallHub;
  beforeAll(async () => {
    hub = await startHub({ [WEIGHTS]: Buffer.from('weights') });
    const target = new URL(hub.url);
    proxy = createServer((request, response) => {
      seen.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers['proxy-authorization'] ?? ''}`);
      response.writeHead(200, { 'x-linked-size': '7', 'x-linked-etag': `"${sha256(Buffer.from('weights'))}"` }).end();
    }).on('connect', (request, socket) => {
      seen.push(`CONNECT ${request.url ?? ''}`);
      const through = connect(Number(target.port), target.hostname, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      for (const one of [through, socket]) one.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => {
      proxy.listen(0, '127.0.0.1', resolve);
    });
  });
  afterAll(async () => {
    proxy.close();
    await hub.close();
  });

  it('is asked for the whole address by http, and for a tunnel by https', async () => {
    const address = `http://me:secret@127.0.0.1:${(proxy.address() as AddressInfo).port}`; // a TCP server's
    const ask = httpAsk({ http: address, https: address, none: '.internal.example' });
    const file = { repository: 'maker/model', path: 'deep/weights.gguf', revision: 'main' };
    expect(await new Hub('http://hub.example', ask).digestOf(file, never)).toMatchObject({ bytes: 7 });
    // What answers behind the tunnel speaks no TLS.
    await expect(new Hub('https://hub.example', ask).digestOf(file, never)).rejects.toMatchObject({ reason: 'away' });
    expect(seen).toEqual([
      `HEAD http://hub.example/maker/model/resolve/main/deep/weights.gguf Basic ${Buffer.from('me:secret').toString('base64')}`,
      'CONNECT hub.example:443',
    ]);
  });
});

/**
 * Downloads a file by https through a proxy, in a process that trusts another authority. Prints the SHA-256 of what
 * came.
 */
const BEHIND_A_PROXY = [
  '--input-type=module',
  '-e',
  `
  const [{ download, sha256Of }, { httpAsk }, { Hub }] = await Promise.all(['download', 'http', 'hub'].map((name) => import(process.cwd() + '/dist/engine/install/' + name + '.js')));
  const [proxy, path] = process.argv.slice(1);
  const [ask, signal] = [httpAsk({ https: proxy }), new AbortController().signal];
  const hub = new Hub('https://hub.example', ask);
  const file = { repository: 'maker/model', path: 'deep/weights.gguf', revision: 'main' };
  await download({ url: hub.addressOf(file), path, expected: await hub.digestOf(file, signal), onProgress: () => undefined, signal }, ask);
  console.log(await sha256Of(path, signal));
`,
] as const;

describe('a hub by https behind a proxy', () => {
  it('is reached through the tunnel, by its own name and certificate, also for ranges', async () => {
    const weights = randomBytes(300_000);
    const folder = await mkdtemp(join(tmpdir(), 'kinora-proxied-'));
    const { ca, ...own } = await certificateFor('hub.example', Date.now());
    const requests: string[] = [];
    const hub = createTlsServer(own, (request, response) => {
      requests.push(`${request.method ?? ''} ${request.headers.host ?? ''} ${request.headers.range ?? ''}`.trim());
      response.setHeader('x-linked-size', weights.length).setHeader('x-linked-etag', `"${sha256(weights)}"`);
      const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
      if (request.method === 'HEAD') response.end();
      // The first answer is cut in the middle.
      else if (from === 0)
        response.setHeader('content-length', weights.length).write(weights.subarray(0, 100_000), () => {
          setTimeout(() => {
            response.destroy();
          }, 50);
        });
      else
        response
          .writeHead(206, { 'content-range': `bytes ${from}-${weights.length - 1}/${weights.length}` })
          .end(weights.subarray(from));
    });
    const tunnels: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      tunnels.push(request.url ?? '');
      const through = connect((hub.address() as AddressInfo).port, '127.0.0.1', () => {
        // a TCP server's
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        through.pipe(socket).pipe(through);
      });
      for (const [one, other] of [
        [through, socket],
        [socket, through],
      ] as const)
        one
          .on('error', () => undefined)
          .once('close', () => {
            other.destroy();
          });
    });
    try {
      await Promise.all(
        [hub, proxy].map(
          (one) =>
            new Promise<void>((resolve) => {
              one.listen(0, '127.0.0.1', resolve);
            }),
        ),
      );
      await writeFile(join(folder, 'ca.pem'), ca);
      const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') };
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [...BEHIND_A_PROXY, `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, join(folder, 'weights')],
        { env, timeout: 30_000 },
      );
      expect(stdout.trim()).toBe(sha256(weights));
      expect(requests[0]).toBe('HEAD hub.example');
      expect(requests.at(-1)).toMatch(/^GET hub\.example bytes=[1-9]\d*-$/);
      expect(new Set(tunnels)).toEqual(new Set(['hub.example:443']));
    } finally {
      hub.closeAllConnections();
      await Promise.all(
        [hub, proxy].map(
          (one) =>
            new Promise((resolve) => {
              one.close(resolve);
            }),
        ),
      );
      await rm(folder, { recursive: true });
    }
  });
});
