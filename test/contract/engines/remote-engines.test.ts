import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { defined } from '../../../src/kernel/defined.shared.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember } from '../../../src/engine/remote/engine.js';
import { remoteUseOf } from '../../../src/creation/procedures/registry.shared.js';
import { RemoteFault, type RemoteAddress } from '../../../src/engine/remote/port.js';
import type { EngineOutcome, EngineProgress, EngineRequest, JobParams } from '../../../src/engine/port.js';
import { startA1111 } from '../../support/servers/remote/a1111.js';
import { startComfyUi, type SmallComfyUi } from '../../support/servers/remote/comfyui/server.js';
import { startFal } from '../../support/servers/remote/fal.js';
import { startOpenAiImages } from '../../support/servers/remote/openai-images.js';
import { startReplicate } from '../../support/servers/remote/replicate.js';
import { MemoryRuns } from '../../support/servers/remote/runs.js';
import type { SmallServer } from '../../support/servers/remote/serve.js';

const QUICK = { ...REMOTE_DEFAULTS, pollMs: { min: 5, max: 10 }, failures: 2, restMs: 60_000 };

const request = (prompt: string, more: Partial<EngineRequest> = {}): EngineRequest => ({
  id: 'task_1',
  model: 'ours',
  params: { procedure: 'text2Image.create', style: 'natural', aspect: '3:2' },
  prompt,
  negativePrompt: '',
  width: 192,
  height: 128,
  seconds: 0,
  sources: [],
  dir: tmpdir(),
  outputs: [{ index: 0, seed: 5 }],
  ...more,
});
const never = new AbortController().signal;

interface Kind {
  readonly name: RemoteAddress['kind'];
  readonly model: string;
  /** What else it lists. */
  readonly others?: readonly string[];
  start(): Promise<SmallServer & { readonly key?: string }>;
}

const KINDS: readonly Kind[] = [
  { name: 'openai-images', model: 'gpt-image-1', start: startOpenAiImages },
  {
    name: 'comfyui',
    model: 'sd_xl_base_1.0.safetensors',
    others: ['upscale_models/4x-UltraSharp.pth'],
    start: startComfyUi,
  },
  { name: 'replicate', model: 'stability-ai/sdxl', start: startReplicate },
  { name: 'fal', model: 'fal-ai/fast-sdxl/image-to-image', start: startFal },
  { name: 'a1111', model: 'dreamy_v2.safetensors', others: ['upscalers/R-ESRGAN 4x+'], start: startA1111 },
];

