import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, mediaFile, probe, streamProgram, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { createMark } from '../../../src/engine/mark.js';
import { encodeMp4, verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { videoFacts, framesOf, takeSound } from '../../../src/engine/local/video/io/source.js';
import { ffmpeg, SQUARE, squareVideo, type Kept } from '../../support/files/made-videos.js';
import { psnr } from '../../support/files/video-file.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const SIZE = { width: 192, height: 108 };
let folder = '';
let programs: Programs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-video-base-'));
  programs = await findFfmpeg();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
async function made(name: string, kept: Partial<Kept> = {}): Promise<string> {
  await squareVideo(programs, { path: at(name), ...SIZE, seconds: 2, ...kept });
  return at(name);
}
async function all(path: string, options: Partial<Parameters<typeof framesOf>[2]> = {}): Promise<Raster[]> {
  const frames: Raster[] = [];
  for await (const frame of framesOf(programs, path, { ...SIZE, fps: 25, ...options })) frames.push(frame);
  return frames;
}
/** Where the middle of what is red stands. */
function middle({ width, data }: Raster): { readonly x: number; readonly y: number } {
  let [x, y, weight] = [0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const red = Math.max(0, data[i]! - data[i + 1]! - 20);
    [x, y, weight] = [x + ((i / 4) % width) * red, y + Math.floor(i / 4 / width) * red, weight + red];
  }
  return { x: x / weight, y: y / weight };
}
/** How far a square is from where it ought to be at the moments of these frames, pixels, at worst. */
const astray = (frames: readonly Raster[], fps = 25, from = 0): number =>
  Math.max(
    ...frames.map((frame, index) => Math.abs(middle(frame).x - SQUARE.from - SQUARE.speed * (from + index / fps))),
  );
const packets = async (path: string): Promise<string> =>
  Buffer.from(await ffmpeg(programs, ['-i', mediaFile(path), '-map', '0:a:0', '-c', 'copy', '-f', 'framemd5', '-']))
    .toString()
    .replaceAll(/^#.*\n/gm, '');
/** Mean loudness of a part of a film's sound, of full scale. */
async function loudness(path: string, from: number, seconds: number): Promise<number> {
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
}

describe('what a film is, and its pictures at an even rate', () => {
  it('of an ordinary film are its own', async () => {
    const path = await made('plain.mp4', { sound: 'sine=440' });
    expect(await videoFacts(programs, path)).toEqual({ ...SIZE, fps: 25, seconds: 2, hasSound: true });
    const frames = await all(path);
    expect(frames).toHaveLength(50);
    expect(astray(frames)).toBeLessThan(1);
  });

  it('come evenly of one whose pictures do not', async () => {
    const path = await made('variable.mp4', {
      fps: 50,
      through: "select='if(lt(t,1),1,not(mod(n,5)))'",
      as: ['-vsync', 'vfr', '-c:v', 'libx264', '-crf', '16', '-pix_fmt', 'yuv420p'],
    });
    const { fps, seconds } = await videoFacts(programs, path);
    expect(fps).not.toBe(25);
    expect(seconds).toBeGreaterThan(1.85);
    const frames = await all(path, { seconds: 2 });
    expect(frames).toHaveLength(50);
    expect(astray(frames.slice(0, 25))).toBeLessThan(1.5);
    // Ten pictures a second: each stands for a tenth, and the last for a fiftieth, as the film says.
    expect(astray(frames.slice(0, 48))).toBeLessThan(SQUARE.speed / 10 + 1);
  });

  it('are of eight bits where the film has ten, in the same colours', async () => {
    const ten = await made('ten.mp4', { as: ['-c:v', 'libx264', '-crf', '12', '-pix_fmt', 'yuv420p10le'] });
    expect((await probe(programs, ten, { timeoutMs: 60_000 })).video?.pixelFormat).toBe('yuv420p10le');
    const [one, other] = [
      await all(ten),
      await all(await made('eight.mp4', { as: ['-c:v', 'libx264', '-crf', '12', '-pix_fmt', 'yuv420p'] })),
    ];
    expect(one).toHaveLength(50);
    expect(psnr(one[30]!, other[30]!)).toBeGreaterThan(36);
  });

  it('stand upright where the film is turned', async () => {
    const lying = await made('lying.mp4');
    const path = at('turned.mp4');
    await ffmpeg(programs, [
      '-i',
      mediaFile(lying),
      '-c',
      'copy',
      '-metadata:s:v:0',
      'rotate=270',
      '-y',
      mediaFile(path),
    ]);
    expect((await probe(programs, path, { timeoutMs: 60_000 })).video).toMatchObject({ ...SIZE, rotation: 90 });
    expect(await videoFacts(programs, path)).toMatchObject({ width: SIZE.height, height: SIZE.width });
    const frames = await all(path, { width: SIZE.height, height: SIZE.width });
    for (const index of [0, 24, 49]) {
      const { x, y } = middle(frames[index]!);
      expect(Math.abs(x - SIZE.height / 2)).toBeLessThan(1.5);
      expect(Math.abs(y - SQUARE.from - (SQUARE.speed * index) / 25)).toBeLessThan(1.5);
    }
  });

  it('come of odd sizes, and in odd sizes', async () => {
    const path = await made('odd.mp4', {
      width: 191,
      height: 107,
      as: ['-c:v', 'libx264', '-crf', '12', '-pix_fmt', 'yuv444p'],
    });
    expect(await videoFacts(programs, path)).toMatchObject({ width: 191, height: 107, hasSound: false });
    expect(astray(await all(path, { width: 191, height: 107 }))).toBeLessThan(1);
    expect(
      (await all(path, { width: 95, height: 53, seconds: 0.2 })).map(({ width, height, data }) => [
        width,
        height,
        data.length,
      ]),
    ).toEqual(Array.from({ length: 5 }, () => [95, 53, 95 * 53 * 4]));
  });

  it('come of a stretch, of WebM, at another rate; where the film ends its last one stands', async () => {
    const path = await made('vp9.webm', {
      as: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-crf', '20', '-b:v', '0'],
    });
    expect(await videoFacts(programs, path)).toMatchObject({ ...SIZE, fps: 25, hasSound: false });
    const middlePart = await all(path, { from: 0.8, seconds: 0.6 });
    expect(middlePart).toHaveLength(15);
    expect(astray(middlePart, 25, 0.8)).toBeLessThan(2);
    const slow = await all(path, { fps: 10 });
    expect(slow).toHaveLength(20);
    expect(astray(slow, 10)).toBeLessThan(SQUARE.speed / 25 + 1.5);
    const over = await all(path, { from: 1.6, seconds: 0.8 });
    expect(over).toHaveLength(20);
    expect(over[19]!.data).toEqual(over[9]!.data);
    expect(over[19]!.data).not.toBe(over[9]!.data);
  });

  it('are not there of a picture, of something else, or of sound alone; and what stops asking ends FFmpeg', async () => {
    await writeFile(
      at('picture.mp4'),
      await sharp({ create: { ...SIZE, channels: 3, background: '#456' } })
        .png()
        .toBuffer(),
    );
    await writeFile(at('words.mp4'), 'no film');
    await ffmpeg(programs, ['-f', 'lavfi', '-i', 'sine=440:d=1', '-y', mediaFile(at('sound.mp4'))]);
    for (const name of ['picture.mp4', 'words.mp4', 'sound.mp4', 'none.mp4']) {
      await expect(videoFacts(programs, at(name))).rejects.toMatchObject({ name: 'ProgramFault', reason: 'failed' });
      await expect(all(at(name))).rejects.toMatchObject({ name: 'ProgramFault', reason: 'failed' });
    }
    const path = await made('left.mp4');
    let seen = 0;
    for await (const frame of framesOf(programs, path, { ...SIZE, fps: 25 })) {
      seen += frame.width;
      if (seen > SIZE.width) break;
    }
    expect(seen).toBe(2 * SIZE.width);
    const reason = new Error('enough');
    const control = new AbortController();
    const stopped = (async () => {
      for await (const frame of framesOf(programs, path, { ...SIZE, fps: 25, seconds: 500 }, control.signal))
        if (frame.width > 0) control.abort(reason);
    })();
    await expect(stopped).rejects.toBe(reason);
  });

  it('fail as the program fails', async () => {
    const read = async (program: string, args: readonly string[]): Promise<void> => {
      for await (const chunk of streamProgram(program, args, { timeoutMs: 60_000 }))
        expect(chunk.length).toBeGreaterThan(0);
    };
    await expect(
      read(process.execPath, ['-e', 'process.stdout.write("half", () => process.exit(3))']),
    ).rejects.toMatchObject({ reason: 'failed' });
    await expect(read(at('no-program'), [])).rejects.toMatchObject({ reason: 'missing' });
  });
});

describe('a film with sound', () => {
  const video = async (
    name: string,
    sound?: Parameters<typeof encodeMp4>[1]['sound'],
    seconds = 2,
  ): Promise<string> => {
    await encodeMp4(programs, {
      ...SIZE,
      fps: 25,
      frames: framesOf(programs, at('heard.mp4'), { ...SIZE, fps: 25, seconds }),
      path: at(name),
      ...(sound && { sound }),
    });
    return at(name);
  };
  const wanted = { ...SIZE, fps: 25, seconds: 2 };
  beforeAll(async () => {
    await made('heard.mp4', { sound: 'sine=440:d=2' });
  });

  it('keeps the pictures, and the sound packet for packet', async () => {
    const path = await video('kept.mp4', { path: at('heard.mp4') });
    expect(await verifyVideo(programs, path, wanted)).toEqual({ ok: true });
    expect(await packets(path)).toBe(await packets(at('heard.mp4')));
    const [before, after] = [await all(at('heard.mp4')), await all(path)];
    for (const index of [0, 20, 49]) expect(psnr(before[index]!, after[index]!)).toBeGreaterThan(32);
    expect((await readdir(folder)).filter((name) => name.includes('silent'))).toEqual([]);
  });

  it('is as long as its pictures: longer sound is cut, shorter ends', async () => {
    expect(
      await verifyVideo(programs, await video('short.mp4', { path: at('heard.mp4') }, 1), { ...wanted, seconds: 1 }),
    ).toEqual({ ok: true });
    const path = await video('part.mp4', { path: at('heard.mp4'), from: 0.5, seconds: 1, gainDb: -12 });
    expect(await verifyVideo(programs, path, wanted)).toEqual({ ok: true });
    expect((await probe(programs, path, { timeoutMs: 60_000 })).audio).toEqual({
      kind: 'audio',
      codec: 'aac',
      channels: 2,
      sampleRate: 48_000,
    });
    const [own, softer] = [await loudness(at('heard.mp4'), 0.6, 0.6), await loudness(path, 0.1, 0.6)];
    expect(20 * Math.log10(softer / own)).toBeCloseTo(-12, 0);
    expect(await loudness(path, 1.2, 0.7)).toBeLessThan(own / 100);
  });

  it('may be silent, or have none; the mark leaves what is heard', async () => {
    const none = await video('none-heard.mp4');
    expect(await videoFacts(programs, none)).toMatchObject({ hasSound: false });
    expect(await verifyVideo(programs, none, wanted)).toEqual({ ok: true });
    await made('silent.mp4', { sound: 'anullsrc' });
    const silent = await video('still-silent.mp4', { path: at('silent.mp4') });
    expect(await videoFacts(programs, silent)).toMatchObject({ hasSound: true });
    expect(await loudness(silent, 0, 2)).toBeLessThan(1e-4);
    const poster = await sharp({ create: { ...SIZE, channels: 3, background: '#456' } })
      .png()
      .toBuffer();
    const mark = createMark(() => Promise.resolve(programs), 25);
    for (const [index, path] of [none, await video('to-mark.mp4', { path: at('heard.mp4') })].entries()) {
      const marked = await mark(
        { type: 'video/mp4', path, poster },
        { ...SIZE, dir: folder, index },
        new AbortController().signal,
      );
      if (marked.type !== 'video/mp4') throw new Error('no film');
      expect(await verifyVideo(programs, marked.path, wanted)).toEqual({ ok: true });
      expect(await videoFacts(programs, marked.path)).toMatchObject({ hasSound: index === 1 });
      if (index === 1) expect(await packets(marked.path)).toBe(await packets(at('heard.mp4')));
    }
  });

  it('gives its sound as WAV, with the silence before it where it begins late; not where it has none', async () => {
    const late = at('late.mp4');
    await ffmpeg(programs, [
      '-i',
      mediaFile(at('heard.mp4')),
      '-itsoffset',
      '0.5',
      '-i',
      mediaFile(at('heard.mp4')),
      '-map',
      '0:v',
      '-map',
      '1:a',
      '-c',
      'copy',
      '-y',
      mediaFile(late),
    ]);
    await takeSound(programs, late, at('late.wav'));
    expect((await probe(programs, at('late.wav'), { timeoutMs: 60_000 })).audio).toEqual({
      kind: 'audio',
      codec: 'pcm_s16le',
      channels: 2,
      sampleRate: 48_000,
    });
    expect(await loudness(at('late.wav'), 0, 0.45)).toBeLessThan(1e-3);
    expect(await loudness(at('late.wav'), 0.55, 0.5)).toBeGreaterThan(0.02);
    await made('mute.mp4');
    await expect(takeSound(programs, at('mute.mp4'), at('mute.wav'))).rejects.toMatchObject({ reason: 'failed' });
  });

  it('does not come of a sound that does not open or frames that do not fit; nothing is left then', async () => {
    const before = await readdir(folder);
    await writeFile(at('broken.wav'), 'no sound');
    await expect(video('broken.mp4', { path: at('broken.wav') })).rejects.toMatchObject({ name: 'ProgramFault' });
    const frames = framesOf(programs, at('heard.mp4'), { width: 96, height: 54, fps: 25 });
    await expect(encodeMp4(programs, { ...SIZE, fps: 25, frames, path: at('misfit.mp4') })).rejects.toThrow('96 × 54');
    expect((await readdir(folder)).sort()).toEqual([...before, 'broken.wav'].sort());
  });
});
