import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import { createRandom } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { framesOf } from '../../../src/engine/local/video/io/source.js';
import { upscaleVideo } from '../../../src/engine/local/video/enhance/upscale-video.js';
import { planOf, type SourceFacts } from '../../../src/creation/procedures/plan.shared.js';
import { psnr } from '../../support/files/video-file.js';
import { ffmpeg } from '../../support/files/made-videos.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const LARGE = { width: 480, height: 272 };
const SMALL = { width: 240, height: 136 };
const FPS = 25;
const FRAMES = 25;
const SECONDS = FRAMES / FPS;
/** From here on there is a past to know more by. */
const SETTLED = 5;
/** Decibels that a film must be nearer the truth than it is by bicubic. */
const NEARER = 0.4;
let folder = '';
let programs: Programs;
let truth: readonly Raster[];
const never = new AbortController().signal;
const at = (name: string): string => join(folder, name);
async function all(path: string): Promise<Raster[]> {
  const frames: Raster[] = [];
  for await (const frame of framesOf(programs, path, { ...LARGE, fps: FPS, seconds: SECONDS })) frames.push(frame);
  return frames;
}

/** Half as large by means of four pixels, as a sensor sees, with noise of a standard deviation of 3. */
function sensed({ width, data }: Raster, frame: number): Raster {
  const small = new Uint8ClampedArray(SMALL.width * SMALL.height * 4).fill(255);
  const random = createRandom(frame, 'sensor');
  for (let y = 0, to = 0; y < SMALL.height; y += 1)
    for (let x = 0; x < SMALL.width; x += 1, to += 4) {
      const noise = 3 * random.gaussian();
      for (let k = 0; k < 3; k += 1) {
        const from = (2 * y * width + 2 * x) * 4 + k;
        small[to + k] =
          (data[from]! + data[from + 4]! + data[from + width * 4]! + data[from + width * 4 + 4]!) / 4 + noise;
      }
    }
  return { ...SMALL, data: small };
}

/**
 * A pan over a street, three pixels a frame; a film of it half as large, with noise and sound, and one with a cut in
 * it.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-upscale-'));
  programs = await findFfmpeg();
  const wide = LARGE.width + 3 * FRAMES;
  const { raster } = await renderScene({
    prompt: 'a city street with shops and people',
    seed: 9,
    width: wide - (wide % 16) + 16,
    height: LARGE.height,
  });
  truth = Array.from({ length: FRAMES }, (_, index) => {
    const data = new Uint8ClampedArray(LARGE.width * LARGE.height * 4);
    for (let y = 0; y < LARGE.height; y += 1)
      data.set(
        raster.data.subarray((y * raster.width + index * 3) * 4, (y * raster.width + index * 3 + LARGE.width) * 4),
        y * LARGE.width * 4,
      );
    return { ...LARGE, data };
  });
  await encodeMp4(programs, { ...SMALL, fps: FPS, frames: truth.map(sensed), path: at('silent.mp4') });
  await ffmpeg(programs, [
    '-i',
    mediaFile(at('silent.mp4')),
    '-f',
    'lavfi',
    '-i',
    `sine=440:d=${SECONDS}`,
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-y',
    mediaFile(at('given.mp4')),
  ]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const nearness = (frames: readonly Raster[]): number =>
  mean(frames.slice(SETTLED).map((frame, index) => psnr(frame, truth[SETTLED + index]!)));
/** Decibels by which a film is nearer the truth than bicubic brings it. */
const gain = async (frames: readonly Raster[]): Promise<number> =>
  nearness(frames) - nearness(await all(at('given.mp4')));
const packets = async (path: string): Promise<string> =>
  Buffer.from(
    await ffmpeg(programs, ['-i', mediaFile(path), '-map', '0:a:0', '-c', 'copy', '-f', 'framemd5', '-']),
  ).toString();
