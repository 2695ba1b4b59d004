import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { findFfmpeg, mediaFile, type Programs } from '../../../src/engine/ffmpeg.js';
import type { Raster } from '../../../src/engine/local/scene/scene.js';
import { decodeWav } from '../../../src/engine/local/audio/wav.js';
import type { GivenClip } from '../../../src/engine/local/video/edit/clip-frames.js';
import { editVideo, type EditOptions } from '../../../src/engine/local/video/edit/edit.js';
import { verifyVideo } from '../../../src/engine/local/video/io/encode.js';
import { videoFacts, framesOf, takeSound } from '../../../src/engine/local/video/io/source.js';
import {
  FORMS,
  initialOf,
  placedCuts,
  type Cut,
  type Timeline,
  type TimedText,
} from '../../../src/creation/procedures/params.shared.js';
import { planOf, type SourceFacts } from '../../../src/creation/procedures/plan.shared.js';
import { ffmpeg } from '../../support/files/made-videos.js';

// Films take as long as the machine needs.
jest.setTimeout(600_000);

const SIZE = { width: 192, height: 108 };
const FPS = 25;
let folder = '';
let programs: Programs;
let clips: ReadonlyMap<number, GivenClip>;
const never = new AbortController().signal;
const at = (name: string): string => join(folder, name);

/**
 * Each clip has a colour of its own, which grows brighter by the second, so that a frame says which clip it is of and
 * when: red, green, blue, and a yellow picture. The tones are one octave apart.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-edit-'));
  programs = await findFfmpeg();
  const made = async (
    name: string,
    rgb: readonly [number, number, number],
    size: string,
    tone: number,
    as: readonly string[] = [],
  ): Promise<void> => {
    const shade = (full: number): string => `'${full}*(0.5+0.1*floor(T))'`;
    await ffmpeg(programs, [
      '-f',
      'lavfi',
      '-i',
      `color=black:s=${size}:r=30:d=4,format=gbrp,geq=r=${shade(rgb[0])}:g=${shade(rgb[1])}:b=${shade(rgb[2])}`,
      '-f',
      'lavfi',
      '-i',
      `sine=${tone}:d=4`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-crf',
      '12',
      '-pix_fmt',
      'yuv420p',
      '-c:a',
      'aac',
      ...as,
      '-y',
      mediaFile(at(name)),
    ]);
  };
  await made('red.mp4', [240, 20, 20], '320x180', 220);
  await made('green.mp4', [20, 240, 20], '180x320', 440);
  await made('blue.mp4', [20, 20, 240], '240x180', 880);
  await sharp({ create: { width: 300, height: 200, channels: 3, background: { r: 230, g: 220, b: 20 } } })
    .png()
    .toFile(at('yellow.png'));
  clips = new Map(
    [
      ['red.mp4', false],
      ['green.mp4', false],
      ['blue.mp4', false],
      ['yellow.png', true],
    ].map(([name, isImage], index) => [index + 1, { path: at(String(name)), isImage: isImage === true }]),
  );
  video = await edited(CUTS);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const cut = (clip: number, from: number, to: number, way: Cut['way'] = 'cut'): Cut => ({ clip, from, to, way });
const CUTS = [
  cut(3, 1_000, 3_000),
  cut(1, 500, 1_700),
  cut(2, 2_000, 4_000, 'dissolve'),
  cut(4, 0, 1_000, 'wipe'),
  cut(3, 0, 800),
] as const;
let video: Awaited<ReturnType<typeof edited>>;
const NAMES = ['red', 'green', 'blue', 'yellow'] as const;
type Name = (typeof NAMES)[number];

async function edited(
  cuts: readonly Cut[],
  more: Partial<EditOptions> = {},
): Promise<{ readonly path: string; readonly frames: readonly Raster[]; readonly seconds: number }> {
  const seconds = placedCuts(cuts).frames / FPS;
  const dir = await mkdtemp(join(folder, 'out-'));
  const { mp4 } = await editVideo(
    clips,
    { cuts, texts: [], ...SIZE, seconds, fps: FPS, fit: 'fill', loud: 1, bedLoud: 0.4, seed: 0, ...more },
    { dir, programs },
    () => undefined,
    never,
  );
  expect(await readdir(dir)).toEqual(['film.mp4']);
  const frames: Raster[] = [];
  for await (const frame of framesOf(programs, mp4, { ...SIZE, fps: FPS, seconds })) frames.push(frame);
  return { path: mp4, frames, seconds };
}

const pixel = ({ width, data }: Raster, x: number, y: number): readonly [number, number, number] => {
  const i = (Math.round(y) * width + Math.round(x)) * 4;
  return [data[i]!, data[i + 1]!, data[i + 2]!];
};
/** Which clip a pixel is of, and in which second of it. */
function seen([r, g, b]: readonly [number, number, number]): { readonly clip: Name; readonly second: number } {
  const max = Math.max(r, g, b);
  const clip = r > 0.6 * max && g > 0.6 * max ? 'yellow' : r === max ? 'red' : g === max ? 'green' : 'blue';
  return { clip, second: Math.round((max / 240 - 0.5) / 0.1) };
}
/**
 * Why frames are not what cuts say; nothing where they are. Looked at in the middle, at each end of a cut and within
 * it, but not where one gives way to another.
 */
