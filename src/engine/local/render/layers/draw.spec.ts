import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  COLOURS,
  FRAMINGS,
  MOODS,
  PLACES,
  SEASONS,
  SUBJECTS,
  TIMES,
  WEATHERS,
  type ScenePlace,
  type Raster,
  type Scene,
  type SceneSubject,
  type SubjectId,
} from '../../scene/scene.js';
import { drawLayers } from './draw.js';

const SIDE = 96;

function scene(change: Partial<Scene> = {}): Scene {
  return {
    version: 1,
    seed: 11,
    renderer: 'layers',
    places: ['mountains', 'lake'],
    subjects: [],
    time: 'sunset',
    weather: 'clear',
    season: 'summer',
    style: 'natural',
    framing: 'wide',
    moods: [],
    colours: [],
    without: [],
    ...change,
  };
}

function subject(id: SubjectId): SceneSubject {
  return { id, count: 1, size: 'normal', where: 'free' };
}

/** Mean of each channel over the rows from `from` to `to`, both shares of the height. */
function mean(raster: Raster, from = 0, to = 1): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const first = Math.floor(raster.height * from) * raster.width * 4;
  const last = Math.floor(raster.height * to) * raster.width * 4;
  for (let at = first; at < last; at += 4) {
    sum[0] += raster.data[at] ?? 0;
    sum[1] += raster.data[at + 1] ?? 0;
    sum[2] += raster.data[at + 2] ?? 0;
  }
  const count = (last - first) / 4;
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}

function brightness(raster: Raster): number {
  const [r, g, b] = mean(raster);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Share of pixels in which two images differ clearly. */
function difference(a: Raster, b: Raster): number {
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const red = Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
    const green = Math.abs((a.data[at + 1] ?? 0) - (b.data[at + 1] ?? 0));
    const blue = Math.abs((a.data[at + 2] ?? 0) - (b.data[at + 2] ?? 0));
    if (red > 6 || green > 6 || blue > 6) differing += 1;
  }
  return differing / (a.data.length / 4);
}

/** Variation of brightness in an image: 0 for a uniform one. */
function contrast(raster: Raster): number {
  const whole = brightness(raster);
  let sum = 0;
  for (let at = 0; at < raster.data.length; at += 4) {
    const own =
      0.2126 * (raster.data[at] ?? 0) + 0.7152 * (raster.data[at + 1] ?? 0) + 0.0722 * (raster.data[at + 2] ?? 0);
    sum += (own - whole) ** 2;
  }
  return Math.sqrt(sum / (raster.data.length / 4));
}

/** A place where a subject is clearly visible. */
function homeOf(id: SubjectId): Partial<Scene> {
  const night: readonly SubjectId[] = ['stars', 'aurora', 'comet', 'galaxy', 'nebula', 'moon'];
  return { places: ['hills'], time: night.includes(id) ? 'night' : id === 'sun' ? 'noon' : 'afternoon' };
}

