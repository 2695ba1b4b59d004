import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, probe, type Programs } from '../../../src/engine/ffmpeg.js';
import { airOf } from '../../../src/engine/local/render/layers/draw.js';
import { STYLES, type Raster } from '../../../src/engine/local/scene/scene.js';
import { understand } from '../../../src/engine/local/scene/understand.js';
import type { Motion } from '../../../src/engine/local/video/generate/camera.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import {
  videoFromText,
  type TextVideo,
  type VideoFromTextOptions,
} from '../../../src/engine/local/video/generate/from-text.js';
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

const SIZE = { width: 320, height: 180 };
const BASE = { ...SIZE, seconds: 2, fps: 25, seed: 5 };
/** A motion is of the film's length, not of its frames: few show it as well. */
const SPARSE = { fps: 10 } as const;
const VIEW = 'horses on a meadow before mountains in the morning';
const OBJECT = 'a friendly robot in a room';
const never = new AbortController().signal;
const nothing = (): void => undefined;

// Films take as long as the machine needs.
jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-text-'));
  programs = await findFfmpeg();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (options: Partial<VideoFromTextOptions> & { readonly prompt: string }): Promise<TextVideo> =>
  videoFromText({ ...BASE, ...options }, { dir: await mkdtemp(join(folder, 'film-')), programs }, nothing, never);
const small = (made: TextVideo): Promise<Frames> => framesOf(programs, made.mp4, SIZE.width, SIZE.height);
const at = (frames: Frames, share: number): number => Math.round(share * (frames.list.length - 1));

/** Mean step in brightness from each frame to the next, 0..255. */
function steps({ list }: Frames): number[] {
  return list
    .slice(1)
    .map(
      (frame, index) =>
        frame.reduce((sum, value, i) => sum + Math.abs(value - (list[index]?.[i] ?? 0)), 0) / frame.length,
    );
}

describe('A film of a view', () => {
  it.each<Motion>(['zoom-in', 'zoom-out', 'pan-left', 'pan-right', 'rise', 'drift', 'orbit'])(
    'follows the camera asked for, and neither a still frame nor the film backwards does (%s)',
    async (motion) => {
      const frames = await small(await video({ ...SPARSE, prompt: VIEW, motion }));
      expect(await misled(frames, motion)).toBeUndefined();
      expect(await misled(stillOf(frames), motion)).toBeDefined();
      expect(await misled(reversed(frames), motion)).toBeDefined();
    },
  );

  it('goes towards what there is to see when nothing else is asked for', async () => {
    expect(await misled(await small(await video({ ...SPARSE, prompt: VIEW })), 'zoom-in')).toBeUndefined();
  });
});

describe('A film of objects', () => {
  it('goes round them: what is far goes right of what is near, and they part about the middle; a still frame or the film backwards do not', async () => {
    const frames = await small(await video({ ...SPARSE, prompt: OBJECT }));
    const swings = async (seen: Frames): Promise<boolean> => {
      const { near, far, left, right } = await movement(seen, at(seen, 0.3), at(seen, 0.7));
      return far.u - near.u > 2 && left > 0.25 && right > 0.25;
    };
    expect(await swings(frames)).toBe(true);
    expect(await swings(stillOf(frames))).toBe(false);
    expect(await swings(reversed(frames))).toBe(false);
  });

  it.each<Motion>(['zoom-in', 'zoom-out', 'pan-left', 'pan-right'])(
    'follows the camera asked for (%s)',
    async (motion) => {
      const frames = await small(await video({ ...SPARSE, prompt: OBJECT, motion }));
      const { u, growth } = await movement(frames, at(frames, 0.3), at(frames, 0.7));
      const backwards = await movement(reversed(frames), at(frames, 0.3), at(frames, 0.7));
      const follows = (m: { readonly u: number; readonly growth: number }): boolean =>
        ({
          'zoom-in': m.growth > 0.03,
          'zoom-out': m.growth < -0.03,
          'pan-right': m.u < -1,
          'pan-left': m.u > 1,
          rise: false,
          orbit: false,
          drift: false,
        })[motion];
      expect({ u, growth, follows: follows({ u, growth }) }).toMatchObject({ follows: true });
      expect(follows(backwards)).toBe(false);
      expect(follows(await movement(stillOf(frames), 0, 1))).toBe(false);
    },
  );
});

