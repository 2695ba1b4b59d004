import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import { createRandom } from '../../../src/engine/local/scene/random.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { onlyFace } from '../../../src/engine/local/people/face-check.js';
import { cropTo } from '../../../src/engine/local/photo/crop.js';
import { readFaces, type Face, type Point } from '../../../src/engine/local/people/landmarks.js';
import { ToolRefusal } from '../../../src/engine/local/refusal.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { trackFaces, type Tracked } from '../../../src/engine/local/video/faces/face-tracks.js';
import { sightingsAt, swapFaces, swappedFrames } from '../../../src/engine/local/video/faces/swap-faces.js';
import { planOf, type SourceFacts } from '../../../src/creation/procedures/plan.shared.js';
import { psnr } from '../../support/files/video-file.js';
import { ffmpeg } from '../../support/files/made-videos.js';
import { descriptorOf, PEOPLE, photograph, unlike } from './people.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const SIDE = 220;
const FPS = 25;
/** Frames of one person, of nobody, and of another person, with cuts between. */
const SCENES = { first: 12, empty: 4, second: 8 } as const;
const COUNT = SCENES.first + SCENES.empty + SCENES.second;
const isEmpty = (index: number): boolean => index >= SCENES.first && index < SCENES.first + SCENES.empty;
/** How much nearer the source the faces of a film are to be than they were, on the average. */
const NEARER = 0.15;
/** How much of the trembling of landmarks that are read from each frame by itself may be left. */
const STEADIER = 0.6;

let folder = '';
let programs: Programs;
let video: readonly Raster[];
let source: Raster;
let from: Face;
let tracked: Tracked;
let made: readonly Raster[];
const never = new AbortController().signal;
const quiet = (): void => undefined;
const copy = ({ width, height, data }: Raster): Raster => ({ width, height, data: new Uint8ClampedArray(data) });

