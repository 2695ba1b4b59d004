import { beforeEach, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { randomUUID } from 'node:crypto';
import 'reflect-metadata';
import { AppModule } from '../../../src/app.module.js';
import { readConfig } from '../../../src/config.js';
import { ledgerCli, verifyLedger } from '../../../src/credits/cli.js';
import { accountStream, type AccountKey } from '../../../src/credits/index.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { runCli, type CliTools } from '../../../src/platform/cli.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { projectionsCli } from '../../../src/platform/projections/cli.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import type { PlatformParts } from '../../../src/platform/platform.module.js';
import { testParts } from '../../support/servers/app.js';

let parts: PlatformParts;
let said: string[];
let complained: string[];
let opened: number;
let closed: number;
beforeEach(() => {
  parts = testParts({ now: () => 1_000 }, [], {});
  said = [];
  complained = [];
  opened = 0;
  closed = 0;
});

/** Runs an operator's command on the parts, as `npm run` does on the data folder. */
async function run(...args: string[]): Promise<number> {
  const say = (line: string): void => void said.push(line);
  return runCli(
    [projectionsCli, ledgerCli],
    args,
    async () => {
      opened += 1;
      const nest = await NestFactory.createApplicationContext(
        AppModule.forRoot(parts, {
          ...readConfig({ NODE_ENV: 'test', AUTH_SECRET: 'x'.repeat(40) }),
          roles: new Set(),
        }),
        { logger: false, abortOnError: false },
      );
      const tools: CliTools = { parts, get: (token) => nest.get(token, { strict: false }), say };
      return {
        tools,
        close: async () => {
          closed += 1;
          await nest.close();
        },
      };
    },
    { say, complain: (line) => void complained.push(line) },
  );
}

const account = (name: string): AccountKey => ({ userId: name as UserId, appName: 'kinora', usageType: 'credits' });

/** Gives an account credits so many times. */
async function grant(name: string, times = 1): Promise<void> {
  const loop = createAccountLoop(parts.events, () => {});
  for (let n = 0; n < times; n += 1) {
    await loop.execute(accountStream(account(name)), {
      type: 'grant',
      grantId: randomUUID(),
      amount: 10,
      source: 'check-in',
      eligibility: 'any',
      at: 1_000 + n,
    });
  }
}

/** The log as a disk would give it back on which something was changed. */
function logWith(change: (event: LoggedEvent) => readonly LoggedEvent[]): EventStore {
  const { events } = parts;
  return {
    shared: events.shared,
    append: events.append.bind(events),
    readStream: events.readStream.bind(events),
    placeAfter: events.placeAfter.bind(events),
    head: events.head.bind(events),
    ping: events.ping.bind(events),
    close: events.close.bind(events),
    async *follow(options) {
      for await (const batch of events.follow(options)) yield { ...batch, events: batch.events.flatMap(change) };
    },
  };
}

describe("an operator's command", () => {
  it('is said how to be called when it is none, and nothing is opened for it', async () => {
    expect(await run()).toBe(2);
    expect(complained).toHaveLength([projectionsCli, ledgerCli].flatMap(({ commands }) => commands).length);
    complained.length = 0;
    expect(await run('projections', 'rebuild')).toBe(2);
    expect(await run('ledger', 'verify', 'once', 'twice')).toBe(2);
    expect(complained).toContainEqual(
      expect.stringMatching(
        /^npm run ledger -- verify \[--roots <file or folder>\] \[--key <file>\] \[--authorities <file>\] {3}verifies/,
      ),
    );
    expect(opened).toBe(0);
  });

  it('says in one line what went wrong, and lets go of what it had opened', async () => {
    expect(await run('projections', 'retry', 'credits-nobody.kinora.credits')).toBe(1);
    expect(complained).toEqual(['credits-nobody.kinora.credits is not parked.']);
    expect([opened, closed]).toEqual([1, 1]);
  });
});

describe('ledger verify', () => {
  it('finds every chain intact when nobody has touched the log', async () => {
    await grant('ann', 3);
    await grant('bob');
    expect(await run('ledger', 'verify')).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(/^\d+ events in 2 streams: every chain is intact\.$/),
      'No root is signed yet: a stream that was cut at its end would not show.',
    ]);
  });

  it('names the first event of each stream that was altered, and only those streams', async () => {
    for (const name of ['ann', 'bob', 'cid']) await grant(name, 4);
    const bob = accountStream(account('bob'));
    parts = {
      ...parts,
      events: logWith((event) =>
        event.stream === bob && event.revision >= 1 ? [{ ...event, data: event.data.replace('10', '11') }] : [event],
      ),
    };
    const [, second] = await parts.events.readStream(bob);
    expect(await run('ledger', 'verify')).toBe(1);
    expect(said).toEqual([
      `${bob}: event 1 (${second?.id}) is altered.`,
      '1 of 3 streams failed verification.',
      'No root is signed yet: a stream that was cut at its end would not show.',
    ]);
  });

  it('misses an event that was taken out of the middle', async () => {
    await grant('ann', 4);
    const { broken } = await verifyLedger(logWith((event) => (event.revision === 2 ? [] : [event])));
    expect([...broken.values()]).toMatchObject([{ revision: 2, reason: 'out of order' }]);
  });
});

