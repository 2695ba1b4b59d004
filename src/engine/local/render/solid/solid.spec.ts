import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  COLOURS,
  FRAMINGS,
  MATERIALS,
  MOODS,
  PLACES,
  SEASONS,
  STYLES,
  SUBJECTS,
  TIMES,
  WEATHERS,
  type OnGrow,
  type Raster,
  type Scene,
  type SceneSubject,
  type SubjectId,
} from '../../scene/scene.js';
import { createRandom } from '../../scene/random.js';
import { arrange } from './arrange.js';
import { compose } from './compose.js';
import { drawSolid } from './index.js';
import { SceneMemory } from './memory.js';
import { ball, drum } from './model.js';
import { matte } from './paints.js';
import { renderSolid } from './render.js';
import type { Stage } from './stage.js';
import { studioPalette } from './studio-palette.js';
import { CASTS, isSolid } from './subjects.js';

const subject = (id: SubjectId, more: Partial<SceneSubject> = {}): SceneSubject => ({
  id,
  count: 1,
  size: 'normal',
  where: 'centre',
  ...more,
});
const scene = (more: Partial<Scene> = {}): Scene => ({
  version: 1,
  seed: 7,
  renderer: 'solid',
  places: ['studio'],
  subjects: [subject('bottle')],
  time: 'morning',
  weather: 'clear',
  season: 'summer',
  style: 'natural',
  framing: 'medium',
  moods: [],
  colours: [],
  without: [],
  ...more,
});
const SIDE = 64;
const draw = (more: Partial<Scene> = {}, seconds = 0): Promise<Raster> =>
  drawSolid(scene(more), SIDE, SIDE, undefined, seconds);

/** Share of pixels whose colour differs clearly. */
function changed(a: Raster, b: Raster): number {
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const gap =
      Math.abs((a.data[i] ?? 0) - (b.data[i] ?? 0)) +
      Math.abs((a.data[i + 1] ?? 0) - (b.data[i + 1] ?? 0)) +
      Math.abs((a.data[i + 2] ?? 0) - (b.data[i + 2] ?? 0));
    if (gap > 24) count += 1;
  }
  return count / (a.width * a.height);
}
/** Mean of a channel over the image, or over the pixels selected by `inside`. */
function mean(raster: Raster, channel: 0 | 1 | 2, inside: (x: number, y: number) => boolean = () => true): number {
  let [sum, count] = [0, 0];
  for (let y = 0; y < raster.height; y += 1)
    for (let x = 0; x < raster.width; x += 1)
      if (inside(x, y)) {
        sum += raster.data[4 * (y * raster.width + x) + channel] ?? 0;
        count += 1;
      }
  return sum / count;
}
const brightness = (raster: Raster): number => mean(raster, 0) + mean(raster, 1) + mean(raster, 2);

/** White light from above and behind the camera on a black ground, so that shapes can be measured. */
const plainStage = (more: Partial<Stage> = {}): Stage => ({
  camera: { eye: [0, 0, 8], target: [0, 0, 0], view: 30 },
  key: { towards: [0, 0, 1], colour: '#ffffff', strength: 1 },
  rim: { towards: [0, 1, -1], colour: '#000000', strength: 0 },
  sky: { colour: '#ffffff', strength: 0.4 },
  bounce: { colour: '#ffffff', strength: 0.4 },
  penumbra: 12,
  backdrop: 'gradient',
  low: '#000000',
  high: '#000000',
  accent: '#000000',
  spot: 0,
  vignette: 0,
  seed: 1,
  ...more,
});

