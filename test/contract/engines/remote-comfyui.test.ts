import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import sharp from 'sharp';
import { WebSocket } from 'undici';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import type { RemoteApi, RemoteJob, RemoteState } from '../../../src/engine/remote/port.js';
import { USUAL_FOLDERS } from '../../support/servers/remote/comfyui/nodes.js';
import { startComfyUi, type SmallComfyUi } from '../../support/servers/remote/comfyui/server.js';
import { until } from '../../support/until.js';

const never = new AbortController().signal;
const JOB: RemoteJob = {
  operation: 'text-to-image',
  model: 'sd_xl_base_1.0.safetensors',
  prompt: 'a lake',
  negativePrompt: '',
  seed: 5,
  width: 192,
  height: 128,
};

describe('the web socket of ComfyUI', () => {
  let server: SmallComfyUi;
  let api: RemoteApi;
  beforeEach(async () => {
    server = await startComfyUi();
    server.stopped = true;
    api = createRemoteApi({ kind: 'comfyui', address: server.url });
  });
  afterEach(() => server.close());

  const submit = async (): Promise<string> => {
    const submitted = await api.submit(JOB, never);
    return 'externalId' in submitted ? submitted.externalId : 'none';
  };
  const polls = (): number =>
    server.received.filter(({ path }) => path === '/queue' || path.startsWith('/history')).length;
  const polled = (id: string, is: (state: RemoteState) => boolean): Promise<RemoteState> =>
    until(() => api.poll(id, never), is);
  const isConnected = (): Promise<unknown> =>
    until(
      () => Promise.resolve(server.sockets.open.size),
      (size) => size === 1,
    );

  it('reports progress and previews of a running job, without asking for either', async () => {
    const id = await submit();
    await isConnected();
    server.step();
    server.progress(6, 24);
    expect(await polled(id, (state) => state.state === 'running' && state.fraction !== undefined)).toEqual({
      state: 'running',
      fraction: 0.25,
    });
    const before = polls();
    server.sockets.show(
      server.running() ?? '',
      1,
      await sharp({ create: { width: 640, height: 480, channels: 3, background: '#205080' } })
        .jpeg()
        .toBuffer(),
    );
    const shown = await polled(id, (state) => state.state === 'running' && state.preview !== undefined);
    const preview = shown.state === 'running' ? shown.preview : undefined;
    expect(await sharp(preview?.bytes).metadata()).toMatchObject({ format: 'webp', width: 320, height: 240 });
    // The same image is reported once.
    expect(await api.poll(id, never)).toEqual({ state: 'running', fraction: 0.25 });
    expect(polls()).toBe(before);
    server.step();
    expect(await polled(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'succeeded', outputs: [{}] });
    // No job is left to follow.
    await until(
      () => Promise.resolve(server.sockets.open.size),
      (size) => size === 0,
    );
  });

  it('is done without where it cannot be opened', async () => {
    server.deaf = true;
    const id = await submit();
    expect(await api.poll(id, never)).toEqual({ state: 'queued' });
    server.step();
    expect(await api.poll(id, never)).toEqual({ state: 'running' });
    server.step();
    expect(await api.poll(id, never)).toMatchObject({ state: 'succeeded' });
  });

  it('is done without after it broke in the middle', async () => {
    const id = await submit();
    await isConnected();
    server.step();
    server.progress(12, 24);
    await polled(id, (state) => state.state === 'running' && state.fraction === 0.5);
    server.sockets.cut();
    server.step();
    expect(await polled(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'succeeded' });
  });

  it('takes no word about another client’s job for its own, and no nonsense', async () => {
    const id = await submit();
    await isConnected();
    const [client = ''] = server.sockets.open.keys();
    server.sockets.say(client, 'progress', { value: 9, max: 10, prompt_id: 'another' });
    server.sockets.say(client, 'progress', { value: 'many', prompt_id: id });
    server.sockets.show(client, 1, Buffer.from('no image'));
    expect(await api.poll(id, never)).toEqual({ state: 'queued' });
  });

  it('interrupts a job only while it is the one that runs', async () => {
    const theirs = server.foreign();
    const id = await submit();
    server.step();
    await api.cancel(id, never);
    expect([server.stateOf(theirs), server.stateOf(id)]).toEqual(['running', undefined]);
    server.step();
    const next = await submit();
    server.step();
    await api.cancel(next, never);
    expect(server.stateOf(next)).toBe('interrupted');
  });

  it('is one that another client understands', async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws?clientId=other`);
    const [event] = (await once(socket, 'message')) as [{ readonly data: unknown }]; // the event of a message
    expect(JSON.parse(String(event.data))).toMatchObject({ type: 'status', data: { sid: 'other' } });
    socket.close();
  });
});

describe('the files of ComfyUI', () => {
  let server: SmallComfyUi;
  let api: RemoteApi;
  beforeEach(async () => {
    server = await startComfyUi();
    api = createRemoteApi({ kind: 'comfyui', address: server.url });
  });
  afterEach(() => server.close());

  it('become models where a graph can be built, and say what is missing where none can', async () => {
    const encoders = ['clip_l.safetensors', 't5xxl_fp16.safetensors'];
    const diffusion = [
      'flux1-dev.safetensors',
      'by-somebody.safetensors',
      'wan2.2_t2v_high_noise_14B.safetensors',
      'mystery.safetensors',
    ];
    server.folders = {
      ...USUAL_FOLDERS,
      diffusion,
      encoders,
      vaes: ['ae.safetensors'],
      metadata: { 'diffusion_models/by-somebody.safetensors': { 'modelspec.architecture': 'flux-1-dev' } },
    };
    expect(await api.find(never)).toMatchObject({
      models: [
        'sd_xl_base_1.0.safetensors',
        'diffusion_models/flux1-dev.safetensors',
        'diffusion_models/by-somebody.safetensors',
        'upscale_models/4x-UltraSharp.pth',
      ],
      unusable: [
        { model: 'diffusion_models/wan2.2_t2v_high_noise_14B.safetensors', reason: 'encoder', missing: 'wan' },
        { model: 'diffusion_models/mystery.safetensors', reason: 'family' },
      ],
    });
    expect(await api.submit({ ...JOB, model: 'diffusion_models/by-somebody.safetensors' }, never)).toHaveProperty(
      'externalId',
    );
    expect(server.graphs.at(-1)).toMatchObject({ words: { class_type: 'DualCLIPLoader' } });
    await expect(
      api.submit(
        {
          ...JOB,
          operation: 'text-to-video',
          seconds: 3,
          model: 'diffusion_models/wan2.2_t2v_high_noise_14B.safetensors',
        },
        never,
      ),
    ).rejects.toMatchObject({ reason: 'rejected' });
  });

  it('have their metadata read within bounds: of forty files, of none that is too large', async () => {
    const mysteries = Array.from({ length: 400 }, (_, number) => `mystery-${number}.safetensors`);
    const flux = { 'modelspec.architecture': 'flux-1-dev' };
    const metadata = {
      ...Object.fromEntries(mysteries.map((file) => [`diffusion_models/${file}`, flux])),
      'diffusion_models/large.safetensors': { ...flux, more: 'x'.repeat(5 * 1_048_576) },
    };
    server.folders = {
      ...USUAL_FOLDERS,
      diffusion: ['large.safetensors', ...mysteries],
      encoders: ['clip_l.safetensors', 't5xxl_fp16.safetensors'],
      vaes: ['ae.safetensors'],
      metadata,
    };
    const { models, unusable = [] } = await api.find(never);
    expect(models.filter((model) => model.startsWith('diffusion_models/'))).toHaveLength(39);
    expect(unusable).toHaveLength(300);
    expect(unusable[0]).toEqual({ model: 'diffusion_models/large.safetensors', reason: 'family' });
    expect(server.received.filter(({ path }) => path.startsWith('/view_metadata/'))).toHaveLength(40);
  });

  it('tell the LoRAs, with families and words from their metadata, and load those of a job', async () => {
    const tags = JSON.stringify({ '10_pixels': { 'pixel art': 40, castle: 3 }, '5_more': { castle: 60 } });
    server.folders = {
      ...USUAL_FOLDERS,
      loras: ['styles/pixel.safetensors', 'plain.ckpt'],
      metadata: {
        'loras/styles/pixel.safetensors': { ss_tag_frequency: tags, ss_base_model_version: 'sdxl_base_v1-0' },
      },
    };
    expect(await api.loras?.(never)).toEqual([
      { name: 'styles/pixel.safetensors', family: 'sdxl', words: ['castle', 'pixel art'] },
      { name: 'plain.ckpt', words: [] },
    ]);
    await api.submit({ ...JOB, loras: [{ name: 'styles/pixel.safetensors', strength: 0.7 }] }, never);
    expect(server.graphs.at(-1)).toMatchObject({
      lora1: { class_type: 'LoraLoader', inputs: { lora_name: 'styles/pixel.safetensors', strength_model: 0.7 } },
    });
    await expect(
      api.submit({ ...JOB, loras: [{ name: 'gone.safetensors', strength: 1 }] }, never),
    ).rejects.toMatchObject({ reason: 'rejected' });
  });
});