function wrongCut(frames: readonly Raster[], cuts: readonly Cut[]): string | undefined {
  const { placed, frames: total } = placedCuts(cuts);
  if (frames.length !== total) return `${frames.length} frames instead of ${total}`;
  for (const [
    index,
    {
      cut: { clip, from },
      begin,
      length,
      lead,
    },
  ] of placed.entries()) {
    const tail = placed[index + 1]?.lead ?? 0;
    const [first, last] = [begin + lead, begin + length - tail - 1];
    for (const frame of [first, Math.round((first + last) / 2), last]) {
      const { clip: is, second } = seen(pixel(frames[frame]!, 60, 50));
      // A colour steps at whole seconds; half a frame's doubt is allowed for there.
      const time = from / 1_000 + (frame - begin) / FPS;
      const fits =
        NAMES[clip - 1] === 'yellow' || [Math.floor(time - 0.045), Math.floor(time + 0.045)].includes(second);
      if (is !== NAMES[clip - 1] || !fits)
        return `frame ${frame} is second ${second} of ${is}, not ${time} of ${NAMES[clip - 1]}`;
    }
  }
  return undefined;
}

describe('a film that is cut together', () => {
  it('shows the right stretch of the right clip, to the frame, and is exactly as long as its cuts; control: the clips in another order do not', async () => {
    const { frames, path, seconds } = video;
    expect(seconds).toBe((50 + 30 + 50 + 25 + 20 - 12 - 12) / FPS);
    expect(await verifyVideo(programs, path, { ...SIZE, fps: FPS, seconds })).toEqual({ ok: true });
    expect(wrongCut(frames, CUTS)).toBeUndefined();
    const other = await edited([CUTS[1], CUTS[0], CUTS[3], CUTS[2], CUTS[4]]);
    expect(wrongCut(other.frames, CUTS)).toBeDefined();
    // The film asked for is not that of the same clips from their beginning.
    expect(
      wrongCut(
        frames,
        CUTS.map((one) => ({ ...one, from: 0, to: one.to - one.from })),
      ),
    ).toMatch('second');
    expect(wrongCut(frames.slice(1), CUTS)).toMatch('frames');
  });

  it('gives way as it says: both are seen in a dissolve, one beside the other in a wipe, black between', async () => {
    const ways = [
      cut(1, 0, 1_000),
      cut(3, 0, 1_000, 'dissolve'),
      cut(1, 0, 1_000, 'wipe'),
      cut(3, 0, 1_000, 'slide'),
      cut(1, 0, 1_000, 'dip'),
    ];
    const { frames } = await edited(ways);
    const half = (index: number): Raster => frames[placedCuts(ways).placed[index]!.begin + 6]!;
    const [r, , b] = pixel(half(1), 60, 50);
    expect(Math.min(r, b)).toBeGreaterThan(35);
    const sides = (frame: Raster): readonly Name[] => [10, 182].map((x) => seen(pixel(frame, x, 50)).clip);
    expect(sides(half(2))).toEqual(['red', 'blue']);
    expect(sides(half(3))).toEqual(['red', 'blue']);
    expect(Math.max(...pixel(half(4), 60, 50))).toBeLessThan(40);
  });

  it('is heard as it is seen: each clip’s own tone in its time, as loud as was said, or a bed alone', async () => {
    const mouthMomentsOf = async (video: string): Promise<Float32Array> => {
      await takeSound(programs, video, at('heard.wav'));
      return decodeWav(await readFile(at('heard.wav'))).channels[0]!;
    };
    /** Strength of a tone in a stretch (Goertzel). */
    const strength = (sound: Float32Array, from: number, seconds: number, hz: number): number => {
      let [re, im] = [0, 0];
      const [start, count] = [Math.round(from * 48_000), Math.round(seconds * 48_000)];
      for (let i = 0; i < count; i += 1) {
        const angle = (2 * Math.PI * hz * i) / 48_000;
        re += (sound[start + i] ?? 0) * Math.cos(angle);
        im += (sound[start + i] ?? 0) * Math.sin(angle);
      }
      return Math.hypot(re, im) / count;
    };
    const sound = await mouthMomentsOf(video.path);
    const loudest = (from: number): number =>
      [220, 440, 880].toSorted((a, b) => strength(sound, from, 0.2, b) - strength(sound, from, 0.2, a))[0]!;
    expect([0.3, 1.6, 2.2, 3.6].map(loudest)).toEqual([880, 880, 220, 440]);
    // The picture is silent.
    expect(strength(sound, 4.8, 0.2, 440)).toBeLessThan(0.1 * strength(sound, 3.6, 0.2, 440));
    const quiet = await mouthMomentsOf((await edited(CUTS, { loud: 0.25 })).path);
    expect(strength(quiet, 0.3, 0.2, 880) / strength(sound, 0.3, 0.2, 880)).toBeCloseTo(0.25, 1);
    expect((await videoFacts(programs, (await edited([cut(1, 0, 400)], { loud: 0 })).path)).hasSound).toBe(false);
    const bed = await mouthMomentsOf((await edited([cut(1, 0, 1_000)], { loud: 0, bed: 'rain' })).path);
    expect(Math.sqrt(bed.reduce((sum, sample) => sum + sample * sample, 0) / bed.length)).toBeGreaterThan(0.005);
  });

  it('keeps a tall clip whole before itself, where that was asked for', async () => {
    const tall = [cut(2, 0, 200)];
    const [filled, whole] = [(await edited(tall)).frames[3]!, (await edited(tall, { fit: 'whole' })).frames[3]!];
    expect(pixel(filled, 10, 50)[1]).toBeGreaterThan(100);
    expect(pixel(whole, 96, 50)[1]).toBeGreaterThan(100);
    expect(pixel(whole, 10, 50)[1]).toBeLessThan(0.8 * pixel(whole, 96, 50)[1]);
  });
});

