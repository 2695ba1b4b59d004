import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import 'reflect-metadata';
import { verifyLedger } from '../../../src/credits/cli.js';
import { Books } from '../../../src/credits/books/finance.queries.js';
import { createFinanceRouter } from '../../../src/credits/books/finance.router.js';
import { accountStream, HoldOwners, type AccountCommand } from '../../../src/credits/index.js';
import { balanceProjection } from '../../../src/credits/account/balance.projection.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { reconcile, type Difference } from '../../../src/credits/reconcile/reconcile.js';
import { statementProjection } from '../../../src/credits/statement/statement.projection.js';
import { projectionCollection } from '../../../src/kernel/event-sourcing/projection.js';
import type { RecordedEvent } from '../../../src/kernel/event-sourcing/event.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const stream = accountStream(ann);
const START = 1_000_000;
const steps: readonly AccountCommand[] = [
  { type: 'grant', at: START, grantId: 'pack', source: 'purchase', amount: 10, eligibility: 'any' },
  {
    type: 'hold',
    at: START + 1,
    holdId: 'h1',
    amount: 4,
    eligibility: 'any',
    expiresAt: START + 86_400_000,
    reference: 'task',
  },
  { type: 'capture', at: START + 2, holdId: 'h1', amount: 3 },
  { type: 'grant', at: START + 3, grantId: 'more', source: 'plan', amount: 5, eligibility: 'any' },
];

