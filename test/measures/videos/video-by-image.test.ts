import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { MOTIONS, type Motion } from '../../../src/engine/local/video/generate/camera.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { MOTION_REACH, RESOLUTIONS } from '../../../src/creation/procedures/params.shared.js';
import { videoSizeOf } from '../../../src/creation/procedures/sizes.shared.js';
import { videoFromImage, type VideoFromImageOptions } from '../../../src/engine/local/video/generate/from-image.js';
import {
  frameAt,
  framesOf,
  misled,
  movement,
  psnr,
  reversed,
  stillOf,
  type Frames,
} from '../../support/files/video-file.js';

const SIZE = { width: 480, height: 270 };
const SMALL = { width: 320, height: 180 };
const BASE: Omit<VideoFromImageOptions, 'motion'> = { ...SIZE, seconds: 2, fps: 25, seed: 1 };
/** A motion is of the film's length, not of its frames: few show it as well. */
const SPARSE = { ...BASE, fps: 10 } as const;

// Films take as long as the machine needs.
jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
let image: Raster;
const never = new AbortController().signal;
const nothing = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-image-'));
  programs = await findFfmpeg();
  ({ raster: image } = await renderScene({
    prompt: 'horses on a meadow before mountains in the morning',
    seed: 4,
    ...SIZE,
  }));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const place = (): Promise<string> => mkdtemp(join(folder, 'film-'));

describe('A photograph brought to life', () => {
  const videos = new Map<Motion, { readonly mp4: string; readonly poster: Raster; readonly frames: Frames }>();
  beforeAll(async () => {
    for (const motion of MOTIONS) {
      const video = await videoFromImage(
        image,
        { ...SPARSE, motion },
        { dir: await place(), programs },
        nothing,
        never,
      );
      videos.set(motion, { ...video, frames: await framesOf(programs, video.mp4, SMALL.width, SMALL.height) });
    }
  });

  it.each(MOTIONS)(
    'moves as it was asked to, and neither standing still nor running backwards does (%s)',
    async (motion) => {
      const { frames } = videos.get(motion)!;
      expect(await misled(frames, motion)).toBeUndefined();
      expect(await misled(stillOf(frames), motion)).toBeDefined();
      expect(await misled(reversed(frames), motion)).toBeDefined();
    },
  );

  it('is not what the opposite motion asks for', async () => {
    for (const [one, other] of [
      ['zoom-in', 'zoom-out'],
      ['pan-left', 'pan-right'],
      ['rise', 'drift'],
      ['orbit', 'zoom-in'],
    ] as const) {
      expect(await misled(videos.get(one)!.frames, other)).toBeDefined();
      expect(await misled(videos.get(other)!.frames, one)).toBeDefined();
    }
  });

  it.each(MOTIONS)('begins with the picture, which is its poster (%s)', async (motion) => {
    const { mp4, poster } = videos.get(motion)!;
    const first = await frameAt(programs, mp4, 0, SIZE.width, SIZE.height);
    expect(psnr(first, image)).toBeGreaterThan(34);
    expect(psnr(poster, image)).toBeGreaterThan(60);
    const later = await frameAt(
      programs,
      mp4,
      motion === 'zoom-out' ? 0.36 : motion === 'orbit' ? 0.5 : 1.9,
      SIZE.width,
      SIZE.height,
    );
    expect(psnr(later, image)).toBeLessThan(30);
  });

  it.each(MOTIONS)('has the size, length and rate asked for (%s)', async (motion) => {
    const { mp4 } = videos.get(motion)!;
    expect(await verifyVideo(programs, mp4, { ...SIZE, seconds: 2, fps: 10 })).toEqual({ ok: true });
    const { video, audio } = await probe(programs, mp4, { timeoutMs: 60_000 });
    expect(video).toMatchObject({ codec: 'h264', pixelFormat: 'yuv420p', frames: 20, seconds: 2, fps: 10 });
    expect(audio).toBeUndefined();
  });

  it('is refused where another size, length or rate was asked for', async () => {
    const { mp4 } = videos.get('drift')!;
    for (const other of [{ width: 478 }, { height: 272 }, { seconds: 2.1 }, { fps: 25 }])
      expect(await verifyVideo(programs, mp4, { ...SIZE, seconds: 2, fps: 10, ...other })).toMatchObject({ ok: false });
  });

  it('has its index in front, so that it plays while it loads', async () => {
    const bytes = await readFile(videos.get('zoom-in')!.mp4);
    expect(bytes.indexOf('moov')).toBeGreaterThan(0);
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'));
  });

  it('leaves nothing but the film', async () => {
    for (const { mp4 } of videos.values()) expect(await readdir(join(mp4, '..'))).toEqual(['film.mp4']);
  });
});

