import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import { decideEntry, referencesOf, stateOf, type EntryCommand, type Known } from './entry.js';
import { content, idInput, type Content, type Slot } from './content.shared.js';
import { entryId, partsOfId, SLOTS, type EntryId } from './kinds.shared.js';
import { freeSort, moveSlot, slotProblem } from './slots.shared.js';

const ADMIN = 'admin' as UserId; // the test's own user
const SNOW = entryId('effect', 'template-snow');
const SALE = entryId('template', 'design-sale');
const WINTER = entryId('category', 'winter');
const winter: Content = { kind: 'category', title: { en: 'Winter' } };
const words = { en: 'Text' };

/** Carries out commands one after the other, each at the version that the last one left. */
function after(id: EntryId, commands: readonly EntryCommand[], known?: Known): Known | undefined {
  return commands.reduce<Known | undefined>((before, command) => {
    const decided = decideEntry(id, before, command, { who: ADMIN, at: 1, expected: before?.version ?? 0 }, true);
    if (!decided.ok) throw new Error(decided.error.identifier);
    return decided.value === 'unchanged' ? before : { version: (before?.version ?? 0) + 1, entry: decided.value };
  }, known);
}
const refusal = (
  id: EntryId,
  known: Known | undefined,
  command: EntryCommand,
  expected?: number,
  isBuiltIn = false,
) => {
  const act = { who: ADMIN, at: 1, ...(expected === undefined ? {} : { expected }) };
  const decided = decideEntry(id, known, command, act, isBuiltIn);
  return decided.ok ? 'accepted' : decided.error;
};

describe('an entry of the catalogue', () => {
  test('is a draft at first, takes effect when it is published, and keeps what is published while its draft changes', () => {
    const created = after(WINTER, [{ action: 'create', content: winter }]);
    const published = after(WINTER, [{ action: 'publish' }], created);
    const changed = after(WINTER, [{ action: 'update', content: { ...winter, title: { en: 'Snow' } } }], published);
    expect([created, published, changed].map((known) => known && stateOf(known.entry))).toEqual([
      'draft',
      'published',
      'changed',
    ]);
    expect(changed?.entry.published?.content).toEqual(winter);
    expect(after(WINTER, [{ action: 'unpublish' }], changed)?.entry.published).toBeUndefined();
  });

  test('counts its versions on over a deletion, and is a draft again when it is created anew', () => {
    const deleted = after(WINTER, [{ action: 'create', content: winter }, { action: 'publish' }, { action: 'delete' }]);
    expect(deleted?.entry.isDeleted).toBe(true);
    const again = after(WINTER, [{ action: 'create', content: winter }], deleted);
    expect([again?.version, again && stateOf(again.entry)]).toEqual([4, 'draft']);
  });

  test.each([
    ['category.x', 'CATEGORY_NOT_FOUND', 'CATEGORY_ALREADY_EXISTS'],
    ['position.sections', 'POSITION_NOT_FOUND', 'POSITION_ALREADY_EXISTS'],
    ['special-topic.x', 'SPECIAL_TOPIC_NOT_FOUND', 'SPECIAL_TOPIC_ALREADY_EXISTS'],
    ['template.design-sale', 'TEMPLATE_NOT_FOUND', 'TEMPLATE_ALREADY_EXISTS'],
    ['config.gallery-moves', 'CONFIG_NOT_FOUND', 'CONFIG_ALREADY_EXISTS'],
    ['effect.template-snow', 'ENTRY_NOT_FOUND', 'ENTRY_ALREADY_EXISTS'],
    ['tag.x', 'ENTRY_NOT_FOUND', 'ENTRY_ALREADY_EXISTS'],
    ['announcement.x', 'ENTRY_NOT_FOUND', 'ENTRY_ALREADY_EXISTS'],
  ])('%s is refused by the errors of its kind', (name, missing, exists) => {
    const id = idInput.parse(name);
    const samples: Record<string, Content> = {
      category: winter,
      position: { kind: 'position', slots: [] },
      'special-topic': { kind: 'special-topic', title: words, entries: [SNOW] },
      template: { kind: 'template', tags: [] },
      effect: { kind: 'effect', tags: [] },
      config: { kind: 'config', value: { type: 'switch', on: true } },
      tag: { kind: 'tag', title: words },
      announcement: { kind: 'announcement', form: 'bar', title: words },
    };
    const create: EntryCommand = { action: 'create', content: content.parse(samples[partsOfId(id)?.kind ?? '']) };
    expect(refusal(id, undefined, { action: 'publish' }, 0)).toEqual({ identifier: missing, params: { id } });
    const known = after(id, [create]);
    expect(refusal(id, known, create)).toEqual({ identifier: exists, params: { id } });
    const deleted = after(id, [{ action: 'delete' }], known);
    expect(refusal(id, deleted, { action: 'update', content: winter }, 2)).toMatchObject({ identifier: missing });
  });

  test('is not changed by somebody who has seen an older version, nor published by them', () => {
    const known = after(WINTER, [
      { action: 'create', content: winter },
      { action: 'update', content: winter },
    ]);
    for (const command of [
      { action: 'update', content: winter },
      { action: 'publish' },
      { action: 'delete' },
      { action: 'restore', content: winter, restored: 1 },
    ] satisfies EntryCommand[])
      expect(refusal(WINTER, known, command, 1)).toEqual({ identifier: 'ENTRY_CHANGED', params: { version: 2 } });
  });

  test.each<[string, EntryId, Content]>([
    ['content of another kind', WINTER, { kind: 'tag', title: words }],
    [
      'a setting of another type',
      entryId('config', 'gallery-moves'),
      { kind: 'config', value: { type: 'words', words } },
    ],
    [
      'a slot for sections that names an effect',
      entryId('position', 'sections'),
      { kind: 'position', slots: [{ sort: 1, id: SNOW }] },
    ],
    [
      'a topic of categories',
      entryId('special-topic', 'x'),
      { kind: 'special-topic', title: words, entries: [WINTER] },
    ],
  ])('refuses %s by TYPE_MISMATCH', (_what, id, given) => {
    expect(refusal(id, undefined, { action: 'create', content: given })).toMatchObject({ identifier: 'TYPE_MISMATCH' });
  });

  test.each<[string, EntryId, Content]>([
    ['an effect that nothing serves', entryId('effect', 'template-unknown'), { kind: 'effect', tags: [] }],
    ['a place that no page has', entryId('position', 'nowhere'), { kind: 'position', slots: [] }],
    ['a setting that nothing reads', entryId('config', 'x'), { kind: 'config', value: { type: 'switch', on: true } }],
    [
      'an announcement that ends before it begins',
      entryId('announcement', 'x'),
      { kind: 'announcement', form: 'bar', title: words, from: 2, until: 1 },
    ],
  ])('refuses %s', (_what, id, given) => {
    expect(refusal(id, undefined, { action: 'create', content: given })).toMatchObject({
      identifier: 'VALIDATION_ERROR',
    });
  });

  test('refuses two slots of one number, an entry in two slots, and more slots than there are', () => {
    const id = entryId('position', 'effects');
    const of = (slots: readonly Slot[]) =>
      refusal(id, undefined, { action: 'create', content: { kind: 'position', slots: [...slots] } });
    expect(
      of([
        { sort: 1, id: SNOW },
        { sort: 1, id: SALE },
      ]),
    ).toEqual({ identifier: 'SORT_ALREADY_EXISTS', params: { sort: 1 } });
    expect(
      of([
        { sort: 1, id: SNOW },
        { sort: 2, id: SNOW },
      ]),
    ).toEqual({ identifier: 'POSITION_ALREADY_EXISTS', params: { id: SNOW } });
    expect(of(Array.from({ length: SLOTS + 1 }, () => ({ sort: 1, id: SNOW })))).toEqual({
      identifier: 'SORT_FIELDS_FULL',
      params: { limit: SLOTS },
    });
    expect(
      of([
        { sort: 2, id: SNOW },
        { sort: 1, id: SALE },
      ]),
    ).toBe('accepted');
  });

  test('names the entries that its content refers to', () => {
    expect(referencesOf({ kind: 'effect', category: 'winter', tags: ['cold'] })).toEqual([WINTER, 'tag.cold']);
    expect(referencesOf({ kind: 'position', slots: [{ sort: 3, id: SNOW }] })).toEqual([SNOW]);
  });

  test.each(['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil'])(
    'takes no address outside this site: %s',
    (href) => {
      const given = { kind: 'announcement', form: 'bar', title: words };
      expect(content.safeParse({ ...given, href }).success).toBe(false);
      expect(content.safeParse({ ...given, href: '/pricing?plan=pro' }).success).toBe(true);
    },
  );
});

