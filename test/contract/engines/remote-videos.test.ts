import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { defined } from '../../../src/kernel/defined.shared.js';
import { createRemoteApi } from '../../../src/engine/remote/apis.js';
import { engineOver, REMOTE_DEFAULTS, RemoteMember, type RunBook } from '../../../src/engine/remote/engine.js';
import { remoteUseOf } from '../../../src/creation/procedures/registry.shared.js';
import type { RemoteAddress } from '../../../src/engine/remote/port.js';
import type { EngineOutcome, EngineRequest } from '../../../src/engine/port.js';
import { findFfmpeg, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { squareVideo } from '../../support/files/made-videos.js';
import { startComfyUi } from '../../support/servers/remote/comfyui/server.js';
import { startFal } from '../../support/servers/remote/fal.js';
import { startOpenAiImages } from '../../support/servers/remote/openai-images.js';
import { startReplicate } from '../../support/servers/remote/replicate.js';
import type { SmallServer } from '../../support/servers/remote/serve.js';

/** How long a test may take on a slow machine, milliseconds; nothing hangs on it. */
const PATIENCE = 600_000;
const QUICK = {
  ...REMOTE_DEFAULTS,
  pollMs: { min: 5, max: 10 },
  calledPollMs: { min: 5, max: 10 },
  failures: 2,
  restMs: 60_000,
};
const never = new AbortController().signal;
const SIZE = { width: 192, height: 108, seconds: 3 } as const;

class Runs implements RunBook {
  readonly open = new Map<string, string>();
  async find(run: string): Promise<string | undefined> {
    return this.open.get(run);
  }
  async note(run: string, externalId: string): Promise<void> {
    this.open.set(run, externalId);
  }
  async close(run: string): Promise<void> {
    this.open.delete(run);
  }
}

type VideoServer = SmallServer & { readonly key?: string; video: Buffer };
interface Kind {
  readonly name: RemoteAddress['kind'];
  readonly model: string;
  start(): Promise<VideoServer>;
  /** Where a film is asked for, and what is said there of its length. */
  readonly asks: RegExp;
  readonly long: RegExp;
}

const KINDS: readonly Kind[] = [
  {
    name: 'openai-images',
    model: 'sora-2',
    start: startOpenAiImages,
    asks: /^\/v1\/videos$/,
    long: /name="seconds"\r\n\r\n4\r\n/,
  },
  {
    name: 'comfyui',
    model: 'ltx-video-2b-v0.9.5.safetensors',
    start: startComfyUi,
    asks: /^\/prompt$/,
    long: /"length":81/,
  },
  {
    name: 'replicate',
    model: 'wan-video/wan-small',
    start: startReplicate,
    asks: /^\/v1\/predictions$/,
    long: /"duration":5/,
  },
  {
    name: 'fal',
    model: 'fal-ai/ltx-small',
    start: startFal,
    asks: /^\/fal-ai\/ltx-small$/,
    long: /"num_frames":91.*"frame_rate":30|"frame_rate":30.*"num_frames":91/,
  },
];

describe.each(KINDS)('films of an engine behind an address: $name', ({ name, model, start, asks, long }) => {
  let [server, folder, programs, videos]: [
    VideoServer | undefined,
    string,
    Programs | undefined,
    Readonly<Record<'sound' | 'webm' | 'short' | 'ready', Buffer>> | undefined,
  ] = [undefined, '', undefined, undefined];
  const given = () => {
    if (server === undefined || programs === undefined || videos === undefined) throw new Error('not begun');
    return { server, programs, videos };
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'remote-videos-'));
    const found = await findFfmpeg();
    const video = async (file: string, more: Omit<Parameters<typeof squareVideo>[1], 'path'>): Promise<Buffer> => {
      const path = join(folder, file);
      await squareVideo(found, { path, ...more });
      return readFile(path);
    };
    programs = found;
    videos = {
      // Of another size, rate and length than is asked for.
      sound: await video('sound.mp4', { width: 320, height: 240, seconds: 4, fps: 16, sound: 'sine=440' }),
      webm: await video('other.webm', {
        width: 256,
        height: 144,
        seconds: 3.2,
        fps: 24,
        as: ['-c:v', 'libvpx', '-b:v', '400k', '-pix_fmt', 'yuv420p'],
      }),
      short: await video('short.mp4', { width: 256, height: 144, seconds: 1, fps: 24 }),
      ready: await video('ready.mp4', {
        ...SIZE,
        as: ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'],
      }),
    };
  }, PATIENCE);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    server = await start();
  });
  afterEach(async () => {
    await server?.close();
  });

  const request = (prompt: string, more: Partial<EngineRequest> = {}): EngineRequest => ({
    id: 'task_1',
    model: 'ours',
    params: { procedure: 'video.createVideoByText', style: 'natural', aspect: '16:9', seconds: 3, resolution: '480p' },
    prompt,
    negativePrompt: '',
    ...SIZE,
    sources: [],
    dir: folder,
    outputs: [{ index: 0, seed: 5 }],
    ...more,
  });
  const member = (settings = QUICK, by = model, at: Pick<VideoServer, 'url' | 'key'> = given().server) => {
    return new RemoteMember({
      api: createRemoteApi({ kind: name, address: at.url, ...defined({ key: at.key }) }),
      useOf: remoteUseOf,
      modelOf: () => by,
      runs: new Runs(),
      settings,
      programs: async () => given().programs,
    });
  };
  async function made(
    engineRequest: EngineRequest,
    members: readonly RemoteMember[] = [member()],
    fallbacks: string[] = [],
  ): Promise<EngineOutcome | undefined> {
    for await (const outcome of engineOver(members, async () => {
      fallbacks.push('over');
    }).generate(engineRequest, () => undefined, never))
      return outcome;
    return undefined;
  }
  const videoIn = (outcome: EngineOutcome | undefined) => {
    if (outcome?.state !== 'made' || outcome.media.type !== 'video/mp4')
      throw new Error(`no film: ${JSON.stringify(outcome)}`);
    return outcome.media;
  };
  const postedRequests = () =>
    given().server.received.filter(({ method, path }) => method === 'POST' && asks.test(path));

  it(
    'become an MP4 of the size, rate and length asked for, heard as they were, with a picture of it',
    async () => {
      const at = given();
      at.server.video = at.videos.sound;
      const { path, poster } = videoIn(await made(request('waves on a beach')));
      expect(await verifyVideo(at.programs, path, { ...SIZE, fps: 25 })).toEqual({ ok: true });
      expect((await probe(at.programs, path, { timeoutMs: 60_000 })).audio).toMatchObject({ codec: 'aac' });
      expect(await sharp(poster).metadata()).toMatchObject({ format: 'png', width: 192, height: 108 });
      const bytes = await readFile(path);
      // Its index stands before what is played.
      expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
      expect(postedRequests()).toHaveLength(1);
      expect(postedRequests()[0]!.body.toString('latin1')).toMatch(long);
    },
    PATIENCE,
  );

  it(
    'begin with a picture that is given; a WebM of another rate is encoded anew',
    async () => {
      const at = given();
      at.server.video = at.videos.webm;
      const image = join(folder, 'given.png');
      await writeFile(
        image,
        await sharp({ create: { width: 192, height: 108, channels: 3, background: '#3060a0' } })
          .png()
          .toBuffer(),
      );
      const outcome = await made(
        request('', {
          params: { procedure: 'video.createVideoByImage', motion: 'zoom-in', seconds: 3, resolution: '480p' },
          sources: [{ role: 'image', path: image, type: 'image/png', width: 192, height: 108 }],
        }),
      );
      expect(await verifyVideo(at.programs, videoIn(outcome).path, { ...SIZE, fps: 25 })).toEqual({ ok: true });
      const [one] = postedRequests();
      expect(one?.body.toString('latin1')).toMatch(
        /input_reference|LTXVImgToVideo|"image":"http|"image_url":"data:image\/png/,
      );
      expect(one?.body.toString('utf8')).toContain('camera');
    },
    PATIENCE,
  );

  it(
    'that are as asked for already are packed anew, not encoded',
    async () => {
      const at = given();
      at.server.video = at.videos.ready;
      const { path } = videoIn(await made(request('waves')));
      expect(await verifyVideo(at.programs, path, { ...SIZE, fps: 25 })).toEqual({ ok: true });
      const images = async (file: string) => (await probe(at.programs, file, { timeoutMs: 60_000 })).video?.frames;
      expect(await images(path)).toBe(75);
      expect(Math.abs((await readFile(path)).byteLength - at.videos.ready.byteLength)).toBeLessThan(400);
    },
    PATIENCE,
  );

  it(
    'are not taken when they are no films, or broken; content that is refused is said to be',
    async () => {
      const at = given();
      const fails = async (video: Buffer, prompt = 'waves') => {
        at.server.video = video;
        const outcome = await made(request(prompt));
        return outcome?.state === 'failed' ? outcome.error.identifier : outcome?.state;
      };
      expect(
        await fails(
          await sharp({ create: { width: 192, height: 108, channels: 3, background: '#000' } })
            .png()
            .toBuffer(),
        ),
      ).toBe('ENGINE_FAILED');
      expect(await fails(at.videos.sound.subarray(0, Math.floor(at.videos.sound.byteLength / 3)))).toBe(
        'ENGINE_FAILED',
      );
      if (name !== 'comfyui') expect(await fails(at.videos.sound, 'forbidden')).toBe('SENSITIVE_CONTENT');
    },
    PATIENCE,
  );

  it(
    'are held at their last frame when they are too short, said to be so, and given up for a longer one only',
    async () => {
      const at = given();
      at.server.video = at.videos.short;
      const short = await made(request('waves'));
      expect(short).toMatchObject({ state: 'made', shortfall: 'short' });
      expect(await verifyVideo(at.programs, videoIn(short).path, { ...SIZE, fps: 25 })).toEqual({ ok: true });
      const other = await start();
      try {
        const standIn = () => member(QUICK, model, other);
        const fallbacks: string[] = [];
        other.video = at.videos.sound;
        const longer = await made(request('waves'), [member(), standIn()], fallbacks);
        videoIn(longer);
        expect(longer).not.toHaveProperty('shortfall');
        expect(fallbacks).toEqual(['over']);
        other.video = Buffer.from('no film');
        const kept = await made(request('waves'), [member(), standIn()]);
        expect(kept).toMatchObject({ state: 'made', shortfall: 'short' });
        expect(await verifyVideo(at.programs, videoIn(kept).path, { ...SIZE, fps: 25 })).toEqual({ ok: true });
      } finally {
        await other.close();
      }
    },
    PATIENCE,
  );

  it(
    "longer than the model makes them are another engine's: nothing is sent",
    async () => {
      const at = given();
      at.server.video = at.videos.sound;
      const fallbacks: string[] = [];
      const outcome = await made(request('waves', { seconds: 40 }), [member(), member()], fallbacks);
      // ComfyUI makes as many frames as it is asked for: what it sends is too short then.
      expect(outcome).toMatchObject(
        name === 'comfyui'
          ? { state: 'made', shortfall: 'short' }
          : { state: 'failed', error: { identifier: 'ENGINE_FAILED' }, again: false },
      );
      expect(fallbacks).toEqual(['over']);
      expect(postedRequests()).toHaveLength(name === 'comfyui' ? 2 : 0);
    },
    PATIENCE,
  );

  it(
    "are the next engine's when the first makes none",
    async () => {
      const at = given();
      at.server.video = at.videos.sound;
      const fallbacks: string[] = [];
      const dead = new RemoteMember({
        api: createRemoteApi({ kind: name, address: 'http://127.0.0.1:9', key: 'x' }),
        useOf: remoteUseOf,
        modelOf: () => model,
        runs: new Runs(),
        settings: QUICK,
        programs: async () => at.programs,
      });
      videoIn(await made(request('waves'), [dead, member()], fallbacks));
      expect(fallbacks).toEqual(['over']);
    },
    PATIENCE,
  );
});
