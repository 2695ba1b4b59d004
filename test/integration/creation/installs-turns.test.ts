import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { EngineListed } from '../../../src/creation/engines/engines.shared.js';
import { Installs, type InstallsDeps } from '../../../src/creation/engines/installs/installs.js';
import { InstallStore } from '../../../src/creation/engines/installs/store.js';
import { KEPT_DISK } from '../../../src/engine/install/fit.shared.js';
import { httpAsk } from '../../../src/engine/install/http.js';
import { Hub } from '../../../src/engine/install/hub.js';
import { MODEL_SERVER_DEFAULTS } from '../../../src/engine/install/model-server.js';
import { productError } from '../../../src/kernel/errors.shared.js';
import { err, ok } from '../../../src/kernel/result.js';
import { startHub, type SmallHub } from '../../support/servers/remote/hub.js';
import { until } from '../../support/until.js';

const GB = 1_000_000_000;
const [ONE, OTHER] = ['sdxs-512', 'sd-turbo'] as const;
const OPERATIONS = ['text2Image.create'] as const;

/** Connected engines, whose test images wait until the test lets them. */
class Engines {
  readonly connected = new Map<string, { address: string; enabled: boolean }>();
  readonly log: string[] = [];
  /** Answers of updates in place of the real ones, each once. */
  readonly contended: number[] = [];
  test: InstallsDeps['engines']['test'] = () => Promise.resolve(ok({ picture: '', ms: 7 }));
  afterConnect = (): void => undefined;
  afterUpdate = (): void => undefined;

  readonly port: InstallsDeps['engines'] = {
    // Only what installations read of an engine.
    list: () => Promise.resolve([...this.connected].map(([id, one]) => ({ id, ...one }) as EngineListed)),
    look: (at) => Promise.resolve(ok({ kind: at.kind, address: at.address, models: ['m'] })),
    serves: () => Promise.resolve(ok(OPERATIONS)),
    test: (...given) => this.test(...given),
    connect: (at, name, _offers, id = '') => {
      this.connected.set(id, { address: at.address, enabled: true });
      this.log.push(`connect ${name}`);
      this.afterConnect();
      return Promise.resolve(ok({ id } as EngineListed));
    },
    update: (id, { address, enabled }) => {
      const known = this.connected.get(id);
      if (known === undefined) return Promise.resolve(err(productError('CONFIG_NOT_FOUND')));
      if (this.contended.pop() !== undefined) return Promise.resolve(err(productError('TRY_AGAIN')));
      this.connected.set(id, { address: address ?? known.address, enabled: enabled ?? known.enabled });
      this.afterUpdate();
      return Promise.resolve(ok({ id } as EngineListed));
    },
    remove: (id) => {
      this.connected.delete(id);
      return Promise.resolve(ok(undefined));
    },
  };
}

/** A folder on a disk that can only be read. */
class ReadOnly extends InstallStore {
  override put(): Promise<void> {
    return Promise.reject(Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' }));
  }
}

describe('installations of models beside each other', () => {
  let folder: string;
  let hub: SmallHub;
  let engines: Engines;
  let installs: Installs;
  let ids = 0;
  let free = 100 * GB;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-installs-'));
    hub = await startHub({
      'akleine/sdxs-512/sdxs.safetensors': randomBytes(400_000),
      'stabilityai/sd-turbo/sd_turbo.safetensors': randomBytes(400_000),
    });
    [engines, free] = [new Engines(), 100 * GB];
    installs = open();
  });
  afterEach(async () => {
    await installs.end();
    await hub.close();
    await rm(folder, { recursive: true });
  });

  function open(more: Partial<InstallsDeps> = {}): Installs {
    const ask = httpAsk({});
    return new Installs({
      engines: engines.port,
      random: { uuid: () => `engine-${(ids += 1)}` },
      log: { warn: () => undefined },
      dataDir: folder,
      isHere: true,
      store: new InstallStore(folder),
      server: { ...MODEL_SERVER_DEFAULTS, stopMs: 500 },
      program: { folder: join(folder, 'programs'), configured: resolve('test/support/servers/small-model-server.mjs') },
      files: {
        hub: new Hub(hub.url, ask),
        ask,
        download: { stallMs: 5_000, attempts: 2, pauseMs: { first: 5, max: 20 } },
        freeBytes: () => Promise.resolve(free),
        lookBytes: 50_000,
      },
      machine: () => Promise.resolve({ memoryBytes: 64 * GB, cores: 8, freeBytes: free }),
      ...more,
    });
  }
  const stageOf = async (id: string) => (await installs.list()).models.find((model) => model.id === id)?.install?.stage;
  const reached = (id: string, stage: string) =>
    until(
      () => stageOf(id),
      (now) => now === stage,
    );
  const stored = async (id: string) =>
    JSON.parse(await readFile(join(folder, id, 'install.json'), 'utf8')) as {
      readonly problem?: { readonly reason: string };
    }; // written by the product

