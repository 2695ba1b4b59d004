import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import {
  MIN_NUMBER,
  type Collection,
  type DocumentStore,
  type FindQuery,
  type OutboxMessage,
  type PutResult,
} from '../../../src/platform/documents/port.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';
import type { Note } from './documents-model.js';
import { compareWithMap, decode, ids, message, NOTES } from './documents-model.js';

describeAdapters(documentStores, 'documents', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let store: DocumentStore;
  let notes: Collection<Note>;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    notes = await store.collection(NOTES, decode);
  });
  afterEach(() => opened.dispose());

  const create = (id: string, document: Note, outbox: readonly OutboxMessage[] = []): Promise<PutResult> =>
    notes.put({ id, document, expectedVersion: 0, outbox });
  /** Every page of a list, one after the other. */
  const pages = async (query: FindQuery, collection = notes): Promise<string[][]> => {
    const all: string[][] = [];
    let after: string | undefined;
    do {
      const from = after === undefined ? query : { ...query, after };
      const [page, places] = [await collection.find(from), await collection.findPositions(from)];
      expect(ids(places)).toEqual(ids(page));
      all.push(ids(page));
      // Either continues from the other.
      after = all.length % 2 === 0 ? page.next : places.next;
      expect(after === undefined).toBe(page.next === undefined);
    } while (after !== undefined);
    return all;
  };

  describe('writing', () => {
    it('gives a document back as it was put, with version 1, then one more each time', async () => {
      const document = { owner: 'ada', title: '“é” 漢字 🎨 \\ "', deep: { size: 0.1 } };
      expect(await create('n1', document)).toBe('written');
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 1, document });
      expect(await notes.put({ id: 'n1', document: { owner: 'bob' }, expectedVersion: 1 })).toBe('written');
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 2, document: { owner: 'bob' } });
    });

    it.each([0, 1, 3])('refuses a write that read version %p when it stands at 2', async (expectedVersion) => {
      await create('n1', { owner: 'ada' });
      await notes.put({ id: 'n1', document: { owner: 'bob' }, expectedVersion: 1 });
      const late = { id: 'n1', document: { owner: 'eve' }, expectedVersion, outbox: [message('m1')] };
      expect(await notes.put(late)).toBe('conflict');
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 2, document: { owner: 'bob' } });
      expect(await store.pendingMessages(10)).toEqual([]);
    });

    it('refuses a version of a document that does not exist', async () => {
      expect(await notes.put({ id: 'n1', document: { owner: 'ada' }, expectedVersion: 1 })).toBe('conflict');
      expect(await notes.get('n1')).toBeUndefined();
    });

    it('lets exactly one of many win that read the same version', async () => {
      await create('n1', { owner: 'ada' });
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, n) => notes.put({ id: 'n1', document: { owner: `o${n}` }, expectedVersion: 1 })),
      );
      const won = results.flatMap((result, n) => (result === 'written' ? [`o${n}`] : []));
      expect(won).toHaveLength(1);
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 2, document: { owner: won[0] } });
    });

    it('lets each of many operations stand or fall alone, in order', async () => {
      await create('old', { owner: 'ada' });
      const results = await notes.putMany([
        { id: 'new', document: { owner: 'bob' }, expectedVersion: 0 },
        { id: 'old', document: { owner: 'eve' }, expectedVersion: 0, outbox: [message('m1')] },
        { id: 'old', document: { owner: 'bob' }, expectedVersion: 1, outbox: [message('m2')] },
        { id: 'new', document: { owner: 'cal' }, expectedVersion: 1 },
      ]);
      expect(results).toEqual(['written', 'conflict', 'written', 'written']);
      expect(await notes.getMany(['old', 'new'])).toEqual([
        { id: 'old', version: 2, document: { owner: 'bob' } },
        { id: 'new', version: 2, document: { owner: 'cal' } },
      ]);
      expect((await store.pendingMessages(10)).map(({ id }) => id)).toEqual(['m2']);
      expect(await notes.putMany([])).toEqual([]);
    });

    it('deletes at the version read only, and a document made anew begins at 1', async () => {
      await create('n1', { owner: 'ada' });
      expect(await notes.delete('n1', 2)).toBe('conflict');
      expect(await notes.delete('n1', 1)).toBe('written');
      expect(await notes.get('n1')).toBeUndefined();
      expect(await notes.delete('n1', 1)).toBe('conflict');
      expect(await create('n1', { owner: 'bob' })).toBe('written');
      expect((await notes.get('n1'))?.version).toBe(1);
    });

    it('keeps collections apart', async () => {
      const others = await store.collection({ name: 'others_v1', indexes: [] }, decode);
      await create('n1', { owner: 'ada' });
      expect(await others.get('n1')).toBeUndefined();
      await others.put({ id: 'n1', document: { owner: 'bob' }, expectedVersion: 0 });
      expect((await notes.get('n1'))?.document.owner).toBe('ada');
    });

    it('does not share what it holds with whoever put it or read it', async () => {
      const document = { owner: 'ada', deep: { size: 1 } };
      await create('n1', document);
      document.deep.size = 2;
      const first = await notes.get('n1');
      if (first?.document.deep !== undefined) first.document.deep.size = 3;
      expect((await notes.get('n1'))?.document.deep).toEqual({ size: 1 });
    });

    it('lets the decoder refuse what is stored', async () => {
      await create('n1', { owner: 'ada' });
      const strict = await store.collection(NOTES, (stored) => z.object({ owner: z.number() }).parse(stored));
      await expect(strict.get('n1')).rejects.toThrow(z.ZodError);
    });
  });

  describe('reading', () => {
    it('gives many in the order asked for, and leaves out what is missing', async () => {
      await Promise.all(['a', 'b', 'c'].map((id) => create(id, { owner: id })));
      expect((await notes.getMany(['c', 'x', 'a', 'c'])).map(({ id }) => id)).toEqual(['c', 'a', 'c']);
      expect(await notes.getMany([])).toEqual([]);
    });

    it('gives the versions of many, without those that are missing or deleted', async () => {
      await Promise.all(['a', 'b', 'c'].map((id) => create(id, { owner: id })));
      await notes.put({ id: 'b', document: { owner: 'bob' }, expectedVersion: 1 });
      await notes.delete('c', 1, [message('m1')]);
      const found = await notes.versions(['a', 'b', 'b', 'c', 'x']);
      expect([...found].sort()).toEqual([
        ['a', 1],
        ['b', 2],
      ]);
      expect([...(await notes.versions([]))]).toEqual([]);
    });

    it('opens a collection again with other indexes and finds what was there', async () => {
      await create('a', { owner: 'ada', title: 'x' });
      const again = await store.collection({ name: NOTES.name, indexes: [['title']] }, decode);
      expect(ids(await again.find({ where: { title: 'x' }, limit: 5 }))).toEqual(['a']);
    });

    it('forgets a collection that is dropped, and makes it anew when it is opened', async () => {
      await create('a', { owner: 'ada' });
      await store.dropCollection(NOTES.name);
      await store.dropCollection('never_was');
      const again = await store.collection(NOTES, decode);
      expect(await again.get('a')).toBeUndefined();
      expect(await again.put({ id: 'a', document: { owner: 'bob' }, expectedVersion: 0 })).toBe('written');
    });

    it.each(['Notes', '1notes', 'no-tes', 'notes; DROP TABLE outbox', ''])(
      'refuses %p as the name of a collection',
      async (name) => {
        await expect(store.collection({ name, indexes: [] }, decode)).rejects.toThrow(RangeError);
      },
    );

    it.each(["a') --", 'a b', '', 'a..b'])('refuses %p as a field', async (field) => {
      await expect(store.collection({ name: 'odd_v1', indexes: [[field]] }, decode)).rejects.toThrow(RangeError);
    });
  });

  describe('finding', () => {
    beforeEach(async () => {
      await notes.putMany(
        [
          { id: 'a', document: { owner: 'ada', at: 3, title: 'beta', open: true } },
          { id: 'b', document: { owner: 'ada', at: 1, title: 'alpha', open: false } },
          { id: 'c', document: { owner: 'ada', at: 2, title: null, open: true } },
          { id: 'd', document: { owner: 'ada', at: 2, title: 'Beta', open: true, deep: { size: 2 } } },
          { id: 'e', document: { owner: 'bob', at: 9, title: 'épée', deep: { size: 1 } } },
          { id: 'f', document: { owner: 'ada', title: 'alpha' } },
        ].map((one) => ({ ...one, expectedVersion: 0 })),
      );
    });

    const up = (field: string) => ({ field, direction: 'ascending' as const });
    const down = (field: string) => ({ field, direction: 'descending' as const });
    const cases: readonly (readonly [string, Omit<FindQuery, 'limit'>, string[]])[] = [
      ['everything by id', {}, ['a', 'b', 'c', 'd', 'e', 'f']],
      ['by equality', { where: { owner: 'ada' } }, ['a', 'b', 'c', 'd', 'f']],
      ['by equality of two fields', { where: { at: 2, owner: 'ada' } }, ['c', 'd']],
      ['by a boolean', { where: { owner: 'ada', open: false } }, ['b']],
      ['by null, which is also what is missing', { where: { owner: 'ada', at: null } }, ['f']],
      ['nothing', { where: { owner: 'eve' } }, []],
      ['upwards, missing first, ties by id', { where: { owner: 'ada' }, order: up('at') }, ['f', 'b', 'c', 'd', 'a']],
      ['downwards, ties by id the same way', { where: { owner: 'ada' }, order: down('at') }, ['a', 'd', 'c', 'b', 'f']],
      [
        'by text, in the order of its bytes, null first',
        { where: { owner: 'ada' }, order: up('title') },
        ['c', 'd', 'b', 'f', 'a'],
      ],
      ['above', { where: { owner: 'ada' }, range: { field: 'at', above: 2 } }, ['a']],
      ['below', { where: { owner: 'ada' }, range: { field: 'at', below: 2 } }, ['b']],
      [
        'between, without the ends, in order',
        { range: { field: 'at', above: 1, below: 9 }, order: down('at') },
        ['a', 'd', 'c'],
      ],
      ['between, by id', { where: { owner: 'ada' }, range: { field: 'at', above: 0, below: 3 } }, ['b', 'c', 'd']],
      ['nothing above null', { range: { field: 'at', above: null } }, []],
      ['by the third field of an index', { where: { owner: 'ada', open: true }, order: down('at') }, ['a', 'd', 'c']],
      ['along a dotted field', { range: { field: 'deep.size', above: 0 }, order: up('deep.size') }, ['e', 'd']],
    ];

    it.each(cases)('%s', async (_, query, expected) => {
      expect(ids(await notes.find({ ...query, limit: 100 }))).toEqual(expected);
      for (const limit of [1, 2, 3]) expect((await pages({ ...query, limit })).flat()).toEqual(expected);
    });

    it('gives the places of a list with what it is ordered by', async () => {
      const order = { field: 'at', direction: 'descending' } as const;
      expect(await notes.findPositions({ where: { owner: 'ada' }, order, limit: 9 })).toEqual({
        items: [
          { id: 'a', value: 3 },
          { id: 'd', value: 2 },
          { id: 'c', value: 2 },
          { id: 'b', value: 1 },
          { id: 'f', value: null },
        ],
      });
      expect((await notes.findPositions({ where: { owner: 'bob' }, limit: 9 })).items).toEqual([
        { id: 'e', value: null },
      ]);
    });

    it('gives pages as long as asked for and no cursor on the last', async () => {
      expect(await pages({ limit: 2 })).toEqual([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ]);
      expect(await pages({ limit: 4 })).toEqual([
        ['a', 'b', 'c', 'd'],
        ['e', 'f'],
      ]);
    });

    it('neither repeats nor misses what stands while others come and go between pages', async () => {
      const query = { where: { owner: 'ada' }, order: up('at'), limit: 2 };
      const first = await notes.find(query);
      expect(ids(first)).toEqual(['f', 'b']);
      await create('early', { owner: 'ada', at: 0 });
      await notes.delete('b', 1);
      await create('late', { owner: 'ada', at: 2.5 });
      const rest = await pages({ ...query, after: first.next ?? '' });
      expect(rest.flat()).toEqual(['c', 'd', 'late', 'a']);
    });

    it('takes a cursor with another page size, but not of another list or none of its own', async () => {
      const { next = '' } = await notes.find({ where: { owner: 'ada' }, order: up('at'), limit: 2 });
      expect(ids(await notes.find({ where: { owner: 'ada' }, order: up('at'), limit: 9, after: next }))).toEqual([
        'c',
        'd',
        'a',
      ]);
      const refused: readonly FindQuery[] = [
        { where: { owner: 'ada' }, order: down('at'), limit: 2, after: next },
        { where: { owner: 'bob' }, order: up('at'), limit: 2, after: next },
        { limit: 2, after: next },
        { limit: 2, after: 'nonsense' },
        { limit: 2, after: '' },
        { limit: 2, after: Buffer.from('["x",{},1]').toString('base64url') },
      ];
      for (const query of refused) await expect(notes.find(query)).rejects.toMatchObject({ name: 'InvalidCursor' });
    });

    it('counts', async () => {
      expect(await notes.count()).toBe(6);
      expect(await notes.count({ owner: 'ada' })).toBe(5);
      expect(await notes.count({ owner: 'ada', at: 2 })).toBe(2);
      expect(await notes.count({ owner: 'ada', at: null })).toBe(1);
      expect(await notes.count({ owner: 'eve' })).toBe(0);
    });

    it('refuses what no index serves', async () => {
      const unserved: readonly Omit<FindQuery, 'limit'>[] = [
        { where: { title: 'x' } },
        { where: { owner: 'ada', 'deep.size': 1 } },
        { order: up('title') },
        { where: { owner: 'ada' }, range: { field: 'at', above: 1 }, order: up('title') },
        { where: { owner: 'ada', title: 'x' }, order: up('at') },
      ];
      for (const query of unserved)
        await expect(notes.find({ ...query, limit: 1 })).rejects.toMatchObject({ name: 'UnindexedQuery' });
      await expect(notes.count({ title: 'x' })).rejects.toMatchObject({ name: 'UnindexedQuery' });
    });

    it.each([0, 1001, 1.5, -1])('refuses a page of %p', async (limit) => {
      await expect(notes.find({ limit })).rejects.toThrow(RangeError);
    });
  });

  describe('the outbox', () => {
    it('holds the messages of a write, oldest first, until they are settled', async () => {
      await create('n1', { owner: 'ada' }, [message('m1'), message('m2', 'NoteShared')]);
      await create('n2', { owner: 'bob' }, [message('m3')]);
      const pending = await store.pendingMessages(10);
      expect(pending.map(({ sequence: _, ...rest }) => rest)).toEqual([
        { id: 'm1', type: 'NoteWritten', data: { about: 'm1' }, collection: 'notes_v1', documentId: 'n1' },
        { id: 'm2', type: 'NoteShared', data: { about: 'm2' }, collection: 'notes_v1', documentId: 'n1' },
        { id: 'm3', type: 'NoteWritten', data: { about: 'm3' }, collection: 'notes_v1', documentId: 'n2' },
      ]);
      expect(await store.pendingMessages(2)).toHaveLength(2);
      await store.settleMessages(['m1', 'm3', 'unknown']);
      expect((await store.pendingMessages(10)).map(({ id }) => id)).toEqual(['m2']);
      await store.settleMessages([]);
    });

    it('gives messages page by page, whatever is settled or comes in between', async () => {
      await create(
        'n1',
        { owner: 'ada' },
        ['m1', 'm2', 'm3', 'm4', 'm5'].map((id) => message(id)),
      );
      const first = await store.pendingMessages(2);
      expect(first.map(({ id }) => id)).toEqual(['m1', 'm2']);
      await store.settleMessages(['m2', 'm3']);
      await create('n2', { owner: 'bob' }, [message('m6')]);
      const second = await store.pendingMessages(2, first.at(-1)?.sequence);
      expect(second.map(({ id }) => id)).toEqual(['m4', 'm5']);
      const third = await store.pendingMessages(2, second.at(-1)?.sequence);
      expect(third.map(({ id }) => id)).toEqual(['m6']);
      expect(await store.pendingMessages(2, third.at(-1)?.sequence)).toEqual([]);
      expect((await store.pendingMessages(9)).map(({ id }) => id)).toEqual(['m1', 'm4', 'm5', 'm6']);
    });

    it('numbers messages upwards for ever, also after all were settled', async () => {
      const sequences: number[] = [];
      for (let version = 0; version < 4; version += 1) {
        await notes.put({
          id: 'n1',
          document: { owner: 'ada' },
          expectedVersion: version,
          outbox: [message(`m${version}`)],
        });
        const [pending] = await store.pendingMessages(1);
        sequences.push(pending?.sequence ?? -1);
        await store.settleMessages([`m${version}`]);
      }
      expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
      expect(new Set(sequences).size).toBe(4);
    });

    it('keeps the order of each document when many write at once', async () => {
      const documents = Array.from({ length: 10 }, (_, n) => `n${n}`);
      await Promise.all(
        documents.map(async (id) => {
          for (let version = 0; version < 5; version += 1) {
            await notes.put({
              id,
              document: { owner: 'ada' },
              expectedVersion: version,
              outbox: [message(`${id}-${version}`)],
            });
          }
        }),
      );
      const pending = await store.pendingMessages(100);
      for (const id of documents) {
        const own = pending.filter(({ documentId }) => documentId === id).map((one) => one.id);
        expect(own).toEqual([0, 1, 2, 3, 4].map((version) => `${id}-${version}`));
      }
    });

    it('takes the messages of a deletion, and keeps those of a dropped collection', async () => {
      await create('n1', { owner: 'ada' });
      await notes.delete('n1', 2, [message('never')]);
      await notes.delete('n1', 1, [message('gone')]);
      await store.dropCollection(NOTES.name);
      expect((await store.pendingMessages(10)).map(({ id }) => id)).toEqual(['gone']);
    });

    it('holds a message once, though two writes bring it', async () => {
      await create('n1', { owner: 'ada' }, [message('m1')]);
      await notes.put({ id: 'n1', document: { owner: 'bob' }, expectedVersion: 1, outbox: [message('m1')] });
      expect(await store.pendingMessages(10)).toHaveLength(1);
    });

    it('rings when messages have come, until the listener goes', async () => {
      let rung = 0;
      const stop = store.onMessages(() => (rung += 1));
      await create('quiet', { owner: 'ada' });
      expect(rung).toBe(0);
      await create('n1', { owner: 'ada' }, [message('m1')]);
      expect(rung).toBe(1);
      stop();
      await create('n2', { owner: 'ada' }, [message('m2')]);
      expect(rung).toBe(1);
    });
  });

  it('behaves as a map of documents would, whatever is done in whatever order', async () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'é', '漢', '🎨', '\uffee');
    const note = fc.record(
      {
        owner: fc.constantFrom('ada', 'bob'),
        at: fc.oneof(
          fc.integer({ min: -2, max: 2 }),
          fc.double({ noNaN: true, noDefaultInfinity: true }).filter((at) => at === 0 || Math.abs(at) >= MIN_NUMBER),
        ),
      },
      { requiredKeys: ['owner'] },
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), id, note, off: fc.constantFrom(0, 0, 0, 1, -1) }),
      fc.record({ kind: fc.constant('delete' as const), id, off: fc.constantFrom(0, 0, 1) }),
      fc.record({
        kind: fc.constant('find' as const),
        owner: fc.constantFrom('ada', 'bob'),
        limit: fc.integer({ min: 1, max: 4 }),
        direction: fc.constantFrom('ascending' as const, 'descending' as const),
      }),
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        run += 1;
        const collection = await store.collection({ name: `run_${run}`, indexes: [['owner', 'at']] }, decode);
        await compareWithMap(collection, steps, (query) => pages(query, collection));
      }),
      { numRuns: 60 },
    );
  });

  it('refuses every call once closed', async () => {
    const closed = { name: 'StoreUnavailable', store: 'documents', reason: 'closed' };
    await store.ping();
    await store.close();
    await expect(create('n1', { owner: 'ada' })).rejects.toMatchObject(closed);
    await expect(notes.get('n1')).rejects.toMatchObject(closed);
    await expect(notes.getMany(['n1'])).rejects.toMatchObject(closed);
    await expect(notes.find({ limit: 1 })).rejects.toMatchObject(closed);
    await expect(notes.count()).rejects.toMatchObject(closed);
    await expect(notes.delete('n1', 1)).rejects.toMatchObject(closed);
    await expect(store.collection(NOTES, decode)).rejects.toMatchObject(closed);
    await expect(store.dropCollection('notes_v1')).rejects.toMatchObject(closed);
    await expect(store.pendingMessages(1)).rejects.toMatchObject(closed);
    await expect(store.settleMessages(['m1'])).rejects.toMatchObject(closed);
    await expect(store.ping()).rejects.toMatchObject(closed);
  });
});
