import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { parquetReadObjects } from 'hyparquet';
import { finished } from 'node:stream/promises';
import { Readable, Writable } from 'node:stream';
import { exportRows, type ExportRow } from '../../../src/credits/books/export.rows.js';
import { LEDGER } from '../../../src/credits/exports/tables.shared.js';
import { writeTable } from '../../../src/platform/tables/table.files.js';
import { Books } from '../../../src/credits/books/finance.queries.js';
import { createFinanceRouter } from '../../../src/credits/books/finance.router.js';
import { accountStream, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import { USAGE_TYPES } from '../../../src/credits/credits.shared.js';
import { toTrpcError, callerOf, type Context } from '../../../src/platform/http/trpc/trpc.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const DAY = 86_400_000;
const START = Date.parse('2026-01-30T00:00:00Z');
const grant = (grantId: string, amount: number, more: { at?: number; expiresAt?: number } = {}): AccountCommand => ({
  type: 'grant',
  at: START,
  grantId,
  source: 'purchase',
  amount,
  eligibility: 'any',
  ...more,
});
const hold = (holdId: string, amount: number, at = START + 1): AccountCommand => ({
  type: 'hold',
  at,
  holdId,
  amount,
  eligibility: 'any',
  expiresAt: START + 3 * DAY,
  reference: '=task',
});

async function bytesOf(format: 'csv' | 'parquet', rows: AsyncIterable<ExportRow>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const into = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  await writeTable(format, LEDGER, rows, into);
  return Buffer.concat(chunks);
}

/** A caller of the finance procedures with these roles; without any, somebody signed in. */
function caller(credits: TestCredits, roles: readonly ('admin' | 'finance')[] | undefined) {
  const user: SessionUser | undefined =
    roles === undefined
      ? undefined
      : { id: ann.userId, anonymous: false, dateCreated: 0, roles, sid: 's' as SessionUser['sid'] }; // a test's own session
  const context: Context = { user, request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' } };
  return callerOf(createFinanceRouter({ commands: credits.nest.get(CommandBus), queries: credits.nest.get(QueryBus) }))(
    context,
  );
}

describe('finance', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits({ now: START });
  });
  afterEach(() => credits.close());

  /** Some days in the life of two accounts; the clock stands on the third. */
  async function someDays(): Promise<void> {
    const bob: AccountKey = { ...account('bob'), appName: 'kinora-writer', usageType: 'GPT_3_5' };
    await credits.done(ann, grant('pack', 10));
    await credits.done(ann, grant('plan', 5, { expiresAt: START + 2 * DAY }));
    await credits.done(bob, grant('words', 100));
    await credits.done(ann, hold('h1', 6));
    await credits.done(ann, { type: 'capture', at: START + DAY, holdId: 'h1', amount: 2 });
    await credits.done(ann, { type: 'expire', at: START + 2 * DAY });
    await credits.done(bob, {
      type: 'adjust',
      at: START + 2 * DAY,
      adjustmentId: 'fix',
      amount: -30,
      reasonCode: 'correction',
      actor: 'finance-1',
      reference: 'ticket',
    });
    credits.now = START + 2 * DAY + 5;
    const { trialBalance } = caller(credits, ['finance']);
    await until(
      () => trialBalance({}),
      ({ total }) => total.toDate.adjusted === -30,
    );
  }

  it('has a trial balance of each day that balances and says where the credits came from', async () => {
    await someDays();
    const { trialBalance } = caller(credits, ['finance']);
    const first = await trialBalance({ day: '2026-01-30' });
    expect(first).toMatchObject({
      balanced: true,
      debits: 115,
      credits: 115,
      incomplete: [],
      total: {
        opening: { available: 0, held: 0 },
        moved: { granted: 115, held: 6 },
        closing: { available: 109, held: 6 },
      },
    });
    const last = await trialBalance({});
    expect(last).toMatchObject({
      day: '2026-02-01',
      balanced: true,
      total: {
        closing: { available: 80, held: 0 },
        moved: { expired: 3, adjusted: -30 },
        toDate: { spent: 2, released: 4 },
      },
    });
    expect(last.byUsageType.map(({ usageType, closing }) => [usageType, closing.available])).toEqual([
      ['GPT_3_5', 70],
      ['credits', 10],
    ]);
    expect(last.byApp.map(({ appName }) => appName)).toEqual(['kinora', 'kinora-writer']);
  });

  it('rolls forward over days on which nothing happened, and owes by the month in which it expires', async () => {
    await someDays();
    const finance = caller(credits, ['finance']);
    const { days } = await finance.rollForward({ from: '2026-01-29', to: '2026-02-01' });
    expect(days.map(({ day, closing }) => [day, closing.available, closing.held])).toEqual([
      ['2026-01-29', 0, 0],
      ['2026-01-30', 109, 6],
      ['2026-01-31', 113, 0],
      ['2026-02-01', 80, 0],
    ]);
    expect((await finance.liability({ day: '2026-01-31' })).months).toEqual([
      { month: '2026-02', available: 3, held: 0 },
      { month: null, available: 110, held: 0 },
    ]);
    expect(await finance.grants({ source: 'purchase', limit: 2 })).toMatchObject({
      grants: [
        { grantId: 'words', amount: 100 },
        { grantId: 'plan', amount: 5, expiresAt: START + 2 * DAY },
      ],
      next: expect.any(String),
    });
    expect(await finance.parked()).toEqual([]);
  });

  it('owes nothing that is past due, on its day and after it, before any sweep has recorded it and as it will be afterwards', async () => {
    const finance = caller(credits, ['finance']);
    await credits.done(ann, grant('pack', 10));
    await credits.done(ann, grant('plan', 5, { expiresAt: START + DAY }));
    await credits.done(ann, {
      type: 'hold',
      at: START + 1,
      holdId: 'h1',
      amount: 7,
      eligibility: 'any',
      expiresAt: START + 2 * DAY,
      reference: 'task',
    });
    await until(
      () => finance.trialBalance({}),
      ({ total }) => total.closing.held === 7,
    );
    credits.now = START + 4 * DAY;
    const days = [0, 1, 2, 3, 4].map((day) => new Date(START + day * DAY).toISOString().slice(0, 10));
    const figures = async () => ({
      balances: await Promise.all(days.map((day) => finance.trialBalance({ day }))),
      liability: await Promise.all(days.map((day) => finance.liability({ day }))),
      roll: await finance.rollForward({ from: days[0] ?? '', to: days[4] ?? '' }),
    });
    const before = await figures();
    expect(before.liability.map(({ total }) => [total.available, total.held])).toEqual([
      [8, 7],
      [8, 7],
      [10, 0],
      [10, 0],
      [10, 0],
    ]);
    expect(before.balances.every(({ balanced }) => balanced)).toBe(true);
    expect(before.roll.days.map(({ moved }) => moved.expired)).toEqual([0, 0, 5, 0, 0]);
    expect((await finance.liability({ usageType: 'api_credits' })).total).toEqual({ available: 0, held: 0 });
    const { token } = await credits.done(ann, { type: 'expire', at: credits.now });
    await until(
      () => credits.nest.get(Books).follower.pages.find({ limit: 10 }),
      ({ items }) => items.reduce((sum, { events }) => sum + events, 0) === token.revision + 1,
    );
    expect(await figures()).toEqual(before);
  });

  it('keeps to one app or usage type when asked, and tells what was moved over days', async () => {
    await someDays();
    const finance = caller(credits, ['finance']);
    const writers = await finance.trialBalance({ appName: 'kinora-writer', from: '2026-01-30', day: '2026-02-01' });
    expect(writers).toMatchObject({
      from: '2026-01-30',
      day: '2026-02-01',
      balanced: true,
      debits: 70,
      total: { opening: { available: 0 }, moved: { granted: 100, adjusted: -30, held: 0 }, closing: { available: 70 } },
    });
    expect(writers.byApp).toHaveLength(1);
    expect(await finance.trialBalance({ usageType: 'credits', from: '2026-01-31' })).toMatchObject({
      balanced: true,
      total: {
        opening: { available: 9, held: 6 },
        moved: { granted: 0, spent: 2, released: 4, expired: 3 },
        closing: { available: 10, held: 0 },
      },
    });
    expect((await finance.liability({ usageType: 'credits', day: '2026-01-31' })).total).toEqual({
      available: 13,
      held: 0,
    });
    expect(
      (await finance.rollForward({ from: '2026-01-30', to: '2026-01-30', appName: 'kinora-writer' })).days,
    ).toMatchObject([{ closing: { available: 100, held: 0 } }]);
    expect(await finance.trialBalance({ appName: 'kinora-writer', usageType: 'credits' })).toMatchObject({
      balanced: true,
      debits: 0,
      credits: 0,
    });
    await expect(finance.trialBalance({ from: '2026-01-31', day: '2026-01-30' })).rejects.toMatchObject({
      message: 'VALIDATION_ERROR',
    });
  });

  it('sees an account as it was at any moment, and what had happened by then', async () => {
    await someDays();
    const { history } = caller(credits, ['finance']);
    const then = await history({ userId: 'ann', at: '2026-01-30T12:00:00Z' });
    expect(then).toMatchObject({
      revision: 2,
      available: 9,
      spendable: 9,
      held: 6,
      holds: [{ holdId: 'h1', amount: 6 }],
      events: [
        { type: 'CreditsHeld', subject: 'h1' },
        { type: 'CreditsGranted', subject: 'plan' },
        { type: 'CreditsGranted', subject: 'pack' },
      ],
    });
    expect(await history({ userId: 'ann', at: '2026-01-29' })).toMatchObject({
      revision: -1,
      available: 0,
      events: [],
    });
    const newest = await history({ userId: 'ann', limit: 2 });
    expect(newest).toMatchObject({
      available: 10,
      held: 0,
      next: 3,
      events: [
        { revision: 4, type: 'GrantExpired' },
        { revision: 3, type: 'HoldCaptured', moved: { spent: 2, released: 4 } },
      ],
    });
    expect((await history({ userId: 'ann', limit: 2, before: 3 })).events.map(({ revision }) => revision)).toEqual([
      2, 1,
    ]);
  });

  it('refuses a time that has not come, an account in which nothing ever happened, and what is no day', async () => {
    await credits.done(ann, grant('pack', 10));
    const finance = caller(credits, ['finance']);
    await expect(finance.history({ userId: 'ann', at: '2026-01-31' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'AS_OF_IN_FUTURE',
    });
    await expect(finance.trialBalance({ day: '2026-01-31' })).rejects.toMatchObject({ message: 'AS_OF_IN_FUTURE' });
    await expect(finance.liability({ day: '2026-01-31' })).rejects.toMatchObject({ message: 'AS_OF_IN_FUTURE' });
    await expect(finance.rollForward({ from: '2026-01-01', to: '2026-01-31' })).rejects.toMatchObject({
      message: 'AS_OF_IN_FUTURE',
    });
    await expect(finance.rollForward({ from: '2026-01-30', to: '2026-01-29' })).rejects.toMatchObject({
      message: 'VALIDATION_ERROR',
    });
    await expect(finance.history({ userId: 'nobody' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'ACCOUNT_NOT_FOUND',
    });
    await expect(finance.history({ userId: 'ann.kinora' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(finance.trialBalance({ day: '2026-02-30' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(finance.grants({ source: 'purchase', cursor: 'mine' })).rejects.toMatchObject({
      message: 'VALIDATION_ERROR',
    });
  });

  it('is for the role finance alone', async () => {
    for (const [roles, code] of [
      [undefined, 'UNAUTHORIZED'],
      [[], 'FORBIDDEN'],
      [['admin'], 'FORBIDDEN'],
    ] as const) {
      const finance = caller(credits, roles);
      const calls = [
        finance.trialBalance({}),
        finance.rollForward({ from: '2026-01-01', to: '2026-01-02' }),
        finance.liability({}),
        finance.history({ userId: 'ann' }),
        finance.grants({ source: 'purchase' }),
        finance.parked(),
      ];
      for (const answer of await Promise.allSettled(calls))
        expect(answer).toMatchObject({ status: 'rejected', reason: { code } });
    }
  });

  it('says of its books that they are incomplete, and by which event, until they are filled anew', async () => {
    await credits.done(ann, grant('pack', 10));
    const stream = accountStream(account('odd'));
    const [first] = await credits.events.readStream(accountStream(ann));
    await credits.events.append(stream, -1, [
      {
        id: '00000000-0000-4000-8000-000000000000',
        type: 'CreditsPainted',
        data: '{}',
        metadata: first?.metadata ?? '',
      },
    ]);
    await credits.done(ann, grant('more', 5));
    const { trialBalance, parked } = caller(credits, ['finance']);
    await until(
      () => trialBalance({}),
      ({ total }) => total.toDate.granted === 15,
    );
    expect((await trialBalance({})).incomplete).toMatchObject([{ stream, position: 1, type: 'CreditsPainted' }]);
    expect((await parked()).map(({ reader }) => reader)).toContain('credits_books_v2');
  });

  it.each(USAGE_TYPES)('keeps an account of %s whose refusal says app, usage type and why', async (usageType) => {
    const own: AccountKey = { ...ann, appName: 'kinora-writer', usageType };
    await credits.done(own, grant('some', 3));
    await credits.done(own, hold('h', 2));
    const refused = await credits.change(own, hold('h2', 2));
    expect(refused.ok ? '' : toTrpcError(refused.error)).toMatchObject({
      code: 'FORBIDDEN',
      message: `kinora-writer::${usageType}::${usageType === 'api_credits' ? 'API_' : ''}CREDITS_NOT_ENOUGH`,
    });
    expect(await credits.events.readStream(accountStream(own))).toHaveLength(2);
  });

  it.each<[string, AccountCommand, string]>([
    ['a negative amount', grant('g', -1), 'VALIDATION_ERROR'],
    ['no amount', grant('g', 0), 'VALIDATION_ERROR'],
    ['a fraction', grant('g', 0.5), 'VALIDATION_ERROR'],
    ['a huge amount', hold('g', 1e9 + 1), 'VALIDATION_ERROR'],
    ['an amount that is none', hold('g', Number.NaN), 'VALIDATION_ERROR'],
    [
      'an adjustment by nothing',
      {
        type: 'adjust',
        at: START,
        adjustmentId: 'a',
        amount: 0,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      },
      'VALIDATION_ERROR',
    ],
    [
      'an adjustment that overdraws',
      {
        type: 'adjust',
        at: START,
        adjustmentId: 'a',
        amount: -11,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'ticket',
      },
      'ADJUSTMENT_TOO_LARGE',
    ],
    ['the same id with other content', grant('pack', 11), 'IDEMPOTENCY_MISMATCH'],
  ])('changes nothing for %s', async (_what, change, identifier) => {
    await credits.done(ann, grant('pack', 10));
    expect(await credits.change(ann, change)).toMatchObject({ ok: false, error: { identifier } });
    expect(await credits.events.readStream(accountStream(ann))).toHaveLength(1);
  });

  describe('an export', () => {
    it('has every event as a row, as CSV and as Parquet alike', async () => {
      await someDays();
      const csv = (await bytesOf('csv', exportRows(credits.events, {}))).toString().trimEnd().split('\r\n');
      expect(csv).toHaveLength(1 + 7);
      expect(csv[0]).toMatch(
        /^position,stream,revision,type,version,at,causedBy,traceparent,data,previousHash,hash,eventId,recordedAt,userId,appName,usageType,actor,subject,source,granted,/,
      );
      // What a spreadsheet would compute is told apart, and a number is still one.
      expect(csv.find((line) => line.includes('CreditsHeld'))).toContain(",'=task,");
      expect(csv.find((line) => line.includes('CreditsAdjusted'))).toContain(',0,-30,0,');
      const file = await bytesOf('parquet', exportRows(credits.events, {}));
      const rows = await parquetReadObjects({
        file: file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength) as ArrayBuffer,
      }); // a Buffer stands on an ArrayBuffer here
      expect(rows).toHaveLength(7);
      expect(rows[0]).toMatchObject({
        position: 0n,
        at: new Date(START),
        userId: 'ann',
        type: 'CreditsGranted',
        subject: 'pack',
        source: 'purchase',
        granted: 10n,
        available: 10n,
        expiresAt: null,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(
        rows
          .map(
            ({ granted, adjusted, expired, spent }) =>
              Number(granted) + Number(adjusted) - Number(expired) - Number(spent),
          )
          .reduce((sum, one) => sum + one, 0),
      ).toBe(80);
    });

    it('is of the time asked for: from the first moment on, before the second', async () => {
      await someDays();
      const types = async (range: { from?: number; to?: number }): Promise<string[]> =>
        ((await Readable.from(exportRows(credits.events, range)).toArray()) as ExportRow[]).map(
          ({ type }) => type ?? '',
        ); // the rows it was made of
      expect(await types({ from: START + DAY, to: START + 2 * DAY })).toEqual(['HoldCaptured']);
      expect(await types({ from: START + 2 * DAY })).toEqual(['GrantExpired', 'CreditsAdjusted']);
      expect(await types({ to: START })).toEqual([]);
    });

    it('leaves out what is written while it runs, so that it ends', async () => {
      await someDays();
      const seen: string[] = [];
      for await (const { subject } of exportRows(credits.events, {})) {
        seen.push(subject ?? '');
        if (seen.length < 100) await credits.done(ann, grant(`late${seen.length}`, 1));
      }
      expect(seen).toHaveLength(7);
    });

    it('has a row for what cannot be read, which says why', async () => {
      await credits.events.append(accountStream(ann), -1, [
        { id: '00000000-0000-4000-8000-000000000000', type: 'CreditsPainted', data: '{"a":1}', metadata: '{}' },
      ]);
      const rows: ExportRow[] = [];
      for await (const row of exportRows(credits.events, {})) rows.push(row);
      expect(rows).toMatchObject([
        { type: 'CreditsPainted', granted: null, data: '{"a":1}', note: expect.stringContaining('unknown type') },
      ]);
    });

    it('stops when nobody reads it any more', async () => {
      let given = 0;
      const endless = async function* (): AsyncGenerator<ExportRow, void, undefined> {
        await credits.done(ann, grant('pack', 10));
        for await (const row of exportRows(credits.events, {}))
          for (;;) {
            given += 1;
            yield row;
          }
      };
      for (const format of ['csv', 'parquet'] as const) {
        const into = new Writable({
          write: (_chunk, _encoding, done) => {
            done();
            into.destroy();
          },
        });
        await Promise.all([
          expect(writeTable(format, LEDGER, endless(), into)).rejects.toThrow(),
          finished(into).catch(() => undefined),
        ]);
      }
      expect(given).toBeGreaterThan(0);
    });
  });
});

describe('GET /api/finance/export', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('is refused without a session', async () => {
    const answer = await fetch(`${app.url}/api/finance/export`);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([401, null]);
  });
});
