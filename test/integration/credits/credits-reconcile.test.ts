import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import 'reflect-metadata';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/config.js';
import {
  begin,
  cancel,
  conclude,
  enqueue,
  recordOutput,
  reserve,
  settle,
  type TaskId,
} from '../../../src/creation/tasks/task.js';
import type { Output, Reserving, Task } from '../../../src/creation/tasks/task.state.js';
import { TaskStore } from '../../../src/creation/tasks/task.store.js';
import { ledgerCli, verifyLedger } from '../../../src/credits/cli.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { Books } from '../../../src/credits/books/finance.queries.js';
import { createFinanceRouter } from '../../../src/credits/books/finance.router.js';
import { accountStream, CauseOwners, HoldOwners, type AccountCommand } from '../../../src/credits/index.js';
import { balanceProjection } from '../../../src/credits/account/balance.projection.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { reconcile, type Difference } from '../../../src/credits/reconcile/reconcile.js';
import { openReconciliations } from '../../../src/credits/reconcile/reconciliations.js';
import { statementProjection } from '../../../src/credits/statement/statement.projection.js';
import { projectionCollection } from '../../../src/kernel/event-sourcing/projection.js';
import type { RecordedEvent } from '../../../src/kernel/event-sourcing/event.js';
import type { Result } from '../../../src/kernel/result.js';
import { runCli } from '../../../src/platform/cli.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import type { PlatformParts } from '../../../src/platform/platform.module.js';
import { testParts } from '../../support/servers/app.js';
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