describe('drawLayers', () => {
  it('gives the same bytes for the same scene and size, whatever was drawn between', async () => {
    const wanted = scene({ subjects: [subject('tree'), subject('bird')], places: ['hills', 'river'] });
    const first = await drawLayers(wanted, SIDE, SIDE);
    await drawLayers(scene({ places: ['city'], time: 'night' }), 160, 64);
    const second = await drawLayers(wanted, SIDE, SIDE);
    expect(Buffer.from(second.data).equals(Buffer.from(first.data))).toBe(true);
  });

  it('draws another picture for another seed', async () => {
    const images = await Promise.all([1, 2].map((seed) => drawLayers(scene({ seed }), SIDE, SIDE)));
    expect(difference(images[0]!, images[1]!)).toBeGreaterThan(0.3);
  });

  it.each([
    [64, 64],
    [200, 64],
    [64, 200],
    [97, 131],
  ])('fills %d by %d pixels, opaque', async (width, height) => {
    const raster = await drawLayers(scene(), width, height);
    expect([raster.width, raster.height, raster.data.length]).toEqual([width, height, width * height * 4]);
    expect(raster.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
  });

  it('keeps its composition when it is drawn larger', async () => {
    const [small, large] = await Promise.all([drawLayers(scene(), 64, 64), drawLayers(scene(), 192, 192)]);
    for (const [from, to] of [
      [0, 0.25],
      [0.25, 0.5],
      [0.6, 0.8],
      [0.8, 1],
    ] as const) {
      mean(small, from, to).forEach((value, channel) =>
        expect(Math.abs(value - (mean(large, from, to)[channel] ?? 0))).toBeLessThan(26),
      );
    }
  });

  it.each(['mountains', 'sea', 'city', 'meadow', 'forest', 'desert'] as const)(
    'paints %s darker by night than at noon',
    async (place) => {
      const [noon, night] = await Promise.all(
        (['noon', 'night'] as const).map((time) => drawLayers(scene({ places: [place], time }), SIDE, SIDE)),
      );
      expect(brightness(night!)).toBeLessThan(brightness(noon!) * 0.7);
    },
  );

  it.each([3, 4, 5])('mirrors the sky in a lake at its foot (seed %d)', async (seed) => {
    const raster = await drawLayers(
      scene({ places: ['lake'], subjects: [], time: 'noon', framing: 'minimal', seed }),
      SIDE,
      SIDE,
    );
    const [r, , b] = mean(raster, 0.75, 1);
    expect(b).toBeGreaterThan(r);
  });

  it.each(PLACES)('draws %s as more than a plain sheet', async (place) => {
    expect(contrast(await drawLayers(scene({ places: [place], time: 'afternoon' }), SIDE, SIDE))).toBeGreaterThan(
      place === 'studio' ? 1.5 : 5,
    );
  });

  it('draws each place unlike every other', async () => {
    const images = await Promise.all(
      PLACES.map((place) => drawLayers(scene({ places: [place], time: 'afternoon' }), 64, 64)),
    );
    images.forEach((one, index) =>
      images.slice(index + 1).forEach((other) => expect(difference(one, other)).toBeGreaterThan(0.05)),
    );
  });

  const bare = new Map<string, Raster>();
  const flat = (Object.keys(SUBJECTS) as SubjectId[]).filter((id) => SUBJECTS[id] !== 'solid');
  it.each(flat)('shows a %s where there was none', async (id) => {
    const own = scene(homeOf(id));
    const without = bare.get(own.time) ?? (await drawLayers(own, SIDE, SIDE));
    bare.set(own.time, without);
    expect(difference(without, await drawLayers({ ...own, subjects: [subject(id)] }, SIDE, SIDE))).toBeGreaterThan(
      0.0015,
    );
  });

  it('stands a lighthouse by the sea when only a cliff is named', async () => {
    const inland = scene({ places: ['mountains'], time: 'noon' });
    const [without, beside] = await Promise.all([
      drawLayers(inland, SIDE, SIDE),
      drawLayers({ ...inland, subjects: [subject('lighthouse')] }, SIDE, SIDE),
    ]);
    const blueness = (raster: Raster): number => {
      const [r, , b] = mean(raster, 0.9, 1);
      return b - r;
    };
    expect(blueness(beside)).toBeGreaterThan(blueness(without) + 20);
  });

  it('keeps the light under water at dusk, and some of it by night', async () => {
    const [noon, dusk, night] = await Promise.all(
      (['noon', 'dusk', 'night'] as const).map(async (time) =>
        brightness(await drawLayers(scene({ places: ['underwater'], time }), SIDE, SIDE)),
      ),
    );
    expect(dusk!).toBeGreaterThan(noon! * 0.8);
    expect(night!).toBeLessThan(noon! * 0.9);
    expect(night!).toBeGreaterThan(noon! * 0.35);
  });

  it('throws confetti over a place and leaves the place to be seen', async () => {
    const beach = scene({ places: ['beach'], time: 'noon' });
    const [plain, party] = await Promise.all([
      drawLayers(beach, SIDE, SIDE),
      drawLayers({ ...beach, subjects: [subject('confetti')] }, SIDE, SIDE),
    ]);
    expect(difference(plain, party)).toBeGreaterThan(0.05);
    expect(difference(plain, party)).toBeLessThan(0.6);
  });

  it('lifts one creature before a named moon: bright disc, dark shape', async () => {
    const under = scene({ places: ['hills'], time: 'night', subjects: [subject('wolf'), subject('moon')] });
    const raster = await drawLayers(under, SIDE, SIDE);
    const light = Array.from({ length: raster.data.length / 4 }, (_, at) => raster.data[at * 4 + 1] ?? 0);
    expect(light.filter((value) => value > 200).length).toBeGreaterThan(light.length * 0.01);
    expect(light.filter((value) => value < 40).length).toBeGreaterThan(light.length * 0.05);
  });

  it('leaves out what the scene is to be without', async () => {
    const bare = scene({ places: ['meadow'] });
    const named = { ...bare, subjects: [subject('horse')], without: ['horse'] as const };
    const [a, b] = await Promise.all([
      drawLayers({ ...bare, without: ['horse'] }, SIDE, SIDE),
      drawLayers(named, SIDE, SIDE),
    ]);
    expect(difference(a, b)).toBe(0);
  });

  it.each(WEATHERS.filter((weather) => weather !== 'clear'))('shows %s', async (weather) => {
    const [clear, other] = await Promise.all([
      drawLayers(scene({ time: 'noon' }), SIDE, SIDE),
      drawLayers(scene({ time: 'noon', weather }), SIDE, SIDE),
    ]);
    expect(difference(clear, other)).toBeGreaterThan(0.03);
  });

  it('whitens the ground in winter', async () => {
    const [summer, winter] = await Promise.all(
      (['summer', 'winter'] as const).map((season) =>
        drawLayers(scene({ places: ['hills'], time: 'noon', season }), SIDE, SIDE),
      ),
    );
    const spread = (raster: Raster): number => {
      const low = mean(raster, 0.75, 1);
      return Math.max(...low) - Math.min(...low);
    };
    expect(spread(winter!)).toBeLessThan(spread(summer!));
    expect(mean(winter!, 0.75, 1)[2]).toBeGreaterThan(mean(summer!, 0.75, 1)[2]);
  });

  it.each(['clouds and water', 'rain', 'stars'])('moves %s with the seconds', async (what) => {
    const moving =
      what === 'rain' ? scene({ weather: 'rain' }) : what === 'stars' ? scene({ places: ['space'] }) : scene();
    const [start, later] = await Promise.all([
      drawLayers(moving, SIDE, SIDE),
      drawLayers(moving, SIDE, SIDE, undefined, 2),
    ]);
    expect(difference(start, later)).toBeGreaterThan(0);
  });

  it.each([
    ['mountains'],
    ['underwater'],
    ['space'],
    ['room'],
    ['cave'],
    ['abstract'],
    ['studio'],
    ['forest'],
  ] as const)('grows in at least six steps to the whole picture (%s)', async (place) => {
    const steps: { fraction: number; partial?: Raster }[] = [];
    const raster = await drawLayers(scene({ places: [place] }), 64, 64, (step) => steps.push(step));
    expect(steps.length).toBeGreaterThanOrEqual(6);
    const fractions = steps.map((step) => step.fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(steps.at(-1)).toEqual({ fraction: 1, partial: raster });
    expect(steps.every((step) => step.partial?.data.length === raster.data.length)).toBe(true);
  });

  it('draws any scene', async () => {
    const pick = <T>(list: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...list);
    const subjects = fc.record({
      id: pick(Object.keys(SUBJECTS) as SubjectId[]),
      count: fc.integer({ min: 1, max: 24 }),
      size: pick(['small', 'normal', 'large'] as const),
      where: pick(['left', 'centre', 'right', 'above', 'free'] as const),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
          places: fc.uniqueArray(pick<ScenePlace>(PLACES), { minLength: 1, maxLength: 4 }),
          subjects: fc.array(subjects, { maxLength: 4 }),
          time: pick(TIMES),
          weather: pick(WEATHERS),
          season: pick(SEASONS),
          framing: pick(FRAMINGS),
          moods: fc.uniqueArray(pick(MOODS), { maxLength: 3 }),
          colours: fc.uniqueArray(pick(COLOURS), { maxLength: 3 }),
        }),
        fc.constantFrom([64, 64], [112, 64], [64, 112]),
        fc.integer({ min: 0, max: 20 }),
        async (change, size, seconds) => {
          const [width = 64, height = 64] = size;
          const raster = await drawLayers(scene(change), width, height, undefined, seconds);
          expect(raster.data.length).toBe(width * height * 4);
          expect(raster.data.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});
