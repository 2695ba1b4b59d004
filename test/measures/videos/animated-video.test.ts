import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { animeVideo, type AnimeOptions } from '../../../src/engine/local/video/anime/anime-video.js';
import { ANIME_LOOKS } from '../../../src/engine/options.shared.js';
import { paletteOf, shade } from '../../../src/engine/local/video/anime/shade.js';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { resample } from '../../../src/engine/local/photo/resample.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { framesOf } from '../../../src/engine/local/video/io/source.js';
import { stillOf, type Frames } from '../../support/files/video-file.js';
import { pair } from '../people/people.js';

const SIZE = { width: 320, height: 180 };
const BASE: AnimeOptions = { ...SIZE, prompt: '', look: 'cel', hold: 2, seed: 0, seconds: 1.2, fps: 25 };

jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
let photo: Raster;
const never = new AbortController().signal;
const nothing = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-animated-'));
  programs = await findFfmpeg();
  photo = await resample(await pair(), SIZE.width, SIZE.height, 'cover');
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (images: readonly Raster[], options: Partial<AnimeOptions> = {}): Promise<string> =>
  (
    await animeVideo(
      images,
      { ...BASE, ...options },
      { dir: await mkdtemp(join(folder, 'film-')), programs },
      nothing,
      never,
    )
  ).mp4;
async function seen(mp4: string): Promise<Raster[]> {
  const list: Raster[] = [];
  for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: 25 })) list.push(frame);
  return list;
}

const grey = ({ data }: Raster, i: number): number =>
  0.3 * data[i * 4]! + 0.59 * data[i * 4 + 1]! + 0.11 * data[i * 4 + 2]!;

/**
 * Areas of one colour: how many that are worth the name, and the share of the frame that they make up. What is within 5
 * of 255 of the pixel it began from is one area.
 */
function flats(frame: Raster): { readonly count: number; readonly cover: number } {
  const { width, height, data } = frame;
  const known = new Uint8Array(width * height);
  const alike = (one: number, other: number): boolean =>
    [0, 1, 2].every((k) => Math.abs(data[one * 4 + k]! - data[other * 4 + k]!) <= 5);
  let [count, covered] = [0, 0];
  for (let start = 0; start < known.length; start += 1) {
    if (known[start] === 1) continue;
    known[start] = 1;
    const open = [start];
    let size = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      size += 1;
      const x = at % width;
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= known.length || known[next] === 1 || !alike(start, next)) continue;
        known[next] = 1;
        open.push(next);
      }
    }
    if (size < known.length / 1_500) continue;
    count += 1;
    covered += size;
  }
  return { count, cover: covered / known.length };
}

/** The share of a frame that is line: darker than what is on both sides of it, across or down. */
function lineShare(frame: Raster): number {
  const { width, height } = frame;
  const [away, less] = [4, 28];
  let count = 0;
  for (let y = away; y < height - away; y += 1) {
    for (let x = away; x < width - away; x += 1) {
      const i = y * width + x;
      const own = grey(frame, i) + less;
      if (
        (own < grey(frame, i - away) && own < grey(frame, i + away)) ||
        (own < grey(frame, i - away * width) && own < grey(frame, i + away * width))
      )
        count += 1;
    }
  }
  return count / (width * height);
}

/** Why a frame is no drawing of flat inks and lines; nothing where it is. */
function undrawn(frame: Raster): string | undefined {
  const { count, cover } = flats(frame);
  if (cover < 0.55 || count < 8 || count > 220) return `${count} flat areas cover ${cover.toFixed(3)}`;
  const lines = lineShare(frame);
  return lines < 0.01 || lines > 0.3 ? `lines cover ${lines.toFixed(3)}` : undefined;
}

/** Mean step from each frame to the next, of 255. */
const steps = ({ list }: Frames): readonly number[] =>
  list
    .slice(1)
    .map((frame, index) => frame.reduce((sum, value, i) => sum + Math.abs(value - list[index]![i]!), 0) / frame.length);
const greys = (frames: readonly Raster[]): Frames => ({
  ...SIZE,
  list: frames.map((frame) => Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) => grey(frame, i))),
});

