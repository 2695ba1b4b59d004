import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import {
  videoFromTemplate,
  type VideoFromTemplateOptions,
} from '../../../src/engine/local/video/generate/from-template.js';
import { framesOf } from '../../../src/engine/local/video/io/source.js';
import { VIDEO_TEMPLATES, type VideoTemplate } from '../../../src/engine/options.shared.js';
import type { Template } from '../../../src/engine/local/video/generate/templates/timeline.js';
import { psnr } from '../../support/files/video-file.js';
import { undone } from './template-effects.js';

const SIZE = { width: 256, height: 144 };
const BASE = { ...SIZE, seconds: 3, fps: 25, seed: 2 };
/** A template that does nothing but show its pictures, before a camera that comes a little nearer. */
const PLAIN: Template = {
  stage: 'full',
  zoom: [
    [0, 1],
    [1, 1.07],
  ],
  change: 'cut',
  effects: [],
};
/** Templates whose effect has a direction. */
const DIRECTED: readonly VideoTemplate[] = [
  'snow',
  'hearts',
  'confetti',
  'reveal',
  'polaroid',
  'day-to-night',
  'light-leak',
];

jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
let images: readonly Raster[] = [];
const never = new AbortController().signal;
const nothing = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-template-'));
  programs = await findFfmpeg();
  images = await Promise.all(
    [
      'horses on a meadow before mountains in the morning',
      'a volcano at night',
      'a lake at sunset',
      'a city in the snow',
    ].map(async (prompt) => (await renderScene({ prompt, seed: 4, ...SIZE })).raster),
  );
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (
  options: Pick<VideoFromTemplateOptions, 'template'> & Partial<VideoFromTemplateOptions>,
  given: readonly Raster[] = images.slice(0, 1),
) =>
  videoFromTemplate(
    given,
    { ...BASE, ...options },
    { dir: await mkdtemp(join(folder, 'film-')), programs },
    nothing,
    never,
  );
async function seen(mp4: string): Promise<Raster[]> {
  const list: Raster[] = [];
  for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: 25 })) list.push(frame);
  return list;
}

describe('A film by a template', () => {
  let plain: Raster[] = [];
  beforeAll(async () => {
    plain = await seen((await video({ template: PLAIN })).mp4);
  });

  it.each(VIDEO_TEMPLATES)('does what it is for, and a film without an effect does not (%s)', async (template) => {
    const { mp4 } = await video({ template }, template === 'polaroid' ? images.slice(0, 3) : images.slice(0, 1));
    expect(await verifyVideo(programs, mp4, { ...SIZE, seconds: 3, fps: 25 })).toEqual({ ok: true });
    const frames = await seen(mp4);
    expect(await undone(template, frames)).toBeUndefined();
    expect(await undone(template, plain)).toBeDefined();
    if (DIRECTED.includes(template)) expect(await undone(template, [...frames].reverse())).toBeDefined();
  });

  it('shows each of its pictures in its turn', async () => {
    const frames = await seen((await video({ template: PLAIN, seconds: 4 }, images)).mp4);
    [0, 1, 2, 3].forEach((turn) => {
      const frame = frames[turn * 25 + 10];
      const likeness = images.map((image) => (frame === undefined ? 0 : psnr(frame, image)));
      expect(likeness.indexOf(Math.max(...likeness))).toBe(turn);
    });
  });

  it('has the same bytes for the same seed and others for another', async () => {
    const bytes = async (seed: number): Promise<Buffer> =>
      readFile((await video({ template: 'snow', seed, seconds: 1 })).mp4);
    const [one, same, other] = [await bytes(1), await bytes(1), await bytes(2)];
    expect(one.equals(same)).toBe(true);
    expect(one.equals(other)).toBe(false);
  });

  it.each([
    ['a portrait', 120, 400],
    ['a strip', 600, 80],
    ['what has no ground', 90, 90],
  ])('takes %s (%d × %d)', async (_name, width, height) => {
    const data = new Uint8ClampedArray(width * height * 4);
    for (let i = 0; i < width * height; i += 1)
      data.set([(i % width) * 2, Math.floor(i / width), 90, i % 3 === 0 ? 0 : 255], i * 4);
    for (const template of ['reveal', 'polaroid'] as const) {
      const { mp4 } = await video({ template, seconds: 0.4, width: 180, height: 320 }, [{ width, height, data }]);
      expect(await verifyVideo(programs, mp4, { width: 180, height: 320, seconds: 0.4, fps: 25 })).toEqual({
        ok: true,
      });
      expect(await readdir(join(mp4, '..'))).toEqual(['film.mp4']);
    }
  });

  it('is made of one to four pictures, and of none when it is called off', async () => {
    await expect(video({ template: 'snow' }, [])).rejects.toThrow(RangeError);
    await expect(video({ template: 'snow' }, [...images, ...images.slice(0, 1)])).rejects.toThrow(RangeError);
    const dir = await mkdtemp(join(folder, 'off-'));
    const control = new AbortController();
    const reason = new Error('called off');
    await expect(
      videoFromTemplate(
        images,
        { ...BASE, template: 'glitch' },
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
