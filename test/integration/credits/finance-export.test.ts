import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import { createAccountLoop, type AccountLoop } from '../../../src/credits/commands.js';
import { LEDGER } from '../../../src/credits/exports/tables.shared.js';
import { ROOTS_STREAM } from '../../../src/credits/proof/start/events.js';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { OPERATOR_STREAM } from '../../../src/identity/operators/operator-log/events.js';
import { USERS } from '../../../src/identity/accounts/user.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { Batch, EventStore, FollowOptions } from '../../../src/platform/event-store/port.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { parseCsv } from '../../support/finance/csv-file.js';
import { TABLES } from '../../support/finance/export-doc.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account } from '../../support/people/credits.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const refusal = z.object({
  error: z.object({
    identifier: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    httpStatus: z.int(),
  }),
});
const START = Date.UTC(2026, 0, 30);
const DAY = 86_400_000;
const [ann, bob] = [account('ann'), account('bob')];

/** Makes a user an account with roles, and lets the sessions hear of it. */
async function withRoles(app: TestApp, visitor: Visitor, roles: readonly string[]): Promise<void> {
  const {
    user: { id },
  } = z.object({ user: z.object({ id: z.string() }) }).parse(await visitor.session());
  // as Identity wrote it
  const users = await app.parts.documents.collection<object>(USERS, (stored) => stored as object);
  const found = await users.get(id);
  expect(
    await users.put({
      id,
      document: { ...found?.document, roles, email: `${id}@example.org` },
      expectedVersion: found?.version ?? 0,
    }),
  ).toBe('written');
  app.pass(6_000);
}

/** Rows as a file has them, each value as text. */
async function rowsOf(
  answer: Response,
  format: 'csv' | 'parquet',
): Promise<readonly Readonly<Record<string, string>>[]> {
  const names = LEDGER.columns.map(([name]) => name);
  if (format === 'csv') {
    const [head = [], ...rows] = parseCsv(await answer.text());
    expect(head).toEqual(names);
    return rows.map((row) => Object.fromEntries(names.map((name, place) => [name, row[place] ?? ''])));
  }
  const textOf = (value: unknown): string =>
    value instanceof Date
      ? value.toISOString()
      : typeof value === 'bigint' || typeof value === 'string'
        ? String(value)
        : '';
  return (await parquetReadObjects({ file: await answer.arrayBuffer() })).map((row) =>
    Object.fromEntries(names.map((name) => [name, textOf(row[name])])),
  );
}

