import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderScene } from '../../../src/engine/local/render/draw.js';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { extendVideo } from '../../../src/engine/local/video/enhance/extend.js';
import { videoFacts, framesOf } from '../../../src/engine/local/video/io/source.js';
import { planOf, type SourceFacts } from '../../../src/creation/procedures/plan.shared.js';
import { psnr } from '../../support/files/video-file.js';
import { ffmpeg } from '../../support/files/made-videos.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const SIZE = { width: 240, height: 136 };
const GIVEN = 3;
const ADDED = 3;
const JOINT = GIVEN * 25;
let folder = '';
let programs: Programs;
let given: readonly Raster[];
let made: readonly Raster[];
const never = new AbortController().signal;
const at = (name: string): string => join(folder, name);
async function all(path: string, seconds: number): Promise<Raster[]> {
  const frames: Raster[] = [];
  for await (const frame of framesOf(programs, path, { ...SIZE, fps: 25, seconds })) frames.push(frame);
  return frames;
}
/** A pan over a landscape, two pixels a frame. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-extend-'));
  programs = await findFfmpeg();
  const { raster } = await renderScene({
    prompt: 'a village by a lake below mountains',
    seed: 5,
    width: 400,
    height: SIZE.height,
  });
  const frames = Array.from({ length: JOINT }, (_, index) => {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4);
    for (let y = 0; y < SIZE.height; y += 1)
      data.set(
        raster.data.subarray((y * 400 + index * 2) * 4, (y * 400 + index * 2 + SIZE.width) * 4),
        y * SIZE.width * 4,
      );
    return { ...SIZE, data };
  });
  await encodeMp4(programs, { ...SIZE, fps: 25, frames, path: at('silent.mp4') });
  await ffmpeg(programs, [
    '-i',
    mediaFile(at('silent.mp4')),
    '-f',
    'lavfi',
    '-i',
    `sine=440:d=${GIVEN}`,
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-y',
    mediaFile(at('given.mp4')),
  ]);
  given = await all(at('given.mp4'), GIVEN);
  const dir = await mkdtemp(join(folder, 'out-'));
  const { mp4 } = await extendVideo(
    { path: at('given.mp4'), facts: { hasSound: true } },
    { ...SIZE, fps: 25, added: ADDED, seconds: GIVEN + ADDED },
    { dir, programs },
    () => undefined,
    never,
  );
  expect(await readdir(dir)).toEqual(['film.mp4']);
  await ffmpeg(programs, ['-i', mediaFile(mp4), '-c', 'copy', '-y', mediaFile(at('made.mp4'))]);
  made = await all(at('made.mp4'), GIVEN + ADDED);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Mean step between two frames. */
function step(one: Raster, other: Raster): number {
  let sum = 0;
  for (let i = 0; i < one.data.length; i += 4)
    for (let k = 0; k < 3; k += 1) sum += Math.abs(one.data[i + k]! - other.data[i + k]!);
  return sum / (one.data.length * 0.75);
}
/** Why a film does not go on from its joint as it was; nothing where it does. */
function broken(frames: readonly Raster[]): string | undefined {
  const mean = (from: number, to: number): number => {
    let sum = 0;
    for (let i = from; i < to; i += 1) sum += step(frames[i]!, frames[i + 1]!);
    return sum / (to - from);
  };
  const own = mean(JOINT - 20, JOINT - 1);
  const joint = step(frames[JOINT - 1]!, frames[JOINT]!);
  const worst = Math.max(...frames.slice(JOINT, -1).map((frame, index) => step(frame, frames[JOINT + index + 1]!)));
  if (joint > 2 * own || worst > 2 * own) return `it jumps: ${joint} and ${worst}, its own step is ${own}`;
  if (joint < 0.3 * own) return `it stops: ${joint}, its own step is ${own}`;
  return mean(JOINT, frames.length - 1) > 0.3 * own ? undefined : 'what is added does not move';
}