async function enlarged(way?: 'filtered'): Promise<{ readonly mp4: string; readonly reported: readonly number[] }> {
  const reported: number[] = [];
  const dir = await mkdtemp(join(folder, 'out-'));
  const { mp4 } = await upscaleVideo(
    { path: at('given.mp4'), facts: { ...SMALL, hasSound: true } },
    { ...LARGE, fps: FPS, seconds: SECONDS, ...(way && { way }) },
    { dir, programs },
    ({ fraction }) => {
      reported.push(fraction);
    },
    never,
  );
  expect(await readdir(dir)).toEqual(['film.mp4']);
  return { mp4, reported };
}

describe('a film enlarged', () => {
  it('is nearer the truth than by bicubic, out of what its frames show together; control: bicubic itself is not, nor is it sharpened', async () => {
    const { mp4, reported } = await enlarged();
    expect(await gain(await all(mp4))).toBeGreaterThan(NEARER);
    expect(await gain(await all(at('given.mp4')))).toBeLessThan(NEARER);
    await ffmpeg(programs, [
      '-i',
      mediaFile(at('given.mp4')),
      '-vf',
      `scale=${LARGE.width}:${LARGE.height}:flags=bicubic,unsharp=5:5:1`,
      '-c:v',
      'libx264',
      '-qp',
      '8',
      '-y',
      mediaFile(at('sharp.mp4')),
    ]);
    expect(await gain(await all(at('sharp.mp4')))).toBeLessThan(NEARER);
    expect(await verifyVideo(programs, mp4, { ...LARGE, fps: FPS, seconds: SECONDS })).toEqual({ ok: true });
    expect(await packets(mp4)).toBe(await packets(at('given.mp4')));
    expect(reported).toEqual([...reported].sort((one, other) => one - other));
    expect(reported.at(-1)).toBe(1);
  });

  it('is no worse by filters alone, as long ones are, and whole', async () => {
    const { mp4 } = await enlarged('filtered');
    expect(await gain(await all(mp4))).toBeGreaterThan(0);
    expect(await verifyVideo(programs, mp4, { ...LARGE, fps: FPS, seconds: SECONDS })).toEqual({ ok: true });
    expect(await packets(mp4)).toBe(await packets(at('given.mp4')));
  });
});

describe('what can be enlarged, and how far', () => {
  const video = (more: Partial<SourceFacts>): readonly SourceFacts[] => [
    { role: 'video', width: 1_280, height: 720, seconds: 5, ...more },
  ];
  const plan = (width: 640 | 1_280 | 1_920 | 2_560 | 3_840, more: Partial<SourceFacts> = {}) =>
    planOf({ procedure: 'video.upscaleVideo', width }, video(more), 4_096);

  it('is as wide as is asked for, as long as it was', () => {
    expect(plan(1_920)).toEqual({ ok: true, value: { media: 'video', width: 1_920, height: 1_080, seconds: 5 } });
    expect(plan(3_840, { seconds: 60 })).toMatchObject({
      ok: true,
      value: { width: 3_840, height: 2_160, seconds: 60 },
    });
    expect(plan(2_560, { seconds: 180 })).toMatchObject({ ok: true, value: { width: 2_560, height: 1_440 } });
  });

  it('is not 4K beyond a minute, not beyond 4096 pixels, not smaller than it was, and not beyond three minutes', () => {
    expect(plan(3_840, { seconds: 61 })).toMatchObject({
      ok: false,
      error: { identifier: 'UPSCALE_CAPABILITY_NOT_SUPPORTED', params: { limit: 60 } },
    });
    expect(plan(2_560, { width: 720, height: 1_280 })).toMatchObject({
      ok: false,
      error: { identifier: 'UPSCALE_SIZE_TOO_LARGE', params: { limit: 4_096 } },
    });
    expect(plan(640)).toMatchObject({ ok: false, error: { identifier: 'UPSCALE_MODE_NOT_SUPPORTED' } });
    expect(plan(1_920, { seconds: 181 })).toMatchObject({
      ok: false,
      error: { identifier: 'DURATION_LIMIT', params: { least: 3, most: 180 } },
    });
  });
});
