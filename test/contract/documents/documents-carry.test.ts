import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Collection, DocumentStore, OutboxMessage, PutResult } from '../../../src/platform/documents/port.js';
import { until } from '../../support/until.js';
import type { Opened } from '../adapters.js';
import { collect, describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';
import type { Note } from './documents-model.js';
import { decode, ids, message, NOTES } from './documents-model.js';

describeAdapters(documentStores, 'documents that move elsewhere', ({ open }) => {
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
  const carry = (collection: string, after?: string) => collect(store.carryOut(collection, after));

  it('gives every document by id, with its version and what is still to be told, deleted ones too', async () => {
    await create('n1', { owner: 'ada' });
    await create('n2', { owner: 'bob' }, [message('m1')]);
    await notes.put({
      id: 'n2',
      document: { owner: 'bob', title: 'é' },
      expectedVersion: 1,
      outbox: [message('m2'), message('m3')],
    });
    await create('\uffee', { owner: 'ada' });
    await create('🎨', { owner: 'ada' }, [message('m4')]);
    await store.settleMessages(['m2', 'm4']);
    await notes.put({ id: 'n0', document: { owner: 'ada' }, expectedVersion: 0 });
    await notes.delete('n0', 1, [message('gone')]);
    const all = [
      { id: 'n0', version: 0, outbox: [message('gone')] },
      { id: 'n1', version: 1, document: { owner: 'ada' }, outbox: [] },
      { id: 'n2', version: 2, document: { owner: 'bob', title: 'é' }, outbox: [message('m1'), message('m3')] },
      { id: '\uffee', version: 1, document: { owner: 'ada' }, outbox: [] },
      { id: '🎨', version: 1, document: { owner: 'ada' }, outbox: [] },
    ];
    expect(await carry(NOTES.name)).toEqual(all);
    expect(await carry(NOTES.name, 'n1')).toEqual(all.slice(2));
    expect(await carry('nowhere_v1')).toEqual([]);
  });

  it('names the collections that hold anything, a message of a deleted document too', async () => {
    const others = await store.collection({ name: 'others_v1', indexes: [] }, decode);
    await store.collection({ name: 'empty_v1', indexes: [] }, decode);
    expect(await store.collections()).toEqual([]);
    await create('n1', { owner: 'ada' });
    await others.put({ id: 'o1', document: { owner: 'ada' }, expectedVersion: 0 });
    await others.delete('o1', 1, [message('gone')]);
    expect(await store.collections()).toEqual(['notes_v1', 'others_v1']);
    await store.settleMessages(['gone']);
    await store.dropCollection('notes_v1');
    expect(await store.collections()).toEqual([]);
  });

  it('takes documents over as they are, twice as well as once, and goes on from their versions', async () => {
    const carried = [
      { id: 'n0', version: 0, outbox: [message('gone')] },
      { id: 'n1', version: 7, document: { owner: 'ada', at: 3 }, outbox: [message('m1'), message('m2')] },
    ];
    let rung = 0;
    store.onMessages(() => (rung += 1));
    await store.carryIn('taken_v1', carried);
    await store.carryIn('taken_v1', carried);
    await until(
      () => Promise.resolve(rung),
      (times) => times > 0,
    );
    expect(await carry('taken_v1')).toEqual(carried);
    expect((await store.pendingMessages(10)).map(({ id, documentId }) => `${documentId} ${id}`)).toEqual([
      'n0 gone',
      'n1 m1',
      'n1 m2',
    ]);
    const taken = await store.collection({ name: 'taken_v1', indexes: [['at']] }, decode);
    expect(ids(await taken.find({ range: { field: 'at', above: 2 }, limit: 10 }))).toEqual(['n1']);
    expect(await taken.get('n0')).toBeUndefined();
    expect(await taken.put({ id: 'n1', document: { owner: 'bob' }, expectedVersion: 7, outbox: [message('m3')] })).toBe(
      'written',
    );
    await store.carryIn('taken_v1', [{ id: 'n1', version: 2, document: { owner: 'cid' }, outbox: [] }]);
    expect(await taken.get('n1')).toEqual({ id: 'n1', version: 2, document: { owner: 'cid' } });
  });

  it('carries more than fits a page, none twice', async () => {
    const carried = Array.from({ length: 450 }, (_, index) => ({
      id: `n${String(index).padStart(3, '0')}`,
      version: 1 + (index % 3),
      document: { owner: 'ada', at: index },
      outbox: [],
    }));
    await store.carryIn(NOTES.name, carried);
    expect(await carry(NOTES.name)).toEqual(carried);
    expect(await notes.count()).toBe(450);
  });

  it('is refused once closed, and for what is no name', async () => {
    await expect(store.carryIn('Not a name', [])).rejects.toThrow(RangeError);
    const closed = { name: 'StoreUnavailable', store: 'documents', reason: 'closed' };
    await store.close();
    await expect(store.collections()).rejects.toMatchObject(closed);
    await expect(carry(NOTES.name)).rejects.toMatchObject(closed);
    await expect(store.carryIn(NOTES.name, [])).rejects.toMatchObject(closed);
  });
});