describe('npm run ledger -- reconcile, of tasks and their holds', () => {
  const time = { now: () => START + 1_000 };
  let parts: PlatformParts;
  let tasks: TaskStore;
  let said: string[];
  beforeEach(async () => {
    parts = testParts(time, [], {});
    tasks = await TaskStore.open(parts.documents, parts.logger);
    said = [];
    await ledger({ type: 'grant', at: START, grantId: 'pack', source: 'signup', amount: 100, eligibility: 'any' });
  });

  async function ledger(change: AccountCommand): Promise<void> {
    const done = await createAccountLoop(parts.events, () => {}).execute(
      stream,
      change,
      'holdId' in change ? change.holdId : 'message',
    );
    expect(done).toMatchObject({ ok: true });
  }

  const held = (id: string, amount = 10): Promise<void> =>
    ledger({
      type: 'hold',
      at: START,
      holdId: id,
      amount,
      eligibility: 'any',
      expiresAt: START + 86_400_000,
      reference: `task:${id}`,
    });

  /** A task of ten credits that is about to be held for. */
  const reserving = (id: string): Reserving =>
    reserve({
      id: id as TaskId,
      owner: ann.userId,
      payer: ann.userId,
      fingerprint: id, // a test's own id
      input: { prompt: 'a lake', negativePrompt: '', model: 'aurora', count: 1, seed: 1 },
      params: { procedure: 'text2Image.create', style: 'natural', aspect: '1:1' },
      sources: [],
      media: 'image',
      width: 512,
      height: 512,
      seconds: 0,
      price: { amount: 10, base: 4, perOutput: 6, version: 1 },
      eligibility: 'any',
      parallel: 1,
      lane: 'free',
      marked: false,
      createdAt: START,
      deadlineAt: START + 1_000_000,
    });
  const must = <T>(result: Result<T, unknown>): T => {
    if (!result.ok) throw new Error(String(result.error));
    return result.value;
  };
  const queued = (id: string): Task => must(enqueue(reserving(id), START, { stream, revision: 1 }));
  const canceled = (id: string): Task => must(cancel(queued(id), START, 'user'));
  const failed = (id: string): Task => must(settle(canceled(id), START, 0));
  const concluded = (id: string): Task => {
    const begun = must(begin(queued(id), 1, START));
    const output: Output = {
      state: 'ready',
      seed: 1,
      hash: 'h' as never,
      reference: id,
      bytes: 1,
      type: 'image/png',
      width: 512,
      height: 512,
    }; // no picture is asked for
    return must(conclude(must(recordOutput(begun, 1, 0, output, START)), 1, START));
  };
  const paid = (id: string): Task => must(settle(concluded(id), START, 10));

  async function run(): Promise<number> {
    said = [];
    return runCli(
      [ledgerCli],
      ['ledger', 'reconcile'],
      async () => {
        const nest = await NestFactory.createApplicationContext(
          AppModule.forRoot(parts, {
            ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40) }),
            roles: new Set(),
          }),
          { logger: false, abortOnError: false },
        );
        // The grant that these tests begin with is a given.
        nest
          .get(CauseOwners, { strict: false })
          .add({ explained: async (events) => events.filter(({ subject }) => subject.kind === 'grant') });
        return {
          tools: { parts, get: (token) => nest.get(token, { strict: false }), say: (line) => void said.push(line) },
          close: () => nest.close(),
        };
      },
      { say: (line) => void said.push(line), complain: (line) => void said.push(line) },
    );
  }

  it('finds no difference wherever a crash may have left them', async () => {
    const left: readonly (readonly [Task, 'none' | 'held' | 'released' | 'captured'])[] = [
      [reserving('r0'), 'none'],
      [reserving('r1'), 'held'],
      [queued('q'), 'held'],
      [must(begin(queued('p'), 1, START)), 'held'],
      [must(cancel(reserving('c0'), START, 'user')), 'none'],
      [must(cancel(reserving('c1'), START, 'user')), 'held'],
      [canceled('c2'), 'held'],
      [canceled('c3'), 'released'],
      [failed('f'), 'released'],
      [concluded('d0'), 'held'],
      [concluded('d1'), 'captured'],
      [paid('d2'), 'captured'],
    ];
    for (const [task, state] of left) {
      await tasks.create(task);
      if (state !== 'none') await held(task.id);
      if (state === 'released') await ledger({ type: 'release', at: START, holdId: task.id, reason: 'canceled' });
      if (state === 'captured') await ledger({ type: 'capture', at: START, holdId: task.id, amount: 10 });
    }
    expect(await run()).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(
        /^15 events in 1 accounts, \d+ documents, 12 tasks with their holds, 0 grants with their payments, \d+ events with their causes, subscriptions: 0, .*: no difference\.$/,
      ),
    ]);
  });

  it.each<[string, (id: string) => Promise<void>, string]>([
    ['a hold without a task', (id) => held(id), 'hold-without-work  hold t of @: 10 held for unknown work'],
    [
      'a task without its hold',
      async (id) => void (await tasks.create(queued(id))),
      'work-without-hold  hold t of @: nothing was held, the work says 10',
    ],
    [
      'a hold of another amount',
      async (id) => {
        await held(id, 9);
        await tasks.create(queued(id));
      },
      'hold-amount-differs  hold t of @: 9 held, the work says 10',
    ],
    [
      'a capture for a task that failed',
      async (id) => {
        await held(id);
        await ledger({ type: 'capture', at: START, holdId: id, amount: 10 });
        await tasks.create(failed(id));
      },
      'captured-without-delivery  hold t of @: 10 captured, the work came to nothing',
    ],
    [
      'less captured than the task says',
      async (id) => {
        await held(id);
        await ledger({ type: 'capture', at: START, holdId: id, amount: 4 });
        await tasks.create(paid(id));
      },
      'capture-differs  hold t of @: 4 captured, the work says 10',
    ],
    [
      'a release for a task that was paid for',
      async (id) => {
        await held(id);
        await ledger({ type: 'release', at: START, holdId: id, reason: 'canceled' });
        await tasks.create(paid(id));
      },
      'capture-differs  hold t of @: 0 captured, the work says 10',
    ],
    [
      'a hold that a cancelled task left open',
      async (id) => {
        await held(id);
        await tasks.create(failed(id));
      },
      'hold-left-open  hold t of @: 10 still held, the work is over',
    ],
    [
      'a hold that ended under its task',
      async (id) => {
        await held(id);
        await ledger({ type: 'release', at: START, holdId: id, reason: 'canceled' });
        await tasks.create(queued(id));
      },
      'hold-ended-early  hold t of @: released, the work has not ended',
    ],
  ])('names %s', async (_what, plant, line) => {
    await plant('t');
    expect(await run()).toBe(1);
    // An event of an unknown task has no cause either.
    const others = line.startsWith('hold-without-work')
      ? [`event-unexplained  event 1 of ${stream}: CreditsHeld of work t: nothing known has the cause t`]
      : [];
    expect(said).toEqual([
      line.replace('@', stream),
      ...others,
      expect.stringMatching(new RegExp(`: ${1 + others.length} differences\\.$`)),
    ]);
    expect(await (await openReconciliations(parts.documents)).last()).toMatchObject({
      found: 1 + others.length,
      differences: [{ code: line.split('  ')[0] }, ...others.map(() => ({ code: 'event-unexplained' }))],
    });
  });
});