/** Why a film is not drawn anew every so many frames and held between; nothing where it is. */
function notHeld(frames: Frames, hold: number): string | undefined {
  const all = steps(frames);
  const turns = all.filter((_, index) => (index + 1) % hold === 0);
  const held = all.filter((_, index) => (index + 1) % hold !== 0);
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  if (mean(turns) < 0.5) return `it moves by ${mean(turns).toFixed(3)}`;
  return mean(held) > 0.25 * mean(turns)
    ? `between drawings it moves by ${mean(held).toFixed(3)} of ${mean(turns).toFixed(3)}`
    : undefined;
}

describe('A film that is drawn', () => {
  it('is of flat inks and lines, and the picture itself is not', async () => {
    for (const look of ANIME_LOOKS.filter((one) => one !== 'manga'))
      expect([look, undrawn(await shade(photo, look, paletteOf(photo, look)))]).toEqual([look, undefined]);
    expect(undrawn(photo)).toMatch(/flat areas/);
    // Flat areas alone are no drawing.
    const blank: Raster = {
      ...SIZE,
      data: new Uint8ClampedArray(photo.data.length).map((_, at) =>
        at % 4 === 3
          ? 255
          : (24 * (Math.floor((at >> 2) / SIZE.width / 45) * 4 + Math.floor(((at >> 2) % SIZE.width) / 80))) % 250,
      ),
    };
    expect(undrawn(blank)).toMatch(/lines/);
  });

  it('is black, paper and dots as a manga', async () => {
    const large = await resample(photo, 960, 540);
    const plain = ({ data }: Raster): number => {
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        if (
          Math.max(data[at]!, data[at + 1]!, data[at + 2]!) < 48 ||
          Math.min(data[at]!, data[at + 1]!, data[at + 2]!) > 215
        )
          count += 1;
      return count / (data.length / 4);
    };
    expect(plain(await shade(large, 'manga', paletteOf(large, 'manga')))).toBeGreaterThan(0.75);
    expect(plain(large)).toBeLessThan(0.5);
  });

  it.each([2, 3] as const)(
    'moves, each drawing held for %d frames, and neither a still nor a smooth film does that',
    async (hold) => {
      const mp4 = await video([photo], { hold });
      expect(await verifyVideo(programs, mp4, { ...SIZE, seconds: 1.2, fps: 25 })).toEqual({ ok: true });
      const frames = await seen(mp4);
      expect(undrawn(frames[14]!)).toBeUndefined();
      const seenGrey = greys(frames);
      expect(notHeld(seenGrey, hold)).toBeUndefined();
      expect(notHeld(stillOf(seenGrey), hold)).toBeDefined();
      // Every drawing for one frame: what moves smoothly.
      expect(
        notHeld({ ...seenGrey, list: seenGrey.list.filter((_, index) => index % hold === 0) }, hold),
      ).toBeDefined();
    },
  );

  it('has a shot of each picture, and shots of words without one', async () => {
    const dark: Raster = { ...photo, data: photo.data.map((value, at) => (at % 4 === 3 ? value : value * 0.25)) };
    const frames = await seen(await video([photo, dark], { seconds: 0.8 }));
    const mean = (frame: Raster): number => frame.data.reduce((sum, value) => sum + value, 0) / frame.data.length;
    expect(mean(frames[5]!)).toBeGreaterThan(1.2 * mean(frames[17]!));
    const worded = await seen(
      await video([], { seconds: 0.8, prompt: 'a village in the hills at noon. A city at night', look: 'cel' }),
    );
    expect(undrawn(worded[5]!)).toBeUndefined();
    expect(mean(worded[5]!)).toBeGreaterThan(1.1 * mean(worded[17]!));
  });

  it('gives the same bytes again, upright too, leaves nothing else, and needs words or a picture', async () => {
    const options = { seconds: 0.4, width: 144, height: 256, prompt: 'a lake in the rain', look: 'ink' } as const;
    const [one, same] = [await video([], options), await video([], options)];
    expect((await readFile(one)).equals(await readFile(same))).toBe(true);
    expect(await readdir(join(one, '..'))).toEqual(['film.mp4']);
    await expect(video([])).rejects.toThrow(RangeError);
  });
});