describe('a film that goes on', () => {
  it('is exactly as long as was asked for', async () => {
    expect(await verifyVideo(programs, at('made.mp4'), { ...SIZE, fps: 25, seconds: GIVEN + ADDED })).toEqual({
      ok: true,
    });
  });

  it('begins with what was given', () => {
    for (const index of [0, 20, 50, JOINT - 1]) expect(psnr(made[index]!, given[index]!)).toBeGreaterThan(33);
  });

  it('goes on without a jump, and moves; control: its last frame frozen does not', () => {
    expect(broken(made)).toBeUndefined();
    expect(broken([...given, ...Array.from({ length: ADDED * 25 }, () => given.at(-1)!)])).toBeDefined();
    expect(broken([...given, ...given])).toMatch('it jumps');
  });

  it('goes the way it went at first', () => {
    // What the pan would have shown next is nearer than what it has just shown.
    const shifted = (frame: Raster, by: number): Raster => {
      const data = new Uint8ClampedArray(frame.data.length);
      for (let y = 0; y < SIZE.height; y += 1)
        for (let x = 40; x < SIZE.width - 40; x += 1)
          data.set(
            frame.data.subarray((y * SIZE.width + x + by) * 4, (y * SIZE.width + x + by) * 4 + 4),
            (y * SIZE.width + x) * 4,
          );
      return { ...SIZE, data };
    };
    const last = given.at(-1)!;
    const next = shifted(made[JOINT + 2]!, 0);
    expect(step(next, shifted(last, 6))).toBeLessThan(step(next, shifted(last, -6)));
  });

  it('is heard to its end as loud as before', async () => {
    const loudness = async (path: string, from: number, seconds: number): Promise<number> => {
      const raw = Buffer.from(
        await ffmpeg(programs, [
          '-ss',
          String(from),
          '-t',
          String(seconds),
          '-i',
          mediaFile(path),
          '-map',
          '0:a:0',
          '-ac',
          '1',
          '-f',
          's16le',
          '-',
        ]),
      );
      let sum = 0;
      for (let i = 0; i + 1 < raw.length; i += 2) sum += (raw.readInt16LE(i) / 32_768) ** 2;
      return Math.sqrt(sum / Math.max(1, raw.length / 2));
    };
    const own = await loudness(at('given.mp4'), 0.5, 2);
    for (const from of [0.5, 3.3, 5.2]) expect((await loudness(at('made.mp4'), from, 0.7)) / own).toBeGreaterThan(0.7);
    expect(await videoFacts(programs, at('made.mp4'))).toMatchObject({ hasSound: true });
  });
});

describe('what can be extended', () => {
  const video = (more: Partial<SourceFacts>): readonly SourceFacts[] => [
    { role: 'video', width: 640, height: 360, seconds: 10, ...more },
  ];
  const plan = (more: Partial<SourceFacts>) =>
    planOf({ procedure: 'video.videoExtender', added: 5 }, video(more), 1_280);
  const DAY = 86_400_000;

  it('is of three minutes at most, and of thirty days', () => {
    expect(plan({})).toEqual({ ok: true, value: { media: 'video', width: 640, height: 360, seconds: 15 } });
    expect(plan({ seconds: 180, ageMs: 30 * DAY })).toMatchObject({ ok: true, value: { seconds: 185 } });
    expect(plan({ seconds: 181 })).toMatchObject({
      ok: false,
      error: { identifier: 'VIDEO_EXTENSION_NOT_SUPPORTED', params: { limit: 180 } },
    });
    expect(plan({ ageMs: 30 * DAY + 1 })).toMatchObject({
      ok: false,
      error: { identifier: 'VIDEO_EXTENSION_NOT_SUPPORTED', params: { limit: 30 } },
    });
    expect(plan({ seconds: 2 })).toMatchObject({ ok: false, error: { identifier: 'DURATION_LIMIT' } });
  });
});
