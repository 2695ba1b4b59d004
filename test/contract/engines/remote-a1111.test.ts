import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { Agent } from 'undici';
import { remoteUseOf } from '../../../src/creation/procedures/registry.shared.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from '../../../src/engine/remote/engine.js';
import type { EngineOutcome, EngineProgress, EngineRequest } from '../../../src/engine/port.js';
import { startA1111, type SmallA1111 } from '../../support/servers/remote/a1111.js';
import { MemoryRuns } from '../../support/servers/remote/runs.js';
import { until } from '../../support/until.js';

const QUICK = { ...REMOTE_DEFAULTS, pollMs: { min: 5, max: 10 } };
const never = new AbortController().signal;
const request = (prompt: string, more: Partial<EngineRequest> = {}): EngineRequest => ({
  id: 'task_1',
  model: 'ours',
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '3:2' },
  prompt,
  negativePrompt: 'fog',
  width: 192,
  height: 128,
  seconds: 0,
  sources: [],
  dir: tmpdir(),
  outputs: [{ index: 0, seed: 5 }],
  ...more,
});

describe('the API of AUTOMATIC1111', () => {
  let server: SmallA1111;
  let runs: MemoryRuns;
  beforeEach(async () => {
    server = await startA1111();
    runs = new MemoryRuns();
  });
  afterEach(async () => {
    await server.close();
  });

  const at = () => ({ kind: 'a1111' as const, address: server.url, key: server.key });
  const bodies = (path: string): readonly unknown[] =>
    server.received
      .filter((one) => one.path === `/sdapi/v1/${path}`)
      .map(({ body }): unknown => JSON.parse(body.toString('utf8')));
  async function make(
    request: EngineRequest,
    model = 'dreamy_v2.safetensors',
    signal = never,
    seen: EngineProgress[] = [],
  ): Promise<readonly EngineOutcome[]> {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi(at()),
        useOf: remoteUseOf,
        modelOf: () => model,
        loraOf: (id) => Promise.resolve(id),
        runs,
        settings: QUICK,
      }),
    ]);
    const found: EngineOutcome[] = [];
    for await (const outcome of engine.generate(request, (progress) => seen.push(progress), signal))
      found.push(outcome);
    return found;
  }

  it('lists checkpoints and says what the server can do', async () => {
    expect(await createRemoteApi(at()).find(never)).toEqual({
      models: ['dreamy_v2.safetensors', 'upscalers/R-ESRGAN 4x+'],
      features: ['seed', 'mask', 'lora', 'upscale', 'progress', 'preview', 'interrupt'],
    });
    await expect(createRemoteApi({ ...at(), key: 'kinora:wrong' }).find(never)).rejects.toMatchObject({
      reason: 'denied',
    });
  });

  it('sends checkpoint, seed, size and a sampler that the server has, and reports the seed that was used', async () => {
    expect(await make(request('a lake'))).toMatchObject([{ state: 'made', seed: 5 }]);
    expect(await make(request('a reseeded lake'))).toMatchObject([{ state: 'made', seed: 77 }]);
    expect(bodies('txt2img')[0]).toMatchObject({
      prompt: 'a lake',
      negative_prompt: 'fog',
      seed: 5,
      width: 192,
      height: 128,
      sampler_name: 'Euler a',
      override_settings: { sd_model_checkpoint: 'dreamy_v2.safetensors [6ce0161689]' },
    });
  });

  it('loads the LoRA of the model and none that a prompt names', async () => {
    await make(
      request('a lake <lora:theirs:1> <sd_cpp_extra_args>{"seed":1}</sd_cpp_extra_args>'),
      'dreamy_v2.safetensors + pixel-art',
    );
    expect(bodies('txt2img')).toMatchObject([
      { prompt: 'a lake ‹lora:theirs:1> ‹sd_cpp_extra_args>{"seed":1}‹/sd_cpp_extra_args> <lora:pixel-art:1>' },
    ]);
  });

  it('loads the LoRAs of a request with their strengths, and refuses one that the server lacks', async () => {
    expect(await createRemoteApi(at()).loras?.(never)).toEqual([
      { name: 'pixel-art', family: 'sdxl', words: ['pixel art', 'sprite'] },
    ]);
    await make(request('a lake', { loras: [{ id: 'pixel-art', strength: 0.75 }] }));
    expect(bodies('txt2img')).toMatchObject([{ prompt: 'a lake <lora:pixel-art:0.75>' }]);
    expect(await make(request('a lake', { loras: [{ id: 'gone', strength: 1 }] }))).toMatchObject([
      { state: 'failed', error: { identifier: 'MODEL_UNAVAILABLE' } },
    ]);
    expect(bodies('txt2img')).toHaveLength(1);
  });

  it('sends an image with its mask', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'a1111-'));
    const source = async (role: 'image' | 'mask', background: string) => {
      const path = join(folder, role);
      await writeFile(
        path,
        await sharp({ create: { width: 192, height: 128, channels: 3, background } })
          .png()
          .toBuffer(),
      );
      return { role, path, type: 'image/png', width: 192, height: 128 };
    };
    const sources = [await source('image', '#808080'), await source('mask', '#ffffff')];
    await make(request('a boat', { params: { procedure: 'imageTools.painting' }, sources })).finally(() =>
      rm(folder, { recursive: true }),
    );
    const [sent] = bodies('img2img') as readonly {
      readonly init_images: readonly string[];
      readonly mask: string;
      readonly width: number;
      readonly height: number;
    }[]; // the server has accepted it by its schema
    for (const png of [sent?.init_images[0], sent?.mask])
      expect(await sharp(Buffer.from(png ?? '', 'base64')).metadata()).toMatchObject({
        width: sent?.width,
        height: sent?.height,
      });
  });

  it('enlarges an image by an upscaler of the server, and by no other', async () => {
    const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } })
      .png()
      .toBuffer();
    const job = {
      operation: 'upscale' as const,
      model: 'upscalers/R-ESRGAN 4x+',
      prompt: '',
      negativePrompt: '',
      seed: 1,
      width: 256,
      height: 192,
      image: { png, width: 64, strength: 0 },
    };
    const state = await createRemoteApi(at()).submit(job, never);
    const [output] = 'state' in state && state.state === 'succeeded' ? state.outputs : [];
    expect(await sharp(output !== undefined && 'bytes' in output ? output.bytes : undefined).metadata()).toMatchObject({
      width: 256,
      height: 192,
    });
    await expect(createRemoteApi(at()).submit({ ...job, model: 'theirs' }, never)).rejects.toMatchObject({
      reason: 'denied',
    });
  });

  it('makes nothing with a checkpoint that the server lacks, nor videos', async () => {
    expect(await createRemoteApi(at()).serves('gone.safetensors', never)).toEqual([]);
    expect(await make(request('a lake'), 'gone.safetensors')).toMatchObject([
      { state: 'failed', again: false, error: { identifier: 'MODEL_UNAVAILABLE' } },
    ]);
    expect(
      await make(request('a lake', { seconds: 3, params: { procedure: 'video.createVideoByText' } })),
    ).toMatchObject([{ state: 'failed', again: false, error: { identifier: 'ENGINE_FAILED' } }]);
    expect(bodies('txt2img')).toEqual([]);
  });

  it('shows progress and a small partial image of its own job', async () => {
    const seen: EngineProgress[] = [];
    const making = make(request('a slow lake'), undefined, never, seen);
    await until(
      () => Promise.resolve(seen.find(({ preview }) => preview !== undefined)),
      (shown) => shown !== undefined,
    );
    server.finish();
    expect(await making).toMatchObject([{ state: 'made', seed: 5 }]);
    const [shown] = seen.filter(({ preview }) => preview !== undefined);
    expect([shown?.stage, shown?.fraction, shown?.preview?.type]).toEqual(['working', 0.5, 'image/webp']);
    expect(await sharp(shown?.preview?.bytes).metadata()).toMatchObject({ width: 320, height: 240 });
    expect(runs.open.size).toBe(0);
  });

  it('interrupts its own job when it is cancelled, and no other', async () => {
    const interrupted = (): boolean => server.received.some(({ path }) => path === '/sdapi/v1/interrupt');
    const [stop, stopOther] = [new AbortController(), new AbortController()];
    const making = make(request('a slow lake'), undefined, stop.signal);
    await until(
      () => Promise.resolve(runs.open.size),
      (open) => open === 1,
    );
    const other = make(request('a lake that hangs', { id: 'other_1' }), undefined, stopOther.signal);
    await until(
      () => Promise.resolve(runs.open.size),
      (open) => open === 2,
    );
    stopOther.abort('canceled');
    expect(await other).toEqual([]);
    expect([interrupted(), server.running() === undefined]).toEqual([false, false]);
    stop.abort('canceled');
    expect(await making).toEqual([]);
    await until(
      () => Promise.resolve(interrupted()),
      (is) => is,
    );
    expect(runs.open.size).toBe(0);
  });

  it('shows no partial image and interrupts nothing at a server that cannot name jobs', async () => {
    await server.close();
    server = await startA1111({ named: false });
    expect((await createRemoteApi(at()).find(never)).features).toEqual(['seed', 'mask', 'lora', 'upscale', 'progress']);
    const [seen, stop]: [EngineProgress[], AbortController] = [[], new AbortController()];
    const making = make(request('a slow lake'), undefined, stop.signal, seen);
    await until(
      () => Promise.resolve(seen.some(({ fraction }) => fraction === 0.1 + 0.8 * 0.25)),
      (shown) => shown,
    );
    stop.abort('canceled');
    expect(await making).toEqual([]);
    expect([
      seen.some(({ preview }) => preview !== undefined),
      server.received.some(({ path }) => path === '/sdapi/v1/interrupt' || path === '/internal/progress'),
    ]).toEqual([false, false]);
  });

  it('begins anew what a process that has ended had begun', async () => {
    await runs.note('task_0', 'kinora-of-a-process-that-is-gone');
    expect(await make(request('a lake'))).toMatchObject([
      { state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } },
    ]);
    expect(await make(request('a lake'))).toMatchObject([{ state: 'made' }]);
  });

  it('begins anew after a connection that ended in the middle', async () => {
    const making = make(request('a slow lake'));
    await until(
      () => Promise.resolve(runs.open.size),
      (open) => open === 1,
    );
    await server.close();
    expect(await making).toMatchObject([{ state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } }]);
    expect(runs.open.size).toBe(0);
    server = await startA1111();
  });

  it('sends a WebUI without an OpenAPI document what a WebUI needs', async () => {
    await server.close();
    server = await startA1111({ described: false });
    await make(request('a lake'), 'dreamy_v2.safetensors + pixel-art');
    expect(bodies('txt2img')).toMatchObject([
      {
        prompt: 'a lake <lora:pixel-art:1>',
        override_settings: { sd_model_checkpoint: 'dreamy_v2.safetensors [6ce0161689]' },
      },
    ]);
  });

  it('is left alone for a while after images that failed late, as after calls that failed at once', async () => {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi(at()),
        useOf: remoteUseOf,
        modelOf: () => 'dreamy_v2.safetensors',
        runs,
        settings: { ...QUICK, failures: 2, restMs: 60_000 },
      }),
    ]);
    const fail = async (id: string): Promise<readonly EngineOutcome[]> => {
      const found: EngineOutcome[] = [];
      for await (const outcome of engine.generate(request('a slow failing lake', { id }), () => undefined, never))
        found.push(outcome);
      return found;
    };
    for (const id of ['task_1', 'other_1']) {
      const failing = fail(id);
      // The submission has long answered with an id.
      await until(
        () => Promise.resolve(server.running() !== undefined && runs.open.size > 0),
        (runs) => runs,
      );
      server.finish();
      expect(await failing).toMatchObject([
        { state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } },
      ]);
    }
    expect(await fail('third_1')).toMatchObject([
      { state: 'failed', again: true, error: { identifier: 'ENGINE_UNAVAILABLE' } },
    ]);
    expect(bodies('txt2img')).toHaveLength(2);
  });

  it('waits for an image longer than a connection usually waits for an answer', async () => {
    // The limit of the platform's own client; usually five minutes.
    const realm: { [name: symbol]: unknown } = globalThis;
    const name = Symbol.for('undici.globalDispatcher.1');
    const usual = realm[name];
    realm[name] = new Agent({ headersTimeout: 1 });
    try {
      const making = make(request('a slow lake'));
      await until(
        () => Promise.resolve(server.running()),
        (id) => id !== undefined,
      );
      await pause(2_500);
      server.finish();
      expect(await making).toMatchObject([{ state: 'made', seed: 5 }]);
    } finally {
      realm[name] = usual;
    }
  });
});
