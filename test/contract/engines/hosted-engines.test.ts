import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineCalls } from '../../../src/creation/engines/calls.js';
import { findFfmpeg } from '../../../src/engine/ffmpeg.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import {
  engineOver,
  REMOTE_DEFAULTS,
  RemoteMember,
  type RunBook,
  type RunReport,
} from '../../../src/engine/remote/engine.js';
import { remoteUseOf } from '../../../src/creation/procedures/registry.shared.js';
import type { RemoteAddress, RemoteDelivery } from '../../../src/engine/remote/port.js';
import type { EngineOutcome, EngineRequest } from '../../../src/engine/port.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { createMemorySignals } from '../../../src/platform/signals/memory.js';
import { squareVideo } from '../../support/files/made-videos.js';
import { falHeaders, startFal, type SmallFal } from '../../support/servers/remote/fal.js';
import { replicateHeaders, startReplicate, type SmallReplicate } from '../../support/servers/remote/replicate.js';
import { serve, type SmallServer } from '../../support/servers/remote/serve.js';

/** Looks so seldom that only a call brings a picture within a test. */
const SELDOM = { min: 600_000, max: 600_000 };
const QUICK = { ...REMOTE_DEFAULTS, pollMs: { min: 5, max: 10 }, calledPollMs: SELDOM, failures: 2, restMs: 60_000 };
const never = new AbortController().signal;
const clock = { now: () => Date.now() };

class Runs {
  readonly open = new Map<string, { readonly engine: string; readonly externalId: string }>();
  of(engine: string): RunBook {
    return {
      find: async (run) => {
        const noted = this.open.get(run);
        return noted?.engine === engine ? noted.externalId : undefined;
      },
      note: async (run, externalId) => {
        this.open.set(run, { engine, externalId });
      },
      close: async (run) => {
        this.open.delete(run);
      },
    };
  }
}

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

async function made(
  members: readonly RemoteMember[],
  prompt: string,
  more: Partial<EngineRequest> = {},
  fallbacks: string[] = [],
): Promise<EngineOutcome | undefined> {
  for await (const outcome of engineOver(members, async () => {
    fallbacks.push('over');
  }).generate(request(prompt, more), () => undefined, never))
    return outcome;
  return undefined;
}

interface Hosted {
  readonly name: 'replicate' | 'fal';
  readonly model: string;
  /** One of its models that makes films. */
  readonly videos: string;
  readonly usage: RunReport['usage'];
  start(): Promise<SmallReplicate | SmallFal>;
  /** A call as the maker would sign it, of this time. */
  headers(server: SmallReplicate | SmallFal, body: string, id: string, at?: number): Record<string, string>;
  body(id: string): string;
  requestId(externalId: string): string;
}
const seconds = (): number => Math.floor(Date.now() / 1_000);
const HOSTED: readonly Hosted[] = [
  {
    name: 'replicate',
    model: 'stability-ai/sdxl',
    videos: 'wan-video/wan-small',
    usage: { computeMs: 1_250 },
    start: startReplicate,
    body: (id) => JSON.stringify({ id, status: 'succeeded' }),
    requestId: (externalId) => externalId,
    headers: (server, body, id, at = seconds()) =>
      replicateHeaders(typeof server.secret === 'string' ? server.secret : '', body, at, `msg_${id}`),
  },
  {
    name: 'fal',
    model: 'fal-ai/fast-sdxl/image-to-image',
    videos: 'fal-ai/ltx-small',
    usage: { computeMs: 1_750, micros: 5_000 },
    start: startFal,
    body: (id) => JSON.stringify({ request_id: id, status: 'OK' }),
    requestId: (externalId) => externalId.split('#')[1] ?? '',
    headers: (server, body, id, at = seconds()) =>
      typeof server.secret === 'string' ? {} : falHeaders(server.secret, body, id, at),
  },
];

