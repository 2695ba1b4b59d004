import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFfmpeg, type Programs } from '../../../src/engine/ffmpeg.js';
import { createRandom } from '../../../src/engine/local/scene/random.js';
import { understand } from '../../../src/engine/local/scene/understand.js';
import { soundsOf } from '../../../src/engine/local/audio/bed.js';
import { RATE } from '../../../src/engine/local/audio/signal.js';
import { decodeWav } from '../../../src/engine/local/audio/wav.js';
import { videoFacts, takeSound } from '../../../src/engine/local/video/io/source.js';
import { videoFromShots, type VideoFromShotsOptions } from '../../../src/engine/local/video/generate/from-shots.js';
import { scenesOf, viewsIn } from '../../../src/engine/local/video/generate/views.js';
import { TRANSITIONS, type Motion } from '../../../src/engine/sizes.shared.js';
import { frameAt, framesOf, movement, psnr, reversed, stillOf, type Frames } from '../../support/files/video-file.js';
import { features } from '../sound/heard.js';

const SIZE = { width: 256, height: 144 };
const BASE: VideoFromShotsOptions = {
  ...SIZE,
  prompt: 'a meadow before mountains in the morning. A forest in the rain. The sea at sunset',
  seed: 5,
  camera: 'pan-right',
  shots: 3,
  transition: 'dissolve',
  sound: true,
  seconds: 3,
  fps: 25,
};

jest.setTimeout(900_000);

let folder = '';
let programs: Programs;
const never = new AbortController().signal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-by-text-v2-'));
  programs = await findFfmpeg();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const video = async (options: Partial<VideoFromShotsOptions> = {}) =>
  videoFromShots(
    { ...BASE, ...options },
    { dir: await mkdtemp(join(folder, 'film-')), programs },
    () => undefined,
    never,
  );
const small = (mp4: string): Promise<Frames> => framesOf(programs, mp4, SIZE.width, SIZE.height);
const shown = (mp4: string, seconds: number) => frameAt(programs, mp4, seconds, SIZE.width, SIZE.height);

/** What is heard of a film, one channel. */
async function heard(mp4: string): Promise<Float32Array> {
  const wav = `${mp4}.wav`;
  await takeSound(programs, mp4, wav);
  return decodeWav(await readFile(wav)).channels[0] ?? new Float32Array();
}
/** Loudness of each tenth of a second, decibels of full scale. */
const levels = (samples: Float32Array): readonly number[] =>
  Array.from(
    { length: Math.floor(samples.length / 4_800) },
    (_, part) =>
      10 *
      Math.log10(
        samples.subarray(part * 4_800, (part + 1) * 4_800).reduce((sum, value) => sum + value * value, 1e-9) / 4_800,
      ),
  );
/** White noise has all frequencies alike, and does not sway. */
function isNoiseAlone(samples: Float32Array): boolean {
  const { flatness, sway } = features(samples, RATE);
  return flatness > 0.5 && sway < 0.2;
}
const isHeard = (samples: Float32Array): boolean => {
  const list = levels(samples);
  return list.length > 0 && list.filter((level) => level > -60).length > list.length * 0.6;
};