describe.each(KINDS)('an engine behind an address: $name', ({ name, model, others = [], start }) => {
  let server: Awaited<ReturnType<Kind['start']>>;
  let runs: MemoryRuns;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remote-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    server = await start();
    runs = new MemoryRuns();
  });
  afterEach(async () => {
    await server.close();
  });

  const at = (): RemoteAddress => ({ kind: name, address: server.url, ...defined({ key: server.key }) });
  const engine = (settings = QUICK, address = at()) =>
    engineOver([
      new RemoteMember({
        api: createRemoteApi(address),
        useOf: remoteUseOf,
        modelOf: (id) => (id === 'ours' ? model : undefined),
        runs,
        settings,
      }),
    ]);
  async function outcomes(
    request: EngineRequest,
    by = engine(),
    signal = never,
    seen: EngineProgress[] = [],
  ): Promise<readonly EngineOutcome[]> {
    const found: EngineOutcome[] = [];
    for await (const outcome of by.generate(request, (progress) => seen.push(progress), signal)) found.push(outcome);
    return found;
  }
  const identifierOf = ([outcome]: readonly EngineOutcome[]) =>
    outcome?.state === 'failed' ? [outcome.error.identifier, outcome.again] : outcome?.state;

  it('says which of its models make pictures', async () => {
    expect(await createRemoteApi(at()).find(never)).toMatchObject({ models: [model, ...others] });
  });

  it('makes each output as a PNG of exactly the size asked for', async () => {
    const made = await outcomes(
      request('a lake', {
        outputs: [
          { index: 0, seed: 5 },
          { index: 2, seed: 7 },
        ],
      }),
    );
    expect(made.map(({ index, state }) => [index, state]).sort()).toEqual([
      [0, 'made'],
      [2, 'made'],
    ]);
    for (const outcome of made) {
      if (outcome.state !== 'made' || outcome.media.type !== 'image/png') throw new Error('not made');
      expect(await sharp(outcome.media.bytes).metadata()).toMatchObject({ format: 'png', width: 192, height: 128 });
    }
    expect(runs.open.size).toBe(0);
  });

  it('starts from a picture that is given', async () => {
    const path = join(folder, 'image');
    await writeFile(
      path,
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#808080' } })
        .png()
        .toBuffer(),
    );
    const sources = [{ role: 'image' as const, path, type: 'image/png', width: 300, height: 200 }];
    const [made] = await outcomes(
      request('in oils', { params: { procedure: 'image2Image.create', style: 'oil', strength: 0.5 }, sources }),
    );
    expect(made?.state).toBe('made');
    expect(
      server.received.some(
        ({ path: where, body }) =>
          ['/v1/images/edits', '/upload/image', '/v1/files', '/sdapi/v1/img2img'].includes(where) ||
          body.includes('data:image/png;base64,'),
      ),
    ).toBe(true);
  });

  it.each<[string, JobParams, string]>([
    ['paints into the marked part', { procedure: 'imageTools.painting', style: 'natural' }, 'a boat'],
    ['fills what is marked', { procedure: 'imageTools.objectRemover' }, ''],
  ])('%s, and keeps every other pixel', async (_, params, prompt) => {
    const [width, height] = [700, 500];
    const [path, mask] = [join(folder, 'whole'), join(folder, 'mask')];
    await writeFile(
      path,
      await sharp({ create: { width, height, channels: 3, background: '#808080' } })
        .png()
        .toBuffer(),
    );
    await writeFile(
      mask,
      await sharp({ create: { width, height, channels: 3, background: '#000000' } })
        .composite([
          { input: { create: { width: 60, height: 60, channels: 3, background: '#ffffff' } }, left: 100, top: 100 },
        ])
        .png()
        .toBuffer(),
    );
    const sources = [
      { role: 'image' as const, path, type: 'image/png', width, height },
      { role: 'mask' as const, path: mask, type: 'image/png', width, height },
    ];
    const [made] = await outcomes(request(prompt, { params, sources, width, height }));
    if (made?.state !== 'made' || made.media.type !== 'image/png') throw new Error(JSON.stringify(made));
    expect(
      await pixelsOf(made.media.bytes, [
        [130, 130],
        [20, 130],
        [690, 490],
      ]),
    ).toEqual([
      [255, 0, 0],
      [128, 128, 128],
      [128, 128, 128],
    ]);
  });

  it('continues an image beyond its edges, and keeps the image', async () => {
    const path = join(folder, 'inner');
    await writeFile(
      path,
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#808080' } })
        .png()
        .toBuffer(),
    );
    const params = { procedure: 'imageTools.uncrop', left: 0, top: 40, right: 200, bottom: 0 };
    const [made] = await outcomes(
      request('', {
        params,
        sources: [{ role: 'image' as const, path, type: 'image/png', width: 300, height: 200 }],
        width: 500,
        height: 240,
      }),
    );
    if (made?.state !== 'made' || made.media.type !== 'image/png') throw new Error(JSON.stringify(made));
    expect(
      await pixelsOf(made.media.bytes, [
        [450, 150],
        [100, 10],
        [100, 150],
      ]),
    ).toEqual([
      [255, 0, 0],
      [255, 0, 0],
      [128, 128, 128],
    ]);
  });

  it('is not asked to fill a mask that marks nothing', async () => {
    const path = join(folder, 'black');
    await writeFile(
      path,
      await sharp({ create: { width: 300, height: 200, channels: 3, background: '#000000' } })
        .png()
        .toBuffer(),
    );
    const sources = (['image', 'mask'] as const).map((role) => ({
      role,
      path,
      type: 'image/png',
      width: 300,
      height: 200,
    }));
    expect(
      await outcomes(
        request('', { params: { procedure: 'imageTools.objectRemover' }, sources, width: 300, height: 200 }),
      ),
    ).toMatchObject([
      {
        state: 'failed',
        again: false,
        error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'mask', reason: 'empty' } },
      },
    ]);
    expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(0);
  });

  it('says of a procedure that its model does not serve that it cannot', async () => {
    expect(
      identifierOf(await outcomes(request('', { params: { procedure: 'imageTools.backgroundRemover' } }))),
    ).toEqual(['ENGINE_FAILED', false]);
  });

  it('tells an engine that is not there, answers nonsense or is too slow from one another', async () => {
    expect(identifierOf(await outcomes(request('nonsense')))).toEqual(['ENGINE_FAILED', false]);
    expect(identifierOf(await outcomes(request('hang'), engine({ ...QUICK, callMs: 150 })))).toEqual([
      'ENGINE_TIMEOUT',
      true,
    ]);
    expect(
      identifierOf(await outcomes(request('a lake'), engine(QUICK, { ...at(), address: 'http://127.0.0.1:9' }))),
    ).toEqual(['ENGINE_UNAVAILABLE', true]);
    expect(identifierOf(await outcomes(request('busy')))).toEqual(['ENGINE_UNAVAILABLE', true]);
  });

  it('is left alone for a while when nobody answers, so that tasks need not wait', async () => {
    const gone = engine(QUICK, { ...at(), address: 'http://127.0.0.1:9' });
    for (let times = 0; times < 3; times += 1)
      expect(identifierOf(await outcomes(request('a lake'), gone))).toEqual(['ENGINE_UNAVAILABLE', true]);
    const busy = engine();
    for (let times = 0; times < 4; times += 1) await outcomes(request('busy'), busy);
    expect(server.received.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('says nothing of a model that is not offered any more', async () => {
    expect(identifierOf(await outcomes(request('a lake', { model: 'theirs' })))).toEqual(['MODEL_UNAVAILABLE', false]);
    expect(server.received).toHaveLength(0);
  });

  it('stops when it is cancelled, and is no less trusted for it', async () => {
    const by = engine();
    for (let times = 0; times < QUICK.failures + 2; times += 1) {
      const stop = new AbortController();
      const making = outcomes(request('hang'), by, stop.signal);
      stop.abort('canceled');
      expect(await making).toEqual([]);
    }
    expect(identifierOf(await outcomes(request('a lake'), by))).toBe('made');
  });
});

/** The colours of some pixels. */
async function pixelsOf(
  png: Uint8Array,
  places: readonly (readonly [number, number])[],
): Promise<readonly (readonly number[])[]> {
  const {
    data,
    info: { width },
  } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return places.map(([x, y]) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]);
}

