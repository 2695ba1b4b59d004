import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import { hashPoint } from '../../../src/engine/local/scene/random.js';
import type { Raster, Style } from '../../../src/engine/local/scene/scene.js';
import { restyle } from '../../../src/engine/local/photo/restyle/restyle.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { restyledFrames, restyleVideo } from '../../../src/engine/local/video/enhance/restyle-video.js';
import { videoFacts } from '../../../src/engine/local/video/io/source.js';
import { ffmpeg } from '../../support/files/made-videos.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const SIZE = { width: 240, height: 136 };
const FRAMES = 21;
/** Steps of 255 by which what stands still may differ from one frame to the next. */
const FLICKER = 1.6;
/** Of how far the film is from its pictures made over one by one, how far what was made may be. */
const NEARER = 0.5;
const STYLES = ['poster', 'watercolour', 'line'] as const;

/** A lake with a ball that goes over it, with as much noise as a camera has in the evening. */
let video: readonly Raster[];
const BALL = 16;
const ballAt = (index: number): number => 30 + index * 4;
let folder = '';
let programs: Programs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-video-'));
  programs = await findFfmpeg();
  const { raster } = await renderScene({ prompt: 'a lake below mountains in the morning', seed: 4, ...SIZE });
  video = Array.from({ length: FRAMES }, (_, index) => {
    const data = new Uint8ClampedArray(raster.data);
    for (let at = 0; at < data.length; at += 4) {
      const [x, y] = [(at / 4) % SIZE.width, Math.floor(at / 4 / SIZE.width)];
      if (Math.hypot(x - ballAt(index), y - 100) < BALL) data.set([214, 60, 40], at);
      const grain = 10 * (hashPoint(x, y, index) - 0.5);
      for (let k = 0; k < 3; k += 1) data[at + k]! += grain;
    }
    return { ...SIZE, data };
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** How colours and steps of a picture are spread: shares of greys, of saturations, and of steps to the next pixel. */
function statistic({ width, data }: Raster): Float64Array {
  const shares = new Float64Array(48);
  for (let at = 0; at + 4 < data.length; at += 4) {
    if ((at / 4) % width === width - 1) continue;
    const [r, g, b] = [data[at]!, data[at + 1]!, data[at + 2]!];
    const step = Math.abs(r - data[at + 4]!) + Math.abs(g - data[at + 5]!) + Math.abs(b - data[at + 6]!);
    shares[Math.floor((r + g + b) / 48)]! += 1;
    shares[16 + Math.floor((Math.max(r, g, b) - Math.min(r, g, b)) / 16)]! += 1;
    shares[32 + Math.min(15, Math.floor(step / 4))]! += 1;
  }
  return shares.map((count) => count / (data.length / 4));
}
const apart = (one: Raster, other: Raster): number => {
  const [a, b] = [statistic(one), statistic(other)];
  return a.reduce((sum, value, index) => sum + Math.abs(value - b[index]!), 0);
};
/** Mean step from one frame to the next in the upper half, where nothing moves. */
function flicker(frames: readonly Raster[]): number {
  let [sum, count] = [0, 0];
  for (let index = 1; index < frames.length; index += 1) {
    for (let at = 0; at < (SIZE.width * SIZE.height * 4) / 2; at += 4)
      for (let k = 0; k < 3; k += 1) {
        sum += Math.abs(frames[index]!.data[at + k]! - frames[index - 1]!.data[at + k]!);
        count += 1;
      }
  }
  return sum / count;
}
async function made(style: Style): Promise<readonly Raster[]> {
  const frames: Raster[] = [];
  for await (const frame of restyledFrames(
    video.map(({ data, ...size }) => ({ ...size, data: new Uint8ClampedArray(data) })),
    { style, strength: 0.8, seed: 2 },
  ))
    frames.push(frame);
  return frames;
}
const oneByOne = async (style: Style, seed: number, index: number): Promise<Raster> =>
  (await restyle(video[index]!, { prompt: '', style, strength: 0.8, seed }, () => undefined)).raster;

describe.each(STYLES)('a film made over: %s', (style) => {
  let frames: readonly Raster[];
  beforeAll(async () => {
    frames = await made(style);
  });

  it('has the style in each frame; control: the film itself has not', async () => {
    expect(frames).toHaveLength(FRAMES);
    for (const index of [0, 3, 10, 16, FRAMES - 1]) {
      const still = await oneByOne(style, 2, index);
      const far = apart(video[index]!, still);
      expect(far).toBeGreaterThan(0.3);
      expect(apart(frames[index]!, still)).toBeLessThan(far * NEARER);
    }
  });

  it('does not flicker; control: made over one by one by a hand of its own each it does, and so does the film’s noise', async () => {
    expect(flicker(frames)).toBeLessThan(FLICKER);
    const control: Raster[] = [];
    for (let index = 0; index < 6; index += 1) control.push(noisy(await oneByOne(style, 2 + index, index), index));
    expect(flicker(control)).toBeGreaterThan(FLICKER);
    expect(flicker(video)).toBeGreaterThan(FLICKER);
  });

  it('shows the ball where it is in the film', async () => {
    for (const index of [6, 15])
      expect(likeness(frames[index]!, await oneByOne(style, 2, index))).toBeGreaterThan(
        likeness(frames[index]!, await oneByOne(style, 2, index - 6)),
      );
  });
});

/** How alike two pictures are about the ball's way: the correlation of their brightness. */
function likeness(one: Raster, other: Raster): number {
  const brightness = ({ data }: Raster): number[] => {
    const out: number[] = [];
    for (let y = 100 - BALL; y < 100 + BALL; y += 1)
      for (let x = 0; x < SIZE.width; x += 1) {
        const at = (y * SIZE.width + x) * 4;
        out.push(data[at]! - data[at + 2]!, data[at]! + data[at + 1]! + data[at + 2]!);
      }
    return out;
  };
  const [a, b] = [brightness(one), brightness(other)];
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  let [along, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i += 1)
    [along, aa, bb] = [along + (a[i]! - ma) * (b[i]! - mb), aa + (a[i]! - ma) ** 2, bb + (b[i]! - mb) ** 2];
  return along / Math.sqrt(aa * bb);
}

/** Each frame with noise of its own. */
const noisy = ({ width, height, data }: Raster, seed: number): Raster => ({
  width,
  height,
  data: data.map((value, at) => (at % 4 === 3 ? value : value + 12 * (hashPoint(at, seed, 5) - 0.5))),
});

describe('the file of a film made over', () => {
  it('is as long and large as the film, keeps its sound packet for packet, and tells how far it is; a film without sound has none', async () => {
    const [silent, given] = [join(folder, 'silent.mp4'), join(folder, 'given.mp4')];
    await encodeMp4(programs, { ...SIZE, fps: 25, frames: video, path: silent });
    await ffmpeg(programs, [
      '-i',
      mediaFile(silent),
      '-f',
      'lavfi',
      '-i',
      'sine=440:d=0.84',
      '-c:v',
      'copy',
      '-c:a',
      'aac',
      '-y',
      mediaFile(given),
    ]);
    const options = { style: 'pixel', strength: 0.8, seed: 1, ...SIZE, seconds: FRAMES / 25, fps: 25 } as const;
    const packets = async (path: string): Promise<string> =>
      Buffer.from(
        await ffmpeg(programs, ['-i', mediaFile(path), '-map', '0:a:0', '-c', 'copy', '-f', 'framemd5', '-']),
      ).toString();
    for (const path of [given, silent]) {
      const dir = await mkdtemp(join(folder, 'out-'));
      const fractions: number[] = [];
      const facts = await videoFacts(programs, path);
      const { mp4 } = await restyleVideo(
        { path, facts },
        options,
        { dir, programs },
        ({ fraction }) => {
          fractions.push(fraction);
        },
        new AbortController().signal,
      );
      expect(await verifyVideo(programs, mp4, { ...SIZE, fps: 25, seconds: FRAMES / 25 })).toEqual({ ok: true });
      expect(await videoFacts(programs, mp4)).toMatchObject({ hasSound: path === given });
      if (path === given) expect(await packets(mp4)).toBe(await packets(given));
      expect(await readdir(dir)).toEqual(['film.mp4']);
      expect(fractions.at(-1)).toBe(1);
      expect(fractions).toEqual([...fractions].sort((one, other) => one - other));
    }
  });
});
