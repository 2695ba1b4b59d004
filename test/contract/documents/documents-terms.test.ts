import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import {
  InvalidCursor,
  type Collection,
  type DocumentStore,
  type FindQuery,
} from '../../../src/platform/documents/port.js';
import { UnindexedQuery } from '../../../src/platform/documents/query.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';

const shape = z.object({ terms: z.array(z.string()).optional(), at: z.int().optional(), body: z.string().optional() });
type Card = z.infer<typeof shape>;
const CARDS = { name: 'cards_v1', indexes: [['at']], terms: { field: 'terms', order: 'at' } };

describeAdapters(documentStores, 'documents by their terms', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let cards: Collection<Card>;
  beforeEach(async () => {
    opened = await open();
    cards = await opened.store.collection(CARDS, (stored) => shape.parse(stored));
  });
  afterEach(() => opened.dispose());

  const put = async (id: string, document: Card): Promise<void> => {
    const known = await cards.get(id);
    expect(await cards.put({ id, document, expectedVersion: known?.version ?? 0 })).toBe('written');
  };
  const ASCENDING = { order: { field: 'at', direction: 'ascending' } } as const;
  const find = async (
    terms: readonly (readonly string[])[],
    limit = 50,
    collection = cards,
    order: { readonly order?: FindQuery['order'] & object } = {},
  ): Promise<string[]> => {
    const found: string[] = [];
    let after: string | undefined;
    do {
      const query = { terms, limit, ...order, ...(after === undefined ? {} : { after }) };
      const page = await collection.find(query);
      expect(await collection.findPositions(query)).toEqual({
        ...page,
        items: page.items.map(({ id }) => ({ id, value: null })),
      });
      found.push(...page.items.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return found;
  };

  it('are those with a term of each group, highest order first', async () => {
    await put('a', { terms: ['red', 'house'], at: 1 });
    await put('b', { terms: ['red', 'boat'], at: 3 });
    await put('c', { terms: ['blue', 'house'], at: 2 });
    expect(await find([['red']])).toEqual(['b', 'a']);
    expect(await find([['red', 'blue'], ['house']])).toEqual(['c', 'a']);
    expect([await find([['red'], ['blue']]), await find([['red'], []]), await find([['re']])]).toEqual([[], [], []]);
  });

  it('keeps every character of a term, and tells upper from lower case', async () => {
    const terms = ['Red', '城堡', 'ป่า', '#tool:video.create', '"', "'); --", 'a b', '🎨', '%', '*', '-'];
    await put('a', { terms, at: 1 });
    for (const term of terms) expect(await find([[term]])).toEqual(['a']);
    for (const term of ['red', '城', '#tool', 'a', 'b', '🎨🎨']) expect(await find([[term]])).toEqual([]);
  });

  it('finds a changed document by its new terms only, and a deleted one by none', async () => {
    await put('a', { terms: ['red'], at: 1 });
    await put('a', { terms: ['blue'], at: 1, body: 'changed' });
    expect([await find([['red']]), await find([['blue']])]).toEqual([[], ['a']]);
    await put('b', { terms: ['blue'], at: 5 });
    await put('a', { terms: ['blue'], at: 9 });
    expect(await find([['blue']])).toEqual(['a', 'b']);
    await put('b', { at: 5 });
    expect(await find([['blue']])).toEqual(['a']);
    expect(await cards.delete('a', 4)).toBe('conflict');
    expect(await cards.delete('a', 3)).toBe('written');
    expect(await find([['blue']])).toEqual([]);
  });

  it('finds what was written before the collection had terms, and what was carried in', async () => {
    const name = 'older_v1';
    const older = await opened.store.collection({ name, indexes: [] }, (stored) => shape.parse(stored));
    await older.put({ id: 'a', document: { terms: ['red'], at: 1 }, expectedVersion: 0 });
    const now = await opened.store.collection({ ...CARDS, name }, (stored) => shape.parse(stored));
    await opened.store.carryIn(name, [
      { id: 'a', version: 4, document: { terms: ['blue'], at: 1 }, outbox: [] },
      { id: 'b', version: 1, document: { terms: ['red'], at: 2 }, outbox: [] },
    ]);
    expect([await find([['red']], 50, now), await find([['blue']], 50, now)]).toEqual([['b'], ['a']]);
    await opened.store.dropCollection(name);
    const anew = await opened.store.collection({ ...CARDS, name }, (stored) => shape.parse(stored));
    expect(await find([['red', 'blue']], 50, anew)).toEqual([]);
    expect(await opened.store.collections()).toEqual([]);
  });

  it('finds a document that only text can store by its terms too', async () => {
    await put('a', { terms: ['red'], at: 1, body: 'half of a pair: \uD83C' });
    expect(await find([['red']])).toEqual(['a']);
  });

  it('takes no cursor of another list, no other conditions, and no empty query', async () => {
    for (const id of ['a', 'b', 'c']) await put(id, { terms: ['red', 'blue'], at: 1 });
    const { next } = await cards.find({ terms: [['red']], limit: 1 });
    expect(next).toBeDefined();
    await expect(cards.find({ terms: [['blue']], limit: 1, after: next ?? '' })).rejects.toThrow(InvalidCursor);
    await expect(cards.find({ terms: [['red']], where: { at: 1 }, limit: 1 })).rejects.toThrow(UnindexedQuery);
    await expect(cards.find({ terms: [['red']], ...ASCENDING, limit: 1, after: next ?? '' })).rejects.toThrow(
      InvalidCursor,
    );
    await expect(
      cards.find({ terms: [['red']], order: { field: 'body', direction: 'ascending' }, limit: 1 }),
    ).rejects.toThrow(UnindexedQuery);
    await expect(cards.find({ terms: [], limit: 1 })).rejects.toThrow(RangeError);
  });

  it('gives each once over all pages, also when thousands share a place in the order', async () => {
    const many = Array.from({ length: 2_100 }, (_, n) => ({
      id: `m${n}`,
      document: { terms: ['same'], at: 7 },
      expectedVersion: 0,
    }));
    await cards.putMany([...many, { id: 'later', document: { terms: ['same'], at: 8 }, expectedVersion: 0 }]);
    const found = await find([['same']], 700);
    expect(new Set(found).size).toBe(2_101);
    expect(found).toHaveLength(2_101);
  });

  it('finds what a search of a list would, in pages, while documents come, change and go', async () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd');
    const groups = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 });
    const step = fc.record({
      id: fc.constantFrom('1', '2', '3', '4', '5'),
      terms: fc.uniqueArray(word),
      isDeleted: fc.boolean(),
    });
    let time = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), groups, async (steps, wanted) => {
        const model = new Map<string, { readonly terms: readonly string[]; readonly at: number }>();
        for (const { id } of steps) {
          const known = await cards.get(id);
          if (known !== undefined) await cards.delete(id, known.version);
        }
        for (const { id, terms, isDeleted } of steps) {
          const known = await cards.get(id);
          if (isDeleted && known !== undefined) {
            await cards.delete(id, known.version);
            model.delete(id);
          } else {
            time += 1;
            await put(id, { terms, at: time });
            model.set(id, { terms, at: time });
          }
        }
        const ids = new Set<string>(steps.map(({ id }) => id));
        const expected = [...model]
          .filter(([, { terms }]) => wanted.every((group) => group.some((term) => terms.includes(term))))
          .sort(([, a], [, b]) => b.at - a.at)
          .map(([id]) => id);
        expect((await find(wanted, 2)).filter((id) => ids.has(id))).toEqual(expected);
        const ascending = await find(wanted, 2, cards, ASCENDING);
        expect(ascending.filter((id) => ids.has(id))).toEqual([...expected].reverse());
      }),
      { numRuns: 12 },
    );
  });
});
