import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Collection, DocumentStore, PutOperation, Versioned } from '../../../src/platform/documents/port.js';
import { RETRY_POLICY, type RetryPolicy } from '../../../src/platform/documents/retry.js';
import { decide, deleteWhere, remove, update, upsert } from '../../../src/platform/documents/update.js';
import type { Opened } from '../adapters.js';
import { describeAdapters } from '../adapters.js';
import { documentStores } from '../adapters/documents.js';
import type { Note } from './documents-model.js';
import { decode, message, NOTES } from './documents-model.js';

/** The house's policy without its waiting. */
const AT_ONCE: RetryPolicy = { ...RETRY_POLICY, pause: async () => undefined };
const atOnce = { policy: AT_ONCE };
const contended = { name: 'DocumentContended', store: 'documents', reason: 'contended' };

describeAdapters(documentStores, 'changes of documents', ({ open }) => {
  let opened: Opened<DocumentStore>;
  let store: DocumentStore;
  let notes: Collection<Note>;

  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    notes = await store.collection(NOTES, decode);
  });
  afterEach(() => opened.dispose());

  const add = (id: string, document: Note) => notes.put({ id, document, expectedVersion: 0 });
  const pending = async (): Promise<string[]> => (await store.pendingMessages(1_000)).map(({ id }) => id);
  /** The collection as somebody has it whose next writes come too late: each time another does its own first. */
  const overtaken = (times: number, other: (nth: number) => Promise<unknown>) => {
    let nth = 0;
    const overtake = async (): Promise<void> => {
      nth += 1;
      if (nth <= times) await other(nth);
    };
    return {
      name: notes.name,
      get: (id: string) => notes.get(id),
      find: notes.find.bind(notes),
      put: async (operation: PutOperation<Note>) => {
        await overtake();
        return notes.put(operation);
      },
      delete: async (id: string, version: number) => {
        await overtake();
        return notes.delete(id, version);
      },
    };
  };
  /** Another's write, whatever stands there. */
  const write = async (id: string, document: Note) =>
    notes.put({ id, document, expectedVersion: (await notes.get(id))?.version ?? 0 });
  const drop = async (id: string) => notes.delete(id, (await notes.get(id))?.version ?? 0);
  const plusOne = ({ at = 0, ...rest }: Note): { readonly document: Note } => ({ document: { ...rest, at: at + 1 } });

  describe('update', () => {
    it('writes the next state with its messages, and answers it', async () => {
      await add('n1', { owner: 'ada', at: 1 });
      const updated = await update(notes, 'n1', (stored) => ({ ...plusOne(stored), outbox: [message('m1')] }));
      expect(updated).toEqual({ id: 'n1', version: 2, document: { owner: 'ada', at: 2 }, isWritten: true });
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 2, document: { owner: 'ada', at: 2 } });
      expect(await pending()).toEqual(['m1']);
    });

    it('writes nothing when all stays as it is', async () => {
      await add('n1', { owner: 'ada' });
      expect(await update(notes, 'n1', () => 'unchanged')).toEqual({
        id: 'n1',
        version: 1,
        document: { owner: 'ada' },
        isWritten: false,
      });
      expect((await notes.get('n1'))?.version).toBe(1);
    });

    it('makes nothing where nothing is', async () => {
      expect(await update(notes, 'n1', plusOne)).toBeUndefined();
      expect(await notes.get('n1')).toBeUndefined();
    });

    it('decides anew on what another has written meanwhile, and sends the messages of the write that stands', async () => {
      await add('n1', { owner: 'ada', at: 0 });
      const seen: (number | undefined)[] = [];
      const late = overtaken(3, (nth) => write('n1', { owner: 'bob', at: nth * 10 }));
      const updated = await update(
        late,
        'n1',
        (stored) => {
          seen.push(stored.at);
          return { ...plusOne(stored), outbox: [message(`m${stored.at}`)] };
        },
        atOnce,
      );
      expect(seen).toEqual([0, 10, 20, 30]);
      expect(updated).toEqual({ id: 'n1', version: 5, document: { owner: 'bob', at: 31 }, isWritten: true });
      expect(await pending()).toEqual(['m30']);
    });

    it('may find after a lost race that nothing is left to do', async () => {
      await add('n1', { owner: 'ada', open: true });
      const late = overtaken(1, () => write('n1', { owner: 'ada', open: false }));
      const closed = await update(
        late,
        'n1',
        (stored) => (stored.open === false ? 'unchanged' : { document: { ...stored, open: false } }),
        atOnce,
      );
      expect(closed).toEqual({ id: 'n1', version: 2, document: { owner: 'ada', open: false }, isWritten: false });
    });

    it('ends when the document is deleted in between', async () => {
      await add('n1', { owner: 'ada' });
      expect(
        await update(
          overtaken(1, () => drop('n1')),
          'n1',
          (stored) => ({ ...plusOne(stored), outbox: [message('m1')] }),
          atOnce,
        ),
      ).toBeUndefined();
      expect(await notes.get('n1')).toBeUndefined();
      expect(await pending()).toEqual([]);
    });

    it('gives up after the attempts of its policy, having written nothing', async () => {
      await add('n1', { owner: 'ada', at: 0 });
      const waits: number[] = [];
      const policy: RetryPolicy = {
        attempts: 5,
        baseMs: 2,
        maxMs: 6,
        random: { between: (_, to) => to },
        pause: async (ms) => void waits.push(ms),
      };
      const late = overtaken(Infinity, (nth) => write('n1', { owner: 'bob', at: nth }));
      await expect(
        update(late, 'n1', (stored) => ({ document: { ...stored, owner: 'ada' }, outbox: [message('m1')] }), {
          policy,
        }),
      ).rejects.toMatchObject(contended);
      expect(await notes.get('n1')).toEqual({ id: 'n1', version: 6, document: { owner: 'bob', at: 5 } });
      expect(waits).toEqual([2, 4, 6, 6]);
      expect(await pending()).toEqual([]);
    });

    it('goes by what the caller has seen, and reads once that has changed', async () => {
      await add('n1', { owner: 'ada', at: 0 });
      const known: Versioned<Note> = { id: 'n1', version: 1, document: { owner: 'ada', at: 0 } };
      let reads = 0;
      const counted = {
        name: notes.name,
        put: notes.put.bind(notes),
        get: (id: string) => {
          reads += 1;
          return notes.get(id);
        },
      };
      expect(await update(counted, 'n1', plusOne, { known, ...atOnce })).toMatchObject({
        version: 2,
        document: { at: 1 },
      });
      expect(reads).toBe(0);
      expect(await update(counted, 'n1', plusOne, { known, ...atOnce })).toMatchObject({
        version: 3,
        document: { at: 2 },
      });
      expect(reads).toBe(1);
    });

    it('fails as the change does', async () => {
      await add('n1', { owner: 'ada' });
      await expect(update(notes, 'n1', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
      expect((await notes.get('n1'))?.version).toBe(1);
    });
  });

  describe('upsert', () => {
    const counted = (stored: Note | undefined): { readonly document: Note } => plusOne(stored ?? { owner: 'ada' });

    it('makes what is missing, and changes what is there', async () => {
      expect(await upsert(notes, 'n1', (stored) => ({ ...counted(stored), outbox: [message('m1')] }))).toEqual({
        id: 'n1',
        version: 1,
        document: { owner: 'ada', at: 1 },
        isWritten: true,
      });
      expect(await upsert(notes, 'n1', counted)).toEqual({
        id: 'n1',
        version: 2,
        document: { owner: 'ada', at: 2 },
        isWritten: true,
      });
      expect(await pending()).toEqual(['m1']);
    });

    it('may leave missing what is missing', async () => {
      expect(await upsert(notes, 'n1', () => 'unchanged')).toBeUndefined();
      expect(await notes.get('n1')).toBeUndefined();
    });

    it('changes what another has made in between', async () => {
      expect(
        await upsert(
          overtaken(1, () => add('n1', { owner: 'bob', at: 7 })),
          'n1',
          counted,
          atOnce,
        ),
      ).toEqual({ id: 'n1', version: 2, document: { owner: 'bob', at: 8 }, isWritten: true });
    });

    it('makes anew what another has deleted in between', async () => {
      await add('n1', { owner: 'bob', at: 7 });
      expect(
        await upsert(
          overtaken(1, () => drop('n1')),
          'n1',
          counted,
          atOnce,
        ),
      ).toEqual({ id: 'n1', version: 1, document: { owner: 'ada', at: 1 }, isWritten: true });
    });

    it('gives up when it is overtaken for ever', async () => {
      let attempts = 0;
      const late = overtaken(Infinity, (nth) => write('n1', { owner: 'bob', at: nth }));
      await expect(
        upsert(
          late,
          'n1',
          (stored) => {
            attempts += 1;
            return counted(stored);
          },
          atOnce,
        ),
      ).rejects.toMatchObject(contended);
      expect(attempts).toBe(RETRY_POLICY.attempts);
    });
  });

  describe('decide', () => {
    it('answers a refusal and writes nothing, also when only a lost race brought it about', async () => {
      await add('n1', { owner: 'ada', at: 1 });
      const take = (collection: Parameters<typeof decide<Note, string>>[0]) =>
        decide<Note, string>(
          collection,
          'n1',
          (stored) => {
            if (stored === undefined) return { answer: 'missing' };
            return stored.document.at === 0
              ? { answer: 'none left' }
              : { answer: 'taken', write: { document: { ...stored.document, at: 0 } } };
          },
          atOnce,
        );
      expect(await take(overtaken(1, () => write('n1', { owner: 'ada', at: 0 })))).toBe('none left');
      expect((await notes.get('n1'))?.version).toBe(2);
      await write('n1', { owner: 'ada', at: 1 });
      expect(await take(notes)).toBe('taken');
      expect(await take(overtaken(1, () => drop('n1')))).toBe('none left');
      await drop('n1');
      expect(await take(notes)).toBe('missing');
    });
  });

  describe('remove', () => {
    it('deletes at whatever version, and says whether it did', async () => {
      await add('n1', { owner: 'ada' });
      expect(
        await remove(
          overtaken(2, (nth) => write('n1', { owner: 'bob', at: nth })),
          'n1',
          undefined,
          AT_ONCE,
        ),
      ).toBe(true);
      expect(await notes.get('n1')).toBeUndefined();
      expect(await remove(notes, 'n1')).toBe(false);
    });

    it('keeps what is not wanted gone, also when it has become so in between', async () => {
      await add('n1', { owner: 'ada' });
      const ofAda = ({ owner }: Note): boolean => owner === 'ada';
      expect(
        await remove(
          overtaken(1, () => write('n1', { owner: 'bob' })),
          'n1',
          ofAda,
          AT_ONCE,
        ),
      ).toBe(false);
      expect(await notes.get('n1')).toMatchObject({ document: { owner: 'bob' } });
    });

    it('does not claim what another has deleted in between, and gives up when it is overtaken for ever', async () => {
      await add('n1', { owner: 'ada' });
      expect(
        await remove(
          overtaken(1, () => drop('n1')),
          'n1',
          undefined,
          AT_ONCE,
        ),
      ).toBe(false);
      await add('n1', { owner: 'ada' });
      await expect(
        remove(
          overtaken(Infinity, (nth) => write('n1', { owner: 'bob', at: nth })),
          'n1',
          undefined,
          AT_ONCE,
        ),
      ).rejects.toMatchObject(contended);
    });
  });

  describe('deleteWhere', () => {
    const left = async (): Promise<string[]> => (await notes.find({ limit: 100 })).items.map(({ id }) => id);
    beforeEach(async () => {
      await notes.putMany(
        Array.from({ length: 9 }, (_, at) => ({
          id: `n${at}`,
          document: { owner: at % 3 === 0 ? 'bob' : 'ada', at },
          expectedVersion: 0,
        })),
      );
    });

    it('deletes all that its query finds, page by page', async () => {
      expect(await deleteWhere(notes, { where: { owner: 'ada' }, limit: 2 })).toBe(6);
      expect(await left()).toEqual(['n0', 'n3', 'n6']);
      expect(await deleteWhere(notes, { range: { field: 'at', below: 4 }, limit: 1 })).toBe(2);
      expect(await left()).toEqual(['n6']);
      expect(await deleteWhere(notes, { where: { owner: 'eve' } })).toBe(0);
    });

    it('keeps those that are not wanted gone', async () => {
      expect(
        await deleteWhere(notes, { where: { owner: 'ada' }, isWanted: ({ document: { at = 0 } }) => at > 4, limit: 2 }),
      ).toBe(3);
      expect(await left()).toEqual(['n0', 'n1', 'n2', 'n3', 'n4', 'n6']);
    });

    it('deletes what was changed in between if the query still finds it, and keeps it otherwise', async () => {
      const late = overtaken(2, (nth) => write(nth === 1 ? 'n1' : 'n2', { owner: nth === 1 ? 'ada' : 'bob', at: 20 }));
      expect(await deleteWhere(late, { where: { owner: 'ada' }, limit: 4 }, AT_ONCE)).toBe(5);
      expect(await left()).toEqual(['n0', 'n2', 'n3', 'n6']);
    });

    it('shares the work with another who deletes the same', async () => {
      const deleted = await Promise.all(
        [1, 2, 3].map((limit) => deleteWhere(notes, { where: { owner: 'ada' }, limit }, AT_ONCE)),
      );
      expect(deleted.reduce((sum, one) => sum + one, 0)).toBe(6);
      expect(await left()).toEqual(['n0', 'n3', 'n6']);
    });

    it('gives up when what it finds is written for ever', async () => {
      const late = overtaken(Infinity, (nth) => write('n1', { owner: 'ada', at: 100 + nth }));
      await expect(deleteWhere(late, { range: { field: 'at', above: 50 } }, AT_ONCE)).resolves.toBe(0);
      await write('n1', { owner: 'ada', at: 100 });
      await expect(deleteWhere(late, { range: { field: 'at', above: 50 } }, AT_ONCE)).rejects.toMatchObject(contended);
    });
  });

  it('counts every one of many increments at once, and sends a message for each', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 16 }),
        fc.boolean(),
        async (documents, increments, isThere) => {
          run += 1;
          const ids = Array.from({ length: documents }, (_, nth) => `${run}.${nth}`);
          if (isThere) await Promise.all(ids.map((id) => add(id, { owner: 'ada', at: 0 })));
          await Promise.all(
            ids.flatMap((id) =>
              Array.from({ length: increments }, (_, nth) =>
                upsert(notes, id, (stored) => ({
                  ...plusOne(stored ?? { owner: 'ada' }),
                  outbox: [message(`${id}.${nth}`)],
                })),
              ),
            ),
          );
          for (const found of await notes.getMany(ids))
            expect(found).toEqual({
              id: found.id,
              version: increments + (isThere ? 1 : 0),
              document: { owner: 'ada', at: increments },
            });
          const received = await pending();
          expect(received.sort()).toEqual(
            ids.flatMap((id) => Array.from({ length: increments }, (_, nth) => `${id}.${nth}`)).sort(),
          );
          await store.settleMessages(received);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('spends the last of something once, however many want it at once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 12 }), async (places, callers) => {
        await write('n1', { owner: 'ada', at: places });
        const taken = await Promise.all(
          Array.from({ length: callers }, () =>
            decide<Note, boolean>(notes, 'n1', (stored) => {
              const at = stored?.document.at ?? 0;
              return at === 0 ? { answer: false } : { answer: true, write: { document: { owner: 'ada', at: at - 1 } } };
            }),
          ),
        );
        expect(taken.filter(Boolean)).toHaveLength(Math.min(places, callers));
        expect((await notes.get('n1'))?.document.at).toBe(Math.max(0, places - callers));
      }),
      { numRuns: 12 },
    );
  });
});