describe('numbered slots', () => {
  const slots = fc
    .uniqueArray(fc.integer({ min: 1, max: SLOTS }), { maxLength: SLOTS })
    .map((sorts): readonly Slot[] => sorts.map((sort) => ({ sort, id: entryId('effect', `e-${sort}`) })));

  test('stay valid and keep their entries, however they are moved', () => {
    fc.assert(
      fc.property(
        slots,
        fc.array(fc.tuple(fc.integer({ min: 1, max: SLOTS }), fc.constantFrom<1 | -1>(1, -1)), { maxLength: 30 }),
        (before, moves) => {
          const moved = moves.reduce((now, [from, by]) => moveSlot(now, from, by), before);
          expect(slotProblem(moved)).toBeUndefined();
          expect(moved.every(({ sort }) => sort >= 1 && sort <= SLOTS)).toBe(true);
          expect(moved.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted());
        },
      ),
    );
  });

  test('take one more at the lowest free number until they are full, and none after that', () => {
    fc.assert(
      fc.property(slots, (before) => {
        let now = before;
        for (let sort = freeSort(now); sort !== undefined; sort = freeSort(now)) {
          expect(now.some((slot) => slot.sort === sort)).toBe(false);
          now = [...now, { sort, id: entryId('effect', `new-${sort}`) }];
          expect(slotProblem(now)).toBeUndefined();
        }
        expect(now).toHaveLength(SLOTS);
        expect(slotProblem([...now, { sort: 1, id: SNOW }])).toEqual({ kind: 'full' });
      }),
    );
  });

  test('are refused for exactly the numbers and entries that are there twice', () => {
    fc.assert(
      fc.property(slots, fc.integer({ min: 1, max: SLOTS }), (given, sort) => {
        fc.pre(given.length < SLOTS);
        const isTaken = given.some((slot) => slot.sort === sort);
        expect(slotProblem([...given, { sort, id: SNOW }])).toEqual(isTaken ? { kind: 'sort', sort } : undefined);
      }),
    );
  });
});
