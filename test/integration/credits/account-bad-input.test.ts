import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AccountCommand, AccountKey } from '../../../src/credits/index.js';
import type { ErrorIdentifier } from '../../../src/kernel/errors.shared.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { everyEvent } from '../../support/events.js';

jest.setTimeout(120_000);

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
