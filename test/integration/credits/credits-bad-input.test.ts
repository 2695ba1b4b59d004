import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream } from '../../../src/credits/index.js';
import type { ErrorIdentifier } from '../../../src/kernel/errors.shared.js';
import { callerOf, describeError, type Context } from '../../../src/platform/http/trpc/trpc.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account } from '../../support/people/credits.js';
import { until } from '../../support/until.js';
import { everyEvent } from '../../support/events.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const ann = account('ann');
const START = 1_000_000;
const LONG = 'x'.repeat(501);

/** A request for an adjustment with nothing wrong in it. */
const ADJUST = {
  requestId: '7f3b8f0e-6a52-4a2b-9b8e-0c1d2e3f4a5b',
  userId: 'ann',
  amount: 1,
  reason: 'goodwill',
  reference: 'CASE-1',
};

type Access = 'open' | 'visitor' | 'signedIn' | 'finance';
interface Call {
  readonly who: Access;
  /** What is refused: the input, what as, and with which parameters. */
  readonly bad: readonly (readonly [unknown, ErrorIdentifier, object])[];
}
const field = (input: unknown, name: string): Call['bad'][number] => [input, 'VALIDATION_ERROR', { field: name }];
const ACCOUNT = [
  field({ appName: 'casino' }, 'appName'),
  field({ usageType: 'gold' }, 'usageType'),
  field({ appName: 1 }, 'appName'),
  field('ann', ''),
];
const AFTER = [
  field({ after: { stream: accountStream(ann), revision: -1 } }, 'after.revision'),
  field({ after: { stream: accountStream(ann), revision: 0.5 } }, 'after.revision'),
  field({ after: { stream: 'x'.repeat(201), revision: 0 } }, 'after.stream'),
];
const LIMIT = (rest: object = {}): Call['bad'] =>
  [0, -1, 201, 1.5, 1e308, Number.NaN].map((limit) => field({ ...rest, limit }, 'limit'));
const FUTURE = '2999-01-01';
const today = { today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };

/** Every procedure of Credits, who may call it, and what it does not take. */
const CALLS: Readonly<Record<string, Call>> = {
  'credits.balance': { who: 'visitor', bad: [...ACCOUNT, ...AFTER] },
  'credits.accounts': { who: 'visitor', bad: [] },
  'credits.expiries': {
    who: 'visitor',
    bad: [
      ...ACCOUNT,
      ...AFTER,
      field({ months: 0 }, 'months'),
      field({ months: 37 }, 'months'),
      field({ months: 0.5 }, 'months'),
    ],
  },
  'credits.statement': {
    who: 'visitor',
    bad: [
      ...ACCOUNT,
      ...AFTER,
      ...LIMIT(),
      field({ cursor: 'mine' }, 'cursor'),
      field({ cursor: 'x'.repeat(1_001) }, 'cursor'),
      field({ kinds: [] }, 'kinds'),
      field({ kinds: ['theft'] }, 'kinds.0'),
      field({ from: -1 }, 'from'),
      field({ from: 0.5 }, 'from'),
      field({ to: Number.NaN }, 'to'),
      field({ text: ' ' }, 'text'),
      field({ text: LONG }, 'text'),
    ],
  },
  'credits.line': {
    who: 'visitor',
    bad: [
      field({}, 'id'),
      field({ id: '' }, 'id'),
      field({ id: LONG }, 'id'),
      field({ id: 'x', appName: 'casino' }, 'appName'),
      field({ id: 'x', usageType: 'gold' }, 'usageType'),
    ],
  },
  'credits.receipt': {
    who: 'visitor',
    bad: [
      field({ id: '' }, 'id'),
      field({ id: LONG }, 'id'),
      field({ id: 'x', kind: 'theft' }, 'kind'),
      field({ id: 'x', appName: 'casino' }, 'appName'),
    ],
  },
  'credits.published': {
    who: 'open',
    bad: [field({ day: 'today' }, 'day'), field({ day: '2026-02-30' }, 'day'), field({ day: 1 }, 'day')],
  },
  'credits.onChange': { who: 'visitor', bad: ACCOUNT },
  'subUsage.getSubUsage': {
    who: 'signedIn',
    bad: [field({}, 'appName'), field({ appName: 'casino' }, 'appName'), field(undefined, '')],
  },
  'finance.trialBalance': {
    who: 'finance',
    bad: [
      field({ day: '2026-02-30' }, 'day'),
      field({ day: 20260101 }, 'day'),
      field({ appName: 'casino' }, 'appName'),
      [{ day: FUTURE }, 'AS_OF_IN_FUTURE', today],
      field({ day: '2026-01-01', from: '2026-01-02' }, 'from'),
    ],
  },
  'finance.rollForward': {
    who: 'finance',
    bad: [
      field({ from: '2026-01-01' }, 'to'),
      field({ from: 'x', to: '2026-01-01' }, 'from'),
      field({ from: '2026-01-02', to: '2026-01-01' }, 'from'),
      field({ from: '1900-01-01', to: '2026-01-01' }, 'from'),
      [{ from: '2026-01-01', to: FUTURE }, 'AS_OF_IN_FUTURE', today],
    ],
  },
  'finance.liability': {
    who: 'finance',
    bad: [
      field({ day: 'x' }, 'day'),
      field({ basis: 'due' }, 'basis'),
      field({ usageType: 'gold' }, 'usageType'),
      [{ day: FUTURE }, 'AS_OF_IN_FUTURE', today],
    ],
  },
  'finance.history': {
    who: 'finance',
    bad: [
      field({}, 'userId'),
      field({ userId: '' }, 'userId'),
      field({ userId: 'ann.kinora' }, 'userId'),
      field({ userId: 'a\nb' }, 'userId'),
      field({ userId: 'ann', appName: 'casino' }, 'appName'),
      field({ userId: 'ann', usageType: 'gold' }, 'usageType'),
      field({ userId: 'ann', at: 'yesterday' }, 'at'),
      field({ userId: 'ann', at: '2026-01-01T12:00:00' }, 'at'),
      field({ userId: 'ann', before: 0 }, 'before'),
      field({ userId: 'ann', before: 0.5 }, 'before'),
      ...LIMIT({ userId: 'ann' }),
      [{ userId: 'ann', at: FUTURE }, 'AS_OF_IN_FUTURE', { now: expect.stringMatching(/Z$/) }],
      [{ userId: 'nobody' }, 'ACCOUNT_NOT_FOUND', { stream: 'credits-nobody.kinora.credits' }],
    ],
  },
  'finance.grants': {
    who: 'finance',
    bad: [
      field({}, 'source'),
      field({ source: 'lottery' }, 'source'),
      field({ source: 'plan', cursor: 'mine' }, 'cursor'),
      ...LIMIT({ source: 'plan' }),
    ],
  },
  'finance.search': {
    who: 'finance',
    bad: [field({}, 'of'), field({ of: ' ' }, 'of'), field({ of: 'x'.repeat(255) }, 'of')],
  },
  'finance.movements': {
    who: 'finance',
    bad: [
      field({ from: '2026-01-01', to: '2026-01-01' }, 'column'),
      field({ column: 'spent', from: 'x', to: '2026-01-01' }, 'from'),
      field({ column: 'spent', from: '2026-01-02', to: '2026-01-01' }, 'from'),
      field({ column: 'spent', from: '2026-01-01', to: '2026-01-01', source: 'lottery' }, 'source'),
      field({ column: 'spent', from: '2026-01-01', to: '2026-01-01', cursor: 'mine' }, 'cursor'),
      [{ column: 'spent', from: '2026-01-01', to: FUTURE }, 'AS_OF_IN_FUTURE', today],
      ...LIMIT({ column: 'spent', from: '2026-01-01', to: '2026-01-01' }),
    ],
  },
  'finance.owed': {
    who: 'finance',
    bad: [
      field({}, 'month'),
      field({ month: 'May' }, 'month'),
      field({ month: null, day: 'x' }, 'day'),
      field({ month: null, cursor: 'mine' }, 'cursor'),
      [{ month: null, day: FUTURE }, 'AS_OF_IN_FUTURE', today],
    ],
  },
  'finance.receivableAges': { who: 'finance', bad: [field({ appName: 'casino' }, 'appName')] },
  'finance.people': {
    who: 'finance',
    bad: [
      field({}, 'ids'),
      field({ ids: [''] }, 'ids.0'),
      field({ ids: Array.from({ length: 201 }, () => 'a') }, 'ids'),
    ],
  },
  'finance.receivables': {
    who: 'finance',
    bad: [
      field({ usageType: 'gold' }, 'usageType'),
      field({ appName: 'casino' }, 'appName'),
      field({ cursor: 'mine' }, 'cursor'),
      ...LIMIT(),
    ],
  },
  'finance.failedWork': {
    who: 'finance',
    bad: [
      field({ from: '2026-01-01' }, 'to'),
      field({ from: 'x', to: '2026-01-01' }, 'from'),
      field({ from: '2026-01-02', to: '2026-01-01' }, 'from'),
      [{ from: '2026-01-01', to: FUTURE }, 'AS_OF_IN_FUTURE', today],
      field({ from: '2026-01-01', to: '2026-01-01', reason: 'failed', cursor: 'mine' }, 'cursor'),
      field({ from: '2026-01-01', to: '2026-01-01', reason: '' }, 'reason'),
      ...LIMIT({ from: '2026-01-01', to: '2026-01-01' }),
    ],
  },
  'finance.tieOut': {
    who: 'finance',
    bad: [
      field({ from: '2026-01-01' }, 'to'),
      field({ from: 'x', to: '2026-01-01' }, 'from'),
      field({ from: '2026-01-02', to: '2026-01-01' }, 'from'),
      field({ from: '2026-01-01', to: '2026-01-01', gateway: '' }, 'gateway'),
      [{ from: '2026-01-01', to: FUTURE }, 'AS_OF_IN_FUTURE', today],
    ],
  },
  'finance.readTransactions': { who: 'finance', bad: [] },
  'finance.parked': { who: 'finance', bad: [] },
  'finance.reconciliation': { who: 'finance', bad: [] },
  'finance.reconciliations': { who: 'finance', bad: [field({ limit: 0 }, 'limit'), field({ limit: 401 }, 'limit')] },
  'finance.reconcile': { who: 'finance', bad: [] },
  'finance.roots': { who: 'finance', bad: [] },
  'finance.adjust': {
    who: 'finance',
    bad: [
      field({ ...ADJUST, requestId: 'mine' }, 'requestId'),
      field({ ...ADJUST, userId: 'a.b' }, 'userId'),
      field({ ...ADJUST, amount: 0 }, 'amount'),
      field({ ...ADJUST, amount: 1.5 }, 'amount'),
      field({ ...ADJUST, amount: 1e9 + 1 }, 'amount'),
      field({ ...ADJUST, reason: 'whim' }, 'reason'),
      field({ ...ADJUST, reason: 'reversal' }, 'reason'),
      field({ ...ADJUST, reference: 'two words' }, 'reference'),
      field({ ...ADJUST, note: 'x'.repeat(1_001) }, 'note'),
      field({ ...ADJUST, validAt: 'yesterday' }, 'validAt'),
      [{ ...ADJUST, validAt: FUTURE }, 'VALID_TIME_OUTSIDE', { from: expect.any(String) }],
    ],
  },
  'finance.reverseAdjustment': {
    who: 'finance',
    bad: [
      field({ userId: 'a.b', adjustmentId: 'a', reference: 'c' }, 'userId'),
      field({ userId: 'ann', adjustmentId: '', reference: 'c' }, 'adjustmentId'),
      field({ userId: 'ann', adjustmentId: 'a', reference: '' }, 'reference'),
      field({ userId: 'ann', adjustmentId: 'a', reference: 'c', validAt: 5 }, 'validAt'),
    ],
  },
  'finance.approveAdjustment': {
    who: 'finance',
    bad: [field({ requestId: '' }, 'requestId'), field({ requestId: 'two words' }, 'requestId')],
  },
  'finance.rejectAdjustment': {
    who: 'finance',
    bad: [field({ requestId: '' }, 'requestId'), field({ requestId: 'r', note: 5 }, 'note')],
  },
  'finance.adjustments': {
    who: 'finance',
    bad: [
      field({ userId: 'a.b' }, 'userId'),
      field({ reason: 'whim' }, 'reason'),
      field({ state: 'lost' }, 'state'),
      field({ from: 'yesterday' }, 'from'),
      field({ cursor: 'mine' }, 'cursor'),
      ...LIMIT({}),
    ],
  },
};