/** Share of a place's pixels that differ from the same film without words. */
function inked(one: Raster, bare: Raster, place: TimedText['place']): number {
  const [from, to] = { top: [0.05, 0.4], middle: [0.4, 0.6], bottom: [0.6, 0.95] }[place] as [number, number];
  let [off, all] = [0, 0];
  for (let y = Math.round(from * SIZE.height); y < to * SIZE.height; y += 1)
    for (let x = 0; x < SIZE.width; x += 1) {
      all += 1;
      if (pixel(one, x, y).some((value, k) => Math.abs(value - pixel(bare, x, y)[k]!) > 60)) off += 1;
    }
  return off / all;
}

describe('words over it', () => {
  it('are there in their time and place, in any script, and not beside it; control: a film without words', async () => {
    const cuts = [cut(1, 0, 3_000)];
    const TEXTS = [
      ['Hello there', 'top'],
      ['مرحبا بكم', 'middle'],
      ['こんにちは世界', 'bottom'],
    ] as const;
    const bare = (await edited(cuts)).frames;
    const made = (
      await edited(cuts, {
        texts: TEXTS.map(([text, place], index) => ({
          text,
          from: 200 + index * 1_000,
          to: 1_000 + index * 1_000,
          place,
          size: 'large',
          colour: '#ffffff',
        })),
      })
    ).frames;
    /** Frames on which there are words at a place. */
    const shown = (frames: readonly Raster[], place: TimedText['place']): readonly number[] =>
      frames.flatMap((frame, index) => (inked(frame, bare[index]!, place) > 0.02 ? [index] : []));
    for (const [index, [, place]] of TEXTS.entries()) {
      const [from, to] = [5 + index * 25, 25 + index * 25];
      const found = shown(made, place).filter((frame) => frame >= from - 8 && frame < to + 8);
      expect([place, Math.abs(found[0]! - from) <= 2, Math.abs(found.at(-1)! - (to - 1)) <= 2, found.length]).toEqual([
        place,
        true,
        true,
        found.at(-1)! - found[0]! + 1,
      ]);
      expect(shown(bare, place)).toEqual([]);
    }
    // Those above and below are in nobody else's place.
    expect(
      [inked(made[15]!, bare[15]!, 'bottom'), inked(made[65]!, bare[65]!, 'top')].every((share) => share < 0.005),
    ).toBe(true);
  });
  it('that no font has are refused by name', async () => {
    await expect(
      edited([cut(1, 0, 400)], {
        texts: [{ text: 'a \u{10FFFD}', from: 0, to: 1_000, place: 'top', size: 'small', colour: '#ffffff' }],
      }),
    ).rejects.toMatchObject({
      identifier: 'INPUT_INVALID_FOR_SERVICE',
      params: { input: 'timeline', reason: 'letter-unknown' },
    });
  });
});

