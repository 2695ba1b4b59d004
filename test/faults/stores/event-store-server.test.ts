// What becomes of Credits when the event store's server loses an answer, hangs, dies and comes back.
import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { GetBalance, GetStatement, accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import type { NewEvent, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { openEventStoreDb } from '../../../src/platform/event-store/eventstoredb.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { eventStoreStubMissing, startEventStoreStub, type Service } from '../../services/index.js';
import { startProxy } from '../../services/proxy.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { describeUnless } from '../../support/needs.js';
import { until } from '../../support/until.js';

const DAY = 86_400_000;
const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const grant = (grantId: string, amount: number): AccountCommand => ({
  type: 'grant',
  at: 1_000_000,
  grantId,
  source: 'purchase',
  amount,
  eligibility: 'any',
});
const hold = (holdId: string, amount: number): AccountCommand => ({
  type: 'hold',
  at: 1_000_001,
  holdId,
  amount,
  eligibility: 'any',
  expiresAt: 1_000_000 + DAY,
  reference: 'task',
});
const unreachable = { name: 'StoreUnavailable', store: 'event store', reason: 'unreachable' };
const stream = (name: string): StreamName => name as StreamName; // a test's own
const event = (id = randomUUID(), note = ''): NewEvent => ({
  id,
  type: 'Happened',
  data: JSON.stringify({ note }),
  metadata: '{}',
});

describeUnless(eventStoreStubMissing(), 'EventStoreDB, as its stand-in has it,', () => {
  let server: Service;
  let lose: string;
  const opened: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    server = await startEventStoreStub();
    lose = join(server.folder, 'lose-acknowledgement');
  });
  afterEach(async () => {
    server.resume();
    for (const one of opened.splice(0).reverse()) await one.close();
  });
  afterAll(() => server.stop());

  const open = async (url = server.url): Promise<EventStore> => {
    const store = await openEventStoreDb({ url, log });
    opened.push(store);
    return store;
  };
  const credits = async (given: Parameters<typeof startCredits>[0]): Promise<TestCredits> => {
    const started = await startCredits(given);
    opened.push(started);
    return started;
  };
  /** As a caller does who is told to try again. */
  const insist = (of: TestCredits, who: ReturnType<typeof account>, what: AccountCommand) =>
    until(
      () => of.change(who, what),
      (answer) => answer.ok || answer.error.identifier !== 'TRY_AGAIN',
    );

  it('makes a hold once whose acknowledgement was lost after it had been written', async () => {
    const events = await open();
    const one = await credits({ events });
    const ann = account(randomUUID());
    await one.done(ann, grant('pack', 10));
    await writeFile(lose, '');
    expect(await one.change(ann, hold('task', 4))).toMatchObject({ ok: false, error: { identifier: 'TRY_AGAIN' } });
    // It was written all the same.
    expect((await events.readStream(accountStream(ann))).map(({ type }) => type)).toEqual([
      'CreditsGranted',
      'CreditsHeld',
    ]);
    const again = await insist(one, ann, hold('task', 4));
    expect(again).toMatchObject({ ok: true, value: { events: 0, token: { revision: 1 } } });
    expect(await one.ask(new GetBalance(ann, { stream: accountStream(ann), revision: 1 }))).toMatchObject({
      available: 6,
      held: 4,
      revision: 1,
    });
    const stored = await events.readStream(accountStream(ann));
    expect(stored).toHaveLength(2);
    expect(verifyChain(stored)).toMatchObject({ intact: true });
  });

  it('makes each of many holds of one account once when connections are cut in the middle of answers', async () => {
    const proxy = await startProxy(server.port);
    opened.push(proxy);
    const events = await open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    const one = await credits({ events });
    const ann = account(randomUUID());
    await insist(one, ann, grant('pack', 1_000));
    for (let round = 0; round < 4; round += 1) {
      const cut = proxy.cutNextAnswer();
      await Promise.all(Array.from({ length: 25 }, (_, n) => insist(one, ann, hold(`task-${round}-${n}`, 1))));
      await cut;
    }
    const stored = await (await open()).readStream(accountStream(ann));
    expect(stored.filter(({ type }) => type === 'CreditsHeld')).toHaveLength(100);
    expect(verifyChain(stored)).toMatchObject({ intact: true });
    await until(
      () => one.ask(new GetBalance(ann, { stream: accountStream(ann), revision: stored.length - 1 })),
      ({ held }) => held === 100,
    );
  });

  it('takes the same event again at a later revision: what stops a repeat is the state it is decided on', async () => {
    const store = await open();
    const name = stream(`credits-${randomUUID()}`);
    const same = event();
    expect(await store.append(name, -1, [same])).toMatchObject({ outcome: 'appended', revision: 0 });
    // At the place where it stands it is taken for the same append; after it, for another.
    expect(await store.append(name, -1, [same])).toMatchObject({
      outcome: 'appended',
      revision: 0,
      position: undefined,
    });
    expect(await store.append(name, 0, [same])).toMatchObject({ outcome: 'appended', revision: 1 });
    expect((await store.readStream(name)).map(({ id }) => id)).toEqual([same.id, same.id]);

    const one = await credits({ events: store });
    const ann = account(randomUUID());
    await one.done(ann, grant('pack', 10));
    await one.done(ann, hold('task', 4));
    // Another process that has heard nothing of the first carries the same command out.
    const other = await credits({ events: await open(), roles: ['api'] });
    expect(await other.change(ann, hold('task', 4))).toMatchObject({ ok: true, value: { events: 0 } });
    expect(await store.readStream(accountStream(ann))).toHaveLength(2);
  });

  it('says so when it hangs, lets nobody wait for ever, and serves again', async () => {
    const store = await open();
    const names = Array.from({ length: 60 }, () => stream(`credits-${randomUUID()}`));
    await server.pause();
    const calls = [
      ...names.map((name) => store.append(name, -1, [event(), event()])),
      store.readStream(stream('credits-a')),
      store.head(),
      store.ping(),
      store.placeAfter(stream('credits-a'), 0, -1),
    ];
    for (const result of await Promise.allSettled(calls))
      expect(result).toMatchObject({ status: 'rejected', reason: unreachable });
    server.resume();
    for (const name of names) {
      // Whether it was written is not known: whoever tries again reads first.
      const revision =
        (
          await until(
            () => store.readStream(name).catch(() => undefined),
            (read) => read !== undefined,
          )
        )?.length ?? 0;
      const result = await store.append(name, revision - 1, [event(), event()]);
      const actual = result.outcome === 'conflict' ? result.actual : result.revision;
      expect(actual % 2).toBe(1);
    }
  });

  it('outlives a server that dies while many appends wait for it', async () => {
    const proxy = await startProxy(server.port);
    opened.push(proxy);
    const store = await open(`esdb://127.0.0.1:${proxy.port}?tls=false`);
    await store.append(stream(`credits-${randomUUID()}`), -1, [event()]);
    await server.pause();
    const before = proxy.taken();
    // More than the connection takes while nobody reads at its other end. A rejection that nobody hears fails the test
    // by itself.
    const waiting = Promise.allSettled(
      Array.from({ length: 200 }, () =>
        store.append(stream(`credits-${randomUUID()}`), -1, [event(undefined, 'x'.repeat(8_000))]),
      ),
    );
    // A connection takes 64 KiB that nobody has acknowledged, and nothing more.
    await until(
      () => Promise.resolve(proxy.taken() - before),
      (bytes) => bytes >= 60_000,
    );
    await server.kill9();
    for (const result of await waiting) expect(result).toMatchObject({ status: 'rejected', reason: unreachable });
    await expect(store.ping()).rejects.toMatchObject(unreachable);
    await server.restart();
    const name = stream(`credits-${randomUUID()}`);
    expect(
      await until(
        () => store.append(name, -1, [event()]).catch(() => undefined),
        (answer) => answer !== undefined,
      ),
    ).toMatchObject({ outcome: 'appended' });
  });

  it('is followed from the beginning of a log that holds nothing of ours, whatever place it says it has come to there', async () => {
    const fresh = await startEventStoreStub();
    opened.push({ close: () => fresh.stop() });
    const store = await open(fresh.url);
    const name = stream('credits-first');
    const seen: { readonly events: number; readonly checkpoint: number }[] = [];
    for await (const { events, checkpoint } of store.follow({
      after: -1,
      prefixes: ['credits-'],
      signal: new AbortController().signal,
    })) {
      seen.push({ events: events.length, checkpoint });
      if (events.length > 0) break;
      if (seen.length === 1) await store.append(name, -1, [event()]);
    }
    expect(seen).toEqual([
      { events: 0, checkpoint: -1 },
      { events: 1, checkpoint: await store.head() },
    ]);
  });

  it('stops looking for the place of an event when it is told to', async () => {
    const [store, other] = [await open(), await open()];
    const [name, after] = [stream(`credits-${randomUUID()}`), await store.head()];
    await other.append(name, -1, [event()]);
    for (let n = 0; n < 5; n += 1)
      await other.append(
        stream(`other-${randomUUID()}`),
        -1,
        Array.from({ length: 50 }, () => event()),
      );
    expect(await store.placeAfter(name, 0, after)).toBeGreaterThan(after);
    expect(await store.placeAfter(name, 0, after, AbortSignal.abort())).toBe('too far');
  });

  it('takes appends from whoever is half a minute behind its clock', async () => {
    const store = await open();
    const ahead = join(server.folder, 'ahead');
    await writeFile(ahead, '30000');
    try {
      expect(await store.append(stream(`credits-${randomUUID()}`), -1, [event()])).toMatchObject({
        outcome: 'appended',
        revision: 0,
      });
    } finally {
      await rm(ahead);
    }
  });

  it('is not opened where nobody answers', async () => {
    await expect(openEventStoreDb({ url: 'esdb://127.0.0.1:9?tls=false', log })).rejects.toMatchObject(unreachable);
    await server.pause();
    await expect(openEventStoreDb({ url: server.url, log })).rejects.toMatchObject(unreachable);
  });

  it('is followed on where it was left when its server was killed: nothing missing, nothing twice', async () => {
    const one = await credits({ events: await open(), documents: createMemoryDocumentStore() });
    const people = Array.from({ length: 3 }, () => account(randomUUID()));
    const give = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n += 1)
        for (const who of people) expect(await insist(one, who, grant(`pack-${n}`, 1))).toMatchObject({ ok: true });
    };
    await give(0, 10);
    for (let kill = 0; kill < 3; kill += 1) {
      const giving = give(10 + kill * 10, 20 + kill * 10);
      await server.kill9();
      await server.restart();
      await giving;
    }
    for (const who of people) {
      const token = { stream: accountStream(who), revision: 39 };
      expect(
        await until(
          () => one.ask(new GetBalance(who, token)),
          ({ revision }) => revision === 39,
        ),
      ).toMatchObject({ available: 40 });
      const { lines } = await one.ask(new GetStatement(who, { limit: 100 }, token));
      expect(lines.map(({ id }) => id)).toEqual(Array.from({ length: 40 }, (_, n) => `pack-${39 - n}`));
    }
    expect(await readFile(join(server.folder, 'journal'), 'utf8')).toContain('credits-');
  });
});