describe('A film of words in shots', () => {
  it('has as many views as are asked for, each for its own sentence, and one that is held has not', async () => {
    const { mp4, poster } = await video({ shots: 3 });
    expect(await videoFacts(programs, mp4)).toMatchObject({ ...SIZE, fps: 25, seconds: 3, hasSound: true });
    const views = await Promise.all([0.2, 1.5, 2.8].map((seconds) => shown(mp4, seconds)));
    const differ = (one: number, other: number): boolean => psnr(views[one]!, views[other]!) < 17;
    expect([differ(0, 1), differ(1, 2), differ(0, 2)]).toEqual([true, true, true]);
    expect(psnr(views[0]!, await shown(mp4, 0.28))).toBeGreaterThan(17);
    expect(psnr(await shown(mp4, 0), poster)).toBeGreaterThan(28);
    const held = (await video({ shots: 1 })).mp4;
    expect(psnr(await shown(held, 0.2), await shown(held, 2.8))).toBeGreaterThan(psnr(views[0]!, views[2]!) + 1);
    expect((await small(mp4)).list).toHaveLength(75);
  });

  it.each<[Motion, (m: { readonly u: number; readonly growth: number }) => boolean]>([
    ['pan-right', ({ u }) => u < -0.8],
    ['zoom-in', ({ growth }) => growth > 0.015],
  ])(
    'has the camera asked for in each shot, and neither a still frame repeated nor the film backwards has (%s)',
    async (camera, follows) => {
      const frames = await small(
        (
          await video({
            camera,
            prompt: 'horses on a meadow before mountains in the morning',
            shots: 2,
            transition: 'cut',
            sound: false,
            seconds: 3,
          })
        ).mp4,
      );
      for (const [from, to] of [
        [10, 27],
        [47, 64],
      ] as const) {
        expect(follows(await movement(frames, from, to))).toBe(true);
        expect(follows(await movement(stillOf(frames), from, to))).toBe(false);
        expect(follows(await movement(reversed(frames), 74 - to, 74 - from))).toBe(false);
      }
    },
  );

  it.each(TRANSITIONS)('goes from shot to shot by what is chosen (%s)', async (transition) => {
    const { mp4 } = await video({ transition, shots: 2, sound: false, seconds: 2, camera: 'drift' });
    const [before, middle, after] = await Promise.all([0.6, 1, 1.4].map((seconds) => shown(mp4, seconds)));
    const light = ({ data }: { readonly data: Uint8ClampedArray }, left: number, right: number): number => {
      let [sum, count] = [0, 0];
      data.forEach((value, at) => {
        const x = (Math.floor(at / 4) % SIZE.width) / SIZE.width;
        if (at % 4 === 1 && x >= left && x < right) {
          sum += value;
          count += 1;
        }
      });
      return sum / count;
    };
    const dark = Math.min(
      ...(await small(mp4)).list.map((frame) => frame.reduce((sum, value) => sum + value, 0) / frame.length),
    );
    expect(dark < 40).toBe(transition === 'dip');
    const blended = psnr(middle!, before!) < 26 && psnr(middle!, after!) < 26;
    expect(blended).toBe(transition !== 'cut');
    if (transition === 'wipe')
      expect(Math.abs(light(middle!, 0, 0.2) - light(after!, 0, 0.2))).toBeLessThan(
        Math.abs(light(middle!, 0.8, 1) - light(after!, 0.8, 1)),
      );
  });
});

describe('What is heard with it', () => {
  it('is there, fits the scene, and is more than noise; a silent film has none', async () => {
    const birds = await heard(
      (await video({ prompt: 'birds over a meadow in the morning', shots: 1, seconds: 4, width: 128, height: 72 })).mp4,
    );
    expect([isHeard(birds), isNoiseAlone(birds)]).toEqual([true, false]);
    const random = createRandom(3, 'noise');
    expect(isNoiseAlone(Float32Array.from({ length: birds.length }, () => random.range(-0.1, 0.1)))).toBe(true);
    expect(isHeard(new Float32Array(birds.length))).toBe(false);
    expect(await videoFacts(programs, (await video({ sound: false, shots: 1, seconds: 1 })).mp4)).toMatchObject({
      hasSound: false,
    });
    const sea = await heard(
      (await video({ prompt: 'the sea at sunset', shots: 1, seconds: 4, width: 128, height: 72 })).mp4,
    );
    expect(features(sea, RATE).middle).toBeLessThan(0.6 * features(birds, RATE).middle);
  });

  it('is chosen by what is in the scene', () => {
    const sounds = (prompt: string) => soundsOf(understand({ prompt, seed: 1 }).scene);
    expect(sounds('a storm over the sea')).toEqual(['rain', 'thunder', 'sea']);
    expect(sounds('a forest at night')).toEqual(expect.arrayContaining(['crickets']));
    expect(sounds('a desert at noon')).toEqual(['wind']);
    expect(sounds('a glass sphere')).toHaveLength(1);
  });
});

describe('The shots of a prompt', () => {
  it('follow its sentences, and what names nothing to see belongs to the one before', () => {
    expect(viewsIn('A lake at dawn. Calm and warm. Then a city at night; a castle')).toEqual([
      'A lake at dawn, Calm and warm',
      'Then a city at night',
      'a castle',
    ]);
    expect(viewsIn('a lake')).toEqual(['a lake']);
    const places = scenesOf({ prompt: 'a lake. A city', seed: 1, shots: 4 }).map(({ places: [first] }) => first);
    expect(places).toEqual(['lake', 'city', 'city', 'city']);
    const [one, again] = scenesOf({ prompt: 'horses on a meadow', seed: 1, shots: 2 });
    expect([again?.time, again?.weather, again?.seed === one?.seed, again?.framing]).toEqual([
      one?.time,
      one?.weather,
      false,
      'close',
    ]);
  });

  it('are one to four, give the same bytes again, and leave nothing but the film', async () => {
    await expect(video({ shots: 0 })).rejects.toThrow(RangeError);
    await expect(video({ shots: 5 })).rejects.toThrow(RangeError);
    const [one, same] = [await video({ seconds: 1, shots: 2 }), await video({ seconds: 1, shots: 2 })];
    expect((await readFile(one.mp4)).equals(await readFile(same.mp4))).toBe(true);
    expect(await readdir(join(one.mp4, '..'))).toEqual(['film.mp4']);
  });
});
