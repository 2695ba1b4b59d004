import { describe, expect, test } from '@jest/globals';
import type { GalleryView } from '@src/catalog/entries/gallery.shared';
import { entryId } from '@src/catalog/entries/kinds.shared';
import { PRESETS } from '@src/creation/procedures/presets.shared';
import { arrange, entryOf, isOffered, tagsOf, type GalleryPart } from './arrange';
import { EFFECTS, type Effect } from './effects';

const EVERY: readonly Effect[] = Object.values(EFFECTS).flat();
const SNOW = entryId('effect', 'template-snow');
const INK = entryId('effect', 'look-ink');
const WINTER = entryId('category', 'winter');
const TOPIC = entryId('special-topic', 'cold');
const COLD = entryId('tag', 'cold');
const unchanged: GalleryView = { withdrawn: [], sections: [], order: [], presets: {}, tags: [], moves: false };
const nameOf = (part: GalleryPart): string => (part.kind === 'own' ? part.id : part.kind);
const all = () => true;

test('every effect of the galleries is an entry of the catalogue, and the other way round', () => {
  expect(EVERY.map(entryOf).toSorted()).toEqual(PRESETS.map(({ id }) => id).toSorted());
});

describe('a gallery', () => {
  test('has the product’s sections in their order while nobody has changed the catalogue, or before it is known', () => {
    for (const gallery of [undefined, unchanged]) {
      const parts = arrange('all', gallery, all);
      expect(parts.map(nameOf)).toEqual(['template', 'style', 'look', 'design']);
      expect(parts.flatMap(({ effects }) => effects)).toHaveLength(EVERY.length);
    }
  });

  test('lacks what is withdrawn by the settings or by an administrator', () => {
    const gallery = { ...unchanged, withdrawn: [INK] };
    const shown = arrange('all', gallery, (effect) => isOffered(effect, ['snow'], gallery)).flatMap(({ effects }) =>
      effects.map(entryOf),
    );
    expect(shown).not.toContain(SNOW);
    expect(shown).not.toContain(INK);
    expect(shown).toHaveLength(EVERY.length - 2);
  });

  test('shows a category’s effects in it alone, and a topic’s in addition, before the product’s sections', () => {
    const gallery: GalleryView = {
      ...unchanged,
      sections: [
        { id: TOPIC, title: { en: 'Cold' }, entries: [SNOW, INK] },
        { id: WINTER, title: { en: 'Winter' } },
      ],
      presets: { [SNOW]: { section: WINTER, tags: [] } },
    };
    const parts = arrange('all', gallery, all);
    expect(parts.map(nameOf)).toEqual([TOPIC, WINTER, 'template', 'style', 'look', 'design']);
    const ids = parts.map(({ effects }) => effects.map(entryOf));
    expect(ids[0]).toEqual([SNOW, INK]);
    expect(ids[1]).toEqual([SNOW]);
    expect(ids[2]).not.toContain(SNOW);
    expect(arrange('photo', gallery, all).map(nameOf)).toEqual(['style', 'design']);
  });

  test('puts effects with a slot first, in the order of the slots', () => {
    const [first = '', second = ''] = EFFECTS.template.map(entryOf).slice(-2);
    const gallery = { ...unchanged, order: [entryId('effect', second.slice(7)), entryId('effect', first.slice(7))] };
    const shown = arrange('video', gallery, all)[0]?.effects.map(entryOf);
    expect(shown?.slice(0, 2)).toEqual([second, first]);
    expect(shown).toHaveLength(EFFECTS.template.length);
  });

  test('shows the effects of a tag alone', () => {
    const gallery: GalleryView = { ...unchanged, presets: { [SNOW]: { tags: [COLD] } } };
    expect(arrange('all', gallery, all, COLD).map(({ effects }) => effects.map(entryOf))).toEqual([[SNOW]]);
  });

  test('offers the tags of effects that it shows', () => {
    const OLD = entryId('tag', 'old');
    const gallery: GalleryView = {
      ...unchanged,
      presets: { [SNOW]: { tags: [COLD] }, [INK]: { tags: [OLD] } },
      tags: [OLD, COLD, entryId('tag', 'unused')].map((id) => ({ id, title: { en: id } })),
    };
    const idsOn = (page: 'all' | 'video' | 'photo', offered: (effect: Effect) => boolean = all) =>
      tagsOf(arrange(page, gallery, offered), gallery).map(({ id }) => id);
    expect(idsOn('all')).toEqual([OLD, COLD]);
    expect(idsOn('photo')).toEqual([]);
    expect(idsOn('all', (effect) => entryOf(effect) !== SNOW)).toEqual([OLD]);
    expect(tagsOf([], undefined)).toEqual([]);
  });
});
