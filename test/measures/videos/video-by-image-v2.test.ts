import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FARTHEST_WAY, pathAt, type CameraPath } from '../../../src/engine/camera-path.shared.js';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import type { Motion } from '../../../src/engine/local/video/generate/camera.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { videoFromImages, type VideoFromImagesOptions } from '../../../src/engine/local/video/generate/from-images.js';
import { mainSubjectOf } from '../../../src/engine/local/video/generate/main-subject.js';
import { frameAt, framesOf, misled, movement, psnr, reversed, stillOf } from '../../support/files/video-file.js';
import { compose, painted, scene } from '../images/subjects.js';

const SIZE = { width: 320, height: 180 };
const BASE: VideoFromImagesOptions = { ...SIZE, camera: 'drift', strength: 1, seconds: 2, fps: 25 };
/** A motion is of the film's length, not of its frames: few show it as well. */
const SPARSE = { fps: 10 } as const;

jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
let view: Raster;
let evening: Raster;
const never = new AbortController().signal;
const nothing = (): void => undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-image-v2-'));
  programs = await findFfmpeg();
  [view, evening] = (await Promise.all(
    ['horses on a meadow before mountains in the morning', 'horses on a meadow before mountains at sunset'].map(
      async (prompt) => (await renderScene({ prompt, seed: 4, ...SIZE })).raster,
    ),
  )) as [Raster, Raster]; // as many as are asked for
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (
  image: Raster,
  end: Raster | undefined,
  options: Partial<VideoFromImagesOptions> = {},
): Promise<string> =>
  (
    await videoFromImages(
      image,
      end,
      { ...BASE, ...options },
      { dir: await mkdtemp(join(folder, 'film-')), programs },
      nothing,
      never,
    )
  ).mp4;
const small = (mp4: string) => framesOf(programs, mp4, SIZE.width, SIZE.height);

/** A disc on a plain ground. */
const disc = (x: number): Raster => {
  const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).fill(255);
  for (let i = 0; i < SIZE.width * SIZE.height; i += 1) {
    const isDisc = Math.hypot((i % SIZE.width) - x, Math.floor(i / SIZE.width) - 96) < 28;
    data.set(isDisc ? [194, 68, 45] : [207, 214, 221], i * 4);
  }
  return { ...SIZE, data };
};
/** How red a frame is about a place, 0..1 of the disc's own red. */
function redAbout({ data }: Raster, x: number): number {
  let sum = 0;
  for (let dy = -8; dy <= 8; dy += 1)
    for (let dx = -8; dx <= 8; dx += 1) {
      const at = ((96 + dy) * SIZE.width + x + dx) * 4;
      sum += (data[at]! - data[at + 2]!) / (194 - 45);
    }
  return sum / 289;
}
/** Whether something is on its way from one place to another rather than fading here and coming out there. */
const isOnItsWay = (frame: Raster): boolean =>
  redAbout(frame, 160) > 0.7 && redAbout(frame, 90) < 0.25 && redAbout(frame, 230) < 0.25;

describe('A picture before a camera, in layers', () => {
  it.each<Motion>(['zoom-in', 'pan-right', 'rise', 'orbit'])(
    'moves as it was asked to, and neither standing still nor running backwards does (%s)',
    async (camera) => {
      const mp4 = await video(view, undefined, { ...SPARSE, camera });
      expect(await verifyVideo(programs, mp4, { ...SIZE, seconds: 2, fps: 10 })).toEqual({ ok: true });
      const frames = await small(mp4);
      expect(await misled(frames, camera)).toBeUndefined();
      expect(await misled(stillOf(frames), camera)).toBeDefined();
      expect(await misled(reversed(frames), camera)).toBeDefined();
      expect(psnr(await frameAt(programs, mp4, 0, SIZE.width, SIZE.height), view)).toBeGreaterThan(30);
    },
  );

  it('goes further when it is told to', async () => {
    const went = async (strength: number): Promise<number> =>
      (await movement(await small(await video(view, undefined, { ...SPARSE, camera: 'pan-left', strength })), 4, 16)).u;
    expect(await went(1)).toBeGreaterThan(1.25 * (await went(0.5)));
  });

  it('parts what stands in it from its ground, which goes on behind it', async () => {
    const star = painted(240, (context, side) => {
      context.fillStyle = '#d8481e';
      for (let point = 0; point < 10; point += 1)
        context.lineTo(
          side * (0.5 + (point % 2 === 0 ? 0.26 : 0.13) * Math.cos((point * Math.PI) / 5 - Math.PI / 2)),
          side * (0.58 + (point % 2 === 0 ? 0.26 : 0.13) * Math.sin((point * Math.PI) / 5 - Math.PI / 2)),
        );
      context.fill();
    });
    const clean = await scene('a meadow in summer at noon', 240, 6);
    const { image } = compose('a star before a meadow', star, clean, 0);
    const parts = await mainSubjectOf(image);
    expect(parts).toBeDefined();
    expect(psnr(parts!.ground, clean)).toBeGreaterThan(psnr(image, clean) + 6);
    const mp4 = await video(image, undefined, { width: 240, height: 240, camera: 'pan-right', seconds: 1 });
    expect(psnr(await frameAt(programs, mp4, 0, 240, 240), image)).toBeGreaterThan(30);
    // Without a thing that stands out there is one layer.
    expect(await mainSubjectOf(clean)).toBeUndefined();
  });
});

