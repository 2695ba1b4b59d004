import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import type { ErrorIdentifier } from '../../../src/kernel/errors.shared.js';
import type { LoggedEvent } from '../../../src/kernel/event-sourcing/event.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { callerOf, describeError, type Context } from '../../../src/platform/http/trpc/trpc.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

/** Everything that is in a log, byte by byte. */
async function everyEvent(log: Pick<EventStore, 'follow'>): Promise<readonly LoggedEvent[]> {
  const all: LoggedEvent[] = [];
  const stop = new AbortController();
  for await (const { events, caughtUp } of log.follow({ after: -1, prefixes: [''], signal: stop.signal })) {
    all.push(...events);
    if (caughtUp) break;
  }
  stop.abort();
  return all;
}

const ann = account('ann');
const START = 1_000_000;
const HOUR = 3_600_000;
const LONG = 'x'.repeat(501);

describe('a command to an account', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits({ now: START });
    const before: readonly AccountCommand[] = [
      { type: 'grant', at: START, grantId: 'pack', source: 'purchase', amount: 100, eligibility: 'any' },
      {
        type: 'hold',
        at: START,
        holdId: 'open',
        amount: 10,
        eligibility: 'any',
        expiresAt: START + HOUR,
        reference: 'task',
      },
      {
        type: 'hold',
        at: START,
        holdId: 'paid',
        amount: 10,
        eligibility: 'any',
        expiresAt: START + HOUR,
        reference: 'task',
      },
      { type: 'capture', at: START, holdId: 'paid', amount: 7 },
      {
        type: 'hold',
        at: START,
        holdId: 'freed',
        amount: 10,
        eligibility: 'any',
        expiresAt: START + HOUR,
        reference: 'task',
      },
      { type: 'release', at: START, holdId: 'freed', reason: 'failed' },
      {
        type: 'adjust',
        at: START,
        adjustmentId: 'more',
        amount: 5,
        reasonCode: 'goodwill',
        actor: 'finance-1',
        reference: 'case 1',
      },
      { type: 'recordUsage', at: START, usageId: 'free', listPrice: 3, reference: '' },
      { type: 'grant', at: START, grantId: 'wrong', source: 'purchase', amount: 1, eligibility: 'any' },
      { type: 'revoke', at: START, grantId: 'wrong', reason: 'dispute', reference: 'case 1' },
    ];
    for (const command of before) await credits.done(ann, command);
  });
  afterEach(() => credits.close());

  /** One of each kind that would be carried out; a new kind has to be added here, or this does not compile. */
  const GOOD: { readonly [Type in AccountCommand['type']]: Extract<AccountCommand, { readonly type: Type }> } = {
    grant: {
      type: 'grant',
      at: START,
      grantId: 'new',
      source: 'plan',
      amount: 5,
      expiresAt: START + HOUR,
      eligibility: 'any',
    },
    hold: {
      type: 'hold',
      at: START,
      holdId: 'new',
      amount: 5,
      eligibility: 'any',
      expiresAt: START + HOUR,
      reference: 'task',
    },
    capture: { type: 'capture', at: START, holdId: 'open', amount: 5 },
    release: { type: 'release', at: START, holdId: 'open', reason: 'failed' },
    extendHold: { type: 'extendHold', at: START, holdId: 'open', expiresAt: START + 2 * HOUR },
    expire: { type: 'expire', at: START + 2 * HOUR },
    revoke: { type: 'revoke', at: START, grantId: 'pack', reason: 'dispute', reference: 'case 2' },
    adjust: {
      type: 'adjust',
      at: START,
      adjustmentId: 'new',
      amount: -5,
      reasonCode: 'correction',
      actor: 'finance-1',
      reference: 'case 2',
      validAt: START,
    },
    recordUsage: { type: 'recordUsage', at: START, usageId: 'new', listPrice: 5, reference: '' },
  };
  const amounts = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    0.5,
    -0.5,
    1e9 + 1,
    -1e9 - 1,
    1e308,
    Number.MAX_SAFE_INTEGER + 1,
    '5',
    null,
    undefined,
  ];
  const times = [Number.NaN, Number.POSITIVE_INFINITY, 0.5, 1e308, '2026-01-01', null];
  const BAD: Readonly<Record<string, readonly unknown[]>> = {
    amount: [0, ...amounts],
    listPrice: [-1, ...amounts],
    at: [...times, undefined],
    expiresAt: times,
    validAt: [...times, START + 3 * HOUR],
    grantId: ['', LONG, 1, null, undefined],
    holdId: ['', LONG, 1, null, undefined],
    adjustmentId: ['', LONG, 1, null, undefined],
    usageId: ['', LONG, 1, null, undefined],
    source: ['lottery', '', null, undefined],
    eligibility: ['all', '', null, undefined],
    reason: [LONG, 1, undefined],
    reasonCode: [LONG, '', 'Of My Own', 1, undefined],
    reference: [LONG, 1, undefined],
    actor: ['', LONG, 'ann@example.com', 'Ann Smith', 1, null, undefined],
    type: ['steal', '', 'GRANT', undefined],
  };

  it.each(Object.values(GOOD).map((good) => [good.type, good] as const))(
    '%s is carried out as it should be, and with nothing wrong in any of its fields',
    async (_type, good) => {
      const before = await everyEvent(credits.events);
      for (const field of Object.keys(good)) {
        const values = BAD[field];
        expect([field, values?.length]).toEqual([field, expect.any(Number)]);
        for (const value of values ?? []) {
          // Only a negative adjustment is one.
          if (field === 'amount' && 'amount' in good && good.type !== 'adjust')
            expect(await credits.change(ann, { ...good, amount: -1 })).toMatchObject({
              ok: false,
              error: { identifier: 'VALIDATION_ERROR', params: { field: 'amount' } },
            });
          const answer = await credits.change(ann, { ...good, [field]: value });
          expect([field, value, answer]).toEqual([
            field,
            value,
            { ok: false, error: { identifier: 'VALIDATION_ERROR', params: { field } } },
          ]);
        }
      }
      expect(await everyEvent(credits.events)).toEqual(before);
      credits.now = START + 2 * HOUR;
      expect(await credits.change(ann, good)).toMatchObject({ ok: true });
      expect((await everyEvent(credits.events)).length).toBeGreaterThan(before.length);
    },
  );

  it.each<[string, Partial<Record<keyof AccountKey, unknown>>, string]>([
    ['no user', { userId: '' }, 'userId'],
    ["a user whose id parts the stream's name", { userId: 'ann.kinora' }, 'userId'],
    ['a user whose id is two lines', { userId: 'ann\nbob' }, 'userId'],
    ['a user without end', { userId: 'x'.repeat(101) }, 'userId'],
    ['an unknown app', { appName: 'casino' }, 'appName'],
    ['an unknown usage type', { usageType: 'gold' }, 'usageType'],
  ])('is refused for %s', async (_what, wrong, field) => {
    const before = await everyEvent(credits.events);
    for (const good of Object.values(GOOD))
      expect(await credits.change({ ...ann, ...wrong } as AccountKey, good)).toEqual({
        ok: false,
        error: { identifier: 'VALIDATION_ERROR', params: { field } },
      }); // what no caller in the product could send
    expect(await everyEvent(credits.events)).toEqual(before);
  });

  it.each<[ErrorIdentifier, string, AccountCommand, object]>([
    ['IDEMPOTENCY_MISMATCH', 'a grant of another amount', { ...GOOD.grant, grantId: 'pack' }, { id: 'pack' }],
    [
      'IDEMPOTENCY_MISMATCH',
      'a grant from another source',
      { type: 'grant', at: START, grantId: 'pack', source: 'plan', amount: 100, eligibility: 'any' },
      { id: 'pack' },
    ],
    [
      'IDEMPOTENCY_MISMATCH',
      'a grant that ends',
      {
        type: 'grant',
        at: START,
        grantId: 'pack',
        source: 'purchase',
        amount: 100,
        eligibility: 'any',
        expiresAt: START + HOUR,
      },
      { id: 'pack' },
    ],
    [
      'IDEMPOTENCY_MISMATCH',
      'a grant for other work',
      { type: 'grant', at: START, grantId: 'pack', source: 'purchase', amount: 100, eligibility: 'free-models' },
      { id: 'pack' },
    ],
    ['IDEMPOTENCY_MISMATCH', "a grant by an adjustment's id", { ...GOOD.grant, grantId: 'more' }, { id: 'more' }],
    ['IDEMPOTENCY_MISMATCH', 'a hold of another amount', { ...GOOD.hold, holdId: 'open', amount: 11 }, { id: 'open' }],
    [
      'IDEMPOTENCY_MISMATCH',
      'an ended hold for other work',
      { ...GOOD.hold, holdId: 'paid', amount: 10, eligibility: 'free-models' },
      { id: 'paid' },
    ],
    [
      'IDEMPOTENCY_MISMATCH',
      'a capture of another amount',
      { ...GOOD.capture, holdId: 'paid', amount: 8 },
      { id: 'paid' },
    ],
    ['IDEMPOTENCY_MISMATCH', 'a revocation for another case', { ...GOOD.revoke, grantId: 'wrong' }, { id: 'wrong' }],
    [
      'IDEMPOTENCY_MISMATCH',
      'an adjustment of another amount',
      { ...GOOD.adjust, adjustmentId: 'more' },
      { id: 'more' },
    ],
    ['IDEMPOTENCY_MISMATCH', "an adjustment by a grant's id", { ...GOOD.adjust, adjustmentId: 'pack' }, { id: 'pack' }],
    ['IDEMPOTENCY_MISMATCH', 'free work at another price', { ...GOOD.recordUsage, usageId: 'free' }, { id: 'free' }],
    ['HOLD_NOT_FOUND', 'a capture of no hold', { ...GOOD.capture, holdId: 'none' }, { id: 'none' }],
    ['HOLD_NOT_FOUND', 'a release of no hold', { ...GOOD.release, holdId: 'none' }, { id: 'none' }],
    ['HOLD_NOT_FOUND', 'more time for no hold', { ...GOOD.extendHold, holdId: 'none' }, { id: 'none' }],
    [
      'HOLD_CLOSED',
      'a capture of what was released',
      { ...GOOD.capture, holdId: 'freed' },
      { id: 'freed', ended: 'released' },
    ],
    [
      'HOLD_CLOSED',
      'a release of what was captured',
      { ...GOOD.release, holdId: 'paid' },
      { id: 'paid', ended: 'captured' },
    ],
    [
      'HOLD_CLOSED',
      'more time for what was captured',
      { ...GOOD.extendHold, holdId: 'paid' },
      { id: 'paid', ended: 'captured' },
    ],
    ['VALIDATION_ERROR', 'a capture of more than is held', { ...GOOD.capture, amount: 11 }, { field: 'amount' }],
    ['GRANT_NOT_FOUND', 'a revocation of no grant', { ...GOOD.revoke, grantId: 'none' }, { id: 'none' }],
    [
      'REQUEST_TOO_OLD',
      'a grant that has ended before it is given',
      { ...GOOD.grant, expiresAt: START },
      { id: 'new' },
    ],
    ['REQUEST_TOO_OLD', 'a hold that has ended before it is held', { ...GOOD.hold, expiresAt: START }, { id: 'new' }],
    [
      'CREDITS_NOT_ENOUGH',
      'a hold of more than there is',
      { ...GOOD.hold, amount: 89 },
      { needed: 89, available: 88, appName: 'kinora', usageType: 'credits' },
    ],
    [
      'ADJUSTMENT_TOO_LARGE',
      'an adjustment that would overdraw',
      { ...GOOD.adjust, amount: -89 },
      { needed: 89, available: 88 },
    ],
  ])('is refused as %s, and changes nothing: %s', async (identifier, _what, command, params) => {
    const before = await everyEvent(credits.events);
    expect(await credits.change(ann, command)).toEqual({ ok: false, error: { identifier, params } });
    expect(await everyEvent(credits.events)).toEqual(before);
  });
});

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
