import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SKRSContext2D } from '@napi-rs/canvas';
import sharp from 'sharp';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import { createMark } from '../../../src/engine/mark.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { matte } from '../../../src/engine/local/photo/cut-out/matte.js';
import { BEHIND, changeVideoBackground } from '../../../src/engine/local/video/repair/change-video-background.js';
import { encodeMp4, verifyVideo, WITH_ALPHA } from '../../../src/engine/local/video/io/encode.js';
import { agreement, videoMatte } from '../../../src/engine/local/video/repair/video-matte.js';
import { framesOf } from '../../../src/engine/local/video/io/source.js';
import { ffmpeg } from '../../support/files/made-videos.js';
import { copiesOf, paintedOver, psnrWhere, seenFrom, viewOf } from '../../support/planted.js';

const SIZE = { width: 192, height: 108 };
const FPS = 25;
const FRAMES = 30;
/** What the camera passes over, pixels. */
const VIEW = [288, 156] as const;
/** How far a film's mattes agree with the true ones: on the average, and each. */
const BAR = { mean: 0.85, each: 0.8 } as const;
/** Pixels a frame that somebody walks, in the measure of the drawing. */
const WALK = 4.6;
const quiet = (): void => undefined;
const never = new AbortController().signal;

/** Somebody who walks by, or stays where they are: coat, head, and arms and legs that swing. */
function walker(context: SKRSContext2D, index: number, speed: number): void {
  context.scale(0.75, 0.75);
  context.translate(56 + index * speed, 78 + 2 * Math.sin(index / 2));
  const swing = 13 * Math.sin(index / 3);
  Object.assign(context, { lineWidth: 11, lineCap: 'round', strokeStyle: '#7c1f2c', fillStyle: '#c22f3d' });
  for (const side of [-1, 1]) {
    context.beginPath();
    context.moveTo(5 * side, 22);
    context.lineTo(swing * side, 54);
    context.stroke();
  }
  context.beginPath();
  context.ellipse(0, 4, 19, 28, 0, 0, 2 * Math.PI);
  context.fill();
  context.strokeStyle = '#e0596a';
  context.beginPath();
  context.moveTo(0, -12);
  context.lineTo(-swing * 1.3, 14);
  context.stroke();
  context.fillStyle = '#efc3a0';
  context.beginPath();
  context.arc(0, -36, 14, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = '#3b2114';
  context.beginPath();
  context.arc(0, -40, 14, Math.PI, 2 * Math.PI);
  context.fill();
}

interface Composed {
  readonly frames: readonly Raster[];
  /** Where the walker is, 0..255. */
  readonly alphas: readonly Uint8Array[];
}

/** A stall with a striped roof, which stands out of a street and stays where it is. */
function stall(context: SKRSContext2D): void {
  for (let stripe = 0; stripe < 6; stripe += 1) {
    context.fillStyle = stripe % 2 === 0 ? '#f4b01c' : '#fff3d6';
    context.fillRect(176 + stripe * 8, 58, 8, 18);
  }
  context.fillStyle = '#e8890c';
  context.fillRect(179, 76, 42, 40);
}

/** A camera passes over a view while somebody goes through it. @param view larger than the frames */
function composed(
  view: Raster,
  { speed, camera, frames }: { readonly speed: number; readonly camera: number; readonly frames: number },
): Composed {
  const painted = Array.from({ length: frames }, (_, index) =>
    paintedOver(seenFrom(view, 10 + index * camera, 24, SIZE.width, SIZE.height), (context) =>
      walker(context, index, speed),
    ),
  );
  return { frames: painted.map(({ frame }) => frame), alphas: painted.map(({ alpha }) => alpha) };
}

/** What a player sees of a film's alpha, frame by frame, 0..255. */
async function alphasOf(programs: Programs, path: string): Promise<readonly Uint8Array[]> {
  const bytes = await ffmpeg(programs, [
    ...WITH_ALPHA,
    '-i',
    mediaFile(path),
    '-vf',
    'alphaextract',
    '-f',
    'rawvideo',
    '-pix_fmt',
    'gray',
    'pipe:1',
  ]);
  const size = SIZE.width * SIZE.height;
  return Array.from({ length: bytes.length / size }, (_, index) => bytes.subarray(index * size, (index + 1) * size));
}

const pngOf = ({ data, width, height }: Raster): Promise<Buffer> =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

const hard = (mask: Uint8Array | undefined): Uint8Array =>
  mask === undefined ? new Uint8Array(SIZE.width * SIZE.height) : mask.map((value) => (value >= 128 ? 1 : 0));

/** How far mattes agree with the true ones: on the average, and the least. */
function measured(
  mattes: readonly (Uint8Array | undefined)[],
  alphas: readonly Uint8Array[],
): { readonly mean: number; readonly min: number } {
  const shares = alphas.map((alpha, index) => agreement(hard(mattes[index]), hard(alpha)));
  return { mean: shares.reduce((sum, share) => sum + share, 0) / shares.length, min: Math.min(...shares) };
}

/** What every frame by itself is cut to, without what the film says. */
async function alone(frame: Raster): Promise<Uint8Array> {
  const { data } = await matte(frame, quiet);
  return Uint8Array.from({ length: frame.width * frame.height }, (_, at) => data[at * 4 + 3] ?? 0);
}

describe('the subject of a film before something else', () => {
  let folder = '';
  let programs: Programs;
  let street: Composed;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-behind-'));
    programs = await findFfmpeg();
    street = composed(paintedOver(await viewOf('a city street by day', ...VIEW), stall).frame, {
      speed: WALK,
      camera: 1,
      frames: FRAMES,
    });
  }, 600_000);
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is what goes through a street, before what only stands out there; neither the first frame’s matte held nor frames cut out by themselves do', async () => {
    const { mattes } = await videoMatte(() => copiesOf(street.frames), quiet);
    expect(mattes).toHaveLength(FRAMES);
    const { mean, min } = measured(mattes, street.alphas);
    const frozen = measured(
      mattes.map(() => mattes[0]),
      street.alphas,
    );
    const looked = [0, 12, 24] as const;
    const single = measured(
      await Promise.all(looked.map((at) => alone(street.frames[at]!))),
      looked.map((at) => street.alphas[at]!),
    );
    expect(mean).toBeGreaterThan(BAR.mean);
    expect(min).toBeGreaterThan(BAR.each);
    for (const control of [frozen, single]) {
      expect(control.mean).toBeLessThan(BAR.mean);
      expect(control.min).toBeLessThan(BAR.each);
    }
  }, 600_000);

  it('is what stands out where nothing goes anywhere by itself; the first frame’s matte held does not do', async () => {
    const sea = composed(await viewOf('a calm sea at noon', ...VIEW), { speed: -1, camera: -0.8, frames: 18 });
    const { mattes } = await videoMatte(() => copiesOf(sea.frames), quiet);
    const { mean, min } = measured(mattes, sea.alphas);
    const frozen = measured(
      mattes.map(() => mattes[0]),
      sea.alphas,
    );
    expect(mean).toBeGreaterThan(BAR.mean);
    expect(min).toBeGreaterThan(BAR.each);
    expect(frozen.mean).toBeLessThan(BAR.mean);
  }, 600_000);

  it('works from file to file: green where the ground was, itself where it is; the film as it was fails that', async () => {
    const path = join(folder, 'given.mp4');
    await encodeMp4(programs, { ...SIZE, fps: FPS, frames: street.frames, path });
    const { mp4 } = await changeVideoBackground(
      { path, hasSound: false },
      { ...SIZE, fps: FPS, seconds: FRAMES / FPS, behind: 'green' },
      { dir: folder, programs },
      quiet,
      never,
    );
    const made: Raster[] = [];
    for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: FPS })) made.push(frame);
    expect(made).toHaveLength(FRAMES);
    const green: Raster = {
      ...SIZE,
      data: new Uint8ClampedArray(SIZE.width * SIZE.height * 4).map((_, at) => [...BEHIND.green, 255][at % 4]!),
    };
    const wanted = street.frames.map((_, index) => paintedOver(green, (context) => walker(context, index, WALK)).frame);
    const whole = street.alphas.map((alpha) => new Uint8Array(alpha.length).fill(1));
    const [near, given] = [psnrWhere(wanted, made, whole), psnrWhere(wanted, street.frames, whole)];
    expect(near).toBeGreaterThan(20);
    expect(given).toBeLessThan(14);
  }, 600_000);

  it('is a film that can be seen through where nothing is to be behind it; the first frame’s alpha held does not do', async () => {
    const path = join(folder, 'street.mp4');
    await encodeMp4(programs, { ...SIZE, fps: FPS, frames: street.frames, path });
    const size = { ...SIZE, fps: FPS, seconds: FRAMES / FPS } as const;
    const { mp4: webm, poster } = await changeVideoBackground(
      { path, hasSound: false },
      { ...size, behind: 'none' },
      { dir: folder, programs },
      quiet,
      never,
    );
    expect(await verifyVideo(programs, webm, { ...size, type: 'video/webm' })).toEqual({ ok: true });
    expect(poster.data[3]).toBe(0);
    const alphas = await alphasOf(programs, webm);
    const { mean, min } = measured(alphas, street.alphas);
    const frozen = measured(
      alphas.map(() => alphas[0]),
      street.alphas,
    );
    expect(mean).toBeGreaterThan(BAR.mean);
    expect(min).toBeGreaterThan(BAR.each);
    expect(frozen.mean).toBeLessThan(BAR.mean);
    expect(frozen.min).toBeLessThan(BAR.each);
    // The mark of a free result leaves it as clear as it was, but for its own corner.
    const marked = await createMark(() => Promise.resolve(programs), FPS)(
      { type: 'video/webm', path: webm, poster: await pngOf(poster) },
      { ...SIZE, dir: folder, index: 0 },
      never,
    );
    if (marked.type !== 'video/webm') throw new Error('another type');
    expect(await verifyVideo(programs, marked.path, { ...size, type: 'video/webm' })).toEqual({ ok: true });
    expect(measured(await alphasOf(programs, marked.path), street.alphas).mean).toBeGreaterThan(BAR.mean);
    // Not an opaque film in its place, and not one without alpha.
    expect(await verifyVideo(programs, path, { ...size, type: 'video/webm' })).toMatchObject({ ok: false });
  }, 600_000);

  it('says of a film in which nothing stands out that there is no subject', async () => {
    const plain = Array.from({ length: 3 }, (): Raster => ({
      ...SIZE,
      data: new Uint8ClampedArray(SIZE.width * SIZE.height * 4).map((_, at) => (at % 4 === 3 ? 255 : 128)),
    }));
    await expect(videoMatte(() => copiesOf(plain), quiet)).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'video', reason: 'no-subject' },
    });
  }, 600_000);
});
