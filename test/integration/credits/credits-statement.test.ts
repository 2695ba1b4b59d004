import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { defined } from '../../../src/kernel/defined.shared.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { createCreditsRouter, createSubUsageRouter } from '../../../src/credits/credits.router.js';
import { STATEMENT_KINDS, USAGE_TYPES, type StatementFilter } from '../../../src/credits/credits.shared.js';
import {
  GetStatement,
  GetStatementLine,
  WorkNames,
  accountStream,
  type AccountCommand,
  type AccountKey,
} from '../../../src/credits/index.js';
import { ReadStatement } from '../../../src/credits/queries.js';
import { statementFile } from '../../../src/credits/statement/statement.file.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { callerOf, type Context } from '../../../src/platform/http/trpc/trpc.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';
import { signInVisitor, type Visitor } from '../../support/people/visitor.js';

const ann = account('ann');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-01T00:00:00Z');

/** What a user who is signed in calls with. */
function contextOf({ userId }: AccountKey): Context {
  const user: SessionUser = {
    id: userId,
    anonymous: false,
    email: 'ann@kinora.example',
    dateCreated: 0,
    roles: [],
    sid: 's' as SessionUser['sid'],
  }; // a test's own session
  return { user, request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' } };
}

/** A caller of the credits procedures as a user. */
const caller = (credits: TestCredits, own = ann) =>
  callerOf(createCreditsRouter({ queries: credits.nest.get(QueryBus) }))(contextOf(own));

/** A life with every kind of line, one an hour; the id of each says what became of it. */
const LIFE: readonly AccountCommand[] = [
  {
    type: 'grant',
    at: START,
    grantId: 'plan',
    source: 'plan',
    amount: 20,
    eligibility: 'any',
    expiresAt: START + 10 * DAY,
  },
  { type: 'grant', at: START + HOUR, grantId: 'pack', source: 'purchase', amount: 30, eligibility: 'any' },
  {
    type: 'hold',
    at: START + 2 * HOUR,
    holdId: 'Task-Done',
    amount: 5,
    eligibility: 'any',
    expiresAt: START + DAY,
    reference: 'task',
  },
  {
    type: 'hold',
    at: START + 3 * HOUR,
    holdId: 'task-failed',
    amount: 4,
    eligibility: 'any',
    expiresAt: START + DAY,
    reference: 'task',
  },
  { type: 'capture', at: START + 4 * HOUR, holdId: 'Task-Done', amount: 3 },
  { type: 'release', at: START + 5 * HOUR, holdId: 'task-failed', reason: 'failed' },
  { type: 'recordUsage', at: START + 6 * HOUR, usageId: 'relaxed', listPrice: 7, reference: 'task' },
  {
    type: 'adjust',
    at: START + 7 * HOUR,
    adjustmentId: 'sorry',
    amount: 2,
    reasonCode: 'goodwill',
    actor: 'finance-1',
    reference: 'ticket',
  },
  { type: 'revoke', at: START + 8 * HOUR, grantId: 'pack', reason: '=HYPERLINK("x")', reference: 'refund' },
  { type: 'expire', at: START + 10 * DAY },
];

/** The rows of a file, by the names of its columns. None of these has a line break in a cell. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head = [], ...rows] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

describe("one's own statement", () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits({ now: START });
  });
  afterEach(() => credits.close());

  async function liveThrough(own: AccountKey = ann): Promise<void> {
    let token;
    for (const one of LIFE) ({ token } = await credits.done(own, one));
    credits.now = START + 10 * DAY;
    await credits.ask(new GetStatement(own, { limit: 1 }, token));
  }

  it('is filtered by kind, by period and by both; a line belongs to the time it was begun in', async () => {
    await liveThrough();
    const { statement } = caller(credits);
    const ids = async (filter: StatementFilter): Promise<string[]> =>
      (await statement(filter)).lines.map(({ id }) => id);
    expect(await ids({})).toEqual(['plan', 'pack', 'sorry', 'relaxed', 'task-failed', 'Task-Done', 'pack', 'plan']);
    expect(await ids({ kinds: ['creation'] })).toEqual(['task-failed', 'Task-Done']);
    expect(await ids({ kinds: ['expiry', 'revocation', 'usage'] })).toEqual(['plan', 'pack', 'relaxed']);
    expect(await ids({ from: START + 3 * HOUR, to: START + 8 * HOUR })).toEqual(['sorry', 'relaxed', 'task-failed']);
    expect(await ids({ from: START + 2 * HOUR, to: START + 3 * HOUR + 1, kinds: ['creation', 'grant'] })).toEqual([
      'task-failed',
      'Task-Done',
    ]);
    expect(await ids({ from: START + 11 * DAY })).toEqual([]);
    expect(await ids({ from: START + 8 * HOUR, to: START })).toEqual([]);
  });

  it('is searched by a part of an id or of the title of a work, whatever its case; the file has the titles', async () => {
    await liveThrough();
    const request: (readonly string[])[] = [];
    credits.nest.get(WorkNames).add((owner, ids) => {
      request.push(ids);
      return Promise.resolve(
        new Map(
          owner === ann.userId
            ? [
                ['Task-Done', { title: '=Sunset, "Alps"', media: 'image' as const }],
                ['relaxed', { title: 'a Sunset film', media: 'video' as const, picture: '/p' }],
              ]
            : [],
        ),
      );
    });
    const { statement } = caller(credits);
    const ids = async (filter: StatementFilter): Promise<string[]> =>
      (await statement(filter)).lines.map(({ id }) => id);
    expect(await ids({ text: ' TASK' })).toEqual(['task-failed', 'Task-Done']);
    expect(await ids({ text: 'sunSET' })).toEqual(['relaxed', 'Task-Done']);
    expect(await ids({ text: 'task', kinds: ['grant'] })).toEqual([]);
    // Nobody is asked for names of what is no work.
    expect(new Set(request.flat())).toEqual(new Set(['Task-Done', 'task-failed', 'relaxed']));
    expect(await credits.ask(new GetStatementLine(ann, 'relaxed'))).toMatchObject({
      work: { title: 'a Sunset film', media: 'video', picture: '/p' },
    });
    const file = (await statementFile(await credits.ask(new ReadStatement(ann, { text: 'alps' }))).toArray()).join('');
    expect(rowsOf(file)).toMatchObject([{ id: 'Task-Done', title: `'=Sunset, "Alps"` }]);
  });

  it('tells of a creation which grants were held, paid, and got something back, and keeps what was refunded', async () => {
    await liveThrough();
    const { lines } = await caller(credits).statement({ kinds: ['creation', 'revocation'] });
    const plan = (amount: number) => [{ grantId: 'plan', source: 'plan', amount, expiresAt: START + 10 * DAY }];
    expect(lines[2]).toEqual({
      id: 'Task-Done',
      kind: 'creation',
      at: START + 2 * HOUR,
      net: -3,
      change: -3,
      paidBy: plan(3),
      steps: [
        { what: 'held', amount: 5, at: START + 2 * HOUR, grants: plan(5) },
        { what: 'captured', amount: 3, at: START + 4 * HOUR, grants: plan(3) },
        { what: 'released', amount: 2, at: START + 4 * HOUR, grants: plan(2) },
      ],
    });
    expect(lines[1]).toMatchObject({
      id: 'task-failed',
      net: 0,
      paidBy: [],
      steps: [
        { what: 'held', amount: 4, grants: plan(4) },
        { what: 'released', amount: 4, reason: 'failed', grants: plan(4) },
      ],
    });
    expect(lines[0]).toMatchObject({
      id: 'pack',
      kind: 'revocation',
      net: -30,
      steps: [{ what: 'revoked', amount: 30, spent: 0 }],
    });
  });

  it('comes page by page, each line once and in one order, whatever the filter, the size of the pages and what is written meanwhile', async () => {
    const commands: AccountCommand[] = Array.from({ length: 60 }, (_, n) => {
      // Some in the same millisecond.
      const at = START + Math.floor(n / 3);
      if (n % 4 === 0)
        return {
          type: 'adjust',
          at,
          adjustmentId: `a${n}`,
          amount: 1,
          reasonCode: 'goodwill',
          actor: 'finance-1',
          reference: 'ticket',
        };
      return n % 4 === 1
        ? { type: 'recordUsage', at, usageId: `u${n}`, listPrice: 1, reference: 'task' }
        : { type: 'grant', at, grantId: `g${n}`, source: 'check-in', amount: 1, eligibility: 'any' };
    });
    let token;
    for (const one of commands) ({ token } = await credits.done(ann, one));
    await credits.ask(new GetStatement(ann, { limit: 1 }, token));
    const everything = (await credits.ask(new GetStatement(ann, { limit: 1_000 }))).lines;
    const { statement } = caller(credits);
    const at = fc.option(fc.integer({ min: START - 1, max: START + 21 }), { nil: undefined });
    const filters = fc.record({
      kinds: fc.option(fc.subarray([...STATEMENT_KINDS], { minLength: 1 }), { nil: undefined }),
      from: at,
      to: at,
      text: fc.constantFrom(undefined, 'g', '1', 'nothing'),
    });
    let late = 0;
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 25 }), async (filter, limit) => {
        const expected = everything.filter(
          (line) =>
            (filter.kinds?.includes(line.kind) ?? true) &&
            line.at >= (filter.from ?? 0) &&
            line.at < (filter.to ?? Infinity) &&
            line.id.includes(filter.text ?? ''),
        );
        const seen: string[] = [];
        for (let cursor: string | undefined; ;) {
          const page = await statement({ ...filter, limit, ...defined({ cursor }) });
          seen.push(...page.lines.map(({ id }) => id));
          expect(page.lines.length).toBeLessThanOrEqual(limit);
          if (late < 20) {
            late += 1;
            await credits.done(ann, {
              type: 'adjust',
              at: START + 1_000,
              adjustmentId: `late-${late}`,
              amount: 1,
              reasonCode: 'goodwill',
              actor: 'finance-1',
              reference: 'ticket',
            });
          }
          cursor = page.next;
          if (cursor === undefined) break;
        }
        expect(seen.filter((id) => !id.startsWith('late-'))).toEqual(expected.map(({ id }) => id));
        expect(new Set(seen).size).toBe(seen.length);
      }),
      { numRuns: 60 },
    );
  });

  it("refuses what is no filter, with the field, and shows nobody else's lines", async () => {
    await liveThrough();
    const { statement } = caller(credits);
    const wrong: unknown[] = [
      { kinds: ['refund'] },
      { kinds: [] },
      { from: 1.5 },
      { to: -1 },
      { text: '  ' },
      { text: 'x'.repeat(201) },
      { cursor: 'mine' },
      { cursor: '99999999999999999' },
      { usageType: 'gold' },
    ];
    // Sent as a browser might.
    for (const input of wrong)
      await expect(statement(input as Parameters<typeof statement>[0])).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await caller(credits, account('bob')).statement({})).toEqual({ lines: [] });
    expect(await statement({ appName: 'kinora-writer' })).toEqual({ lines: [] });
  });

  it('is a file with the same lines under the same filter, in which nothing is a formula', async () => {
    await liveThrough();
    const text = async (filter: StatementFilter): Promise<string> =>
      (await statementFile(await credits.ask(new ReadStatement(ann, filter))).toArray()).join('');
    const csv = await text({});
    expect(csv.split('\r\n')).toHaveLength(10);
    const rows = rowsOf(csv);
    expect(rows.map(({ id }) => id)).toEqual((await caller(credits).statement({})).lines.map(({ id }) => id));
    expect(rows[5]).toEqual({
      at: '2026-03-01T02:00:00.000Z',
      kind: 'creation',
      id: 'Task-Done',
      title: '',
      credits: '-3',
      availableAfter: '47',
      held: '5',
      surcharge: '',
      captured: '3',
      released: '2',
      expired: '',
      revoked: '',
      listPrice: '',
      paidBy: 'plan 3',
      expiresAt: '',
      reason: '',
      lastChangeAt: '2026-03-01T04:00:00.000Z',
    });
    expect(rows[1]).toMatchObject({ kind: 'revocation', revoked: '30', reason: `'=HYPERLINK("x")` });
    expect(rows[7]).toMatchObject({ kind: 'grant', credits: '20', expiresAt: '2026-03-11T00:00:00.000Z' });
    expect(rowsOf(await text({ kinds: ['creation'], text: 'failed' }))).toMatchObject([
      { id: 'task-failed', credits: '0', held: '4', released: '4', reason: 'failed' },
    ]);
  });

  it('says of each month to come what of which source expires, and which accounts one has', async () => {
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'plan',
      source: 'plan',
      amount: 20,
      eligibility: 'any',
      expiresAt: START + 10 * DAY,
    });
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'pack',
      source: 'purchase',
      amount: 30,
      eligibility: 'any',
    });
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'gift',
      source: 'invite',
      amount: 4,
      eligibility: 'any',
      expiresAt: START + 2 * DAY,
    });
    const { token } = await credits.done(ann, {
      type: 'hold',
      at: START,
      holdId: 'h',
      amount: 6,
      eligibility: 'any',
      expiresAt: START + DAY,
      reference: 'task',
    });
    const { expiries, accounts } = caller(credits);
    expect(await expiries({ after: token, months: 1 })).toEqual({
      appName: 'kinora',
      usageType: 'credits',
      asOf: START,
      until: Date.parse('2026-04-01T00:00:00Z'),
      expiring: [
        { at: START + 2 * DAY, source: 'invite', available: 0, held: 4 },
        { at: START + 10 * DAY, source: 'plan', available: 18, held: 2 },
      ],
      later: { available: 0, held: 0 },
      never: { available: 30, held: 0 },
    });
    await expect(expiries({ months: 0 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await caller(credits, account('bob')).expiries({})).toMatchObject({ expiring: [], never: { available: 0 } });
    expect(await accounts()).toEqual([{ appName: 'kinora', usageType: 'credits', available: 48, held: 6 }]);
  });

  it.each(USAGE_TYPES)(
    'keeps an account of %s for each app, with its own statement and usage record',
    async (usageType) => {
      const own: AccountKey = { ...ann, appName: 'kinora-writer', usageType };
      await liveThrough(own);
      const { statement, accounts, balance } = caller(credits);
      expect((await statement({ appName: 'kinora-writer', usageType })).lines).toHaveLength(8);
      expect(await statement({ usageType })).toEqual({ lines: [] });
      expect(await accounts()).toEqual([{ appName: 'kinora-writer', usageType, available: 2, held: 0 }]);
      const { usageList } = await callerOf(createSubUsageRouter({ queries: credits.nest.get(QueryBus) }))(
        contextOf(ann),
      ).getSubUsage({ appName: 'kinora-writer' });
      const record = usageList.find((one) => one.usageType === usageType);
      // granted 50 + adjusted 2 − expired 17 − revoked 30; what was captured is used.
      expect(record).toEqual({ appName: 'kinora-writer', usageType, totalCount: 5, useCount: 3 });
      expect((record?.totalCount ?? 0) - (record?.useCount ?? 0)).toBe(
        (await balance({ appName: 'kinora-writer', usageType })).available,
      );
      expect(usageList.filter((one) => one.usageType !== usageType)).toEqual(
        USAGE_TYPES.filter((one) => one !== usageType).map((one) => ({
          appName: 'kinora-writer',
          usageType: one,
          totalCount: 0,
          useCount: 0,
        })),
      );
    },
  );
});

describe('a statement over the wire', () => {
  let app: TestApp;
  let visitor: Visitor;
  let own: AccountKey;
  beforeAll(async () => {
    app = await startApp();
    visitor = await signInVisitor(app.url);
    const {
      lines: [welcome],
    } = await until(
      () => visitor.api.credits.statement.query({}),
      ({ lines }) => lines.length > 0,
    );
    expect(welcome).toMatchObject({ kind: 'grant', net: 10 });
    const [balance] = await visitor.api.credits.accounts.query();
    expect(balance).toEqual({ appName: 'kinora', usageType: 'credits', available: 10, held: 0 });
    const session = (await visitor.session()) as { readonly user: { readonly id: string } }; // as the auth wire says it
    own = { userId: session.user.id as UserId, appName: 'kinora', usageType: 'api_credits' }; // an id that the server gave
    const loop = createAccountLoop(app.parts.events, () => undefined);
    for (const one of LIFE) await loop.execute(accountStream(own), one);
    await until(
      () => visitor.api.credits.statement.query({ usageType: 'api_credits' }),
      ({ lines }) => lines.length === 8,
    );
  });
  afterAll(() => app.close());

  it('is a file whose name says its days, for the caller alone', async () => {
    const answer = await visitor.fetch(
      `/api/credits/statement.csv?usageType=api_credits&kinds=creation&kinds=expiry&from=${START}&to=${START + 11 * DAY}&zone=Europe/Berlin`,
    );
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="kinora-api_credits-2026-03-01-to-2026-03-12.csv"',
    });
    expect(rowsOf(await answer.text())).toMatchObject([
      { id: 'plan', kind: 'expiry' },
      { id: 'task-failed' },
      { id: 'Task-Done' },
    ]);
    const whole = await visitor.fetch('/api/credits/statement.csv');
    expect(whole.headers.get('content-disposition')).toMatch(/"kinora-credits-until-\d{4}-\d\d-\d\d\.csv"/);
    expect(rowsOf(await whole.text())).toMatchObject([{ kind: 'grant', credits: '10' }]);
    const other = await signInVisitor(app.url);
    expect(
      (await (await other.fetch('/api/credits/statement.csv?usageType=api_credits')).text()).trimEnd().split('\r\n'),
    ).toHaveLength(1);
    expect((await fetch(`${app.url}/api/credits/statement.csv`)).status).toBe(401);
  });

  it.each(['kinds=refund', 'usageType=gold', 'from=yesterday', 'to=-1', 'zone=Nowhere/Land', 'text='])(
    'refuses a file of what is no filter: %s',
    async (query) => {
      const answer = await visitor.fetch(`/api/credits/statement.csv?${query}`);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(query.slice(0, query.indexOf('=')));
    },
  );

  it("calls a creation by its owner's words, for as long as they are kept", async () => {
    const { id } = await visitor.api.text2Image.create.mutate({
      requestId: randomUUID(),
      prompt: 'sunset over mountains and a lake',
      model: 'preview',
      aspect: '16:9',
      count: 1,
      seed: 7,
      price: { amount: 1, priceVersion: 1 },
    });
    const found = async () => (await visitor.api.credits.statement.query({ text: 'OVER mountains' })).lines;
    expect(await until(found, (lines) => lines.length > 0)).toMatchObject([
      { id, kind: 'creation', work: { title: 'sunset over mountains and a lake', media: 'image' } },
    ]);
    await visitor.api.task.delete.mutate({ id });
    expect(await until(found, (lines) => lines.length === 0)).toEqual([]);
    const line = await visitor.api.credits.line.query({ id });
    expect(line).toMatchObject({ id, kind: 'creation' });
    expect(line?.work).toBeUndefined();
  });

  it('answers a usage record to who is signed in with an address alone', async () => {
    await expect(visitor.api.subUsage.getSubUsage.query({ appName: 'kinora' })).rejects.toMatchObject({
      data: { code: 'UNAUTHORIZED' },
    });
  });
});