describe.each(HOSTED)('an account at $name', ({ name, model, videos, usage, start, headers, body, requestId }) => {
  let server: SmallReplicate | SmallFal;
  let runs: Runs;
  let door: SmallServer;
  let calls: EngineCalls;
  let reports: RunReport[];
  let taken: string[];
  let stop: () => void;
  let other: SmallFal;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-called-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    [server, other] = await Promise.all([start(), startFal()]);
    [runs, reports, taken] = [new Runs(), [], []];
    const api = createRemoteApi(at());
    door = await serve(async (request) => {
      const run = request.query.get('run') ?? '';
      const took = await calls.take('e1', api, run, runs.open.get(run), {
        body: request.body,
        header: (one) => [request.headers[one]].flat()[0],
      });
      taken.push(took.ok ? took.value : took.error.identifier);
      return { status: took.ok ? 200 : 403 };
    });
    calls = await EngineCalls.open(createMemoryDocumentStore(), createMemorySignals(clock), clock, door.url);
    stop = calls.start();
  });
  afterEach(async () => {
    stop();
    await Promise.all([server.close(), other.close(), door.close()]);
  });

  const at = (): RemoteAddress => ({ kind: name, address: server.url, key: server.key });
  const member = (more: Partial<ConstructorParameters<typeof RemoteMember>[0]> = {}): RemoteMember =>
    new RemoteMember({
      api: createRemoteApi(at()),
      useOf: remoteUseOf,
      modelOf: () => model,
      runs: runs.of('e1'),
      settings: QUICK,
      report: async (report) => {
        reports.push(report);
      },
      ...more,
    });
  const called = (more = {}): RemoteMember =>
    member({
      calls: calls.of(calls.addressOf({ id: 'e1', address: server.url }, createRemoteApi(at())) ?? ''),
      ...more,
    });
  const untilSent = async (): Promise<string> => {
    for (;;) {
      const noted = runs.open.get('task_0');
      if (noted !== undefined) return noted.externalId;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  /** Both steps of a job: it begins, and ends with a call. */
  const work = async (): Promise<void> => {
    await server.step();
    await server.step();
  };

  it('says what it billed and how long it worked', async () => {
    expect(await made([member()], 'a lake')).toMatchObject({ state: 'made' });
    expect(reports).toEqual([{ model, ms: expect.any(Number), usage }]);
  });

  it.each([
    ['forbidden', 'SENSITIVE_CONTENT', false],
    ['broken', 'ENGINE_FAILED', false],
    ['unpaid', 'MODEL_UNAVAILABLE', false],
    ['neighbour', 'ENGINE_FAILED', false],
  ] as const)('tells a refusal from a fault (%s)', async (prompt, identifier, again) => {
    expect(await made([member()], prompt)).toMatchObject({ state: 'failed', again, error: { identifier } });
    expect(reports).toEqual([{ model, ms: expect.any(Number), usage: expect.anything(), fault: expect.any(String) }]);
  });

  it('is looked after at once when it calls', async () => {
    server.stopped = true;
    const making = made([called()], 'a lake');
    await untilSent();
    await work();
    expect(await making).toMatchObject({ state: 'made' });
    expect(taken).toEqual(['rung']);
  });

  it('is looked after at once when it calls for a film', async () => {
    const programs = await findFfmpeg();
    const path = join(folder, 'given.mp4');
    await squareVideo(programs, { path, width: 192, height: 108, seconds: 4, fps: 24 });
    server.video = await readFile(path);
    server.stopped = true;
    const making = made(
      [called({ useOf: remoteUseOf, modelOf: () => videos, programs: async () => programs })],
      'waves',
      {
        params: {
          procedure: 'video.createVideoByText',
          style: 'natural',
          aspect: '16:9',
          seconds: 3,
          resolution: '480p',
        },
        width: 192,
        height: 108,
        seconds: 3,
        dir: folder,
      },
    );
    await untilSent();
    await work();
    expect(await making).toMatchObject({ state: 'made', media: { type: 'video/mp4' } });
    expect(taken).toEqual(['rung']);
  }, 600_000);

  it('is looked after without a call, should that be lost', async () => {
    server.mute = true;
    expect(await made([called({ settings: { ...QUICK, calledPollMs: QUICK.pollMs } })], 'a lake')).toMatchObject({
      state: 'made',
    });
    expect(taken).toEqual([]);
  });

  it('is not believed to call when the call is forged, changed, of another time, or sent again', async () => {
    [server.stopped, server.mute] = [true, true];
    const making = made([called()], 'a lake');
    const id = requestId(await untilSent());
    const callBack = async (sent: string, signed: Record<string, string>) =>
      (await fetch(`${door.url}/api/engines/e1/calls?run=task_0`, { method: 'POST', body: sent, headers: signed }))
        .status;
    const truth = body(id);
    const signed = headers(server, truth, id);
    expect(await callBack(truth, {})).toBe(403);
    expect(await callBack(`${truth} `, signed)).toBe(403);
    expect(await callBack(truth, headers(server, truth, id, seconds() - 301))).toBe(403);
    expect(await callBack(truth, headers(server, truth, id, seconds() + 301))).toBe(403);
    const forger = await start();
    expect(await callBack(truth, headers(forger, truth, id))).toBe(403);
    await forger.close();
    const elsewhere = body('somebody-elses');
    expect(await callBack(elsewhere, headers(server, elsewhere, 'somebody-elses'))).toBe(200);
    await work();
    expect(await callBack(truth, signed)).toBe(200);
    expect(await making).toMatchObject({ state: 'made' });
    expect(await callBack(truth, signed)).toBe(200);
    expect(taken).toEqual([...Array<string>(5).fill('PERMISSION_ERROR'), 'idle', 'rung', 'known']);
  });

  it('is told no address where nobody can reach us, or not as it calls', async () => {
    const api = createRemoteApi(at());
    const nowhere = await EngineCalls.open(createMemoryDocumentStore(), createMemorySignals(clock), clock, undefined);
    expect(nowhere.addressOf({ id: 'e1', address: 'https://api.replicate.com' }, api)).toBeUndefined();
    expect(calls.addressOf({ id: 'e1', address: 'https://api.replicate.com' }, api)).toBeUndefined();
    expect(
      calls.addressOf(
        { id: 'e1', address: 'http://127.0.0.1:8188' },
        createRemoteApi({ kind: 'comfyui', address: 'http://127.0.0.1:8188' }),
      ),
    ).toBeUndefined();
  });

  it('hands an output on when it dies in the middle, and what it refuses to nobody', async () => {
    const standIn = new RemoteMember({
      api: createRemoteApi({ kind: 'fal', address: other.url, key: other.key }),
      useOf: remoteUseOf,
      modelOf: () => 'fal-ai/fast-sdxl/image-to-image',
      runs: runs.of('e2'),
      settings: QUICK,
    });
    const fallbacks: string[] = [];
    server.stopped = true;
    const making = made([member(), standIn], 'a lake', {}, fallbacks);
    await untilSent();
    server.dead = true;
    expect(await making).toMatchObject({ state: 'made' });
    expect([fallbacks, reports.map(({ fault }) => fault)]).toEqual([['over'], ['away']]);
    [server.dead, server.stopped] = [false, false];
    expect(await made([member(), standIn], 'forbidden', { id: 'task2_1' }, fallbacks)).toMatchObject({
      state: 'failed',
      again: false,
      error: { identifier: 'SENSITIVE_CONTENT' },
    });
    expect(fallbacks).toHaveLength(1);
  });

  it('is passed over while it is left alone, and goes on first with what it has under way', async () => {
    const standIn = new RemoteMember({
      api: createRemoteApi({ kind: 'fal', address: other.url, key: other.key }),
      useOf: remoteUseOf,
      modelOf: () => 'fal-ai/fast-sdxl/image-to-image',
      runs: runs.of('e2'),
      settings: QUICK,
    });
    const first = member();
    for (let times = 0; times < 3; times += 1)
      expect(await made([first], 'busy', { id: `b${times}_1` })).toMatchObject({ state: 'failed', again: true });
    const sent = server.received.length;
    expect(await made([first, standIn], 'a lake', { id: 'c_1' })).toMatchObject({ state: 'made' });
    expect(server.received).toHaveLength(sent);
    const noted = await createRemoteApi({ kind: 'fal', address: other.url, key: other.key }).submit(
      {
        operation: 'text-to-image',
        model: 'fal-ai/fast-sdxl/image-to-image',
        prompt: 'a lake',
        negativePrompt: '',
        seed: 1,
        width: 192,
        height: 128,
      },
      never,
    );
    if (!('externalId' in noted)) throw new Error('not taken');
    runs.open.set('d_0', { engine: 'e2', externalId: noted.externalId });
    const before = server.received.length;
    expect(await made([member(), standIn], 'a lake', { id: 'd_2' })).toMatchObject({ state: 'made' });
    expect(server.received).toHaveLength(before);
  });
});

