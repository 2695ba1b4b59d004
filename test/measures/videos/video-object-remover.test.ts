import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { dilate } from '../../../src/engine/local/photo/fill/marks.js';
import { encodeMp4 } from '../../../src/engine/local/video/io/encode.js';
import { eraseFromVideo, holesAlong } from '../../../src/engine/local/video/repair/erase-from-video.js';
import { follow, type Trace } from '../../../src/engine/local/video/motion/follow.js';
import { repaired } from '../../../src/engine/local/video/repair/repair.js';
import { videoFacts, framesOf } from '../../../src/engine/local/video/io/source.js';
import { copiesOf, oncePerPrompt, paintedOver, psnrWhere, seenFrom, viewOf } from '../../support/planted.js';
import { ffmpeg } from '../../support/files/made-videos.js';

const SIZE = { width: 256, height: 144 };
const FPS = 25;
const FRAMES = 24;
/** How near the clean film a thing's place comes, and by how much nearer than what was given, dB. */
const NEAR = { min: 27, than: 14 } as const;
/** Pixels by which whoever marks a thing goes beyond its edge. */
const BRUSH = 5;
const quiet = (): void => undefined;
const never = new AbortController().signal;

interface Planted {
  readonly clean: readonly Raster[];
  readonly frames: readonly Raster[];
  /** Where the thing hides the film. */
  readonly masks: readonly Uint8Array[];
  /** What is marked on the first frame. */
  readonly marked: Uint8Array;
}