describe('Any film of a prompt', () => {
  it.each([
    [VIEW, 320, 180, 25, 2],
    [OBJECT, 180, 320, 30, 1],
    ['rain over a city at night', 256, 256, 25, 3],
  ])('has the size, rate and length asked for (%s)', async (prompt, width, height, fps, seconds) => {
    const made = await video({ prompt, width, height, fps, seconds });
    expect(await verifyVideo(programs, made.mp4, { width, height, fps, seconds })).toEqual({ ok: true });
    expect(await verifyVideo(programs, made.mp4, { width, height, fps, seconds: seconds + 1 })).toMatchObject({
      ok: false,
    });
    expect((await probe(programs, made.mp4, { timeoutMs: 60_000 })).video).toMatchObject({
      codec: 'h264',
      width,
      height,
      fps,
      seconds,
      frames: seconds * fps,
    });
    expect(await readdir(join(made.mp4, '..'))).toEqual(['film.mp4']);
  });

  it.each([VIEW, OBJECT])(
    'begins with its poster, which is the picture of the same prompt and seed (%s)',
    async (prompt) => {
      const made = await video({ prompt, seconds: 1 });
      const { raster, understanding } = await renderScene({ prompt, seed: BASE.seed, ...SIZE });
      expect(psnr(await frameAt(programs, made.mp4, 0, SIZE.width, SIZE.height), made.poster)).toBeGreaterThan(32);
      expect(psnr(made.poster, raster)).toBeGreaterThan(34);
      expect(made.understanding).toEqual(understanding);
      expect(psnr((await video({ prompt: 'a volcano at night', seconds: 0.2 })).poster, raster)).toBeLessThan(20);
    },
  );

  it.each([VIEW, OBJECT])('has the same bytes for the same seed and others for another (%s)', async (prompt) => {
    const bytes = async (seed: number): Promise<Buffer> => readFile((await video({ prompt, seed, seconds: 0.8 })).mp4);
    const [one, same, other] = [await bytes(1), await bytes(1), await bytes(2)];
    expect(one.equals(same)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  it.each(STYLES)('moves evenly in the style %s: no frame jumps out of the flow', async (style) => {
    const changes = steps(
      await small(
        await video({
          prompt: 'a lake before mountains',
          style,
          seconds: 1.6,
          motion: 'pan-right',
          width: 256,
          height: 144,
        }),
      ),
    );
    const sorted = [...changes].sort((a, b) => a - b);
    expect(sorted.at(-1)!).toBeLessThan(16);
    expect(sorted[Math.floor(sorted.length / 2)]!).toBeLessThan(7);
    expect(sorted.at(-1)!).toBeGreaterThan(0.05);
  });

  it('tells how far it is, with frames to look at', async () => {
    const reported: { fraction: number; partial?: Raster }[] = [];
    await videoFromText(
      { ...BASE, prompt: VIEW, seconds: 1 },
      { dir: await mkdtemp(join(folder, 'film-')), programs },
      (step) => {
        reported.push(step);
      },
      never,
    );
    expect(reported.filter(({ partial }) => partial !== undefined).length).toBeGreaterThanOrEqual(6);
    expect(reported.map(({ fraction }) => fraction)).toEqual(
      reported.map(({ fraction }) => fraction).sort((a, b) => a - b),
    );
    expect(reported.at(-1)?.fraction).toBe(1);
  });

  it.each([VIEW, OBJECT])('ends when it is called off, and leaves nothing (%s)', async (prompt) => {
    const dir = await mkdtemp(join(folder, 'film-'));
    const control = new AbortController();
    const reason = new Error('called off');
    await expect(
      videoFromText(
        { ...BASE, prompt },
        { dir, programs },
        ({ fraction }) => {
          if (fraction > 0.3) control.abort(reason);
        },
        control.signal,
      ),
    ).rejects.toBe(reason);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('What falls', () => {
  it.each(['snow over a village', 'rain over a city at night', 'confetti over a beach'])(
    'falls: %s',
    async (prompt) => {
      const { scene } = understand({ prompt, seed: 3 });
      const air = airOf(scene, SIZE.width, SIZE.height)!;
      const rows = (seconds: number): Uint8Array =>
        Uint8Array.from(
          { length: SIZE.width * SIZE.height },
          (
            (pixels) => (_, i) =>
              pixels[i * 4 + 3] ?? 0
          )(air(seconds)),
        );
      const frames: Frames = { ...SIZE, list: [rows(1), rows(1.02)] };
      expect((await movement(frames, 0, 1)).v).toBeGreaterThan(0.05);
      expect((await movement(reversed(frames), 0, 1)).v).toBeLessThan(0);
      expect((await movement(stillOf(frames), 0, 1)).v).toBeCloseTo(0, 3);
    },
  );

  it('is nothing where nothing falls', () => {
    expect(airOf(understand({ prompt: 'a desert at noon', seed: 3 }).scene, 64, 64)).toBeUndefined();
  });
});
