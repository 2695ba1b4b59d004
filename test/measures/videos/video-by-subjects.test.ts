import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import {
  videoFromSubjects,
  type VideoFromSubjectsOptions,
} from '../../../src/engine/local/video/generate/from-subjects.js';
import { frameAt } from '../../support/files/video-file.js';
import { descriptorOf, findIn, type Descriptor, type Found } from './found.js';
import { composedImages, painted } from '../images/subjects.js';

const SIZE = { width: 256, height: 144 };
const BASE: VideoFromSubjectsOptions = {
  ...SIZE,
  prompt: 'a meadow before mountains at noon',
  seed: 2,
  seconds: 2,
  fps: 25,
};
const MOMENTS = [0.1, 0.6, 1.1, 1.6];
/** Likeness from which a subject is there. */
const THERE = 0.8;

jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
let vase: Raster;
let mug: Raster;
/** The same already cut out: what takes long in a measure is the cutting. */
let clear: { readonly vase: Raster; readonly mug: Raster };
let wanted: { readonly vase: Descriptor; readonly mug: Descriptor };
const never = new AbortController().signal;
const nothing = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-subjects-'));
  programs = await findFfmpeg();
  const composed = await composedImages(200);
  const named = (start: string) => composed.find(({ name }) => name.startsWith(start))!;
  const cut = (start: string): Raster => {
    const { image, alpha } = named(start);
    return { ...image, data: image.data.map((value, at) => (at % 4 === 3 ? alpha[at >> 2]! : value)) };
  };
  [vase, mug] = [named('a vase').image, named('a mug with').image];
  const aspect = SIZE.width / SIZE.height;
  clear = { vase: cut('a vase'), mug: cut('a mug with') };
  wanted = { vase: await descriptorOf(clear.vase, aspect), mug: await descriptorOf(clear.mug, aspect) };
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (images: readonly Raster[], options: Partial<VideoFromSubjectsOptions> = {}): Promise<string> =>
  (
    await videoFromSubjects(
      images,
      { ...BASE, ...options },
      { dir: await mkdtemp(join(folder, 'film-')), programs },
      nothing,
      never,
    )
  ).mp4;
async function places(mp4: string, subject: Descriptor): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const seconds of MOMENTS)
    found.push(await findIn(await frameAt(programs, mp4, seconds, SIZE.width, SIZE.height), subject));
  return found;
}
/** Why a subject is not in a film; nothing where it is. */
async function absent(mp4: string, subject: Descriptor): Promise<string | undefined> {
  const missed = (await places(mp4, subject)).find(({ likeness }) => likeness < THERE);
  return missed === undefined ? undefined : `no more alike than ${missed.likeness.toFixed(3)}`;
}
/** How far a subject goes between two frames that are looked at, at most; shares of the frame. */
const range = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);
function brightness({ data }: Raster): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum += data[at]! + data[at + 1]! + data[at + 2]!;
  return sum / (data.length / 4) / 3;
}

describe('A film of subjects', () => {
  it('shows each of them in every frame looked at, and one that was not given is not found', async () => {
    const both = await video([vase, mug]);
    expect(await verifyVideo(programs, both, { ...SIZE, seconds: 2, fps: 25 })).toEqual({ ok: true });
    expect([await absent(both, wanted.vase), await absent(both, wanted.mug)]).toEqual([undefined, undefined]);
    const [one] = await places(both, wanted.vase);
    const [other] = await places(both, wanted.mug);
    expect(one!.x).toBeLessThan(other!.x);
    const alone = await video([clear.vase]);
    expect(await absent(alone, wanted.vase)).toBeUndefined();
    expect(await absent(alone, wanted.mug)).toBeDefined();
  });

  it('moves them as the words say, and otherwise hardly', async () => {
    const seen = async (prompt: string) =>
      places(await video([clear.mug], { prompt: `${prompt} on a meadow at noon` }), wanted.mug);
    const [hops, walks, stands] = [await seen('it hops'), await seen('it walks'), await seen('it stands')];
    const [up, along] = [
      (list: readonly Found[]) => range(list.map(({ y }) => y)),
      (list: readonly Found[]) => list.at(-1)!.x - list[0]!.x,
    ];
    expect(up(hops)).toBeGreaterThan(0.05);
    expect(up(stands)).toBeLessThan(0.04);
    expect(along(walks)).toBeGreaterThan(0.06);
    expect(Math.abs(along(stands))).toBeLessThan(0.05);
  });

  it('stands in the scene of the words', async () => {
    const light = async (prompt: string) =>
      brightness(
        await frameAt(programs, await video([clear.mug], { prompt, seconds: 0.4 }), 0, SIZE.width, SIZE.height),
      );
    expect(await light('a city at night')).toBeLessThan(0.6 * (await light('a desert at noon')));
  });

  it('gives the same bytes again and other ones for another seed, in an upright frame too, and leaves nothing else', async () => {
    const made = (seed: number) =>
      video([clear.vase, clear.mug, clear.vase, clear.mug], {
        seed,
        seconds: 0.2,
        width: 144,
        height: 256,
        prompt: 'a beach at sunset, watercolour',
      });
    const [one, same, other] = [await made(1), await made(1), await made(2)];
    expect((await readFile(one)).equals(await readFile(same))).toBe(true);
    expect((await readFile(one)).equals(await readFile(other))).toBe(false);
    expect(await readdir(join(one, '..'))).toEqual(['film.mp4']);
  });

  it('says in which picture nobody stands out', async () => {
    const plain = painted(160, (context, side) => {
      context.fillStyle = '#b9c4cc';
      context.fillRect(0, 0, side, side);
    });
    await expect(video([clear.mug, plain])).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'subject-2', reason: 'no-subject' },
    });
    await expect(video([])).rejects.toThrow(RangeError);
  });
});
