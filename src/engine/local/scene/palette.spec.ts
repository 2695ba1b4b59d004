import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromLab, hex, luminance, mix, PIGMENTS, toLab, type Rgb } from './colour.js';
import { paletteFor } from './palette.js';
import { COLOURS, MOODS, SEASONS, STYLES, TIMES, WEATHERS, type Scene } from './scene.js';

const plain: Scene = {
  version: 1,
  seed: 1,
  renderer: 'layers',
  places: ['mountains'],
  subjects: [],
  time: 'noon',
  weather: 'clear',
  season: 'summer',
  style: 'natural',
  framing: 'wide',
  moods: [],
  colours: [],
  without: [],
};
const anyScene = fc
  .record({
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    time: fc.constantFrom(...TIMES),
    weather: fc.constantFrom(...WEATHERS),
    season: fc.constantFrom(...SEASONS),
    style: fc.constantFrom(...STYLES),
    moods: fc.subarray([...MOODS], { maxLength: 3 }),
    colours: fc.subarray([...COLOURS], { maxLength: 3 }),
  })
  .map((part): Scene => ({ ...plain, ...part }));

function skyLight(scene: Scene): number {
  const { sky } = paletteFor(scene);
  return sky.reduce((sum, stop) => sum + luminance(stop.colour), 0) / sky.length;
}

function warmth(colour: Rgb): number {
  return colour[0] - colour[2];
}

describe('paletteFor', () => {
  it('gives the same colours for the same scene, all of them displayable', () => {
    fc.assert(
      fc.property(anyScene, (scene) => {
        const palette = paletteFor(scene);
        expect(paletteFor(scene)).toEqual(palette);
        expect(palette.ridges).toHaveLength(6);
        expect(palette.sky.map((stop) => stop.at)).toEqual(
          [...palette.sky.map((stop) => stop.at)].sort((a, b) => a - b),
        );
        for (const channel of [
          ...palette.sky.flatMap((stop) => stop.colour),
          ...palette.ridges.flat(),
          ...palette.water.near,
          ...palette.sun,
        ]) {
          expect(Number.isInteger(channel) && channel >= 0 && channel <= 255).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('keeps night much darker than noon, whatever the weather and the seed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...WEATHERS), (seed, weather) => {
        expect(skyLight({ ...plain, seed, weather, time: 'night' }) * 3).toBeLessThan(
          skyLight({ ...plain, seed, weather, time: 'noon' }),
        );
      }),
    );
  });

  it('warms the horizon at sunset and cools it at noon', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const at = (time: Scene['time']): number =>
        warmth(paletteFor({ ...plain, seed, time }).sky.at(-1)?.colour ?? [0, 0, 0]);
      expect(at('sunset')).toBeGreaterThan(60);
      expect(at('noon')).toBeLessThan(30);
    }
  });

  it('leads the eye from pale distance to a dark front', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(...TIMES), (seed, time) => {
        const light = paletteFor({ ...plain, seed, time }).ridges.map(luminance);
        expect(light).toEqual([...light].sort((a, b) => b - a));
      }),
    );
  });

  it("is pulled to the hue of the prompt's colour words, where it was not without them", () => {
    for (const colour of ['red', 'green', 'purple', 'gold', 'pink', 'amber'] as const) {
      const pigment = toLab(PIGMENTS[colour]);
      // Cosine of the angle between the two hues: 1 when they are the same.
      const nearness = (scene: Scene): number => {
        const lab = toLab(paletteFor(scene).sky[2]?.colour ?? [0, 0, 0]);
        return (lab.a * pigment.a + lab.b * pigment.b) / (Math.hypot(lab.a, lab.b) * Math.hypot(pigment.a, pigment.b));
      };
      expect(nearness({ ...plain, colours: [colour] })).toBeGreaterThan(0.8);
      expect(nearness(plain)).toBeLessThan(0.5);
    }
  });

  it('turns leaves from green in summer to red-gold in autumn, and mono takes colour out', () => {
    const leaf = (season: Scene['season']): number => toLab(paletteFor({ ...plain, season }).foliage.middle).a;
    expect(leaf('summer')).toBeLessThan(-0.03);
    expect(leaf('autumn')).toBeGreaterThan(0.03);
    const mono = toLab(paletteFor({ ...plain, time: 'sunset', moods: ['mono'] }).sky[3]?.colour ?? [0, 0, 0]);
    expect(Math.hypot(mono.a, mono.b)).toBeLessThan(0.03);
  });
});

describe('colour', () => {
  it('comes back from OKLab as it went', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), (colour) => {
        expect(fromLab(toLab(colour))).toEqual(colour);
        expect(mix(colour, [9, 80, 200], 0)).toEqual(colour);
      }),
    );
  });

  it('refuses what is not a colour', () => {
    expect(() => hex('red')).toThrow(RangeError);
  });
});