describe('an images API in the manner of OpenAI', () => {
  let server: Awaited<ReturnType<typeof startOpenAiImages>>;
  beforeEach(async () => {
    server = await startOpenAiImages();
  });
  afterEach(async () => {
    await server.close();
  });
  const make = async (prompt: string, key = server.key) => {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi({ kind: 'openai-images', address: server.url, key }),
        useOf: remoteUseOf,
        modelOf: () => 'gpt-image-1',
        runs: new MemoryRuns(),
        settings: QUICK,
      }),
    ]);
    for await (const outcome of engine.generate(request(prompt), () => undefined, never)) return outcome;
    return undefined;
  };

  it('may make videos with any model but those that are known for images', async () => {
    const served = (model: string) =>
      createRemoteApi({ kind: 'openai-images', address: server.url, key: server.key }).serves(model, never);
    expect(await served('wan2.2')).toEqual(expect.arrayContaining(['text-to-image', 'text-to-video']));
    expect(await served('sora-2')).toEqual(['text-to-video', 'image-to-video']);
    expect(await served('gpt-image-1')).not.toContain('text-to-video');
  });

  it('is asked for the size nearest in shape, and told what to leave out', async () => {
    await make('a lake');
    expect(JSON.parse(server.received[0]?.body.toString('utf8') ?? '')).toEqual({
      model: 'gpt-image-1',
      prompt: 'a lake',
      n: 1,
      size: '1536x1024',
    });
  });

  it('is given several images in one list, with the quality that the operator chose', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'several-'));
    const sources = await Promise.all(
      (['image', 'garment'] as const).map(async (role) => {
        const path = join(folder, role);
        await writeFile(
          path,
          await sharp({
            create: { width: 300, height: 200, channels: 3, background: role === 'image' ? '#808080' : '#204080' },
          })
            .png()
            .toBuffer(),
        );
        return { role, path, type: 'image/png', width: 300, height: 200 };
      }),
    );
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi({ kind: 'openai-images', address: server.url, key: server.key }),
        useOf: remoteUseOf,
        modelOf: () => 'gpt-image-1:high',
        runs: new MemoryRuns(),
        settings: QUICK,
      }),
    ]);
    for await (const outcome of engine.generate(
      request('', { params: { procedure: 'template2Image.modelFitting' }, sources }),
      () => undefined,
      never,
    ))
      expect(outcome).toMatchObject({ state: 'made' });
    const body = server.received[0]?.body.toString('latin1') ?? '';
    expect([
      body.match(/name="image\[\]"/g)?.length,
      /name="model"\r\n\r\ngpt-image-1\r\n/.test(body),
      /name="quality"\r\n\r\nhigh\r\n/.test(body),
      /name="input_fidelity"\r\n\r\nhigh\r\n/.test(body),
    ]).toEqual([2, true, true, true]);
    await rm(folder, { recursive: true });
  });

  it.each([
    ['forbidden', 'SENSITIVE_CONTENT', false],
    ['unpaid', 'MODEL_UNAVAILABLE', false],
    ['broken', 'ENGINE_UNAVAILABLE', true],
  ] as const)('tells a refusal from a fault (%s)', async (prompt, identifier, again) => {
    expect(await make(prompt)).toMatchObject({ state: 'failed', again, error: { identifier } });
  });

  it('does not try again with a key that is not taken', async () => {
    expect(await make('a lake', 'wrong')).toMatchObject({
      state: 'failed',
      again: false,
      error: { identifier: 'MODEL_UNAVAILABLE' },
    });
  });

  it.each(['neighbour', 'drawing'])('takes no address inside and no document for a picture (%s)', async (prompt) => {
    expect(await make(prompt)).toMatchObject({ state: 'failed', again: false, error: { identifier: 'ENGINE_FAILED' } });
  });

  it('says of an image that is made and cannot be fetched that the download failed, and tries again', async () => {
    expect(await make('lost')).toMatchObject({
      state: 'failed',
      again: true,
      error: { identifier: 'IMAGE_DOWNLOAD_FAILED' },
    });
  });

  it('fetches a picture that comes as an address, without its key', async () => {
    expect(await make('linked')).toMatchObject({ state: 'made' });
    expect(server.received.at(-1)).toMatchObject({ path: '/files/one.png' });
    expect(server.received.at(-1)?.headers.authorization).toBeUndefined();
  });
});