describe('reconciling', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits();
    for (const step of steps) await credits.done(ann, step);
    const books = credits.nest.get(Books);
    await until(
      () => books.follower.pages.find({ limit: 10 }),
      ({ items }) => items[0]?.events === steps.length,
    );
  });
  afterEach(() => credits.close());

  /** The log as it would be read back if its events had been changed so. */
  function tampered(
    change: (events: readonly RecordedEvent[]) => readonly RecordedEvent[],
  ): Pick<EventStore, 'follow' | 'readStream'> {
    const { events } = credits;
    return {
      readStream: async (name, options = {}) =>
        change(await events.readStream(name)).slice(
          options.from ?? 0,
          (options.from ?? 0) + (options.limit ?? Infinity),
        ),
      async *follow(options) {
        for await (const batch of events.follow(options)) {
          const at = new Map(batch.events.map(({ revision, position }) => [revision, position]));
          yield {
            ...batch,
            events: change(batch.events).map((event, index) => ({
              ...event,
              position: at.get(event.revision) ?? index,
            })),
          };
        }
      },
    };
  }

  async function differences(
    log: Pick<EventStore, 'follow' | 'readStream'> = credits.events,
    between = async (): Promise<void> => undefined,
  ): Promise<readonly Difference[]> {
    const reads = credits.nest.get(CreditsReads);
    const found: Difference[] = [];
    const models = {
      balance: reads.balance,
      statement: reads.statement,
      books: credits.nest.get(Books).follower.pages,
    };
    await reconcile({ log, models, owners: credits.nest.get(HoldOwners), pause: between }, (difference) =>
      found.push(difference),
    );
    return found;
  }

  it('finds nothing where nobody has touched anything', async () => {
    expect(await differences()).toEqual([]);
    expect((await verifyLedger(credits.events)).broken.size).toBe(0);
  });

  it('names a document that was changed, and in what', async () => {
    const collection = await credits.documents.collection<{ data: object }>(
      { ...projectionCollection(balanceProjection), indexes: [] },
      (stored) => stored as { data: object },
    ); // written by the projection
    const found = await collection.get(stream);
    await collection.put({
      id: stream,
      document: { ...found?.document, data: { ...found?.document.data, available: 999 } },
      expectedVersion: found?.version ?? 0,
    });
    expect(await differences()).toEqual([
      { code: 'document-differs', where: `balance ${stream}: ${stream}`, what: 'available is 999, the events say 12' },
    ]);
  });

  it('names a document that is gone, and one that is of no event', async () => {
    const collection = await credits.documents.collection<{ data: object }>(
      { ...projectionCollection(statementProjection), indexes: [] },
      (stored) => stored as { data: object },
    ); // written by the projection
    const found = await collection.get(`${stream}/grant/pack`);
    await collection.delete(`${stream}/grant/pack`, found?.version ?? 0);
    await collection.put({
      id: `${stream}/grant/gift`,
      document: { ...found?.document, data: { ...found?.document.data, id: 'gift' } },
      expectedVersion: 0,
    });
    expect(await differences()).toEqual([
      { code: 'document-missing', where: `statement ${stream}: ${stream}/grant/pack`, what: 'missing' },
      { code: 'document-unknown', where: `statement ${stream}: ${stream}/grant/gift`, what: 'is not in the log' },
    ]);
  });

  it.each<[string, (events: readonly RecordedEvent[]) => readonly RecordedEvent[], number]>([
    [
      'changed',
      (events) =>
        events.map((event) =>
          event.revision === 1 ? { ...event, data: event.data.replaceAll('"amount":4', '"amount":2') } : event,
        ),
      1,
    ],
    ['removed', (events) => events.filter(({ revision }) => revision !== 2), 2],
    ['reordered', (events) => events.map((_, index) => events[[0, 2, 1, 3][index] ?? 0] ?? _), 1],
  ])('and walking the chains: an event that was %s is found', async (_what, change, revision) => {
    expect((await verifyLedger(tampered(change))).broken.get(stream)).toMatchObject({ intact: false, revision });
  });

  it('finds a stream that was cut at its end, which the chain alone cannot show', async () => {
    const cut = tampered((events) => events.filter(({ revision }) => revision < 3));
    expect((await verifyLedger(cut)).broken.size).toBe(0);
    const found = await differences(cut);
    expect(found).toContainEqual({
      code: 'document-differs',
      where: `balance ${stream}: ${stream}`,
      what: 'revision is 3, the events say 2',
    });
    expect(found).toContainEqual({
      code: 'document-unknown',
      where: `statement ${stream}: ${stream}/grant/more`,
      what: 'is not in the log',
    });
    expect(found.some(({ where }) => where.startsWith('books: '))).toBe(true);
  });

  it('names an account whose grant was removed, and goes on', async () => {
    const cut = tampered((events) => events.filter(({ revision }) => revision > 0));
    const found = await differences(cut);
    expect(found).toContainEqual({ code: 'event-unreadable', where: stream, what: 'the account has no grant pack' });
    expect(found).toContainEqual({
      code: 'document-unknown',
      where: `statement ${stream}: ${stream}/grant/pack`,
      what: 'is not in the log',
    });
  });

  it('names an account whose grant is missing from what is written meanwhile', async () => {
    const cut = tampered((events) => events.filter(({ revision }) => revision !== steps.length));
    let isLate = false;
    const log: Pick<EventStore, 'follow' | 'readStream'> = {
      follow: (options) => cut.follow(options),
      readStream: async (name, options) => {
        if (!isLate) {
          isLate = true;
          await credits.done(ann, {
            type: 'grant',
            at: START + 4,
            grantId: 'late',
            source: 'plan',
            amount: 50,
            eligibility: 'any',
          });
          await credits.done(ann, {
            type: 'hold',
            at: START + 5,
            holdId: 'h9',
            amount: 60,
            eligibility: 'any',
            expiresAt: START + 86_400_000,
            reference: 'task',
          });
          const pages = credits.nest.get(Books).follower.pages;
          await until(
            () => pages.find({ limit: 10 }),
            ({ items }) => items[0]?.events === steps.length + 2,
          );
        }
        return cut.readStream(name, options);
      },
    };
    expect(await differences(log)).toContainEqual({
      code: 'event-unreadable',
      where: stream,
      what: 'the account has no grant late',
    });
  });

  it('names an event that cannot be read, an open hold that is of no work, and a balance of no account', async () => {
    await credits.done(ann, {
      type: 'hold',
      at: START + 4,
      holdId: 'h2',
      amount: 2,
      eligibility: 'any',
      expiresAt: START + 86_400_000,
      reference: 'task',
    });
    const odd = accountStream(account('odd'));
    const [first] = await credits.events.readStream(stream);
    await credits.events.append(odd, -1, [
      {
        id: '00000000-0000-4000-8000-000000000000',
        type: 'CreditsPainted',
        data: '{}',
        metadata: first?.metadata ?? '',
      },
    ]);
    const balances = await credits.documents.collection<{ data: object }>(
      { ...projectionCollection(balanceProjection), indexes: [] },
      (stored) => stored as { data: object },
    ); // written by the projection
    const found = await balances.get(stream);
    const nobody = accountStream(account('nobody'));
    await balances.put({
      id: nobody,
      document: { ...found?.document, data: { ...found?.document.data, userId: 'nobody' } },
      expectedVersion: 0,
    });
    await until(
      () => credits.nest.get(Books).follower.pages.find({ limit: 10 }),
      ({ items }) => items[0]?.events === steps.length + 1,
    );
    expect(await differences()).toEqual([
      { code: 'event-unreadable', where: odd, what: expect.stringContaining('unknown type') },
      { code: 'document-unknown', where: `balance ${nobody}`, what: 'there is no such account in the log' },
      { code: 'hold-without-work', where: `hold h2 of ${stream}`, what: '2 held for unknown work' },
    ]);
  });

  it('is asked for by finance, once at a time, and what it came to is kept', async () => {
    const user = {
      id: ann.userId,
      anonymous: false,
      dateCreated: 0,
      roles: ['finance'] as const,
      sid: 's' as SessionUser['sid'],
    }; // a test's own session
    const finance = callerOf(
      createFinanceRouter({ commands: credits.nest.get(CommandBus), queries: credits.nest.get(QueryBus) }),
    )({ user, request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' } });
    expect(await finance.reconciliation()).toBeNull();
    const [first, second] = await Promise.all([finance.reconcile(), finance.reconcile()]);
    expect(first).toMatchObject({
      at: credits.now,
      streams: 1,
      events: 4,
      documents: 5,
      works: 0,
      differences: [],
      found: 0,
    });
    expect(second).toEqual(first);
    expect(await finance.reconciliation()).toEqual(first);
  });

  it('finds nothing while others write, for it looks again at what is on its way', async () => {
    let grants = 0;
    const some = async (): Promise<void> => {
      for (let n = 0; n < 20; n += 1)
        await credits.done(account(n % 2 === 0 ? 'ann' : `new${grants}`), {
          type: 'grant',
          at: START + 10,
          grantId: `late${(grants += 1)}`,
          source: 'plan',
          amount: 1,
          eligibility: 'any',
        });
    };
    const { events } = credits;
    const busy: Pick<EventStore, 'follow' | 'readStream'> = {
      follow: events.follow.bind(events),
      readStream: async (name, options) => {
        if (grants < 200) await some();
        return events.readStream(name, options);
      },
    };
    const pages = credits.nest.get(Books).follower.pages;
    const arrived = async (): Promise<void> =>
      void (await until(
        () => pages.find({ limit: 10 }),
        ({ items }) => items.reduce((sum, { events: entered }) => sum + entered, 0) === steps.length + grants,
      ));
    expect(
      await differences(busy, async () => {
        await some();
        await arrived();
      }),
    ).toEqual([]);
    expect(grants).toBeGreaterThan(20);
  });
});
