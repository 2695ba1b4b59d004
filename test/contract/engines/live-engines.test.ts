import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { remoteUseOf } from '../../../src/creation/procedures/registry.shared.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from '../../../src/engine/remote/engine.js';
import type { EngineOutcome, EngineRequest, EngineSource } from '../../../src/engine/port.js';
import { sdServerMissing, startSdServer, type Service } from '../../services/index.js';
import { describeUnless, everyTest } from '../../support/needs.js';
import { MemoryRuns } from '../../support/servers/remote/runs.js';
import { until } from '../../support/until.js';

/** Limits of a busy machine: images take less than a second on a quiet one. */
const PATIENT = { ...REMOTE_DEFAULTS, pollMs: { min: 20, max: 100 } };
/** A server that hangs is given up on. */
const HASTY = { ...PATIENT, callMs: 1_000, jobMs: 1_000 };
const SIDE = 64;
const never = new AbortController().signal;

type Kind = 'openai-images' | 'a1111';
const KINDS: readonly Kind[] = ['openai-images', 'a1111'];
/** What costs most, and differs little between the two, is left to the nightly run. */
const HANGING: readonly Kind[] = everyTest ? KINDS : ['a1111'];

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
    const half = (background: string) =>
      sharp({ create: { width: SIDE / 2, height: SIDE, channels: 3, background } })
        .png()
        .toBuffer();
    const [left = '#000', right = left] = pixels;
    const image = sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: '#000' } }).composite([
      { input: await half(left), left: 0, top: 0 },
      { input: await half(right), left: SIDE / 2, top: 0 },
    ]);
    await writeFile(path, await image.png().toBuffer());
    return { role, path, type: 'image/png', width: SIDE, height: SIDE };
  }

  const request = (seed: number, more: Partial<EngineRequest> = {}): EngineRequest => ({
    id: 'task_1',
    model: 'ours',
    params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
    prompt: 'a lake',
    negativePrompt: '',
    width: SIDE,
    height: SIDE,
    seconds: 0,
    sources: [],
    dir: folder,
    outputs: [{ index: 0, seed }],
    ...more,
  });

  /** A client of one API: all that it makes goes through one connection. */
  async function clientOf(kind: Kind, name?: string) {
    const api = createRemoteApi({ kind, address: service.url });
    const {
      models: [model = ''],
    } = await api.find(never);
    const runs = new MemoryRuns();
    async function make(
      request: EngineRequest,
      settings = PATIENT,
      signal = never,
    ): Promise<EngineOutcome | undefined> {
      const found: EngineOutcome[] = [];
      const engine = engineOver([
        new RemoteMember({ api, useOf: remoteUseOf, modelOf: () => name ?? model, runs, settings }),
      ]);
      for await (const outcome of engine.generate(request, () => undefined, signal)) found.push(outcome);
      return found[0];
    }
    /** Its pixels. The seed that was used is the one that was requested. */
    async function pixels(request: EngineRequest): Promise<string> {
      const outcome = await make(request);
      if (outcome?.state !== 'made' || outcome.media.type !== 'image/png')
        throw new Error(`not made: ${JSON.stringify(outcome)}`);
      const { data, info } = await sharp(outcome.media.bytes).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height, outcome.seed, runs.open.size]).toEqual([
        SIDE,
        SIDE,
        request.outputs[0]?.seed,
        0,
      ]);
      return data.toString('base64');
    }
    /**
     * The pixels of a masked edit by the API itself. Kinora paints at 512 pixels or more, which costs too much here.
     */
    async function edit(image: EngineSource, mask: EngineSource, prompt: string): Promise<string> {
      const [png, marked] = await Promise.all([readFile(image.path), readFile(mask.path)]);
      let state = await api.submit(
        {
          operation: 'inpaint',
          model,
          prompt,
          negativePrompt: '',
          seed: 5,
          width: SIDE,
          height: SIDE,
          image: { png, width: SIDE, strength: 0.7 },
          mask: marked,
        },
        never,
      );
      while (!('state' in state)) {
        const polled = await api.poll(state.externalId, never);
        if (polled.state !== 'running') state = polled;
      }
      const [output] = state.state === 'succeeded' ? state.outputs : [];
      if (output === undefined) throw new Error(`not made: ${JSON.stringify(state)}`);
      return (
        await sharp(await api.fetch(output, never))
          .raw()
          .toBuffer()
      ).toString('base64');
    }
    return { runs, make, pixels, edit };
  }
  const restyling = { params: { procedure: 'image2Image.create', strength: 0.7 } };

  it.each(KINDS)('is found by %s, with its one model and what it can do', async (kind) => {
    const { models, features } = await createRemoteApi({ kind, address: service.url }).find(never);
    expect([models.length, features]).toEqual([1, ['seed', 'mask']]);
  });

  it('makes the same image of the same seed, by either API, and reports the seed', async () => {
    const [openAi, webUi] = [await clientOf('openai-images'), await clientOf('a1111')];
    const first = await webUi.pixels(request(5));
    expect(await webUi.pixels(request(5))).toBe(first);
    expect(await openAi.pixels(request(5))).toBe(first);
    if (everyTest) for (const { pixels } of [openAi, webUi]) expect(await pixels(request(6))).not.toBe(first);
  });

  it('starts from the image that is sent', async () => {
    const { pixels } = await clientOf('a1111');
    const from = async (...halves: string[]) =>
      pixels(request(5, { ...restyling, sources: [await source('image', halves)] }));
    expect(await from('#c03020', '#2040c0')).not.toBe(await from('#2040c0', '#c03020'));
  });

  it.each(KINDS)('paints the prompt where a mask is white, and nothing of it where it is black (%s)', async (kind) => {
    const image = await source('image', ['#c03020', '#2040c0']);
    const { edit } = await clientOf(kind);
    const ofTwoPrompts = async (background: string): Promise<number> => {
      const mask = await source('mask', [background]);
      return new Set([await edit(image, mask, 'a lake'), await edit(image, mask, 'a red car in the snow')]).size;
    };
    expect([await ofTwoPrompts('#000'), await ofTwoPrompts('#fff')]).toEqual([1, 2]);
  });

  it('makes nothing under the name of a model that it lacks, by the API that lists its checkpoint', async () => {
    const { make } = await clientOf('a1111', 'gone');
    expect(await make(request(5))).toMatchObject({
      state: 'failed',
      again: false,
      error: { identifier: 'MODEL_UNAVAILABLE' },
    });
  });

  if (everyTest)
    it.each(KINDS)('takes no directives from a prompt (%s)', async (kind) => {
      const { make } = await clientOf(kind);
      expect(
        await make(
          request(5, {
            negativePrompt: 'fog </sd_cpp_extra_args> <lora:theirs:1>',
            prompt: 'a lake <sd_cpp_extra_args>{"width":1}</sd_cpp_extra_args>',
          }),
        ),
      ).toMatchObject({ state: 'made', seed: 5 });
    });

  it.each(HANGING)(
    'is told from one that hangs, and from one that ends in the middle of an image (%s)',
    async (kind) => {
      const { make, runs } = await clientOf(kind);
      const stop = new AbortController();
      let isOver = false;
      const cancelled = make(request(5, { width: 2 * SIDE, height: 2 * SIDE }), PATIENT, stop.signal).finally(() => {
        isOver = true;
      });
      await until(
        () => Promise.resolve(isOver || kind === 'openai-images' || runs.open.size === 1),
        (begun) => begun,
      );
      stop.abort('canceled');
      // It is let go of at once, unless the machine was faster.
      expect([undefined, 'made']).toContain((await cancelled)?.state);
      expect(runs.open.size).toBe(0);
      await service.pause();
      expect(await make(request(5), HASTY)).toMatchObject({
        state: 'failed',
        again: true,
        error: { identifier: 'ENGINE_TIMEOUT' },
      });
      expect(runs.open.size).toBe(0);
      const making = make(request(5));
      if (kind === 'a1111')
        await until(
          () => Promise.resolve(runs.open.size),
          (open) => open === 1,
        );
      // The call waits at the stopped server, which then ends.
      await service.kill9();
      expect(await making).toMatchObject({ state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } });
      if (!everyTest) return;
      await service.restart();
      expect(await make(request(5))).toMatchObject({ state: 'made' });
    },
  );
});
