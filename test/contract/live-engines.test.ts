import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createRemoteApi } from '../../src/engine/remote/apis.js';
import { createRemoteEngine, REMOTE_DEFAULTS } from '../../src/engine/remote/engine.js';
import type { EngineOutcome, EngineRequest, EngineSource } from '../../src/engine/port.js';
import { sdServerMissing, startSdServer, type Service } from '../services/index.js';
import { describeUnless } from '../support/needs.js';
import { MemoryRuns } from '../support/servers/remote/runs.js';
import { until } from '../support/until.js';

/** A server that hangs is given up on after this; its images take less than a second on a quiet machine. */
const PATIENCE = { ...REMOTE_DEFAULTS, pollMs: { min: 20, max: 100 } };
const HASTY = { ...PATIENCE, callMs: 1_000, jobMs: 1_000 };
const SIDE = 64;
const never = new AbortController().signal;

type Kind = 'openai-images' | 'a1111';
const FEATURES = ['seed', 'mask'];

describeUnless(sdServerMissing(), 'the server of stable-diffusion.cpp, driven for real', () => {
  let service: Service;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'live-engines-'));
    service = await startSdServer();
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  async function source(role: 'image' | 'mask', pixels: readonly string[]): Promise<EngineSource> {
    const path = join(folder, `${role}-${pixels.join('')}`);
    // The left and the right half.
    const half = (background: string) => sharp({ create: { width: SIDE / 2, height: SIDE, channels: 3, background } }).png().toBuffer();
    const [left = '#000', right = left] = pixels;
    const image = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000' } }).composite([{ input: await half(left), left: 0, top: 0 }, { input: await half(right), left: SIDE / 2, top: 0 }]);
    await writeFile(path, await image.png().toBuffer());
    return { role, path, type: 'image/png', width: SIDE, height: SIDE };
  }

  describe.each<Kind>(['openai-images', 'a1111'])('by %s', (kind) => {
    const runs = new MemoryRuns();
    const api = () => createRemoteApi({ kind, address: service.url });
    let model = '';
    const request = (seed: number, more: Partial<EngineRequest> = {}): EngineRequest => ({
      id: 'task_1', model: 'ours', params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' }, prompt: 'a lake', negativePrompt: 'fog', width: SIDE, height: SIDE, seconds: 0, sources: [], dir: folder,
      outputs: [{ index: 0, seed }], ...more,
    });
    const engineWith = (settings = PATIENCE, name = (): string => model, by = api()) => createRemoteEngine({ api: by, modelOf: name, runs, settings });
    async function make(asked: EngineRequest, by = engineWith(), signal = never): Promise<EngineOutcome | undefined> {
      const found: EngineOutcome[] = [];
      for await (const outcome of by.generate(asked, () => undefined, signal)) found.push(outcome);
      return found[0];
    }
    async function pixels(asked: EngineRequest): Promise<string> {
      const outcome = await make(asked);
      if (outcome?.state !== 'made' || outcome.media.type !== 'image/png') throw new Error(`not made: ${JSON.stringify(outcome)}`);
      const { data, info } = await sharp(outcome.media.bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, outcome.seed]).toEqual([SIDE, SIDE, asked.outputs[0]?.seed]);
      return data.toString('base64');
    }
    beforeAll(async () => { [model = ''] = (await api().find(never)).models; });
    afterEach(() => { expect(runs.open.size).toBe(0); });

    it('is found with its one model and what it can do', async () => {
      const { models, features } = await api().find(never);
      expect([models.length, features]).toEqual([1, FEATURES]);
    });

    it('makes the same image of the same seed, another of another, and reports the seed', async () => {
      const first = await pixels(request(5));
      expect(await pixels(request(5))).toBe(first);
      expect(await pixels(request(6))).not.toBe(first);
    });

    it('starts from an image, and repaints it where a mask is white', async () => {
      const image = await source('image', ['#c03020', '#2040c0']);
      const params = { procedure: 'imageTools.painting', strength: 0.7 };
      const whole = await pixels(request(5, { params, sources: [image] }));
      const left = await pixels(request(5, { params, sources: [image, await source('mask', ['#fff', '#000'])] }));
      const right = await pixels(request(5, { params, sources: [image, await source('mask', ['#000', '#fff'])] }));
      expect(new Set([whole, left, right, await pixels(request(5))]).size).toBe(4);
    });

    it('lets go of an image that is cancelled, and makes the next', async () => {
      const stop = new AbortController();
      const making = make(request(5), engineWith(), stop.signal);
      stop.abort('canceled');
      expect(await making).toBeUndefined();
      expect(await make(request(5))).toMatchObject({ state: 'made' });
    });

    it('is told from one that hangs, and from one that ends in the middle of an image', async () => {
      const by = api();
      expect(await make(request(5), engineWith(PATIENCE, undefined, by))).toMatchObject({ state: 'made' });
      await service.pause();
      expect(await make(request(5), engineWith(HASTY, undefined, by))).toMatchObject({ state: 'failed', again: true, error: { identifier: 'ENGINE_TIMEOUT' } });
      const making = make(request(5), engineWith(PATIENCE, undefined, by));
      // The call waits at the stopped server, which then ends.
      if (kind === 'a1111') await until(() => Promise.resolve(runs.open.size), (open) => open === 1);
      await service.kill9();
      expect(await making).toMatchObject({ state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } });
      await service.restart();
      expect(await make(request(5), engineWith(PATIENCE, undefined, by))).toMatchObject({ state: 'made' });
    });
  });

  it('makes nothing under the name of a model that it lacks, by the API that lists its checkpoint', async () => {
    const engine = createRemoteEngine({ api: createRemoteApi({ kind: 'a1111', address: service.url }), modelOf: () => 'gone', runs: new MemoryRuns(), settings: PATIENCE });
    const request: EngineRequest = { id: 'task_1', model: 'ours', params: { procedure: 'text2Image.create' }, prompt: 'a lake', negativePrompt: '', width: SIDE, height: SIDE, seconds: 0, sources: [], dir: folder, outputs: [{ index: 0, seed: 1 }] };
    for await (const outcome of engine.generate(request, () => undefined, never)) expect(outcome).toMatchObject({ state: 'failed', again: false, error: { identifier: 'MODEL_UNAVAILABLE' } });
  });
});
