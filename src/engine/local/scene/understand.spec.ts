import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defined } from '../../../kernel/defined.shared.js';
import { COLOURS, PLACES, STYLES, SUBJECTS, TIMES, type SceneSubject, type Understanding } from './scene.js';
import { surprisePrompt } from './surprise.shared.js';
import { isStyle, understand } from './understand.js';
import { createRandom } from './random.js';

const read = (prompt: string, negativePrompt?: string): Understanding =>
  understand({ prompt, seed: 7, ...defined({ negativePrompt }) });
const said = (prompt: string): string[] => read(prompt).understood.map((term) => `${term.kind}:${term.means}`);
const subject = (prompt: string): Partial<SceneSubject> => read(prompt).scene.subjects[0] ?? {};
const anyPrompt = fc.oneof(
  fc.string({ maxLength: 300, unit: 'binary' }),
  fc.string({ maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        'lake',
        'no',
        'two',
        'red',
        'birds',
        'night',
        'without',
        'and',
        ',',
        'ohne',
        'casa',
        '湖',
        'なし',
        '새',
        'ทะเล',
        'бурный',
        'البحر',
        'glass',
        'left',
        '12',
        '🦊',
      ),
      { maxLength: 60 },
    )
    .map((words) => words.join(' ')),
);

describe('understand', () => {
  it('finds places, the hour and the weather, back to front', () => {
    expect(read('sunset over mountains and a lake').scene).toMatchObject({
      renderer: 'layers',
      places: ['mountains', 'lake'],
      time: 'sunset',
      subjects: [],
      style: 'natural',
    });
    expect(read('a lake under misty mountains at dawn').scene).toMatchObject({
      places: ['mountains', 'lake'],
      time: 'dawn',
      weather: 'fog',
    });
    expect(read('cyberpunk city in the rain').scene).toMatchObject({
      places: ['city'],
      style: 'neon',
      time: 'night',
      weather: 'rain',
    });
    expect(read('a cyberpunk city at noon as pixel art').scene).toMatchObject({ style: 'pixel', time: 'noon' });
  });

  it('counts, and chooses a number where only a plural is said', () => {
    expect(subject('two birds over the sea')).toMatchObject({ id: 'bird', count: 2 });
    expect(subject('a bird over the sea').count).toBe(1);
    expect(subject('birds over the sea').count).toBeGreaterThan(2);
    expect(subject('a flock of birds').count).toBeGreaterThan(3);
    expect(subject('12 sheep').count).toBe(12);
    expect(subject('99 moons').count).toBe(1);
  });

  it('gives a colour to the thing it stands before, and to the whole picture otherwise', () => {
    expect(read('a red house by a lake').scene).toMatchObject({
      subjects: [{ id: 'house', colour: 'red' }],
      colours: [],
    });
    expect(read('a house in teal and gold').scene).toMatchObject({
      subjects: [{ id: 'house' }],
      colours: ['teal', 'gold'],
    });
    expect(read('an orange sky').scene).toMatchObject({ subjects: [], colours: ['orange'] });
    expect(read('an orange on a table').scene.subjects).toMatchObject([{ id: 'orange' }]);
    expect(read('three blue and red balloons').scene).toMatchObject({
      subjects: [{ id: 'balloon', colour: 'red' }],
      colours: ['blue'],
    });
    expect(read('a golden robot').scene.subjects).toMatchObject([{ id: 'robot', colour: 'gold', material: 'metal' }]);
    expect(read('cherry blossom and a cat').scene.subjects).toMatchObject([
      { id: 'tree', colour: 'pink' },
      { id: 'cat', size: 'normal' },
    ]);
    expect(read('cherry blossom and a cat').scene.subjects[1]?.colour).toBeUndefined();
    expect(read('a blue whale and a yellow boat').scene.subjects).toMatchObject([
      { id: 'whale', colour: 'blue' },
      { id: 'sailboat', colour: 'yellow' },
    ]);
  });

  it('gives materials, sizes and positions to things', () => {
    expect(read('a glass bottle on a pedestal').scene).toMatchObject({
      renderer: 'solid',
      places: ['studio'],
      subjects: [{ id: 'bottle', material: 'glass' }],
    });
    expect(subject('a giant whale')).toMatchObject({ size: 'large' });
    expect(subject('a lighthouse on the left')).toMatchObject({ where: 'left' });
    expect(subject('birds flying over the hills')).toMatchObject({ where: 'above' });
    expect(subject('a clay teapot')).toMatchObject({ id: 'vase', material: 'clay' });
  });

  it.each([
    ['🦊🌲🌙', ['fox×1', 'tree×1', 'moon×1']],
    ['🐟🐟🐟 im 🌊', ['fish×3', 'waves×1']],
    ['👩🏽‍🌾 with a 🐶', ['person×1', 'dog×1']],
    ['🤖 ❤️', ['robot×1', 'heart×1']],
    ['a key, no 🌭, no 🤚', ['key×1']],
  ])('reads emoji by what they show: %s', (prompt, wanted) => {
    expect(understand({ prompt, seed: 3 }).scene.subjects.map(({ id, count }) => `${id}×${count}`)).toEqual(wanted);
  });

  it('takes the hour, the weather and the place of emoji, and leaves faces, signs and flags', () => {
    expect(understand({ prompt: '🏰🌫️', seed: 3 }).scene).toMatchObject({ weather: 'fog' });
    expect(understand({ prompt: 'a car 🌅', seed: 3 }).scene).toMatchObject({ time: 'dawn' });
    expect(understand({ prompt: '🏖️', seed: 3 }).scene.places).toContain('beach');
    const { ignored, scene } = understand({ prompt: '😀 🚫 🇩🇪 🦊', seed: 3 });
    expect(scene.subjects.map(({ id }) => id)).toEqual(['fox']);
    expect(ignored).toEqual(expect.arrayContaining(['😀', '🚫']));
  });

  it('takes out what is refused, in the prompt and in the negative prompt', () => {
    const scene = read('a beach, no people or clouds').scene;
    expect(scene.without).toEqual(expect.arrayContaining(['crowd', 'hiker', 'cloud']));
    expect(['clear', 'wind']).toContain(scene.weather);
    expect(read('a beach with people', 'people').scene.subjects).toEqual([]);
    expect(read('mountains and a lake', 'lake').scene).toMatchObject({ places: ['mountains'] });
    for (let seed = 0; seed < 60; seed += 1) {
      expect(
        understand({ prompt: 'mountains', negativePrompt: 'night, fog, snow, autumn', seed }).scene,
      ).not.toMatchObject({ time: 'night' });
      expect(['fog', 'snow']).not.toContain(
        understand({ prompt: 'mountains', negativePrompt: 'night, fog, snow', seed }).scene.weather,
      );
    }
  });

  it('puts a thing where it is at home when no place is named', () => {
    const homes: Record<string, readonly string[]> = {
      'a whale': ['sea', 'underwater'],
      'a camel': ['desert'],
      'a ringed planet': ['space'],
      'an apple': ['studio'],
      'a coral': ['underwater'],
      'a penguin': ['glacier', 'sea'],
    };
    for (const [prompt, places] of Object.entries(homes)) {
      for (let seed = 0; seed < 20; seed += 1) {
        expect(understand({ prompt, seed }).scene.places.every((place) => places.includes(place))).toBe(true);
      }
    }
    expect(read('a fisherman in a boat').scene.places).toEqual(
      expect.arrayContaining([expect.stringMatching(/sea|lake/)]),
    );
  });

  it('chooses the painter that can draw what matters, and says what the other would have been needed for', () => {
    expect(read('a robot on the beach').scene).toMatchObject({
      renderer: 'solid',
      places: ['beach'],
      subjects: [{ id: 'robot' }],
    });
    const mixed = read('palm trees on a beach and a robot');
    expect(mixed.scene).toMatchObject({ renderer: 'solid', subjects: [{ id: 'robot' }] });
    expect(mixed.ignored).toEqual(['palm trees']);
    expect(read('a red car on a mountain road').scene.renderer).toBe('layers');
    expect(read('a metal car').scene.renderer).toBe('solid');
  });

  it('draws what is fine in the round by itself in volume, and in a landscape when one is named or others are with it', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const painter = (prompt: string): string => understand({ prompt, seed }).scene.renderer;
      for (const prompt of [
        'an astronaut',
        'a rocket in space',
        'a ufo',
        'a blue planet',
        'the moon',
        'a car',
        'a hot air balloon',
        'mushrooms',
        'a cactus',
        'an astronaut and a rocket',
      ]) {
        expect({ prompt, painter: painter(prompt) }).toEqual({ prompt, painter: 'solid' });
      }
      for (const prompt of [
        'an astronaut in the desert',
        'the moon over the sea',
        'a car on a road',
        'balloons over the hills',
        'mushrooms in a forest',
        'a cactus in the desert',
        'a rocket and a dog',
        'a car in the rain',
      ]) {
        expect({ prompt, painter: painter(prompt) }).toEqual({ prompt, painter: 'layers' });
      }
    }
  });

  it('does not find words inside other words', () => {
    expect(read('carpenter seasoning catalogue starch househunting sunk').understood).toEqual([]);
    expect(said('the carpenter')).toEqual([]);
  });

  it('draws something for words it does not know, and lists them', () => {
    const { scene, understood, ignored } = read('asdf qwerty');
    expect(understood).toEqual([]);
    expect(ignored).toEqual(['asdf', 'qwerty']);
    expect(scene.places.length).toBeGreaterThan(0);
    const kinds = new Set(
      Array.from({ length: 40 }, (_, seed) => understand({ prompt: '', seed }).scene.places.join()),
    );
    expect(kinds.size).toBeGreaterThan(5);
  });

  it('lets the style chosen beside the prompt win, and says that the other was not used', () => {
    const { scene, ignored } = understand({ prompt: 'a lake as an oil painting', style: 'poster', seed: 1 });
    expect(scene.style).toBe('poster');
    expect(ignored).toEqual(['oil painting']);
    expect(isStyle('oil')).toBe(true);
    expect(isStyle('toString')).toBe(false);
  });

  it('gives the same for the same, and other choices for another seed', () => {
    fc.assert(
      fc.property(anyPrompt, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (prompt, seed) => {
        expect(understand({ prompt, seed })).toEqual(understand({ prompt, seed }));
      }),
      { numRuns: 60 },
    );
    expect(
      new Set(Array.from({ length: 30 }, (_, seed) => understand({ prompt: 'hills', seed }).scene.time)).size,
    ).toBeGreaterThan(3);
  });

  it('answers any text with a scene that can be drawn, and points back into the prompt', () => {
    fc.assert(
      fc.property(anyPrompt, anyPrompt, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (prompt, negativePrompt, seed) => {
        const { scene, understood, ignored } = understand({ prompt, negativePrompt, seed });
        expect(scene.places.length).toBeGreaterThan(0);
        expect(scene.places.every((place) => PLACES.includes(place))).toBe(true);
        expect(TIMES).toContain(scene.time);
        expect(scene.colours.every((colour) => COLOURS.includes(colour))).toBe(true);
        for (const item of scene.subjects) {
          expect(['both', scene.renderer]).toContain(SUBJECTS[item.id]);
          expect(item.count >= 1 && item.count <= 24 && Number.isInteger(item.count)).toBe(true);
          expect(scene.without).not.toContain(item.id);
        }
        for (const term of understood) {
          expect(prompt.slice(term.start, term.end)).toBe(term.text);
          expect(term.text.length).toBeGreaterThan(0);
        }
        expect(ignored.every((word) => prompt.includes(word))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('loses nothing silently: every word of letters is understood, ignored or carries no picture', () => {
    const { understood, ignored } = read('a blorb lake with seven quux towers, small');
    expect(ignored).toEqual(expect.arrayContaining(['blorb', 'quux', 'small']));
    expect(understood.map((term) => term.text)).toEqual(['lake', 'seven', 'towers']);
  });

  it('reads ten thousand characters of anything', () => {
    for (const text of [
      'a',
      'ab ',
      '海',
      'ก',
      '새',
      'а ',
      '🦊',
      'red ',
      'no ',
      'lake,',
      'donaudampfschiff',
      '"',
      '\u0301',
      '山a',
      'ا',
    ]) {
      const prompt = text.repeat(Math.ceil(10_000 / text.length)).slice(0, 10_000);
      expect(understand({ prompt, negativePrompt: prompt, seed: 3 }).scene.version).toBe(1);
    }
  });

  it('knows every style by its name', () => {
    const names: Record<string, string> = {
      watercolour: 'a watercolour',
      ink: 'ink painting',
      pixel: 'pixel art',
      papercut: 'paper cut',
      line: 'line art',
      oil: 'oil painting',
      clay: 'claymation',
      natural: 'a lake',
    };
    for (const style of STYLES) {
      expect(read(`a lake, ${names[style] ?? style}`).scene.style).toBe(style);
    }
  });
});

describe('surprisePrompt', () => {
  it('only says what is understood, in some thousands of ways', () => {
    const random = createRandom(5, 'surprise');
    const prompts = Array.from({ length: 1500 }, () => surprisePrompt(() => random.next()));
    expect(new Set(prompts).size).toBeGreaterThan(900);
    for (const prompt of new Set(prompts)) {
      expect({ prompt, ignored: read(prompt).ignored }).toEqual({ prompt, ignored: [] });
      expect(read(prompt).understood.length).toBeGreaterThan(0);
    }
  });
});
