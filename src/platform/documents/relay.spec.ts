import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { StoreUnavailable } from '../unavailable.js';
import { createMemoryDocumentStore } from './memory.js';
import type { Collection, DocumentStore, PendingMessage } from './port.js';
import { Relay, type MessageConsumer } from './relay.js';

const MINUTE = 60_000;

describe('the relay', () => {
  let documents: DocumentStore;
  let letters: Collection<object>;
  let errors: string[];
  let gauge: number;
  let now: number;
  const versions = new Map<string, number>();

  beforeEach(async () => {
    documents = createMemoryDocumentStore();
    letters = await documents.collection({ name: 'letters', indexes: [] }, (stored) => stored as object); // nothing reads them
    errors = [];
    gauge = 0;
    now = 1_000_000;
    versions.clear();
  });

  async function post(documentId: string, id: string, type = 'LetterSent'): Promise<void> {
    const version = versions.get(documentId) ?? 0;
    await letters.put({ id: documentId, document: {}, expectedVersion: version, outbox: [{ id, type, data: { id } }] });
    versions.set(documentId, version + 1);
  }

  function relay(...consumers: readonly MessageConsumer[]): Relay {
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (_fields: object, message: string) => void errors.push(message),
    };
    const made = new Relay({
      documents,
      clock: { now: () => now },
      log,
      gauge: { parked: (_reader, count) => void (gauge = count) },
      attempts: 3,
      everyMs: MINUTE,
      maxPauseMs: 8 * MINUTE,
    });
    for (const consumer of consumers) made.register(consumer);
    return made;
  }

  /** Looks for messages, and continues in time to when any pause is over. */
  async function nextRound(made: Relay): Promise<void> {
    await made.settle();
    now += 8 * MINUTE;
  }

  const keep = (into: string[], name = 'keeper', types: readonly string[] = ['LetterSent']): MessageConsumer => ({
    name,
    types,
    handle: async ({ id }) => void into.push(id),
  });

  it('hands each consumer the messages it wants, in the order of their document, and settles them', async () => {
    const [letterIds, parcelIds]: [string[], string[]] = [[], []];
    const made = relay(keep(letterIds), keep(parcelIds, 'parcels', ['ParcelSent']));
    await post('ann', 'a1');
    await post('ann', 'p1', 'ParcelSent');
    await post('ann', 'a2');
    await made.settle();
    expect([letterIds, parcelIds]).toEqual([['a1', 'a2'], ['p1']]);
    expect(await documents.pendingMessages(10)).toEqual([]);
  });

  it('wakes when a message is stored', async () => {
    let heard: (id: string) => void = () => {};
    const made = relay({ name: 'hearer', types: ['LetterSent'], handle: async ({ id }) => heard(id) });
    await made.start();
    const first = new Promise<string>((resolve) => {
      heard = resolve;
    });
    await post('ann', 'a1');
    expect(await first).toBe('a1');
    await made.stop();
  });

  it('keeps the order of a document whatever fails how often, and loses nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            whose: fc.constantFrom('ann', 'bob'),
            failures: fc.integer({ min: 0, max: 2 }),
            isStore: fc.boolean(),
          }),
          { maxLength: 15 },
        ),
        async (plan) => {
          documents = createMemoryDocumentStore();
          letters = await documents.collection({ name: 'letters', indexes: [] }, (stored) => stored as object); // nothing reads them
          versions.clear();
          const left = new Map(plan.map(({ failures }, n) => [`m${n}`, failures]));
          const taken: PendingMessage[] = [];
          const made = relay({
            name: 'frail',
            types: ['LetterSent'],
            handle: async (message) => {
              const failures = left.get(message.id) ?? 0;
              left.set(message.id, failures - 1);
              if (failures > 0)
                throw plan[Number(message.id.slice(1))]?.isStore === true
                  ? new StoreUnavailable('test', 'unreachable', 'away')
                  : new Error('not now');
              taken.push(message);
            },
          });
          for (const [n, { whose }] of plan.entries()) await post(whose, `m${n}`);
          for (let round = 0; round < 60 && (await documents.pendingMessages(1)).length > 0; round += 1)
            await nextRound(made);
          for (const whose of ['ann', 'bob'])
            expect(taken.filter((message) => message.documentId === whose).map(({ id }) => id)).toEqual(
              plan.flatMap((one, n) => (one.whose === whose ? [`m${n}`] : [])),
            );
          expect(errors).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('gives a message again after a crash between taking and settling it', async () => {
    const taken: string[] = [];
    await post('ann', 'a1');
    const dies = relay(keep(taken));
    const settle = documents.settleMessages.bind(documents);
    documents.settleMessages = async () => {
      throw new StoreUnavailable('documents', 'unreachable', 'away');
    };
    await dies.settle();
    documents.settleMessages = settle;
    await relay(keep(taken)).settle();
    expect(taken).toEqual(['a1', 'a1']);
    expect(await documents.pendingMessages(10)).toEqual([]);
  });

  it('does not give a message again to whoever had it while another consumer fails', async () => {
    const taken: string[] = [];
    let failures = 2;
    const made = relay(keep(taken), {
      name: 'frail',
      types: ['LetterSent'],
      handle: async () => {
        if ((failures -= 1) >= 0) throw new Error('not now');
      },
    });
    await post('ann', 'a1');
    for (let round = 0; round < 4; round += 1) await nextRound(made);
    expect(taken).toEqual(['a1']);
    expect(await documents.pendingMessages(10)).toEqual([]);
  });

  it('sets aside what cannot be taken and what follows in its document, loudly, for that consumer alone', async () => {
    const [all, some]: [string[], string[]] = [[], []];
    let isMended = false;
    const picky: MessageConsumer = {
      name: 'picky',
      types: ['LetterSent'],
      handle: async ({ id }) => {
        if (id === 'a1' && !isMended) throw new Error('illegible');
        some.push(id);
      },
    };
    const made = relay(keep(all), picky);
    for (const [whose, id] of [
      ['ann', 'a1'],
      ['ann', 'a2'],
      ['bob', 'b1'],
    ] as const)
      await post(whose, id);
    for (let round = 0; round < 4; round += 1) await nextRound(made);
    expect([all, some]).toEqual([['a1', 'b1', 'a2'], ['b1']]);
    expect(await documents.pendingMessages(10)).toEqual([]);
    expect(errors).toEqual(['a message cannot be handled; it is parked with the later messages of its document']);
    expect([made.parked, gauge]).toEqual([2, 2]);

    const later = relay(keep(all), picky);
    await post('ann', 'a3');
    await later.settle();
    expect((await later.listParked()).map(({ message, reason }) => [message.id, reason])).toEqual([
      ['a1', 'Error: illegible'],
      ['a2', 'an earlier message of its document is parked'],
      ['a3', 'an earlier message of its document is parked'],
    ]);
    expect(await later.retryParked('picky')).toBe(0);
    isMended = true;
    expect(await later.retryParked('picky')).toBe(3);
    await post('ann', 'a4');
    await later.settle();
    expect(some).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
    expect([later.parked, gauge]).toEqual([0, 0]);
  });

  it('pauses longer after each failure, up to a bound, and not for other documents', async () => {
    const tries: number[] = [];
    const taken: string[] = [];
    let isStoreAway = true;
    const made = relay({
      name: 'frail',
      types: ['LetterSent'],
      handle: async ({ id }) => {
        if (id !== 'a1') return void taken.push(id);
        tries.push((now - 1_000_000) / MINUTE);
        if (isStoreAway) throw new StoreUnavailable('test', 'unreachable', 'away');
        taken.push(id);
      },
    });
    await post('ann', 'a1');
    for (let minute = 0; minute < 32; minute += 1) {
      await made.settle();
      now += MINUTE;
    }
    expect(tries).toEqual([0, 1, 3, 7, 15, 23, 31]);
    await post('ann', 'a2');
    await post('bob', 'b1');
    await made.settle();
    expect(taken).toEqual(['b1']);
    isStoreAway = false;
    now += 7 * MINUTE;
    await made.settle();
    expect(taken).toEqual(['b1', 'a1', 'a2']);
    expect(errors).toEqual([]);
  });

  it('does not wait longer than a pause when the clock is put back', async () => {
    const taken: string[] = [];
    let failures = 1;
    const made = relay({
      name: 'frail',
      types: ['LetterSent'],
      handle: async ({ id }) => {
        if ((failures -= 1) >= 0) throw new Error('not now');
        taken.push(id);
      },
    });
    await post('ann', 'a1');
    await made.settle();
    now -= 60 * MINUTE;
    await made.settle();
    expect(taken).toEqual(['a1']);
  });

  it.each(['now', 'when it is stored'])(
    'hands on what lies behind a thousand messages that nobody can take, %s',
    async (when) => {
      const taken: string[] = [];
      let heard: () => void = () => {};
      const hearing = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const made = relay({
        name: 'frail',
        types: ['LetterSent'],
        handle: async ({ id }) => {
          if (id.startsWith('bad')) throw new StoreUnavailable('test', 'unreachable', 'away');
          taken.push(id);
          if (id === 'last') heard();
        },
      });
      for (let n = 0; n < 1_100; n += 1) await post(`d${n}`, `bad${n}`);
      if (when === 'now') {
        await post('d0', 'after bad0');
        await post('ann', 'last');
        await made.settle();
      } else {
        await made.start();
        await made.settle();
        await post('d0', 'after bad0');
        await post('ann', 'last');
        await hearing;
        await made.stop();
      }
      expect(taken).toEqual(['last']);
    },
  );

  it('keeps a message that it could not set aside, and its place in the document', async () => {
    const taken: string[] = [];
    const collection = documents.collection.bind(documents);
    let isFull = true;
    documents.collection = async (definition, decode) => {
      const opened = await collection(definition, decode);
      const put = opened.put.bind(opened);
      opened.put = async (operation) => {
        if (isFull && definition.name === 'parked_messages') throw new StoreUnavailable('documents', 'full', 'no room');
        return put(operation);
      };
      return opened;
    };
    const made = relay({
      name: 'picky',
      types: ['LetterSent'],
      handle: async ({ id }) => {
        if (id === 'a1') throw new Error('illegible');
        taken.push(id);
      },
    });
    await post('ann', 'a1');
    await post('ann', 'a2');
    for (let n = 0; n < 5; n += 1) await nextRound(made);
    expect([taken, (await documents.pendingMessages(9)).map(({ id }) => id)]).toEqual([[], ['a1', 'a2']]);
    isFull = false;
    await nextRound(made);
    expect([made.parked, await documents.pendingMessages(9)]).toEqual([2, []]);
  });

  it('takes no consumer after it has started, and no two of one name', async () => {
    const made = relay(keep([]));
    expect(() => made.register(keep([]))).toThrow('two consumers are called keeper');
    await made.start();
    expect(() => made.register(keep([], 'late'))).toThrow('after the relay started');
    await made.stop();
  });
});
