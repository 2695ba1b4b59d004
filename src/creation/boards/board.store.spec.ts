import { describe, expect, it } from '@jest/globals';
import type { UserId } from '../../kernel/ids.js';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { defaultProjectOf } from '../projects/project.js';
import { BoardStore } from './board.store.js';

const owner = 'ann' as UserId; // test user
const id = defaultProjectOf(owner);

/** A document store that counts calls. */
function counted(documents: DocumentStore): { readonly documents: DocumentStore; readonly calls: () => number } {
  let calls = 0;
  const counting = <T extends object>(port: T): T =>
    new Proxy(port, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]): Promise<unknown> => {
          calls += 1;
          const answer: unknown = await Reflect.apply(member, target, given);
          return property === 'collection' && typeof answer === 'object' && answer !== null ? counting(answer) : answer;
        };
      },
    });
  return { documents: counting(documents), calls: () => calls };
}

describe('a board that cannot be read', () => {
  it('is refused at once wherever it would be written, and can be removed', async () => {
    const { documents, calls } = counted(createMemoryDocumentStore());
    for (const name of ['boards_v1', 'board_works_v1']) {
      const raw = await documents.collection({ name, indexes: [] }, (value) => value);
      await raw.put({ id, document: { id, owner, newer: 'than this version' }, expectedVersion: 0 });
    }
    const store = await BoardStore.open(documents, { error: () => undefined });
    const board = { id, owner, nodes: [], edges: [], changedAt: 1 };
    const before = calls();
    await expect(store.change(id, () => board)).rejects.toThrow(StoreUnavailable);
    await expect(store.put(board, 0)).rejects.toThrow(StoreUnavailable);
    await expect(
      store.decideState(id, () => ({ answer: 1, write: { document: { id, owner, made: {}, changedAt: 1 } } })),
    ).rejects.toThrow(StoreUnavailable);
    await expect(store.changeState(id, (work) => work)).rejects.toThrow(StoreUnavailable);
    expect(calls() - before).toBeLessThanOrEqual(6);
    await store.remove(id);
    expect(await store.put(board, 0)).toBe('written');
  });
});