describe('ComfyUI', () => {
  it('enlarges by its upscaling models to exactly the size asked for', async () => {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi({ kind: 'comfyui', address: comfy.url }),
        useOf: remoteUseOf,
        modelOf: () => 'upscale_models/4x-UltraSharp.pth',
        runs,
        settings: QUICK,
      }),
    ]);
    const folder = await mkdtemp(join(tmpdir(), 'remote-'));
    const path = join(folder, 'small');
    await writeFile(
      path,
      await sharp({ create: { width: 64, height: 40, channels: 3, background: '#336699' } })
        .png()
        .toBuffer(),
    );
    const enlarging = request('', {
      params: { procedure: 'imageTools.upscale', scale: 2 },
      sources: [{ role: 'image', path, type: 'image/png', width: 64, height: 40 }],
      width: 128,
      height: 80,
    });
    const found: EngineOutcome[] = [];
    for await (const outcome of engine.generate(enlarging, () => undefined, never)) found.push(outcome);
    await rm(folder, { recursive: true });
    const [made] = found;
    if (made?.state !== 'made' || made.media.type !== 'image/png') throw new Error(JSON.stringify(made));
    expect(await sharp(made.media.bytes).metadata()).toMatchObject({ width: 128, height: 80 });
  });

  let comfy: SmallComfyUi;
  let runs: MemoryRuns;
  beforeEach(async () => {
    comfy = await startComfyUi();
    runs = new MemoryRuns();
  });
  afterEach(async () => {
    await comfy.close();
  });
  const generate = async (prompt: string, signal = never): Promise<readonly EngineOutcome[]> => {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi({ kind: 'comfyui', address: comfy.url }),
        useOf: remoteUseOf,
        modelOf: () => 'sd_xl_base_1.0.safetensors',
        runs,
        settings: QUICK,
      }),
    ]);
    const found: EngineOutcome[] = [];
    for await (const outcome of engine.generate(request(prompt), () => undefined, signal)) found.push(outcome);
    return found;
  };
  const untilRequested = async (path: string, method = 'GET'): Promise<void> => {
    while (!comfy.received.some((one) => one.path === path && one.method === method))
      await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('fails for good when its workflow does', async () => {
    expect(await generate('broken')).toMatchObject([
      { state: 'failed', again: false, error: { identifier: 'ENGINE_FAILED' } },
    ]);
  });

  it('goes on with a run that an attempt before has left, and makes nothing twice', async () => {
    comfy.stopped = true;
    const drained = new AbortController();
    const first = generate('a lake', drained.signal);
    await untilRequested('/queue');
    drained.abort('drain');
    expect(await first).toEqual([]);
    expect(runs.open.size).toBe(1);
    comfy.stopped = false;
    expect(await generate('a lake')).toMatchObject([{ state: 'made' }]);
    expect(comfy.received.filter(({ path }) => path === '/prompt')).toHaveLength(1);
    expect(runs.open.size).toBe(0);
  });

  it('goes on with a run without being told again what its model does', async () => {
    comfy.stopped = true;
    const drained = new AbortController();
    const first = generate('a lake', drained.signal);
    await untilRequested('/queue');
    drained.abort('drain');
    await first;
    comfy.stopped = false;
    const api = {
      ...createRemoteApi({ kind: 'comfyui', address: comfy.url }),
      serves: () => Promise.reject(new RemoteFault('busy', 'no answer')),
    };
    const engine = engineOver([
      new RemoteMember({ api, useOf: remoteUseOf, modelOf: () => 'sd_xl_base_1.0.safetensors', runs, settings: QUICK }),
    ]);
    const found: EngineOutcome[] = [];
    for await (const outcome of engine.generate(request('a lake'), () => undefined, never)) found.push(outcome);
    expect(found).toMatchObject([{ state: 'made' }]);
  });

  it('goes on with a run whose picture was made but not taken in', async () => {
    const engine = engineOver([
      new RemoteMember({
        api: createRemoteApi({ kind: 'comfyui', address: comfy.url }),
        useOf: remoteUseOf,
        modelOf: () => 'sd_xl_base_1.0.safetensors',
        runs,
        settings: QUICK,
      }),
    ]);
    // Dies with the first outcome in its hands.
    for await (const outcome of engine.generate(request('a lake'), () => undefined, never))
      if (outcome.state === 'made') break;
    expect(runs.open.size).toBe(1);
    expect(await generate('a lake')).toMatchObject([{ state: 'made' }]);
    expect(comfy.received.filter(({ path }) => path === '/prompt')).toHaveLength(1);
  });

  it('does not lose a job by a look or two that fail', async () => {
    comfy.dropped = QUICK.failures - 1;
    expect(await generate('a lake')).toMatchObject([{ state: 'made' }]);
    expect(comfy.received.filter(({ path }) => path === '/prompt')).toHaveLength(1);
  });

  it('takes a cancelled job out of the queue, or interrupts it when it is the one that runs', async () => {
    comfy.stopped = true;
    const stop = new AbortController();
    const waiting = generate('a lake', stop.signal);
    await untilRequested('/queue');
    stop.abort('canceled');
    await waiting;
    await untilRequested('/queue', 'POST');
    expect(comfy.received.filter(({ path }) => path === '/interrupt')).toHaveLength(0);
    const again = new AbortController();
    const looks = (): number =>
      comfy.received.filter(({ path, method }) => path === '/queue' && method === 'GET').length;
    const before = looks();
    const running = generate('a lake', again.signal);
    // It looks once it knows the job.
    while (looks() === before) await new Promise((resolve) => setTimeout(resolve, 5));
    comfy.step();
    again.abort('canceled');
    await running;
    await untilRequested('/interrupt', 'POST');
  });
});
