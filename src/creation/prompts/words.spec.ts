import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { distance, namesIn, nearTo } from '../../engine/local/scene/near.js';
import { readWords } from './words.js';

const read = (prompt: string, language = 'en') =>
  readWords({ reads: 'scene', style: 'natural', shots: 1, roles: [], prompt, negativePrompt: '' }, language);

describe('words as they are typed', () => {
  it('say what will be drawn, what will not, and what to write instead', () => {
    expect(read('a lighthose in the fog')).toMatchObject({
      understood: [{ text: 'fog' }],
      ignored: ['lighthose'],
      near: [{ word: 'lighthose', offers: ['lighthouse'] }],
    });
    expect(read('a fox riding a horse').near).toEqual([]);
    expect(read('steak')).toMatchObject({
      understood: [],
      lacks: 'nothing-drawn',
      near: [{ word: 'steak', offers: ['pasta', 'soup', 'pizza'] }],
    });
    expect(read('Käse', 'de').near[0]?.offers).toContain('Pizza');
    expect(read('asdf qwer zxcv', 'ar')).toMatchObject({
      lacks: 'nothing-drawn',
      near: [
        { word: 'asdf', offers: [expect.stringMatching(/^\p{Script=Arabic}/u), expect.anything(), expect.anything()] },
      ],
    });
    expect(read('a castle by a lake').near).toEqual([]);
  });

  it.each([
    ['two people shaking hands in an office', false],
    ['a logo for a coffee shop called Bean', true],
    ['a bowl of spaghetti with tomato sauce', true],
    ['a running dog', false],
    ['a castle on a hill under a full moon', false],
    ['a red fox in the snow', false],
    ['steak', false],
  ])('say of "%s" that much of it is left out: %s', (prompt, isPartly) => {
    expect(read(prompt).partly === true).toBe(isPartly);
  });

  it.each([
    ['a logo for a coffee shop called Bean', true],
    ['the letters A and B', true],
    ['Ein Schriftzug über einem See', true],
    ['شعار لمقهى', true],
    ['a letterbox by a lake', false],
    ['a castle by a lake', false],
  ])('say of "%s" whether it asks for letters or a logo: %s', (prompt, isWanted) => {
    expect(read(prompt).letters === true).toBe(isWanted);
  });

  it('say nothing of letters where an image is only changed', () => {
    const { letters } = readWords(
      { reads: 'restyle', style: 'natural', shots: 1, roles: ['image'], prompt: 'a logo at night', negativePrompt: '' },
      'en',
    );
    expect(letters).toBeUndefined();
  });

  it('claim only what is drawn whichever seed is drawn', () => {
    expect(read('an animal in the rain').understood.map(({ text }) => text)).toContain('rain');
    expect(read('an animal in the rain').ignored).not.toContain('rain');
  });

  it('offer what is itself understood, for whatever word', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'steak',
          'superhero',
          'monkey',
          'sofa table',
          'wolff',
          'mountians',
          'desrt',
          'schloss',
          'piano',
          'qqqq',
        ),
        fc.constantFrom('en', 'de', 'ar', 'fr', 'ja'),
        (word, language) => {
          for (const offer of nearTo([word], language, true).flatMap(({ offers }) => offers))
            expect({ offer, lacks: read(offer, language).lacks }).toEqual({ offer, lacks: undefined });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are told as what is drawn for them, by its name in any language', () => {
    const tiger = read('a tiger').understood.find(({ kind }) => kind === 'subject');
    expect(['en', 'de', 'ar'].map((language) => namesIn(language)[tiger?.means ?? ''])).toEqual([
      'lion',
      'Löwe',
      'أسد',
    ]);
    for (const { kind, means } of read('a castle and a red fox in a forest at night').understood) {
      if (kind === 'subject' || kind === 'place') expect(namesIn('de')[means]).toBeDefined();
    }
  });

  it.each([
    ['a tiger', ['tiger']],
    ['an oak tree', ['oak tree']],
    ['Zwei Tiger', ['Tiger']],
    ['a lion', []],
    ['butterflies and wolves', []],
    ['cities', []],
    ['Häuser', []],
    ['Füchse und Vögel', []],
    ['البيت', []],
    ['والقلعة', []],
    ['قطط', []],
    ['un lac', []],
    ['湖', []],
    ['여우', []],
  ])('say of %s which words stand for something like what they name', (prompt, like) => {
    const { understood } = read(prompt);
    expect(understood.length).toBeGreaterThan(0);
    expect(understood.filter(({ isLike }) => isLike === true).map(({ text }) => text)).toEqual(like);
  });

  it('of every language have a name for all that is drawn', () => {
    for (const language of ['de', 'ar']) {
      const [names, english] = [namesIn(language), namesIn('en')];
      const unnamed = Object.keys(names).filter((id) =>
        language === 'ar'
          ? !/\p{Script=Arabic}/u.test(names[id] ?? '')
          : names[id]?.toLowerCase() === id && names[id] === english[id],
      );
      expect({ language, unnamed }).toEqual({ language, unnamed: [] });
    }
  });

  it('measure spelling by letters that are missing, other, too many or swapped', () => {
    expect([
      distance('fox', 'fox', 2),
      distance('fxo', 'fox', 2),
      distance('lighthose', 'lighthouse', 2),
      distance('cat', 'castle', 2),
    ]).toEqual([0, 1, 1, 3]);
  });
});