  it('are not installed, stopped or removed by a process that does not run them', async () => {
    await installs.install(ONE);
    await reached(ONE, 'running');
    const other = open({ isHere: false });
    for (const press of [other.install(ONE), other.stop(ONE), other.remove(ONE)])
      expect(await press).toMatchObject({
        ok: false,
        error: { identifier: 'INSTALL_REFUSED', params: { reason: 'elsewhere' } },
      });
    expect(await stageOf(ONE)).toBe('running');
    expect(await stored(ONE)).toMatchObject({ wanted: 'running' });
  });

  it('are admitted with what the others will still write, so that two at once do not fill the disk', async () => {
    free = 6.5 * GB + KEPT_DISK - 1 * GB;
    hub.pace = { bytes: 10_000, ms: 50 };
    const [first, second] = await Promise.all([installs.install(OTHER), installs.install(ONE)]);
    expect([first, second]).toMatchObject([
      { ok: true },
      { ok: false, error: { identifier: 'INSTALL_REFUSED', params: { reason: 'disk' } } },
    ]);
    expect((await installs.list()).models.find(({ id }) => id === ONE)?.misfit?.reason).toBe('disk');
  });

  it('stop while they download when the disk falls under what is kept free, and keep what came', async () => {
    hub.pace = { bytes: 20_000, ms: 20 };
    await installs.install(ONE);
    await until(
      async () => (await installs.list()).models.find(({ id }) => id === ONE)?.install?.progress?.done ?? 0,
      (bytes) => bytes > 100_000,
    );
    free = KEPT_DISK - 1;
    await reached(ONE, 'failed');
    expect(await stored(ONE)).toMatchObject({ problem: { reason: 'room' } });
    [hub.pace, free] = [undefined, 100 * GB];
    await installs.install(ONE);
    await reached(ONE, 'running');
    expect(Number(/\d+/.exec(hub.requests.at(-1)?.range ?? '0')?.[0])).toBeGreaterThan(0);
  });

  it('can be cancelled while they wait for the processor, and start later', async () => {
    let release = (): void => undefined;
    engines.test = () =>
      new Promise((done) => {
        release = () => {
          done(ok({ picture: '', ms: 7 }));
        };
      });
    await installs.install(ONE);
    await reached(ONE, 'measuring');
    await installs.install(OTHER);
    await reached(OTHER, 'waiting');
    expect(await installs.stop(OTHER)).toMatchObject({ ok: true });
    expect(await stageOf(OTHER)).toBe('stopped');
    engines.test = () => Promise.resolve(ok({ picture: '', ms: 7 }));
    release();
    await reached(ONE, 'running');
    expect([await stageOf(OTHER), engines.log]).toEqual(['stopped', ['connect SDXS-512']]);
    await installs.install(OTHER);
    await reached(OTHER, 'running');
  });

  it('keep one engine: after a crash while it was connected, and while others change it', async () => {
    engines.afterConnect = () => {
      throw new Error('the process has died');
    };
    await installs.install(ONE);
    await reached(ONE, 'failed');
    engines.afterConnect = () => undefined;
    engines.contended.push(1, 2);
    await installs.install(ONE);
    await reached(ONE, 'running');
    expect([engines.connected.size, engines.log]).toEqual([1, ['connect SDXS-512']]);
  });

  it('switch their engine on again only if it was switched off with them', async () => {
    await installs.install(ONE);
    await reached(ONE, 'running');
    const isOn = () => [...engines.connected.values()].map(({ enabled }) => enabled);
    await installs.stop(ONE);
    expect(isOn()).toEqual([false]);
    await installs.install(ONE);
    await reached(ONE, 'running');
    expect(isOn()).toEqual([true]);
    for (const one of engines.connected.values()) one.enabled = false;
    await installs.stop(ONE);
    await installs.install(ONE);
    await reached(ONE, 'running');
    expect(isOn()).toEqual([false]);
    await installs.end();
    installs = open();
    await installs.begin();
    await reached(ONE, 'running');
    expect([isOn(), engines.log]).toEqual([[false], ['connect SDXS-512']]);
  });

  it('switch their engine on again after a crash while it was switched off', async () => {
    await installs.install(ONE);
    await reached(ONE, 'running');
    engines.afterUpdate = () => {
      throw new Error('the process has died');
    };
    await expect(installs.stop(ONE)).rejects.toThrow('died');
    engines.afterUpdate = () => undefined;
    expect([...engines.connected.values()].map(({ enabled }) => enabled)).toEqual([false]);
    await installs.install(ONE);
    await reached(ONE, 'running');
    expect([...engines.connected.values()].map(({ enabled }) => enabled)).toEqual([true]);
  });

  it('are refused where their folder may not be written', async () => {
    await installs.end();
    installs = open({ store: new ReadOnly(folder) });
    expect(await installs.install(ONE)).toMatchObject({
      ok: false,
      error: { identifier: 'INSTALL_REFUSED', params: { reason: 'unwritable' } },
    });
  });

  it('fail before the download where the program cannot be had', async () => {
    await installs.end();
    installs = open({ program: { folder: join(folder, 'programs'), configured: join(folder, 'not-there') } });
    await installs.install(ONE);
    await reached(ONE, 'failed');
    expect([(await stored(ONE)).problem?.reason, hub.requests]).toEqual(['tools', []]);
  });
});
