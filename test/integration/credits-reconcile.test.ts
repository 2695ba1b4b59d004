import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { verifyLedger } from '../../src/credits/cli.js';
import { Books } from '../../src/credits/finance.queries.js';
import { accountStream, type AccountCommand } from '../../src/credits/index.js';
import { CreditsReads } from '../../src/credits/queries.js';
import { reconcile, type Difference } from '../../src/credits/reconcile.js';
import type { RecordedEvent } from '../../src/kernel/event.js';
import type { EventStore } from '../../src/platform/event-store/port.js';
import { account, startCredits, type TestCredits } from '../support/credits.js';
import { until } from '../support/until.js';

const ann = account('ann');
const stream = accountStream(ann);
const START = 1_000_000;
const steps: readonly AccountCommand[] = [
  { type: 'grant', at: START, grantId: 'pack', source: 'purchase', amount: 10, eligibility: 'any' },
  { type: 'hold', at: START + 1, holdId: 'h1', amount: 4, eligibility: 'any', expiresAt: START + 86_400_000, reference: 'task' },
  { type: 'capture', at: START + 2, holdId: 'h1', amount: 3 },
  { type: 'grant', at: START + 3, grantId: 'more', source: 'plan', amount: 5, eligibility: 'any' },
];

describe('reconciling', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits();
    for (const step of steps) await credits.done(ann, step);
    const books = credits.nest.get(Books);
    await until(() => books.follower.pages.find({ limit: 10 }), ({ items }) => items[0]?.events === steps.length);
  });
  afterEach(() => credits.close());

  /** The log as it would be read back if its events had been changed so. */
  function tampered(change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[]): Pick<EventStore, 'follow' | 'readStream'> {
    const { events } = credits;
    return {
      readStream: async (name, options = {}) => change(await events.readStream(name)).slice(options.from ?? 0, (options.from ?? 0) + (options.limit ?? Infinity)),
      async *follow(options) {
        for await (const batch of events.follow(options)) {
          const at = new Map(batch.events.map(({ revision, position }) => [revision, position]));
          yield { ...batch, events: change(batch.events).map((event, index) => ({ ...event, position: at.get(event.revision) ?? index })) };
        }
      },
    };
  }

  async function differences(log: Pick<EventStore, 'follow' | 'readStream'> = credits.events): Promise<readonly Difference[]> {
    const reads = credits.nest.get(CreditsReads);
    const found: Difference[] = [];
    await reconcile(log, { balance: reads.balance, statement: reads.statement, books: credits.nest.get(Books).follower.pages }, (difference) => found.push(difference));
    return found;
  }

  it('finds nothing where nobody has touched anything', async () => {
    expect(await differences()).toEqual([]);
    expect((await verifyLedger(credits.events)).broken.size).toBe(0);
  });

  it('names a document that was changed, and in what', async () => {
    const collection = await credits.documents.collection<{ data: object }>({ name: 'credits_balance_v1', indexes: [] }, (stored) => stored as { data: object }); // written by the projection
    const found = await collection.get(stream);
    await collection.put({ id: stream, document: { ...found?.document, data: { ...found?.document.data, available: 999 } }, expectedVersion: found?.version ?? 0 });
    expect(await differences()).toEqual([{ where: `balance ${stream}: ${stream}`, what: 'available is 999, the events say 12' }]);
  });

  it('names a document that is gone, and one that is of no event', async () => {
    const collection = await credits.documents.collection<{ data: object }>({ name: 'credits_statement_v2', indexes: [] }, (stored) => stored as { data: object }); // written by the projection
    const found = await collection.get(`${stream}/grant/pack`);
    await collection.delete(`${stream}/grant/pack`, found?.version ?? 0);
    await collection.put({ id: `${stream}/grant/gift`, document: { ...found?.document, data: { ...found?.document.data, id: 'gift' } }, expectedVersion: 0 });
    expect(await differences()).toEqual([
      { where: `statement ${stream}: ${stream}/grant/pack`, what: 'missing' },
      { where: `statement ${stream}: ${stream}/grant/gift`, what: 'is not in the log' },
    ]);
  });

  it.each<[string, (events: readonly RecordedEvent[]) => readonly RecordedEvent[], number]>([
    ['changed', (events) => events.map((event) => (event.revision === 1 ? { ...event, data: event.data.replaceAll('"amount":4', '"amount":2') } : event)), 1],
    ['removed', (events) => events.filter(({ revision }) => revision !== 2), 2],
    ['reordered', (events) => events.map((_, index) => events[[0, 2, 1, 3][index] ?? 0] ?? _), 1],
  ])('and walking the chains: an event that was %s is found', async (_what, change, revision) => {
    expect((await verifyLedger(tampered(change))).broken.get(stream)).toMatchObject({ intact: false, revision });
  });

  it('finds a stream that was cut at its end, which the chain alone cannot show', async () => {
    const cut = tampered((events) => events.filter(({ revision }) => revision < 3));
    expect((await verifyLedger(cut)).broken.size).toBe(0);
    const found = await differences(cut);
    expect(found).toContainEqual({ where: `balance ${stream}: ${stream}`, what: 'revision is 3, the events say 2' });
    expect(found).toContainEqual({ where: `statement ${stream}: ${stream}/grant/more`, what: 'is not in the log' });
    expect(found.some(({ where }) => where.startsWith('books: '))).toBe(true);
  });
});