describe('projections', () => {
  it('rebuild fills one from the beginning of the log, and knows its name', async () => {
    await grant('ann', 3);
    expect(await run('projections', 'rebuild', 'credits_balance_v2')).toBe(0);
    expect(said[0]).toMatch(/^credits_balance_v2 is rebuilt: 3 events, up to position 2 of the log\.$/);
    expect(await (await Checkpoints.open(parts.documents)).load('credits_balance_v2_g1')).toBe(2);
    said.length = 0;
    expect(await run('projections', 'rebuild', 'credits_balance_v2')).toBe(0);
    expect(said[1]).toBe('None of 1 documents has changed.');
    expect((await parts.documents.collections()).filter((name) => name.startsWith('credits_balance'))).toEqual([
      'credits_balance_v2_g2',
    ]);
    expect(await run('projections', 'rebuild', 'weather')).toBe(1);
    expect(complained).toEqual([
      expect.stringMatching(/^No projection is called weather\. There are: .*credits_balance_v2/),
    ]);
  });

  it('parked lists what is set aside, and retry takes it up again', async () => {
    expect(await run('projections', 'parked')).toBe(0);
    expect(said.splice(0)).toEqual(['Nothing is parked.']);
    await grant('ann', 2);
    const stream = accountStream(account('ann'));
    await (await Checkpoints.open(parts.documents)).save(new Map([['credits_balance_v2', 1]]));
    const parked = await ParkedStreams.open(parts.documents, parts.clock, parts.logger, { parked: () => {} });
    await parked.park(
      'credits_balance_v2',
      { stream, position: 0, id: 'x', type: 'CreditsGranted' },
      new Error('a fault since mended'),
    );
    expect(await run('projections', 'parked')).toBe(0);
    expect(said.splice(0)).toEqual([
      `stream ${stream}, by credits_balance_v2, at CreditsGranted (position 0), 1970-01-01T00:00:01.000Z: Error: a fault since mended`,
    ]);
    expect(await run('projections', 'retry', stream)).toBe(0);
    expect(said.splice(0)).toEqual([`credits_balance_v2 continues with ${stream}.`]);
    await run('projections', 'parked');
    expect(said).toEqual(['Nothing is parked.']);
    const balances = await parts.documents.collection(
      { name: 'credits_balance_v2', indexes: [['data.nextDue'], ['data.userId']] },
      (stored) => stored,
    );
    expect(await balances.get(stream)).toMatchObject({ document: { position: 1 } });
  });

  it('retry-streams takes up all parked streams of one reader, and no others', async () => {
    const names = ['ann', 'bob', 'cid'];
    for (const name of names) await grant(name);
    await (
      await Checkpoints.open(parts.documents)
    ).save(
      new Map([
        ['credits_balance_v2', 2],
        ['credits_statement_v1', 2],
      ]),
    );
    const parked = await ParkedStreams.open(parts.documents, parts.clock, parts.logger, { parked: () => {} });
    for (const [position, name] of names.entries()) {
      for (const reader of ['credits_balance_v2', 'credits_statement_v1']) {
        await parked.park(
          reader,
          { stream: accountStream(account(name)), position, id: name, type: 'CreditsGranted' },
          new Error('a fault since mended'),
        );
      }
    }
    // Cid's event is still of an unknown type.
    const cid = accountStream(account('cid'));
    parts = {
      ...parts,
      events: logWith((event) => [event.stream === cid ? { ...event, type: 'CreditsGiven' } : event]),
    };
    expect(await run('projections', 'retry-streams', 'credits_balance_v2')).toBe(1);
    expect(said.splice(0)).toEqual([
      expect.stringMatching(`^credits_balance_v2 still cannot handle ${cid}: `),
      'credits_balance_v2 continues with 2 streams; 1 is still parked.',
    ]);
    expect((await parked.list()).map(({ reader, stream }) => [reader, stream]).sort()).toEqual([
      ['credits_balance_v2', cid],
      ...names.map((name) => ['credits_statement_v1', accountStream(account(name))]),
    ]);

    expect(await run('projections', 'retry-streams', 'weather')).toBe(1);
    expect(complained.splice(0)).toEqual([
      expect.stringMatching(/^No projection or policy is called weather\. There are: .*credits_balance_v2/),
    ]);
    await parked.park(
      'credits_books_v2',
      { stream: cid, position: 2, id: 'cid', type: 'CreditsGranted' },
      new Error('a fault since mended'),
    );
    expect(await run('projections', 'retry-streams', 'credits_books_v2')).toBe(1);
    expect(complained).toEqual([expect.stringMatching('npm run projections -- rebuild credits_books_v2')]);
  });
});
