import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { z } from 'zod';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/config.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream } from '../../../src/credits/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { runCli } from '../../../src/platform/cli.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { projectionsCli } from '../../../src/platform/projections/cli.js';
import { generationName, Generations } from '../../../src/platform/projections/generations.js';
import { inProjectorsPlace } from '../../../src/platform/projections/operator-turn.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { startApp, testParts, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(600_000);

const BALANCE = 'credits_balance_v2';
const clock = { now: () => Date.now() };
const stream = accountStream({ userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' }); // a user of this test alone
const stored = z.looseObject({ data: z.looseObject({ available: z.int() }) });

/** A store as several processes have it: shared, and open when one of them has ended. */
function ofMany<T extends { close(): Promise<void> }>(store: T): T {
  return new Proxy(store, {
    get: (target, property): unknown => {
      if (property === 'shared') return true;
      if (property === 'close') return () => Promise.resolve();
      const member: unknown = Reflect.get(target, property, target);
      return typeof member === 'function'
        ? (...given: unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}

describe("an operator's work on projections beside running processes", () => {
  let events: EventStore;
  let documents: DocumentStore;
  let complained: string[];
  const running: TestApp[] = [];
  beforeEach(() => {
    events = ofMany(createMemoryEventStore(clock));
    documents = ofMany(createMemoryDocumentStore());
    complained = [];
  });
  afterEach(async () => {
    for (const app of running.splice(0)) await app.close();
  });

  async function start(): Promise<TestApp> {
    const app = await startApp({ env: { ROLES: 'api,worker,projector' }, parts: { events, documents } });
    running.push(app);
    return app;
  }
  const run = (...args: string[]): Promise<number> =>
    runCli(
      [projectionsCli],
      args,
      async () => {
        const parts = testParts(clock, [], { events, documents });
        const nest = await NestFactory.createApplicationContext(
          AppModule.forRoot(parts, {
            ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40) }),
            roles: new Set(),
          }),
          { logger: false, abortOnError: false },
        );
        return {
          tools: { parts, get: (token) => nest.get(token, { strict: false }), say: () => undefined },
          close: () => nest.close(),
        };
      },
      { say: () => undefined, complain: (line) => void complained.push(line) },
    );
  const grant = (): Promise<unknown> =>
    createAccountLoop(events, () => {}).execute(stream, {
      type: 'grant',
      grantId: randomUUID(),
      amount: 10,
      source: 'check-in',
      eligibility: 'any',
      at: 1_000,
    });
  const available = async (): Promise<number | undefined> => {
    const name = generationName(BALANCE, (await (await Generations.open(documents)).of(BALANCE)).live);
    return (
      await (
        await documents.collection({ name, indexes: [['data.nextDue'], ['data.userId']] }, (found) =>
          stored.parse(found),
        )
      ).get(stream)
    )?.document.data.available;
  };
  const answered = (app: TestApp, message: string): number =>
    app.logged.filter((line) => line.message === message).length;

  it('is refused while a projector runs, loses nothing by that, and is done once it has stopped', async () => {
    await start();
    await grant();
    await until(available, (sum) => sum === 10);
    expect(
      await Promise.all([run('projections', 'retry', stream), run('projections', 'retry-messages', 'mail')]),
    ).toEqual([1, 1]);
    expect(complained).toEqual(
      Array.from({ length: 2 }, () =>
        expect.stringContaining('A process with the role projector runs on these stores. Stop every one of them'),
      ),
    );
    await grant();
    await until(available, (sum) => sum === 20);
    for (const app of running.splice(0)) await app.close();
    expect(await run('projections', 'rebuild', BALANCE)).toBe(0);
    expect(await available()).toBe(20);
    await start();
    await grant();
    await until(available, (sum) => sum === 30);
  });

  it('fills a projection anew while processes run: the one that keeps it up does it, once, and every other answers from it', async () => {
    const apps = [await start(), await start(), await start()];
    await grant();
    await until(available, (sum) => sum === 10);
    expect(await run('projections', 'rebuild', BALANCE)).toBe(0);
    expect(apps.map((app) => answered(app, 'rebuilding a projection beside the live one')).sort()).toEqual([0, 0, 1]);
    expect(apps.map((app) => answered(app, 'a rebuilt projection is live')).sort()).toEqual([0, 0, 1]);
    expect((await (await Generations.open(documents)).of(BALANCE)).live).toBe(1);
    await grant();
    await until(available, (sum) => sum === 20);
    // Kept for whoever has not heard of the switch yet.
    expect(await documents.collections()).toContain(BALANCE);
    // Whoever is next goes on with the generation that answers.
    await apps[apps.findIndex((app) => answered(app, 'rebuilding a projection beside the live one') > 0)]?.close();
    running.splice(0, 3, ...apps.filter((app) => answered(app, 'rebuilding a projection beside the live one') === 0));
    await grant();
    await until(available, (sum) => sum === 30);
  });

  it('fills one that was asked for twice before anybody could begin with it once', async () => {
    await grant();
    const generations = await Generations.open(documents);
    expect([await generations.ask(BALANCE), await generations.ask(BALANCE)]).toEqual([1, 1]);
    const apps = [await start(), await start()];
    await until(
      () => generations.of(BALANCE),
      ({ building, live }) => building === null && live === 1,
    );
    await until(available, (sum) => sum === 10);
    expect(apps.map((app) => answered(app, 'rebuilding a projection beside the live one')).sort()).toEqual([0, 1]);
  });

  it('keeps a projector that starts meanwhile standing by, which then knows what was done', async () => {
    await grant();
    const own = testParts(clock, [], { events, documents });
    const parked = await ParkedStreams.open(documents, clock, own.logger, { parked: () => {} });
    await parked.park(
      BALANCE,
      { stream, position: 0, id: 'x', type: 'CreditsGranted' },
      new Error('a fault since mended'),
    );
    await inProjectorsPlace(own, async () => {
      const app = await start();
      await until(
        () => app.parts.health.check(),
        (health) => JSON.stringify(health).includes('standby'),
      );
      await grant();
      expect(await (await Checkpoints.open(documents)).load(BALANCE)).toBeUndefined();
      await parked.free(BALANCE, stream);
    });
    await grant();
    await until(available, (sum) => sum === 30);
  });

  it('says that it has to be done again when its place was taken by another', async () => {
    const own = testParts(clock, [], { events, documents });
    const taken = inProjectorsPlace(
      own,
      async () => {
        // As another finds it that has seen nothing of this one for long.
        const leases = await documents.collection({ name: 'leases', indexes: [] }, (found) => found);
        const lease = await until(
          () => leases.get('projector'),
          (found) => found !== undefined,
        );
        await documents.carryIn('leases', [
          {
            id: 'projector',
            version: (lease?.version ?? 0) + 1,
            document: { holder: 'another', fence: 99, forMs: 1_000_000 },
            outbox: [],
          },
        ]);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      },
      300,
    );
    await expect(taken).rejects.toThrow('Another process became the projector');
  });
});