describe('GET /api/finance/export', () => {
  let app: TestApp;
  let loop: AccountLoop;
  let auditor: Visitor;
  /** The log of the application; what an export reads of it can be changed. */
  const memory = createMemoryEventStore({ now: () => START + 3 * DAY });
  let changed: Partial<Pick<EventStore, 'head' | 'follow'>>;
  const isExport = ({ batchSize }: FollowOptions): boolean => batchSize === 2_000;
  const events: EventStore = {
    ...memory,
    append: memory.append.bind(memory),
    readStream: memory.readStream.bind(memory),
    placeAfter: memory.placeAfter.bind(memory),
    ping: memory.ping.bind(memory),
    close: memory.close.bind(memory),
    head: () => (changed.head ?? memory.head.bind(memory))(),
    follow: (options) =>
      isExport(options) && changed.follow !== undefined ? changed.follow(options) : memory.follow(options),
  };
  const done = async (of: typeof ann, command: AccountCommand): Promise<void> =>
    expect(await loop.execute(accountStream(of), command)).toMatchObject({ ok: true });

  beforeAll(async () => {
    changed = {};
    app = await startApp({ parts: { events } });
    loop = createAccountLoop(memory, () => undefined);
    auditor = await signInVisitor(app.url);
    await withRoles(app, auditor, ['finance']);
    await done(ann, { type: 'grant', at: START, grantId: 'pack', source: 'purchase', amount: 10, eligibility: 'any' });
    await done(bob, {
      type: 'grant',
      at: START + 1,
      grantId: 'gift',
      source: 'signup',
      amount: 5,
      eligibility: 'any',
      expiresAt: START + 300 * DAY,
    });
    await done(ann, {
      type: 'hold',
      at: START + 2,
      holdId: 'h1',
      amount: 4,
      eligibility: 'any',
      expiresAt: START + 2 * DAY,
      reference: 'said "now", then\r\nwent',
    });
    await done(ann, { type: 'capture', at: START + DAY, holdId: 'h1', amount: 3 });
    await done(bob, {
      type: 'adjust',
      at: START + DAY,
      adjustmentId: 'a1',
      amount: -2,
      reasonCode: 'correction',
      actor: 'finance-1',
      reference: 'case 1',
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    changed = {};
  });
  afterEach(() => {
    changed = {};
  });

  const get = (query = ''): Promise<Response> => auditor.fetch(`/api/finance/export${query}`);
  async function refused(answer: Response): Promise<readonly [number, string, unknown]> {
    expect(answer.headers.get('content-disposition')).toBeNull();
    const {
      error: { identifier, params, httpStatus },
    } = refusal.parse(await answer.json());
    expect(httpStatus).toBe(answer.status);
    return [answer.status, identifier, params];
  }

  it('is refused to whoever has not the role finance', async () => {
    const visitor = await signInVisitor(app.url);
    const admin = await signInVisitor(app.url);
    await withRoles(app, admin, ['admin']);
    expect(await refused(await fetch(`${app.url}/api/finance/export`))).toEqual([401, 'NOT_SIGNED_IN', {}]);
    expect(await refused(await visitor.fetch('/api/finance/export?format=parquet'))).toEqual([
      403,
      'PERMISSION_ERROR',
      {},
    ]);
    expect(await refused(await admin.fetch('/api/finance/export'))).toEqual([403, 'PERMISSION_ERROR', {}]);
    // Who may not is not told either whether what they asked made sense.
    expect(await refused(await admin.fetch('/api/finance/export?format=xlsx'))).toEqual([403, 'PERMISSION_ERROR', {}]);
  });

  it.each<[string, string, string]>([
    ['another format', '?format=xlsx', 'format'],
    ['two formats', '?format=csv&format=parquet', 'format'],
    ['no time', '?from=yesterday', 'from'],
    ['no day of the calendar', '?to=2026-02-30', 'to'],
    ['a time without its offset', '?from=2026-01-30T12:00:00', 'from'],
    ['a range that ends where it begins', '?from=2026-01-30&to=2026-01-30', 'to'],
    ['a misspelt range', '?form=2026-01-30', 'form'],
    ['an unknown export', '?name=salaries', 'name'],
    ['a selection that the export does not have', '?name=ledger&currency=usd', 'currency'],
    ['days that begin at noon', '?name=trial-balance&from=2026-01-30T12:00:00Z', 'from'],
    ['days that end at noon', '?name=deferred&to=2026-01-30T12:00:00Z', 'to'],
  ])('refuses %s', async (_what, query, field) => {
    expect(await refused(await get(query))).toEqual([400, 'VALIDATION_ERROR', { field }]);
  });

  it('refuses to begin with what has not come', async () => {
    expect(await refused(await get('?from=2999-01-01'))).toMatchObject([
      400,
      'AS_OF_IN_FUTURE',
      { now: expect.stringMatching(/^\d{4}-/) },
    ]);
  });

  it.each<['csv' | 'parquet', string]>([
    ['csv', 'text/csv; charset=utf-8'],
    ['parquet', 'application/vnd.apache.parquet'],
  ])('is downloaded as %s, and kept by nobody on the way', async (format, type) => {
    const answer = await get(`?format=${format}`);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
      answer.headers.get('cache-control'),
    ]).toEqual([200, type, `attachment; filename="ledger.${format}"`, 'private, no-store']);
    await answer.arrayBuffer();
  });

  /** Rows of the two accounts: those who look are welcomed with credits of their own. */
  const own = async (format: 'csv' | 'parquet', range = ''): Promise<Awaited<ReturnType<typeof rowsOf>>> =>
    (await rowsOf(await get(`?format=${format}${range}`), format)).filter(
      ({ userId }) => userId === 'ann' || userId === 'bob',
    );

  it('says the same as CSV and as Parquet, and what the log says', async () => {
    const csv = await own('csv');
    expect(await own('parquet')).toEqual(csv);
    expect(
      csv.map(({ userId, revision, type, subject, granted, adjusted, held, spent, released, available }) => [
        userId,
        revision,
        type,
        subject,
        granted,
        adjusted,
        held,
        spent,
        released,
        available,
      ]),
    ).toEqual([
      ['ann', '0', 'CreditsGranted', 'pack', '10', '0', '0', '0', '0', '10'],
      ['bob', '0', 'CreditsGranted', 'gift', '5', '0', '0', '0', '0', '5'],
      ['ann', '1', 'CreditsHeld', 'h1', '0', '0', '4', '0', '0', '6'],
      ['ann', '2', 'HoldCaptured', 'h1', '0', '0', '0', '3', '1', '7'],
      ['bob', '1', 'CreditsAdjusted', 'a1', '0', '-2', '0', '0', '0', '3'],
    ]);
    expect(csv[2]).toMatchObject({ reference: 'said "now", then\r\nwent', at: new Date(START + 2).toISOString() });
    const stored = await memory.readStream(accountStream(ann));
    expect(csv.filter(({ userId }) => userId === 'ann').map(({ data }) => data)).toEqual(
      stored.map(({ data }) => data),
    );
    expect((await own('csv', '&from=2026-01-31')).map(({ subject }) => subject)).toEqual(['h1', 'a1']);
    expect(await rowsOf(await get('?to=2026-01-30'), 'csv')).toEqual([]);
  });

  it('ends every export before `to`, and has every name', async () => {
    for (const { name, columns } of TABLES) {
      const answer = await get(`?name=${name}&to=2026-01-30`);
      expect([name, answer.status, answer.headers.get('content-disposition')]).toEqual([
        name,
        200,
        `attachment; filename="${name}.csv"`,
      ]);
      expect([name, (await answer.text()).trim()]).toEqual([name, columns.map(([column]) => column).join(',')]);
    }
    const days = (await (await get('?name=roll-forward&from=2026-01-30&to=2026-02-01')).text())
      .trim()
      .split('\r\n')
      .map((line) => line.slice(0, 10));
    expect(days).toEqual(['day,appNam', '2026-01-30', '2026-01-31']);
  });

  it.each<[string, string, string]>([
    ['no currency', 'form=xero', 'currency'],
    ['other software', 'form=sap&currency=eur', 'form'],
    ['a number that DATEV does not have', 'form=datev&currency=eur&consultant=1000', 'consultant'],
    ['days of two fiscal years', 'form=datev&currency=eur&fiscalYearStart=2025-01-20', 'fiscalYearStart'],
    ['a part that a file does not have', 'form=xero&currency=eur&part=2', 'part'],
    ['a formula for a tax rate', 'form=xero&currency=eur&taxRate==HYPERLINK(1)', 'taxRate'],
    ['a parameter of other software', 'form=quickbooks&currency=eur&part=1', 'part'],
  ])('refuses a journal with %s', async (_what, query, field) => {
    expect(await refused(await auditor.fetch(`/api/finance/journal?from=2026-01-01&to=2026-02-01&${query}`))).toEqual([
      400,
      'VALIDATION_ERROR',
      { field },
    ]);
  });

  it('gives the journal in the form of each software, to finance only', async () => {
    const fetched = async (query: string) => {
      const answer = await auditor.fetch(`/api/finance/journal?from=2026-01-01&to=2026-02-01&currency=eur&${query}`);
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        file: answer.headers.get('content-disposition'),
        text: (await answer.text()).split('\r\n')[0],
      };
    };
    expect(await fetched('form=quickbooks')).toMatchObject({
      status: 200,
      type: 'text/csv; charset=utf-8',
      file: 'attachment; filename="quickbooks-eur-2026-01-01-2026-01-31.csv"',
      text: expect.stringMatching(/^Journal No\./),
    });
    expect(await fetched('form=xero&taxRate=No%20VAT')).toMatchObject({
      status: 200,
      file: 'attachment; filename="xero-eur-2026-01-01-2026-01-31.csv"',
      text: expect.stringMatching(/^\*Narration,/),
    });
    expect(await fetched('form=quickbooks&gateway=Acme%20Pay%22')).toMatchObject({
      status: 200,
      file: 'attachment; filename="quickbooks-eur-Acme_Pay_-2026-01-01-2026-01-31.csv"',
    });
    expect(await fetched('form=datev&consultant=29098&client=55003')).toMatchObject({
      status: 200,
      type: 'text/csv; charset=windows-1252',
      file: 'attachment; filename="EXTF_eur-2026-01-01-2026-01-31.csv"',
      text: expect.stringMatching(/^"EXTF";700;21;.*;29098;55003;20260101;4;20260101;20260131;/),
    });
    const visitor = await signInVisitor(app.url);
    expect(await refused(await visitor.fetch('/api/finance/journal'))).toEqual([403, 'PERMISSION_ERROR', {}]);
  });

  /** Where the events of a stream stand in the log. */
  async function placesOf(stream: string): Promise<ReadonlySet<number>> {
    const found = new Set<number>();
    const reading = new AbortController();
    for await (const { events: batch, caughtUp } of memory.follow({
      after: -1,
      prefixes: [stream],
      signal: reading.signal,
    })) {
      for (const { position } of batch) found.add(position);
      if (caughtUp) break;
    }
    reading.abort();
    return found;
  }

  it.each(['csv', 'parquet'] as const)('is a prefix of the log, as %s, while others write', async (format) => {
    let writing = true;
    let written = 0;
    const writer = (async (): Promise<void> => {
      for (; writing; written += 1)
        await done(written % 2 === 0 ? ann : bob, {
          type: 'grant',
          at: START + 2 * DAY,
          grantId: `${format}${written}`,
          source: 'check-in',
          amount: 1,
          eligibility: 'any',
        });
    })();
    try {
      await until(
        async () => written,
        (so) => so > 20,
      );
      for (let again = 0; again < 3; again += 1) {
        const rows = await rowsOf(await get(`?format=${format}`), format);
        // What auditors do and which roots are signed stands in the same log, and is no entry of an account.
        const others = new Set([...(await placesOf(OPERATOR_STREAM)), ...(await placesOf(ROOTS_STREAM))]);
        const positions = rows.map(({ position }) => Number(position));
        expect(positions).toEqual(
          Array.from({ length: (positions.at(-1) ?? -1) + 1 }, (_none, place) => place).filter(
            (place) => !others.has(place),
          ),
        );
        for (const user of ['ann', 'bob']) {
          const own = rows.filter(({ userId, type }) => userId === user && type !== 'AccountCheckpointed');
          // What it says of each account fits: what came in and went out leads to what the last event says is there.
          const sum = own.reduce(
            (total, { granted, adjusted, released, held }) =>
              total + Number(granted) + Number(adjusted) + Number(released) - Number(held),
            0,
          );
          expect(own.at(-1)?.['available']).toBe(String(sum));
        }
      }
    } finally {
      writing = false;
      await writer;
    }
  });

  /** A log that goes on for ever; counts what is asked of it. */
  async function endless(): Promise<{ batches: number; ended: boolean }> {
    const [event] = await memory.readStream(accountStream(ann), { limit: 1 });
    const counts = { batches: 0, ended: false };
    changed = {
      head: async () => Number.MAX_SAFE_INTEGER,
      async *follow({ signal }): AsyncGenerator<Batch, void, undefined> {
        try {
          for (let position = 0; !signal.aborted && event !== undefined; counts.batches += 1) {
            const some: LoggedEvent[] = Array.from({ length: 2_000 }, () => ({ ...event, position: (position += 1) }));
            yield { events: some, checkpoint: position, caughtUp: false };
            await new Promise((resolve) => setImmediate(resolve));
          }
        } finally {
          counts.ended = true;
        }
      },
    };
    return counts;
  }

  it.each([
    ['csv', 'ledger'],
    ['parquet', 'ledger'],
    ['csv', 'grant-movements'],
  ])('stops reading the log when the caller goes away in the middle of it, as %s of %s', async (format, name) => {
    const counts = await endless();
    const gone = new AbortController();
    const answer = await auditor.fetch(`/api/finance/export?name=${name}&format=${format}`, { signal: gone.signal });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    gone.abort();
    await until(
      async () => counts.ended,
      (ended) => ended,
    );
    const { batches } = counts;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(counts.batches).toBe(batches);
  });

  it('reads no faster than the caller takes it', async () => {
    const counts = await endless();
    const gone = new AbortController();
    const answer = await auditor.fetch('/api/finance/export', { signal: gone.signal });
    // What fits into the buffers on the way is read ahead, and then nothing more.
    let before = -1;
    await until(
      async () => {
        const same = counts.batches === before;
        before = counts.batches;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return same;
      },
      (same) => same,
    );
    expect(answer.status).toBe(200);
    expect(counts.ended).toBe(false);
    gone.abort();
    await until(
      async () => counts.ended,
      (ended) => ended,
    );
  });

  it('is an error, not an empty file, when the log is out of reach', async () => {
    changed = { head: () => Promise.reject(new StoreUnavailable('event store', 'unreachable', 'away')) };
    expect(await refused(await get())).toEqual([500, 'TRY_AGAIN', {}]);
  });

  it.each(['csv', 'parquet'])(
    'breaks off, as %s, when the log fails in the middle: nobody takes a part for the whole',
    async (format) => {
      changed = {
        head: async () => 10,
        async *follow(options): AsyncGenerator<Batch, void, undefined> {
          for await (const batch of memory.follow({ ...options, batchSize: 2 })) {
            yield { ...batch, checkpoint: 1, caughtUp: false };
            throw new StoreUnavailable('event store', 'failed', 'gone');
          }
        },
      };
      const outcome = await get(`?format=${format}`).then(
        (answer) =>
          answer.arrayBuffer().then(
            () => (answer.ok ? 'whole' : 'refused'),
            () => 'broken off',
          ),
        () => 'broken off',
      );
      expect(outcome).not.toBe('whole');
    },
  );
});