const defOf = (procedure: unknown): unknown => Reflect.get(Object(procedure), '_def');
const procedureMeta = z.object({ _def: z.object({ meta: z.object({ permission: z.string() }) }) });
/** Whom the permissions of Credits are for. */
const WHO: Readonly<Record<string, Access>> = {
  readPublic: 'open',
  ownCredits: 'visitor',
  ownUsage: 'signedIn',
  readLedgers: 'finance',
  reconcile: 'finance',
  adjustCredits: 'finance',
};

describe('a call of Credits', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
    const loop = createAccountLoop(app.parts.events, () => undefined);
    for (const name of ['ann', 'bob'])
      expect(
        await loop.execute(accountStream(account(name)), {
          type: 'grant',
          at: START,
          grantId: `pack of ${name}`,
          source: 'purchase',
          amount: 100,
          eligibility: 'any',
        }),
      ).toMatchObject({ ok: true });
  });
  afterAll(() => app.close());

  const base = { id: ann.userId, anonymous: false, dateCreated: 0, sid: 's' as SessionUser['sid'] }; // a test's own session
  const CALLERS: Readonly<Record<'nobody' | 'visitor' | 'member' | 'admin' | 'finance', SessionUser | undefined>> = {
    nobody: undefined,
    visitor: { ...base, anonymous: true, roles: [] },
    member: { ...base, roles: [], email: 'ann@example.org' },
    admin: { ...base, roles: ['admin'], email: 'ann@example.org' },
    finance: { ...base, roles: ['finance'], email: 'ann@example.org' },
  };
  const MAY: Readonly<Record<Access, readonly (keyof typeof CALLERS)[]>> = {
    open: ['nobody', 'visitor', 'member', 'admin', 'finance'],
    visitor: ['visitor', 'member', 'admin', 'finance'],
    signedIn: ['member', 'admin', 'finance'],
    finance: ['finance'],
  };

  /** Calls a procedure by its path. @returns what it was refused with; nothing when it was not */
  async function call(
    path: string,
    input: unknown,
    as: keyof typeof CALLERS,
  ): Promise<{ readonly identifier: string; readonly params: object; readonly httpStatus: number } | undefined> {
    const context: Context = {
      user: CALLERS[as],
      request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' },
    };
    let found: unknown = callerOf(app.router)(context);
    for (const name of path.split('.')) found = Reflect.get(Object(found), name);
    if (typeof found !== 'function') throw new Error(`there is no ${path}`);
    try {
      await Reflect.apply(found, undefined, [input]);
      return undefined;
    } catch (error) {
      // what callers throw
      const { identifier, params, httpStatus } = describeError(error as Parameters<typeof describeError>[0]).data;
      return { identifier, params, httpStatus };
    }
  }

  it('is in this table, whichever it is, and says who may call it', () => {
    const files = readdirSync('src/credits', { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.router.ts'),
    );
    const names = files.flatMap((name) =>
      [...readFileSync(join('src/credits', name), 'utf8').matchAll(/export function create(\w+)Router\(/g)].map(
        ([, made = '']) => `${made.charAt(0).toLowerCase()}${made.slice(1)}`,
      ),
    );
    const all: object = app.router._def.procedures; // by now a flat record of procedures by path
    const procedures = Object.entries(all).filter(([path]) => names.includes(path.split('.')[0] ?? ''));
    expect(new Set(procedures.map(([path]) => path.split('.')[0]))).toEqual(new Set(names));
    const said = procedures.map(([path, procedure]) => {
      const { permission } = procedureMeta.parse({ _def: defOf(procedure) })._def.meta;
      return [path, WHO[permission] ?? permission];
    });
    expect(Object.fromEntries(said)).toEqual(
      Object.fromEntries(Object.entries(CALLS).map(([path, { who }]) => [path, who])),
    );
  });

  it.each(Object.entries(CALLS))(
    '%s is refused to whoever may not, whatever they ask for',
    async (path, { who, bad }) => {
      const before = await everyEvent(app.parts.events);
      for (const as of Object.keys(CALLERS) as (keyof typeof CALLERS)[]) {
        // its own keys
        if (MAY[who].includes(as)) continue;
        const isRole = who === 'finance' && as !== 'nobody';
        for (const input of [undefined, ...bad.map(([one]) => one)])
          expect([as, input, await call(path, input, as)]).toEqual([
            as,
            input,
            isRole
              ? { identifier: 'PERMISSION_ERROR', params: {}, httpStatus: 403 }
              : { identifier: 'NOT_SIGNED_IN', params: {}, httpStatus: 401 },
          ]);
      }
      expect(await everyEvent(app.parts.events)).toEqual(before);
    },
  );

  it.each(Object.entries(CALLS).filter(([, { bad }]) => bad.length > 0))(
    '%s says what is wrong with what it does not take, and changes nothing',
    async (path, { bad }) => {
      const before = await everyEvent(app.parts.events);
      for (const [input, identifier, params] of bad) {
        expect([input, await call(path, input, 'finance')]).toEqual([
          input,
          { identifier, params, httpStatus: identifier === 'ACCOUNT_NOT_FOUND' ? 404 : 400 },
        ]);
      }
      expect(await everyEvent(app.parts.events)).toEqual(before);
    },
  );

  it("sees nobody else's account, however it is asked", async () => {
    const caller = callerOf(app.router)({
      user: CALLERS.visitor,
      request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' },
    });
    const request = { userId: 'bob', after: { stream: accountStream(account('bob')), revision: 0 } };
    const { lines } = await until(
      () => caller.credits.statement(request),
      (page) => page.lines.length > 0,
    );
    expect(lines.map(({ id }) => id)).toEqual(['pack of ann']);
    expect(await caller.credits.line({ id: 'pack of bob' })).toBeNull();
    expect(await caller.credits.balance(request)).toMatchObject({ available: 100, revision: 0 });
  });
});