describe('Replicate', () => {
  let server: SmallReplicate;
  beforeEach(async () => {
    server = await startReplicate();
  });
  afterEach(async () => {
    await server.close();
  });
  const member = (model: string) =>
    new RemoteMember({
      api: createRemoteApi({ kind: 'replicate', address: server.url, key: server.key }),
      useOf: remoteUseOf,
      modelOf: () => model,
      runs: new Runs().of('e1'),
      settings: QUICK,
    });
  const sent = () =>
    server.received
      .filter(({ method }) => method === 'POST')
      .map(({ path, body }) => [path, JSON.parse(body.toString('utf8')) as unknown]);

  it('is asked for one of its own models by name, in the words of that model', async () => {
    expect(await made([member('black-forest-labs/flux-schnell')], 'a lake')).toMatchObject({ state: 'made' });
    expect(sent()).toEqual([
      [
        '/v1/models/black-forest-labs/flux-schnell/predictions',
        { input: { prompt: 'a lake', seed: 5, num_outputs: 1, output_format: 'png', aspect_ratio: '3:2' } },
      ],
    ]);
  });

  it("is asked for anybody else's by its version", async () => {
    expect(await made([member('stability-ai/sdxl:7762fd07')], 'a lake')).toMatchObject({ state: 'made' });
    expect(sent()).toEqual([
      [
        '/v1/predictions',
        {
          version: expect.stringMatching(/^7762fd07/),
          input: { prompt: 'a lake', seed: 5, num_outputs: 1, width: 192, height: 128 },
        },
      ],
    ]);
  });

  it('gives results without a seed where the model takes none, and with the requested one where it does', async () => {
    const seedless = await made([member('google/nano-banana:f0a9d34b')], 'a lake');
    expect(seedless).toMatchObject({ state: 'made', seed: null });
    const seeded = await made([member('stability-ai/sdxl:7762fd07')], 'a lake');
    expect(seeded).toMatchObject({ state: 'made' });
    expect(seeded).not.toHaveProperty('seed');
  });

  it('is asked again for what it interrupted', async () => {
    expect(await made([member('stability-ai/sdxl')], 'interrupted')).toMatchObject({
      state: 'failed',
      again: true,
      error: { identifier: 'ENGINE_UNAVAILABLE' },
    });
  });

  it.each(['../account', 'sdxl', 'a/b/c'])('is asked for no model of a name that is none (%s)', async (model) => {
    expect(await made([member(model)], 'a lake')).toMatchObject({ state: 'failed', again: false });
    expect(server.received).toHaveLength(0);
  });
});

