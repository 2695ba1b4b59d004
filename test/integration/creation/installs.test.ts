import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { isSameProcess } from '../../../src/platform/machine/process-identity.js';
import { claimAdmin, creating, PATIENCE, requestEnvelope, type Creator } from '../../support/people/creating.js';
import { sdServerMissing } from '../../services/index.js';
import { programPath } from '../../services/programs.mjs';
import { describeUnless, everyTest } from '../../support/needs.js';
import { startHub, type SmallHub } from '../../support/servers/remote/hub.js';
import { startServer } from '../../support/servers/server.js';
import { refusalOf } from '../../support/refusal.js';
import { until } from '../../support/until.js';

const MODEL = 'sdxs-512';
const WEIGHTS = 'akleine/sdxs-512/sdxs.safetensors';
const SIZE = 2_000_000;
const MENTION = 'An image model can be installed on this machine';

describe('installing a model by one press', () => {
  let hub: SmallHub;
  beforeAll(async () => {
    hub = await startHub({ [WEIGHTS]: randomBytes(SIZE) });
  }, PATIENCE);
  const env = () => ({ HF_ENDPOINT: hub.url, SD_SERVER_PATH: resolve('test/support/servers/small-model-server.mjs') });
  const me = creating('installs', env);
  let admin: Creator;
  let firstOutput = '';
  beforeAll(async () => {
    admin = await me.arrive();
    await claimAdmin(me, admin);
    firstOutput = await until(
      () => Promise.resolve(me.server.output()),
      (output) => output.includes(MENTION),
    );
    await me.give(admin, 10);
  }, PATIENCE);
  afterAll(() => hub.close(), PATIENCE);

  const installs = () => admin.api.engines.installs;
  const found = async () => (await installs().list.query()).models.find(({ id }) => id === MODEL);
  const reached = (stage: string) =>
    until(
      async () => (await found())?.install,
      (install) => install?.stage === stage,
    );
  const folder = () => join(me.dataDir, 'models', MODEL);
  const served = async () =>
    JSON.parse(await readFile(join(folder(), 'server.pid'), 'utf8')) as {
      readonly pid: number;
      readonly startedAt: string;
    }; // written by the product
  const offered = async () =>
    (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.find(
      ({ name }) => name === 'SDXS-512',
    );

  it(
    'is for administrators, and lists each model with its licence and whether it fits',
    async () => {
      expect(await refusalOf(me.api.engines.installs.list.query())).toMatchObject({ identifier: 'PERMISSION_ERROR' });
      expect(await refusalOf(me.api.engines.installs.install.mutate({ modelId: MODEL }))).toMatchObject({
        identifier: 'PERMISSION_ERROR',
      });
      const { isHere, machine, models } = await installs().list.query();
      expect([isHere, machine.cores > 0, machine.memoryBytes > 0, machine.freeBytes > 0]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      expect(models.find(({ id }) => id === 'sd-turbo')?.licence.use).toBe('noncommercial');
      expect(models.find(({ id }) => id === MODEL)).toMatchObject({
        side: 512,
        licence: { use: 'restricted' },
        procedures: expect.arrayContaining(['text2Image.create', 'imageTools.painting']),
      });
      // `programs` is a folder beside those of models.
      for (const call of ['install', 'stop', 'remove'] as const)
        expect(await refusalOf(installs()[call].mutate({ modelId: 'programs' }))).toMatchObject({
          identifier: 'CONFIG_NOT_FOUND',
        });
      expect(await refusalOf(installs().stop.mutate({ modelId: MODEL }))).toMatchObject({
        identifier: 'CONFIG_NOT_FOUND',
      });
    },
    PATIENCE,
  );

  it(
    'keeps what it has when the server is killed in the middle, and goes on by itself',
    async () => {
      hub.pace = { bytes: 65_536, ms: 100 };
      await installs().install.mutate({ modelId: MODEL });
      await until(
        async () => (await found())?.install?.progress?.done ?? 0,
        (bytes) => bytes > SIZE / 4,
      );
      expect((await readdir(folder())).toSorted()).toEqual([
        'install.json',
        'sdxs.safetensors.part',
        'sdxs.safetensors.part.json',
      ]);
      await me.server.kill9();
      hub.pace = undefined;
      const { port } = me.server;
      const again = await startServer({ dataDir: me.dataDir, port, env: { ROLES: 'api,worker,projector', ...env() } });
      try {
        // The list may have read the engines just before it was connected.
        expect(
          await until(
            () => reached('running'),
            (install) => install?.isConnected === true,
          ),
        ).toMatchObject({ imageMs: expect.any(Number) });
        expect(
          [firstOutput, me.server.output(), again.output()].map((output) => output.split(MENTION).length - 1),
        ).toEqual([1, 0, 0]);
        expect(Number(/\d+/.exec(hub.requests.at(-1)?.range ?? '0')?.[0])).toBeGreaterThan(SIZE / 8);
        const model = await offered();
        expect(model).toMatchObject({ longSide: 512, tier: 'free', cost: { perOutput: 1 } });
        const { id } = await admin.api.text2Image.create.mutate({
          ...requestEnvelope(model?.id ?? ''),
          prompt: 'a lake',
          seed: 3,
          count: 1,
        });
        expect(await admin.settled(id)).toMatchObject({
          status: 'succeeded',
          captured: 1,
          outputs: [{ state: 'ready', type: 'image/png', width: 512, height: 512 }],
        });
        const { engines } = await admin.api.engines.list.query();
        expect(engines).toMatchObject([{ kind: 'a1111', name: 'SDXS-512', enabled: true }]);
        const before = await served();
        await again.kill9();
        expect(await isSameProcess(before.pid, before.startedAt)).toBe(true);
        // Whoever takes over ends the child that was left.
        const third = await startServer({
          dataDir: me.dataDir,
          port,
          env: { ROLES: 'api,worker,projector', ...env() },
        });
        try {
          await reached('running');
          expect(await isSameProcess(before.pid, before.startedAt)).toBe(false);
          const now = await served();
          await installs().stop.mutate({ modelId: MODEL });
          expect([
            (await found())?.install?.stage,
            await isSameProcess(now.pid, now.startedAt),
            await offered(),
          ]).toEqual(['stopped', false, undefined]);
          await installs().install.mutate({ modelId: MODEL });
          await reached('running');
          expect((await offered())?.id).toBe(model?.id);
          await installs().remove.mutate({ modelId: MODEL });
          expect([(await found())?.install, (await admin.api.engines.list.query()).engines, await offered()]).toEqual([
            undefined,
            [],
            undefined,
          ]);
          await expect(readdir(folder())).rejects.toMatchObject({ code: 'ENOENT' });
          const records = (await admin.api.operatorLog.list.query({})).records.filter(({ what }) =>
            /installs\.(install|stop|remove)$/.test(what),
          );
          expect(records.map(({ what, subjects }) => [what, subjects])).toContainEqual([
            'engines.installs.remove',
            { modelId: MODEL },
          ]);
        } finally {
          await third.stop();
        }
      } finally {
        await again.stop();
      }
    },
    PATIENCE,
  );
});

if (everyTest)
  describeUnless(sdServerMissing(), 'installing a model of stable-diffusion.cpp from a mirror', () => {
    let hub: SmallHub;
    beforeAll(async () => {
      const [path, hash] = [programPath('sd-weights'), createHash('sha256')];
      await pipeline(createReadStream(path), hash);
      hub = await startHub({ [WEIGHTS]: { path, sha256: hash.digest('hex') } });
      hub.troubles.push({ kind: 'cut', after: 300_000_000 });
    }, PATIENCE);
    const me = creating('live-installs', () => ({ HF_ENDPOINT: hub.url, SD_SERVER_PATH: programPath('sd-server') }));
    afterAll(() => hub.close(), PATIENCE);

    it(
      'loads the weights after a cut, measures an image, and makes one by the product',
      async () => {
        const admin = await me.arrive();
        await claimAdmin(me, admin);
        await me.give(admin, 10);
        await admin.api.engines.installs.install.mutate({ modelId: MODEL });
        const found = async () =>
          (await admin.api.engines.installs.list.query()).models.find(({ id }) => id === MODEL)?.install;
        const install = await until(found, (now) => now?.stage === 'running' || now?.stage === 'failed');
        expect(install).toMatchObject({ stage: 'running', isConnected: true });
        expect(install?.imageMs).toBeGreaterThan(100);
        expect(hub.requests.map(({ range }) => range !== undefined)).toEqual([false, true]);
        expect((await admin.api.engines.installs.log.query({ modelId: MODEL })).text).toContain('sdxs.safetensors');
        const model = (await admin.api.catalog.models.query({ procedure: 'text2Image.create' })).models.find(
          ({ name }) => name === 'SDXS-512',
        );
        const { id } = await admin.api.text2Image.create.mutate({
          ...requestEnvelope(model?.id ?? ''),
          prompt: 'a lake',
          seed: 3,
          count: 1,
        });
        expect(await admin.settled(id)).toMatchObject({
          status: 'succeeded',
          captured: 1,
          outputs: [{ state: 'ready', seed: 3, width: 512, height: 512 }],
        });
        // Noise of the real program, not a plain image.
        const { channels } = await sharp(await admin.bytesOf(`/api/media/${id}/0`)).stats();
        expect(channels[0]?.stdev).toBeGreaterThan(1);
      },
      PATIENCE,
    );
  });