describe('The reach of the camera', () => {
  it('is how far the picture moves, and none shows a border', async () => {
    const shown: number[] = [];
    for (const reach of [MOTION_REACH.min, MOTION_REACH.initial, MOTION_REACH.max]) {
      const { mp4 } = await videoFromImage(
        image,
        { ...SPARSE, motion: 'pan-right', reach },
        { dir: await place(), programs },
        nothing,
        never,
      );
      const frames = await framesOf(programs, mp4, SMALL.width, SMALL.height);
      expect(await misled(frames, 'pan-right')).toBeUndefined();
      shown.push(-(await movement(frames, 8, 16)).u);
    }
    expect(shown[1]! / shown[0]!).toBeGreaterThan(1.5);
    expect(shown[2]! / shown[1]!).toBeGreaterThan(1.5);
  });
});

describe('The check of a film', () => {
  it('refuses one that is cut short, broken inside, or none', async () => {
    const dir = await place();
    const { mp4 } = await videoFromImage(
      image,
      { ...BASE, motion: 'zoom-in', seconds: 1 },
      { dir, programs },
      nothing,
      never,
    );
    const wanted = { ...SIZE, seconds: 1, fps: 25 };
    expect(await verifyVideo(programs, mp4, wanted)).toEqual({ ok: true });
    const whole = await readFile(mp4);
    const broken = Uint8Array.from(whole);
    broken.fill(0x55, whole.indexOf('mdat') + 4000, whole.indexOf('mdat') + 9000);
    for (const damage of [
      () => truncate(mp4, Math.floor(whole.length * 0.6)),
      () => writeFile(mp4, broken),
      () => writeFile(mp4, 'not a film'),
      () => rm(mp4),
    ]) {
      await damage();
      expect(await verifyVideo(programs, mp4, wanted)).toMatchObject({ ok: false, reason: expect.any(String) });
    }
  });
});

describe('Making a film of a picture', () => {
  it('gives the same bytes for the same picture and options', async () => {
    const [one, two] = await Promise.all(
      [1, 2].map(async () =>
        readFile(
          (
            await videoFromImage(
              image,
              { ...BASE, motion: 'drift', seconds: 1 },
              { dir: await place(), programs },
              nothing,
              never,
            )
          ).mp4,
        ),
      ),
    );
    expect(one!.equals(two!)).toBe(true);
  });

  it('tells how far it is, with frames to look at', async () => {
    const steps: { fraction: number; partial?: Raster }[] = [];
    await videoFromImage(
      image,
      { ...BASE, motion: 'pan-left', seconds: 1 },
      { dir: await place(), programs },
      (step) => {
        steps.push(step);
      },
      never,
    );
    expect(steps.length).toBeGreaterThanOrEqual(6);
    expect(steps.map(({ fraction }) => fraction)).toEqual(steps.map(({ fraction }) => fraction).sort((a, b) => a - b));
    expect(steps.at(-1)?.fraction).toBe(1);
    expect(steps.filter(({ partial }) => partial !== undefined).length).toBeGreaterThanOrEqual(6);
  });

  it('ends when it is called off, and leaves nothing', async () => {
    const dir = await place();
    const control = new AbortController();
    const reason = new Error('called off');
    const video = videoFromImage(
      image,
      { ...BASE, motion: 'rise' },
      { dir, programs },
      ({ fraction }) => {
        if (fraction > 0.4) control.abort(reason);
      },
      control.signal,
    );
    await expect(video).rejects.toBe(reason);
    expect(await readdir(dir)).toEqual([]);
    await expect(
      videoFromImage(image, { ...BASE, motion: 'rise' }, { dir, programs }, nothing, AbortSignal.abort(reason)),
    ).rejects.toBe(reason);
  });

  it.each([
    ['a portrait', 300, 401],
    ['a strip', 900, 100],
    ['a tiny square', 16, 16],
  ])('makes a film of %s (%d × %d)', async (_name, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let i = 0; i < width * height; i += 1)
      data.set([(i % width) * 3, Math.floor(i / width) * 2, (i * 7) % 251, i % 5 === 0 ? 0 : 255], i * 4);
    const full = videoSizeOf({ width, height }, RESOLUTIONS['480p']);
    expect([full.width % 2, full.height % 2, Math.max(full.width, full.height)]).toEqual([0, 0, 854]);
    const size = { width: full.width / 2 - ((full.width / 2) % 2), height: full.height / 2 - ((full.height / 2) % 2) };
    const { mp4 } = await videoFromImage(
      { width, height, data },
      { ...size, motion: 'orbit', seconds: 1, fps: 30, seed: 1 },
      { dir: await place(), programs },
      nothing,
      never,
    );
    expect(await verifyVideo(programs, mp4, { ...size, seconds: 1, fps: 30 })).toEqual({ ok: true });
  });

  it('refuses odd sides and half frames', async () => {
    for (const wrong of [{ width: 481 }, { height: 269 }, { seconds: 1.01 }, { seconds: 0 }, { fps: 61 }]) {
      await expect(
        videoFromImage(image, { ...BASE, motion: 'rise', ...wrong }, { dir: folder, programs }, nothing, never),
      ).rejects.toThrow();
    }
  });
});