/** A picture of which a window is seen that moves, with a sensor's noise. */
function seen(whole: Raster, across: number, seed: number): Raster {
  const frame = cropTo(whole, { x: across, y: 8, width: SIDE, height: SIDE });
  const random = createRandom(seed, 'sensor');
  for (let at = 0; at < frame.data.length; at += 4) {
    const noise = 2.5 * random.gaussian();
    for (let k = 0; k < 3; k += 1) frame.data[at + k] = frame.data[at + k]! + noise;
  }
  return frame;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-faces-'));
  programs = await findFfmpeg();
  const [one, other] = [await photograph(PEOPLE.curls, 250), await photograph(PEOPLE.green, 250)];
  const wall: Raster = {
    width: 250,
    height: 250,
    data: Uint8ClampedArray.from({ length: 250 * 250 * 4 }, (_, at) => (at % 4 === 3 ? 255 : 40 + (at % 4) * 20)),
  };
  video = Array.from({ length: COUNT }, (_, index) =>
    seen(
      index < SCENES.first ? one : isEmpty(index) ? wall : other,
      isEmpty(index) ? 0 : Math.round((index % SCENES.first) * 1.5),
      index,
    ),
  );
  source = await photograph(PEOPLE.dark);
  from = await onlyFace(source, 'face');
  tracked = await trackFaces(video, quiet);
  const frames: Raster[] = [];
  for await (const frame of swappedFrames(video.map(copy), tracked, 'largest', source, from)) frames.push(frame);
  made = frames;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** How much nearer the source's the faces of some frames are than the film's were, on the average. */
async function nearer(frames: readonly Raster[]): Promise<number> {
  const own = await descriptorOf(source, from);
  const gains: number[] = [];
  for (let index = 0; index < COUNT; index += 3) {
    const [sighting] = isEmpty(index) ? [] : sightingsAt(tracked, index, 'largest');
    if (sighting === undefined) continue;
    gains.push(
      unlike(await descriptorOf(video[index]!, sighting.face), own) -
        unlike(await descriptorOf(frames[index]!, sighting.face), own),
    );
  }
  return gains.reduce((sum, gain) => sum + gain, 0) / gains.length;
}

/** How much landmarks tremble: the mean of what each is off the middle between where it was and where it will be. */
function trembling(points: readonly (readonly Point[])[]): number {
  let [sum, count] = [0, 0];
  for (let index = 1; index + 1 < points.length; index += 1)
    for (const [k, { x, y }] of points[index]!.entries()) {
      const [before, after] = [points[index - 1]![k]!, points[index + 1]![k]!];
      sum += Math.hypot(x - (before.x + after.x) / 2, y - (before.y + after.y) / 2);
      count += 1;
    }
  return sum / count;
}

describe('a face swapped all through a film', () => {
  it('is nearer the source on the frames with a face, before a cut and after; control: the film as it was is not', async () => {
    for (let index = 0; index < COUNT; index += 1)
      expect([index, sightingsAt(tracked, index, 'largest').length]).toEqual([index, isEmpty(index) ? 0 : 1]);
    expect(await nearer(made)).toBeGreaterThan(NEARER);
    expect(await nearer(video)).toBeLessThan(NEARER);
  });

  it('leaves frames without a face as they are, byte for byte', () => {
    for (let index = SCENES.first; index < SCENES.first + SCENES.empty; index += 1)
      expect(Buffer.compare(Buffer.from(made[index]!.data), Buffer.from(video[index]!.data))).toBe(0);
  });

  it('stands steadily; control: landmarks read from each frame by itself tremble', async () => {
    const each: (readonly Point[])[] = [];
    for (const frame of video.slice(0, SCENES.first)) each.push((await readFaces(frame))[0]!.points);
    const steady = video
      .slice(0, SCENES.first)
      .map((_, index) => sightingsAt(tracked, index, 'largest')[0]!.face.points);
    // Where a film begins there is less to even out by.
    const within = <T>(list: readonly T[]): readonly T[] => list.slice(2, -2);
    expect(trembling(within(steady))).toBeLessThan(STEADIER * trembling(within(each)));
    expect(trembling(within(each))).not.toBeLessThan(STEADIER * trembling(within(each)));
  });

  it('is a film as long and as loud as it was; one without a face is refused', async () => {
    const [silent, given] = [join(folder, 'silent.mp4'), join(folder, 'given.mp4')];
    const options = { width: SIDE, height: SIDE, fps: FPS, seconds: COUNT / FPS, which: 'all' } as const;
    await encodeMp4(programs, { ...options, frames: video, path: silent });
    await ffmpeg(programs, [
      '-i',
      mediaFile(silent),
      '-f',
      'lavfi',
      '-i',
      `sine=440:d=${COUNT / FPS}`,
      '-c:v',
      'copy',
      '-c:a',
      'aac',
      '-y',
      mediaFile(given),
    ]);
    const dir = await mkdtemp(join(folder, 'out-'));
    const { mp4, poster } = await swapFaces(
      source,
      { path: given, hasSound: true },
      options,
      { dir, programs },
      quiet,
      never,
    );
    expect(await readdir(dir)).toEqual(['film.mp4']);
    expect(await verifyVideo(programs, mp4, options)).toEqual({ ok: true });
    expect(psnr(poster, made[0]!)).toBeGreaterThan(28);
    const packets = async (path: string): Promise<string> =>
      Buffer.from(
        await ffmpeg(programs, ['-i', mediaFile(path), '-map', '0:a:0', '-c', 'copy', '-f', 'framemd5', '-']),
      ).toString();
    expect(await packets(mp4)).toBe(await packets(given));
    await encodeMp4(programs, {
      ...options,
      frames: video.slice(SCENES.first, SCENES.first + SCENES.empty),
      path: silent,
    });
    const refused: unknown = await swapFaces(
      source,
      { path: silent, hasSound: false },
      { ...options, seconds: SCENES.empty / FPS },
      { dir, programs },
      quiet,
      never,
    ).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ToolRefusal);
    expect(refused).toMatchObject({ identifier: 'NO_FACE_FOUND', params: { input: 'target' } });
  });
});

describe('what faces can be swapped in', () => {
  const plan = (target: Partial<SourceFacts>) =>
    planOf(
      { procedure: 'task.createFaceSwapTask', faces: 'all' },
      [
        { role: 'target', width: 1_920, height: 1_080, ...target },
        { role: 'face', width: 400, height: 400 },
      ],
      1_280,
    );

  it('is a picture as large as it is, or a video of three to thirty seconds', () => {
    expect(plan({})).toEqual({ ok: true, value: { media: 'image', width: 1_920, height: 1_080, seconds: 0 } });
    expect(plan({ seconds: 5 })).toEqual({
      ok: true,
      value: { media: 'video', width: 1_280, height: 720, seconds: 5 },
    });
    expect(plan({ seconds: 31 })).toMatchObject({
      ok: false,
      error: { identifier: 'DURATION_LIMIT', params: { least: 3, most: 30 } },
    });
    expect(plan({ width: 60 })).toMatchObject({
      ok: false,
      error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'target', reason: 'too-small' } },
    });
  });
});