describe('what can be cut together', () => {
  const procedure = 'videoEdit.createVideoEdit';
  const given = (role: SourceFacts['role'], more: Partial<SourceFacts> = {}): SourceFacts => ({
    role,
    width: 640,
    height: 360,
    seconds: 10,
    ...more,
  });
  const plan = (timeline: Partial<Timeline>, sources: readonly SourceFacts[] = [given('clip-1'), given('clip-2')]) => {
    const first = Object.fromEntries(
      Object.entries(FORMS[procedure].options).map(([name, option]) => [name, initialOf(option)]),
    );
    return planOf(
      { procedure, ...first, timeline: { cuts: [], texts: [], ...timeline } } as Parameters<typeof planOf>[0],
      sources,
      1_920,
    );
  };
  it('is as long as its cuts less what two share; without any, all of every clip', () => {
    expect(plan({})).toEqual({ ok: true, value: { media: 'video', width: 1_280, height: 720, seconds: 20 } });
    expect(plan({ cuts: [cut(2, 0, 4_000), cut(1, 2_000, 5_000, 'dissolve')] })).toMatchObject({
      ok: true,
      value: { seconds: 7 - 0.48 },
    });
  });
  it('lies within its clips, and from one second to sixty', () => {
    const refused = (timeline: Partial<Timeline>, sources?: readonly SourceFacts[]) => plan(timeline, sources);
    // As much as a length is rounded by is accepted: the last frame stays for it.
    expect(refused({ cuts: [cut(2, 8_000, 10_050)] })).toMatchObject({ ok: true });
    expect(refused({ cuts: [cut(2, 8_000, 10_051)] })).toMatchObject({
      ok: false,
      error: {
        identifier: 'INPUT_INVALID_FOR_SERVICE',
        params: { input: 'clip-2', reason: 'trim-outside', limit: 10 },
      },
    });
    expect(refused({ cuts: [cut(3, 0, 1_000)] })).toMatchObject({
      ok: false,
      error: { identifier: 'VIDEO_NOT_FOUND', params: { input: 'clip-3' } },
    });
    expect(refused({ cuts: [cut(1, 0, 400)] })).toMatchObject({
      ok: false,
      error: { params: { reason: 'edit-too-short' } },
    });
    expect(refused({ cuts: Array.from({ length: 7 }, () => cut(1, 0, 10_000)) })).toMatchObject({
      ok: false,
      error: { params: { reason: 'edit-too-long', limit: 60 } },
    });
    expect(
      refused({ texts: [{ text: 'late', from: 20_000, to: 21_000, place: 'top', size: 'small', colour: '#ffffff' }] }),
    ).toMatchObject({ ok: false, error: { params: { reason: 'text-outside' } } });
    expect(refused({}, [given('clip-1', { seconds: 2 })])).toMatchObject({
      ok: false,
      error: { identifier: 'DURATION_LIMIT' },
    });
    expect(refused({}, [])).toMatchObject({ ok: false, error: { identifier: 'VIDEO_NOT_FOUND' } });
  });
});
