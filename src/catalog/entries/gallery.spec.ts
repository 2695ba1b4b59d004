import { expect, test } from '@jest/globals';
import { galleryOf, inLanguage } from './gallery.shared.js';
import type { Content } from './content.shared.js';
import { entryId, type EntryId } from './kinds.shared.js';

const SNOW = entryId('effect', 'template-snow');
const INK = entryId('effect', 'look-ink');
const SALE = entryId('template', 'design-sale');
const view = (entries: readonly (readonly [EntryId, Content | undefined])[]) => galleryOf(new Map(entries));

test('a catalogue that nobody has changed leaves the galleries as they are', () => {
  expect(view([[SNOW, { kind: 'effect', tags: [] }]])).toEqual({
    withdrawn: [],
    sections: [],
    order: [],
    presets: {},
    tags: [],
    moves: false,
  });
});

test('sections and entries come in the order of their slots, then the others', () => {
  const category = (en: string): Content => ({ kind: 'category', title: { en } });
  const gallery = view([
    [SNOW, { kind: 'effect', category: 'b', tags: [] }],
    [SALE, { kind: 'template', tags: [] }],
    [entryId('category', 'a'), category('A')],
    [entryId('category', 'b'), category('B')],
    [entryId('category', 'c'), category('C')],
    [
      entryId('position', 'sections'),
      {
        kind: 'position',
        slots: [
          { sort: 9, id: entryId('category', 'b') },
          { sort: 2, id: entryId('category', 'c') },
        ],
      },
    ],
    [
      entryId('position', 'effects'),
      {
        kind: 'position',
        slots: [
          { sort: 2, id: SNOW },
          { sort: 1, id: SALE },
        ],
      },
    ],
  ]);
  expect(gallery.sections.map(({ id }) => id)).toEqual(['category.c', 'category.b', 'category.a']);
  expect(gallery.order).toEqual([SALE, SNOW]);
  expect(gallery.presets).toEqual({ [SNOW]: { section: 'category.b', tags: [] } });
});

test('what is not published is withdrawn and named by nothing', () => {
  const gallery = view([
    [SNOW, undefined],
    [INK, { kind: 'effect', category: 'hidden', tags: ['hidden'] }],
    [entryId('category', 'hidden'), undefined],
    [entryId('tag', 'hidden'), undefined],
    [entryId('special-topic', 'x'), { kind: 'special-topic', title: { en: 'X' }, entries: [SNOW, INK] }],
    [entryId('position', 'effects'), { kind: 'position', slots: [{ sort: 1, id: SNOW }] }],
  ]);
  expect(gallery.withdrawn).toEqual([SNOW]);
  expect(gallery.presets).toEqual({});
  expect(gallery.sections).toEqual([{ id: 'special-topic.x', title: { en: 'X' }, entries: [INK] }]);
  expect(gallery.order).toEqual([]);
});

test('settings take effect by their type', () => {
  const gallery = view([
    [entryId('config', 'gallery-moves'), { kind: 'config', value: { type: 'switch', on: true } }],
    [
      entryId('config', 'gallery-lead'),
      { kind: 'config', value: { type: 'words', words: { en: 'Hello', de: 'Hallo' } } },
    ],
  ]);
  expect([
    gallery.moves,
    gallery.lead && inLanguage(gallery.lead, 'de'),
    gallery.lead && inLanguage(gallery.lead, 'ar'),
  ]).toEqual([true, 'Hallo', 'Hello']);
});
