import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import { videoFacts, framesOf } from '../../../src/engine/local/video/io/source.js';
import { momentsOf, sampleFrames } from '../../../src/creation/tasks/run/sample-frames.js';
import { trimVideo } from '../../../src/creation/uploads/inspect/trim.js';
import { ffmpeg } from '../../support/files/made-videos.js';

/** A small video as FFmpeg makes it. */
interface Clip {
  /** Frames a second, as FFmpeg writes it: "25", "30000/1001". */
  readonly rate: string;
  readonly frames: number;
  /** Frame n begins at n² / rate. */
  readonly isUneven: boolean;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly width: number;
  readonly height: number;
  readonly container: 'mp4' | 'webm';
  /** Its sound goes on for so long after the pictures, seconds. */
  readonly soundAfter: number | undefined;
}

const RATES = ['1', '5', '10', '12', '15', '50/3', '18', '24000/1001', '25', '30000/1001', '50', '60', '120'] as const;
const clips: fc.Arbitrary<Clip> = fc.record({
  rate: fc.oneof(fc.constantFrom(...RATES), fc.integer({ min: 1, max: 120 }).map(String)),
  frames: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 12 })),
  isUneven: fc.boolean(),
  rotation: fc.constantFrom(0, 90, 180, 270),
  width: fc.integer({ min: 16, max: 80 }),
  height: fc.integer({ min: 16, max: 80 }),
  container: fc.constantFrom('mp4', 'webm'),
  soundAfter: fc.option(fc.constantFrom(0, 0.8, 4), { nil: undefined, freq: 3 }),
});

const valueOf = (rate: string): number => {
  const [over = NaN, under = 1] = rate.split('/').map(Number);
  return over / under;
};

describe('frames of any video', () => {
  let folder: string;
  let programs: Programs;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-frames-'));
    programs = await findFfmpeg();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function made({
    rate,
    frames,
    isUneven,
    rotation,
    width,
    height,
    container,
    soundAfter,
  }: Clip): Promise<string> {
    const plain = join(folder, `plain.${container}`);
    const fps = valueOf(rate);
    const images = `testsrc=s=${width}x${height}:r=${rate}${isUneven ? `,setpts=N*N/(${rate})/TB` : ''}`;
    const seconds = (isUneven ? (frames - 1) ** 2 + 1 : frames) / fps;
    const sound = soundAfter === undefined ? [] : ['-f', 'lavfi', '-t', String(seconds + soundAfter), '-i', 'sine=440'];
    const coded =
      container === 'mp4'
        ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv444p', '-c:a', 'aac']
        : ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-pix_fmt', 'yuv420p', '-c:a', 'libopus'];
    await ffmpeg(programs, [
      '-f',
      'lavfi',
      '-i',
      images,
      ...sound,
      '-vsync',
      'vfr',
      '-frames:v',
      String(frames),
      ...coded,
      '-y',
      mediaFile(plain),
    ]);
    if (container === 'webm' || rotation === 0) return plain;
    const turned = join(folder, 'turned.mp4');
    await ffmpeg(programs, [
      '-i',
      mediaFile(plain),
      '-c',
      'copy',
      '-metadata:s:v:0',
      `rotate=${rotation}`,
      '-y',
      mediaFile(turned),
    ]);
    return turned;
  }

  it('are sampled, and read from any moment on', async () => {
    const one: Clip = {
      rate: '25',
      frames: 1,
      isUneven: false,
      rotation: 0,
      width: 64,
      height: 48,
      container: 'mp4',
      soundAfter: undefined,
    };
    await fc.assert(
      fc.asyncProperty(clips, fc.integer({ min: 0, max: 99 }), async (clip, percent) => {
        const path = await made(clip);
        const samples = await sampleFrames(programs, path);
        const { seconds, width, height } = await videoFacts(programs, path);
        expect(samples.length).toBeGreaterThan(0);
        expect(samples.length).toBeLessThanOrEqual(momentsOf(seconds).length);
        for (const png of samples)
          expect(await sharp(png).metadata()).toMatchObject({ width: 224, height: 224, format: 'png' });

        const from = (seconds * percent) / 100;
        const read = framesOf(programs, path, { width, height, fps: 25, from, seconds: 0.2 });
        let count = 0;
        for await (const frame of read) {
          expect(frame).toMatchObject({ width, height });
          count += 1;
        }
        expect(count).toBe(5);
      }),
      {
        numRuns: 6 + RATES.length,
        examples: RATES.map((rate, at): [Clip, number] => [{ ...one, rate, frames: 6 }, 8 * at]),
      },
    );
  });

  it('are as many of a steady video as there are moments', async () => {
    for (const rate of ['1', '10', '50/3', '60']) {
      const seconds = 3;
      const path = join(folder, 'steady.mp4');
      await ffmpeg(programs, [
        '-f',
        'lavfi',
        '-i',
        `testsrc=s=64x48:r=${rate}:d=${seconds}`,
        '-pix_fmt',
        'yuv420p',
        '-c:v',
        'libx264',
        '-y',
        mediaFile(path),
      ]);
      const samples = await sampleFrames(programs, path);
      expect([rate, samples.length]).toEqual([rate, momentsOf((await videoFacts(programs, path)).seconds).length]);
      expect(new Set(samples.map((png) => Buffer.from(png).toString('base64'))).size).toBe(samples.length);
    }
  });

  it('are those that stand when a part begins, where the part has none of its own', async () => {
    const path = join(folder, 'slides.mp4');
    // Grey of 40, 80, 120 and 160, five seconds each.
    const grey = 'color=black:s=64x48:r=1/5:d=20,format=yuv444p,geq=lum=40+40*N:cb=128:cr=128';
    await ffmpeg(programs, ['-f', 'lavfi', '-i', grey, '-c:v', 'libx264', '-y', mediaFile(path)]);
    const greyAt = async (file: string, from: number): Promise<number> => {
      for await (const { data } of framesOf(programs, file, { width: 16, height: 16, fps: 25, from, seconds: 0.04 }))
        return data[0] ?? 0;
      return 0;
    };
    const whole = await Promise.all([0, 7, 12, 19].map((from) => greyAt(path, from)));
    expect(whole.every((grey, at) => at === 0 || grey > (whole[at - 1] ?? 255) + 20)).toBe(true);
    const cut = await trimVideo(programs, {
      path,
      to: join(folder, 'part.mp4'),
      container: 'mp4',
      part: { from: 6_000, to: 8_000 },
    });
    expect(cut).toMatchObject({ ok: true });
    const part = join(folder, 'part.mp4');
    expect((await videoFacts(programs, part)).seconds).toBeCloseTo(2, 1);
    expect(Math.abs((await greyAt(part, 1)) - (whole[1] ?? 0))).toBeLessThan(6);
  });
});