/** A beetle that crawls: two colours, six legs that go, a body that turns and grows. */
function beetle(context: SKRSContext2D, index: number): void {
  context.translate(44 + index * 4.1, 96 + 12 * Math.sin(index / 7));
  context.rotate(0.35 * Math.sin(index / 9));
  context.scale(1 + index / 160, 1 + index / 160);
  Object.assign(context, { strokeStyle: '#2b1d12', lineWidth: 3, fillStyle: '#8c2f1b' });
  for (const [leg, x] of [-12, 0, 12].entries()) {
    for (const side of [-1, 1]) {
      context.beginPath();
      context.moveTo(x, 8 * side);
      context.lineTo(x + 4 * Math.sin(index / 2 + leg), 21 * side);
      context.stroke();
    }
  }
  context.beginPath();
  context.ellipse(0, 0, 24, 14, 0, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#e0b13a';
  for (const [x, y] of [
    [-10, -5],
    [2, 5],
    [9, -6],
  ] as const)
    context.fillRect(x, y, 5, 5);
  context.fillStyle = '#22170e';
  context.fillRect(18, -7, 9, 14);
}

/** What stands behind the films, drawn once each. */
const seen = oncePerPrompt((prompt) => viewOf(prompt, 400, 232));

/** A film in which something crawls that was not there, made once. */
const planted = oncePerPrompt(
  async (prompt: string, path: (index: number) => readonly [number, number]): Promise<Planted> => {
    const view = await seen(prompt);
    const clean = Array.from({ length: FRAMES }, (_, index) => seenFrom(view, ...path(index), SIZE.width, SIZE.height));
    const painted = clean.map((frame, index) => paintedOver(frame, (context) => beetle(context, index)));
    const masks = painted.map(({ alpha }) => alpha);
    return {
      clean,
      frames: painted.map(({ frame }) => frame),
      masks,
      marked: dilate(
        masks[0]!.map((alpha) => (alpha > 30 ? 1 : 0)),
        SIZE.width,
        SIZE.height,
        BRUSH,
      ),
    };
  },
);

async function filled(frames: readonly Raster[], trace: Trace): Promise<readonly Raster[]> {
  const made: Raster[] = [];
  for await (const frame of repaired(copiesOf(frames), holesAlong(trace, SIZE))) made.push(frame);
  return made;
}

/** The share of what is hidden that is followed. */
function covered(masks: readonly Uint8Array[], trace: Trace): number {
  let [hit, all] = [0, 0];
  for (const [index, mask] of masks.entries()) {
    const hole = holesAlong(trace, SIZE).holeOf(index);
    for (let at = 0; at < mask.length; at += 1) {
      if (mask[at]! < 60) continue;
      all += 1;
      hit += hole?.[at] === 1 ? 1 : 0;
    }
  }
  return hit / all;
}

const asMask = (marked: Uint8Array): Raster => {
  const data = new Uint8ClampedArray(marked.length * 4);
  for (let at = 0; at < marked.length; at += 1)
    data.set(marked[at] === 1 ? [255, 255, 255, 255] : [0, 0, 0, 255], at * 4);
  return { ...SIZE, data };
};

const CASES: readonly {
  readonly name: string;
  readonly prompt: string;
  readonly path: (index: number) => readonly [number, number];
}[] = [
  {
    name: 'a camera over a lake',
    prompt: 'mountains and a lake at noon',
    path: (index) => [8 + index * 1.37, 40 + 10 * Math.sin(index / 20)],
  },
  { name: 'a camera that stands before a forest', prompt: 'a forest path in autumn', path: () => [40, 50] },
];

describe('a thing taken out of a film', () => {
  let folder = '';
  let programs: Programs;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-erase-'));
    programs = await findFfmpeg();
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it.each(CASES)(
    '$name: it is followed to the end, and its place is near the clean film; a mark that stays where it was does neither',
    async ({ prompt, path }) => {
      const { clean, frames, masks, marked } = await planted(prompt, path);
      const trace = await follow(copiesOf(frames), marked, quiet);
      expect(trace.spots.every((spot) => spot !== undefined)).toBe(true);
      expect(covered(masks, trace)).toBeGreaterThan(0.99);
      const [near, given] = [psnrWhere(clean, await filled(frames, trace), masks), psnrWhere(clean, frames, masks)];
      expect(near).toBeGreaterThan(NEAR.min);
      expect(near).toBeGreaterThan(given + NEAR.than);
      expect(given).toBeLessThan(NEAR.min);
      const frozen = { ...trace, spots: trace.spots.map(() => trace.spots[0]) };
      expect(covered(masks, frozen)).toBeLessThan(0.5);
      const control = psnrWhere(clean, await filled(frames, frozen), masks);
      expect(control).toBeLessThan(NEAR.min);
      expect(control).toBeLessThan(given + NEAR.than);
    },
    600_000,
  );

  it('leaves alone what is not of it, and a new shot altogether', async () => {
    const { frames, masks, marked } = await planted(CASES[0]!.prompt, CASES[0]!.path);
    const other = await seen(CASES[1]!.prompt);
    const shot = Array.from({ length: 10 }, (_, index) => seenFrom(other, 20 + index, 30, SIZE.width, SIZE.height));
    const video = [...frames.slice(0, 20), ...shot];
    const trace = await follow(copiesOf(video), marked, quiet);
    expect(trace.spots.slice(20).every((spot) => spot === undefined)).toBe(true);
    const made = await filled(video, trace);
    expect(made.slice(20).every(({ data }, index) => Buffer.from(data).equals(Buffer.from(shot[index]!.data)))).toBe(
      true,
    );
    const far = masks
      .slice(0, 20)
      .map((mask) => dilate(mask, SIZE.width, SIZE.height, 24).map((near) => (near === 0 ? 1 : 0)));
    expect(psnrWhere(video, made, far)).toBeGreaterThan(60);
  }, 600_000);

  it('works from file to file, is as long, and is heard as it was', async () => {
    const { clean, frames, masks, marked } = await planted(CASES[0]!.prompt, CASES[0]!.path);
    const path = join(folder, 'given.mp4');
    const sound = join(folder, 'tone.wav');
    await ffmpeg(programs, ['-f', 'lavfi', '-i', `sine=440:d=${FRAMES / FPS}`, '-y', sound]);
    await encodeMp4(programs, { ...SIZE, fps: FPS, frames, path, sound: { path: sound } });
    const { mp4 } = await eraseFromVideo(
      { path, hasSound: true },
      { ...SIZE, fps: FPS, seconds: FRAMES / FPS, mask: asMask(marked) },
      { dir: folder, programs },
      quiet,
      never,
    );
    expect(await videoFacts(programs, mp4)).toMatchObject({ ...SIZE, fps: FPS, hasSound: true });
    const made: Raster[] = [];
    for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: FPS })) made.push(frame);
    expect(made).toHaveLength(FRAMES);
    expect(psnrWhere(clean, made, masks)).toBeGreaterThan(NEAR.min);
  }, 600_000);

  it('says of a mask that marks nothing that it is empty', async () => {
    const given = eraseFromVideo(
      { path: join(folder, 'none.mp4'), hasSound: false },
      { ...SIZE, fps: FPS, seconds: 1, mask: asMask(new Uint8Array(SIZE.width * SIZE.height)) },
      { dir: folder, programs },
      quiet,
      never,
    );
    await expect(given).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'mask', reason: 'empty' },
    });
  });
});