describe('fal', () => {
  let server: SmallFal;
  beforeEach(async () => {
    server = await startFal();
  });
  afterEach(async () => {
    await server.close();
  });
  const member = () =>
    new RemoteMember({
      api: createRemoteApi({ kind: 'fal', address: server.url, key: server.key }),
      useOf: remoteUseOf,
      modelOf: () => 'fal-ai/fast-sdxl/image-to-image',
      runs: new Runs().of('e1'),
      settings: QUICK,
    });

  it('refuses what its check of contents blacks out', async () => {
    expect(await made([member()], 'blackened')).toMatchObject({
      state: 'failed',
      again: false,
      error: { identifier: 'SENSITIVE_CONTENT' },
    });
  });

  it('is asked again when its runner was lost', async () => {
    expect(await made([member()], 'late')).toMatchObject({
      state: 'failed',
      again: true,
      error: { identifier: 'ENGINE_UNAVAILABLE' },
    });
  });

  it('gets our key where it must, and nowhere else', async () => {
    await made([member()], 'a lake');
    const open = server.received
      .filter(({ headers }) => headers.authorization === undefined)
      .map(({ path }) => path.split('/')[1]);
    expect([...new Set(open)].sort()).toEqual(['files', 'openapi']);
  });
});

it('hears a call for nobody when an engine is one that does not call', async () => {
  const calls = await EngineCalls.open(
    createMemoryDocumentStore(),
    createMemorySignals(clock),
    clock,
    'https://kinora.example',
  );
  const delivery: RemoteDelivery = { body: new Uint8Array(), header: () => undefined };
  expect(
    await calls.take(
      'e1',
      createRemoteApi({ kind: 'comfyui', address: 'http://127.0.0.1:9' }),
      'task_0',
      undefined,
      delivery,
    ),
  ).toMatchObject({ ok: false, error: { identifier: 'PERMISSION_ERROR' } });
});