describe('the solid renderer', () => {
  it('stands flowers in the vase that is named with them', () => {
    const placed = arrange(
      scene({ subjects: [subject('flower', { count: 8 }), subject('vase')] }),
      studioPalette(scene(), createRandom(7, 'palette')),
      createRandom(7, 'objects'),
    );
    const [vase, ...blooms] = placed;
    expect(vase?.id).toBe('vase');
    expect(blooms.length).toBeGreaterThan(1);
    for (const { placement } of blooms) {
      expect(Math.hypot(placement.at[0], placement.at[2])).toBeLessThan(0.3);
      expect(placement.at[1]).toBeGreaterThan(0.5);
    }
  });

  it('draws the same bytes for the same scene, whatever was drawn between', async () => {
    const first = await draw();
    await draw({ subjects: [subject('rose')] });
    expect(await draw()).toEqual(first);
  });

  it('draws another picture for another seed', async () => {
    expect(changed(await draw({ seed: 1 }), await draw({ seed: 2 }))).toBeGreaterThan(0.05);
  });

  it('draws two pictures at once without mixing them', async () => {
    const [apple, egg] = await Promise.all([
      draw({ subjects: [subject('apple')] }),
      draw({ subjects: [subject('egg')] }),
    ]);
    expect(apple).toEqual(await draw({ subjects: [subject('apple')] }));
    expect(egg).toEqual(await draw({ subjects: [subject('egg')] }));
  });

  it('casts every subject that is marked for it, and no other', () => {
    const marked = Object.entries(SUBJECTS)
      .filter(([, renderer]) => renderer !== 'layers')
      .map(([id]) => id);
    expect(Object.keys(CASTS).sort()).toEqual(marked.sort());
  });

  it.each(Object.keys(CASTS))('shows a %s where the bare stage shows none', async (id) => {
    const { stage, memory } = compose(scene({ subjects: [subject(id as SubjectId)], framing: 'minimal' }), 1, 0);
    const bare = await renderSolid(stage, new SceneMemory(), SIDE, SIDE);
    expect(changed(await renderSolid(stage, memory, SIDE, SIDE), bare)).toBeGreaterThan(0.03);
  });

  it('grows: at least six steps, never backwards, each full-frame partial nearer to the picture than the first', async () => {
    const steps: Parameters<OnGrow>[0][] = [];
    const final = await drawSolid(scene(), 96, 80, (step) => steps.push(step));
    const partials = steps.flatMap(({ partial }) => (partial ? [partial] : []));
    expect(partials.length).toBeGreaterThanOrEqual(6);
    expect(steps.map(({ fraction }) => fraction)).toEqual(steps.map(({ fraction }) => fraction).sort((a, b) => a - b));
    expect(steps.every(({ fraction }) => fraction > 0 && fraction <= 1)).toBe(true);
    expect(
      partials.every(({ width, height, data }) => width === 96 && height === 80 && data.length === 96 * 80 * 4),
    ).toBe(true);
    const gaps = partials.map((partial) => changed(partial, final));
    expect(gaps.every((gap, i) => i === 0 || gap <= (gaps[i - 1] ?? 1))).toBe(true);
    expect(gaps[0]).toBeGreaterThan(0.05);
    expect(gaps.at(-1)).toBe(0);
  });

  it('draws more when more is asked for', async () => {
    const one = compose(scene({ subjects: [subject('apple')] }), 1, 0).memory.groups.length;
    const nine = compose(scene({ subjects: [subject('apple', { count: 9 })] }), 1, 0).memory.groups.length;
    expect(nine).toBeGreaterThan(one);
    expect(
      changed(await draw({ subjects: [subject('apple', { count: 9 })] }), await draw({ subjects: [subject('apple')] })),
    ).toBeGreaterThan(0.1);
  });

  it('gives the object the colour that is asked for', async () => {
    const middle = (x: number, y: number): boolean => Math.abs(x - 32) < 7 && Math.abs(y - 32) < 7;
    const hued = (colour: 'red' | 'blue'): Promise<Raster> =>
      draw({ subjects: [subject('sphere', { colour })], colours: [colour] });
    const [red, blue] = [await hued('red'), await hued('blue')];
    expect(mean(red, 0, middle)).toBeGreaterThan(mean(red, 2, middle) + 40);
    expect(mean(blue, 2, middle)).toBeGreaterThan(mean(blue, 0, middle) + 40);
  });

  it.each(MATERIALS)('makes a vase of %s look like no other', async (material) => {
    const vases = await Promise.all(
      MATERIALS.map((other) => draw({ subjects: [subject('vase', { material: other, colour: 'teal' })] })),
    );
    const own = vases[MATERIALS.indexOf(material)];
    vases.forEach((vase, i) => {
      if (own && MATERIALS[i] !== material) expect(changed(own, vase)).toBeGreaterThan(0.01);
    });
  });

  it('is darker at night than at noon', async () => {
    const places = ['desert'] as const;
    expect(brightness(await draw({ places, time: 'night' }))).toBeLessThan(
      brightness(await draw({ places, time: 'noon' })) * 0.7,
    );
  });

  it('puts the sea between sky and sand at the beach, and no sea in a meadow', async () => {
    const aside =
      (low: number, high: number) =>
      (x: number, y: number): boolean =>
        x < 18 && y >= low && y < high;
    const [beach, meadow] = [
      await draw({ places: ['beach'], time: 'noon' }),
      await draw({ places: ['meadow'], time: 'noon' }),
    ];
    const blueness = (raster: Raster, inside: (x: number, y: number) => boolean): number =>
      mean(raster, 2, inside) - mean(raster, 0, inside);
    expect(blueness(beach, aside(34, 42))).toBeGreaterThan(25);
    expect(blueness(beach, aside(56, 64))).toBeLessThan(-8);
    expect(blueness(meadow, aside(36, 42))).toBeLessThan(10);
  });

  it('lays an object of a room on brown boards, whatever the colours of the studio are', async () => {
    const under = (_: number, y: number): boolean => y >= 58;
    const [table, studio] = [
      await draw({ places: ['room'], moods: ['cold'], subjects: [subject('cup')] }),
      await draw({ moods: ['cold'], subjects: [subject('cup')] }),
    ];
    const [red, green, blue] = [mean(table, 0, under), mean(table, 1, under), mean(table, 2, under)];
    expect(red).toBeGreaterThan(green + 25);
    expect(green).toBeGreaterThan(blue + 10);
    expect(mean(studio, 0, under)).toBeLessThan(mean(studio, 2, under));
  });

  it('draws every place unlike every other', async () => {
    const places = [
      'beach',
      'forest',
      'jungle',
      'mountains',
      'lake',
      'desert',
      'city',
      'meadow',
      'room',
      'harbour',
      'road',
    ] as const;
    const images = await Promise.all(places.map((place) => draw({ places: [place], time: 'noon' })));
    images.forEach((image, i) => {
      for (const other of images.slice(i + 1)) expect(changed(image, other)).toBeGreaterThan(0.15);
    });
  });

  it('whitens the ground in the snow', async () => {
    const ground = (_: number, y: number): boolean => y >= 58;
    const snow = await draw({ weather: 'snow', time: 'noon' });
    expect(Math.min(mean(snow, 0, ground), mean(snow, 1, ground), mean(snow, 2, ground))).toBeGreaterThan(190);
    expect(mean(await draw({ places: ['meadow'], time: 'noon' }), 2, ground)).toBeLessThan(140);
  });

  it('moves with the seconds', async () => {
    expect(changed(await draw({}, 2), await draw({}, 0))).toBeGreaterThan(0.05);
  });

  it('leaves out what the negative prompt takes out', async () => {
    const both = [subject('apple'), subject('lemon')];
    expect(await draw({ subjects: both, without: ['lemon'] })).toEqual(
      await draw({ subjects: [subject('apple')], without: ['lemon'] }),
    );
  });

  it('draws any scene of the contract, opaque and in full', async () => {
    const ids = (Object.keys(SUBJECTS) as SubjectId[]).filter((id) => isSolid(id) || id === 'tree');
    const subjects = fc.array(
      fc.record(
        {
          id: fc.constantFrom(...ids),
          count: fc.integer({ min: 1, max: 24 }),
          size: fc.constantFrom('small', 'normal', 'large'),
          where: fc.constantFrom('left', 'centre', 'right', 'above', 'free'),
          colour: fc.constantFrom(...COLOURS),
          material: fc.constantFrom(...MATERIALS),
        },
        { requiredKeys: ['id', 'count', 'size', 'where'] },
      ),
      { maxLength: 3 },
    ) as fc.Arbitrary<SceneSubject[]>;
    const scenes = fc.record({
      version: fc.constant(1 as const),
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      renderer: fc.constant('solid' as const),
      places: fc.subarray([...PLACES], { minLength: 1, maxLength: 3 }),
      subjects,
      time: fc.constantFrom(...TIMES),
      weather: fc.constantFrom(...WEATHERS),
      season: fc.constantFrom(...SEASONS),
      style: fc.constantFrom(...STYLES),
      framing: fc.constantFrom(...FRAMINGS),
      moods: fc.subarray([...MOODS], { maxLength: 2 }),
      colours: fc.subarray([...COLOURS], { maxLength: 2 }),
      without: fc.constant([]),
    });
    await fc.assert(
      fc.asyncProperty(
        scenes,
        fc.integer({ min: 64, max: 90 }),
        fc.integer({ min: 64, max: 90 }),
        async (any, width, height) => {
          const { data } = await drawSolid(any, width, height);
          expect(data.length).toBe(width * height * 4);
          for (let i = 3; i < data.length; i += 4)
            if (data[i] !== 255) throw new Error(`pixel ${i >> 2} is not opaque`);
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the kernel', () => {
  it('projects a ball to the disc that geometry says', async () => {
    const memory = new SceneMemory();
    memory.add(
      { groups: [[ball(1, [0, 0, 0], matte('#ffffff'))]], reach: 1, height: 2 },
      { at: [0, 0, 0], size: 1, turn: [0, 0, 0] },
    );
    const side = 200;
    const { data } = await renderSolid(plainStage(), memory, side, side);
    let covered = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 0) > 60) covered += 1;
    const radius = (Math.tan(Math.asin(1 / 8)) / Math.tan((15 * Math.PI) / 180)) * (side / 2);
    expect(Math.sqrt(covered / Math.PI)).toBeCloseTo(radius, 0);
  });

  it('throws the shadow of a ball on the floor, away from the light', async () => {
    const lamp = {
      key: { towards: [-1, 1, 0] as const, colour: '#ffffff', strength: 1 },
      backdrop: 'cove' as const,
      low: '#888888',
      high: '#888888',
      wallZ: -20,
      camera: { eye: [0, 6, 6] as const, target: [0, 0, 0] as const, view: 50 },
    };
    const memory = new SceneMemory();
    memory.add(
      { groups: [[ball(0.5, [0, 1.2, 0], matte('#ffffff'))]], reach: 1, height: 2 },
      { at: [0, 0, 0], size: 1, turn: [0, 0, 0] },
    );
    const side = 120;
    const [lit, bare] = [
      await renderSolid(plainStage(lamp), memory, side, side),
      await renderSolid(plainStage(lamp), new SceneMemory(), side, side),
    ];
    const darker = (column: number): number => {
      const inside = (x: number, y: number): boolean => Math.abs(x - column) < 4 && Math.abs(y - side / 2) < 4;
      return mean(bare, 1, inside) - mean(lit, 1, inside);
    };
    // The light falls at 45 degrees from the left: the shadow's middle is 1.2 to the right, at this column.
    const shift = (1.2 / (Math.hypot(6, 6) * Math.tan((25 * Math.PI) / 180))) * (side / 2);
    expect(darker(side / 2 + shift)).toBeGreaterThan(25);
    expect(Math.abs(darker(side / 2 - shift))).toBeLessThan(3);
  });

  it('cuts one body out of another', async () => {
    const solid = drum(1, 0.4, [0, 0, 0], matte('#ffffff'), 0.02, { turn: [90, 0, 0] });
    const hole = drum(0.6, 1, [0, 0, 0], matte('#ffffff'), 0.02, { turn: [90, 0, 0], op: 'cut' });
    const shown = async (parts: (typeof solid)[]): Promise<number> => {
      const memory = new SceneMemory();
      memory.add({ groups: [parts], reach: 1, height: 2 }, { at: [0, 0, 0], size: 1, turn: [0, 0, 0] });
      return mean(
        await renderSolid(plainStage(), memory, 100, 100),
        1,
        (x, y) => Math.abs(x - 50) < 4 && Math.abs(y - 50) < 4,
      );
    };
    expect(await shown([solid])).toBeGreaterThan(150);
    expect(await shown([solid, hole])).toBeLessThan(5);
  });
});