describe('From one picture to another', () => {
  it('begins with the one and ends with the other, and goes the camera’s way at both ends', async () => {
    const mp4 = await video(view, evening, { camera: 'pan-left' });
    const frames = await small(mp4);
    expect(frames.list).toHaveLength(50);
    const [first, last] = [
      await frameAt(programs, mp4, 0, SIZE.width, SIZE.height),
      await frameAt(programs, mp4, 1.96, SIZE.width, SIZE.height),
    ];
    expect(psnr(first, view)).toBeGreaterThan(30);
    expect(psnr(last, evening)).toBeGreaterThan(30);
    expect(psnr(first, evening)).toBeLessThan(24);
    const goes = async (seen: typeof frames, from: number, to: number): Promise<boolean> =>
      (await movement(seen, from, to)).u > 0.4;
    expect([await goes(frames, 6, 14), await goes(frames, 38, 46)]).toEqual([true, true]);
    expect(await goes(stillOf(frames), 6, 14)).toBe(false);
    expect([await goes(reversed(frames), 6, 14), await goes(reversed(frames), 38, 46)]).toEqual([false, false]);
  });

  it('brings what stands out in one to where it is in the other, which a fade does not', async () => {
    const [left, right] = [disc(90), disc(230)];
    const mp4 = await video(left, right, { camera: 'zoom-in', strength: 0.5 });
    expect(isOnItsWay(await frameAt(programs, mp4, 1, SIZE.width, SIZE.height))).toBe(true);
    const fade: Raster = { ...SIZE, data: left.data.map((value, at) => (value + right.data[at]!) / 2) };
    expect(isOnItsWay(fade)).toBe(false);
  });

  it('takes pictures of other shapes, gives the same bytes again, and leaves nothing else', async () => {
    const options = { seconds: 0.4, width: 180, height: 240, camera: 'orbit' } as const;
    const clear: Raster = { width: 40, height: 90, data: new Uint8ClampedArray(40 * 90 * 4) };
    const [one, same] = [await video(view, clear, options), await video(view, clear, options)];
    expect((await readFile(one)).equals(await readFile(same))).toBe(true);
    expect(await readdir(join(one, '..'))).toEqual(['film.mp4']);
  });
});

describe('A camera on a path', () => {
  const REST: CameraPath = { across: 0, up: 0, closer: 0, roll: 0, easing: 'steady' };
  const ASPECT = SIZE.width / SIZE.height;
  /** Frames that are compared, and how far the film is at each. */
  const [FROM, TO, BRIEFLY] = [10, 30, 17] as const;
  const at = (frame: number): number => frame / 49;
  const went = async (path: Partial<CameraPath>, to: number = TO) =>
    movement(await small(await video(view, undefined, { camera: { ...REST, ...path } })), FROM, to);
  const near = (value: number, wanted: number, share: number): boolean =>
    Math.abs(value - wanted) <= share * Math.abs(wanted);
  const grown = (path: CameraPath, to: number): number =>
    pathAt(path, ASPECT, at(to)).zoom / pathAt(path, ASPECT, at(FROM)).zoom - 1;

  it('turns by as much as it was told, and standing still is not turning', async () => {
    for (const roll of [1, -0.5]) {
      // What a camera sees that is turned clockwise goes the other way round.
      const wanted = (-roll * FARTHEST_WAY.degrees * Math.PI * (at(TO) - at(FROM))) / 180;
      expect(near((await went({ roll })).turn, wanted, 0.25)).toBe(true);
      expect(near((await went({})).turn, wanted, 0.25)).toBe(false);
    }
  });

  it('comes as near as it was told, and goes away again', async () => {
    // Over a few frames: what goes beyond the frame's edge meanwhile is not followed.
    for (const closer of [1, 0.5]) {
      const measured = (await went({ closer }, BRIEFLY)).growth / grown({ ...REST, closer }, BRIEFLY);
      expect(measured).toBeGreaterThan(0.8);
      expect(measured).toBeLessThan(1.2);
    }
    expect((await went({}, BRIEFLY)).growth).toBeLessThan(0.2 * grown({ ...REST, closer: 0.5 }, BRIEFLY));
    expect((await went({ closer: -1 }, BRIEFLY)).growth).toBeLessThan(-0.02);
  });

  it('goes to the side and up by what it was told, near parts faster', async () => {
    const [far, half, back, up, rest] = [
      await went({ across: 1 }),
      await went({ across: 0.5 }),
      await went({ across: -1 }),
      await went({ up: 1 }),
      await went({}),
    ];
    expect(far.u).toBeLessThan(-1);
    expect(near(far.u, 2 * half.u, 0.3)).toBe(true);
    expect(near(back.u, -far.u, 0.3)).toBe(true);
    expect(Math.abs(far.near.u)).toBeGreaterThan(1.15 * Math.abs(far.far.u));
    expect(up.v).toBeGreaterThan(1);
    expect(Math.abs(rest.u) + Math.abs(rest.v)).toBeLessThan(0.2);
  });

  it('begins with the picture and ends with the other, whatever its path', async () => {
    const mp4 = await video(view, evening, {
      camera: { across: 0.6, up: -0.4, closer: 0.5, roll: 0.7, easing: 'settle' },
    });
    expect(psnr(await frameAt(programs, mp4, 0, SIZE.width, SIZE.height), view)).toBeGreaterThan(30);
    expect(psnr(await frameAt(programs, mp4, 1.96, SIZE.width, SIZE.height), evening)).toBeGreaterThan(30);
  });
});
