import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { createFinanceRouter } from '../../../src/credits/books/finance.router.js';
import { financeLosses } from '../../../src/credits/books/losses.router.js';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { EVENT_STORE } from '../../../src/platform/tokens.js';
import type { SessionUser } from '../../../src/platform/http/security/session-user.js';
import { defined } from '../../../src/kernel/defined.shared.js';
import { MOVED_COLUMNS } from '../../../src/credits/movements/movements.shared.js';
import type { GrantSource } from '../../../src/credits/credits.shared.js';
import { callerOf, mergeRouters, type Context } from '../../../src/platform/http/trpc/trpc.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

const [ann, bob] = [account('ann'), account('bob')];
const words = { ...account('ann'), usageType: 'GPT_3_5' } as const;
const DAY = 86_400_000;
const START = Date.parse('2026-01-30T00:00:00Z');
const grant = (grantId: string, amount: number): AccountCommand => ({
  type: 'grant',
  at: START,
  grantId,
  source: 'purchase',
  amount,
  eligibility: 'any',
});
const hold = (holdId: string, amount: number, at = START + 1): AccountCommand => ({
  type: 'hold',
  at,
  holdId,
  amount,
  eligibility: 'any',
  expiresAt: START + 10 * DAY,
  reference: 'task',
});

function financeOf(credits: TestCredits) {
  const user: SessionUser = {
    id: ann.userId,
    anonymous: false,
    dateCreated: 0,
    roles: ['finance'],
    sid: 's' as SessionUser['sid'],
  }; // a test's own session
  const context: Context = { user, request: { ip: '', language: 'en', requestId: 'r', origin: 'http://localhost' } };
  const deps = { commands: credits.nest.get(CommandBus), queries: credits.nest.get(QueryBus) };
  return callerOf(mergeRouters(createFinanceRouter(deps), financeLosses(deps)))(context);
}

describe('lists of finance', () => {
  let credits: TestCredits;
  let finance: ReturnType<typeof financeOf>;
  beforeEach(async () => {
    credits = await startCredits({ now: START });
    finance = financeOf(credits);
  });
  afterEach(() => credits.close());

  it('lists each receivable with its cause, its grant and its account, and they add up to the trial balance', async () => {
    await credits.done(ann, grant('pack', 10));
    await credits.done(ann, hold('sold', 4));
    await credits.done(ann, { type: 'capture', at: START + 2, holdId: 'sold', amount: 4 });
    await credits.done(ann, hold('running', 3));
    await credits.done(bob, grant('other', 5));
    await credits.done(words, grant('words', 8));
    await credits.done(words, hold('text', 2));
    await credits.done(words, { type: 'capture', at: START + 2, holdId: 'text', amount: 2 });
    await credits.done(ann, {
      type: 'revoke',
      at: START + DAY,
      grantId: 'pack',
      reason: 'refund',
      reference: 'invoice:1',
    });
    await credits.done(bob, {
      type: 'revoke',
      at: START + DAY,
      grantId: 'other',
      reason: 'refund',
      reference: 'invoice:2',
    });
    await credits.done(words, {
      type: 'revoke',
      at: START + DAY,
      grantId: 'words',
      reason: 'chargeback',
      reference: 'invoice:3',
    });
    await credits.done(ann, { type: 'capture', at: START + 2 * DAY, holdId: 'running', amount: 3 });
    credits.now = START + 3 * DAY;
    const { items } = await until(
      () => finance.receivables({ usageType: 'credits' }),
      (page) => page.items.length === 2,
    );
    expect(items).toEqual([
      {
        account: accountStream(ann),
        kind: 'creation',
        id: 'running',
        cause: 'after-revocation',
        amount: 3,
        at: START + 2 * DAY,
      },
      { account: accountStream(ann), kind: 'grant', id: 'pack', cause: 'refund', amount: 4, at: START + DAY },
    ]);
    expect((await finance.receivables({ usageType: 'GPT_3_5' })).items).toMatchObject([
      { id: 'words', cause: 'chargeback', amount: 2 },
    ]);
    // Today is day 3; by then nothing is old. On day 62 the older entry is 61 days old, the newer one 60.
    expect(await finance.receivableAges({})).toMatchObject([
      {
        usageType: 'credits',
        total: 7,
        ages: [{ age: '0-30', amount: 7, entries: 2 }, { entries: 0 }, { entries: 0 }, { entries: 0 }],
      },
      { usageType: 'GPT_3_5', total: 2 },
    ]);
    credits.now = START + 62 * DAY;
    expect(await finance.receivableAges({ appName: 'kinora' })).toMatchObject([
      {
        usageType: 'credits',
        total: 7,
        ages: [
          { amount: 0 },
          { age: '31-60', amount: 3, entries: 1 },
          { age: '61-90', amount: 4, entries: 1 },
          { amount: 0 },
        ],
      },
      { usageType: 'GPT_3_5', total: 2, ages: [{}, {}, { age: '61-90', amount: 2 }, {}] },
    ]);
    expect(await finance.receivableAges({ appName: 'kinora-writer' })).toEqual([]);
    expect((await finance.receivables({ usageType: 'credits', age: '31-60' })).items).toMatchObject([
      { id: 'running' },
    ]);
    expect((await finance.receivables({ usageType: 'credits', age: '61-90' })).items).toMatchObject([{ id: 'pack' }]);
    expect((await finance.receivables({ age: 'over-90' })).items).toEqual([]);
    credits.now = START + 3 * DAY;
    const sum = async (usageType: 'credits' | 'GPT_3_5') =>
      (await finance.receivables({ usageType })).items.reduce((all, { amount }) => all + amount, 0);
    for (const usageType of ['credits', 'GPT_3_5'] as const)
      expect(await sum(usageType)).toBe((await finance.trialBalance({ usageType })).receivable);
    const first = await finance.receivables({ limit: 1 });
    expect((await finance.receivables({ limit: 1, cursor: first.next })).items).toHaveLength(1);
    // Newer lines of other accounts leave no page empty.
    expect((await finance.receivables({ usageType: 'GPT_3_5', limit: 1 })).items).toMatchObject([{ id: 'words' }]);
    const newest = await finance.receivables({ usageType: 'credits', limit: 1 });
    expect([
      ...newest.items,
      ...(await finance.receivables({ usageType: 'credits', limit: 1, cursor: newest.next })).items,
    ]).toEqual(items);
    expect((await finance.receivables({ appName: 'kinora', usageType: 'credits' })).items).toEqual(items);
    expect((await finance.receivables({ appName: 'kinora-writer' })).items).toEqual([]);
  });

  it('lists the lines behind each figure of the books, which add up to it', async () => {
    await credits.done(ann, grant('pack', 20));
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'gift',
      source: 'signup',
      amount: 9,
      eligibility: 'any',
      expiresAt: START + 2 * DAY,
    });
    await credits.done(bob, grant('other', 5));
    await credits.done(words, grant('words', 8));
    await credits.done(ann, hold('both', 12));
    await credits.done(ann, { type: 'capture', at: START + 5, holdId: 'both', amount: 12 });
    await credits.done(ann, hold('late', 3));
    await credits.done(ann, {
      type: 'revoke',
      at: START + DAY,
      grantId: 'pack',
      reason: 'refund',
      reference: 'invoice:1',
    });
    await credits.done(ann, { type: 'release', at: START + DAY + 5, holdId: 'late', reason: 'failed' });
    await credits.done(bob, {
      type: 'adjust',
      adjustmentId: 'less',
      amount: -2,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'case:1',
      at: START + DAY,
    });
    await credits.done(bob, {
      type: 'adjust',
      adjustmentId: 'more',
      amount: 7,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'case:2',
      at: START + DAY,
    });
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'gone',
      source: 'signup',
      amount: 4,
      eligibility: 'any',
      expiresAt: START + 3 * DAY,
    });
    credits.now = START + 4 * DAY;
    await credits.done(ann, { type: 'expire', at: credits.now });
    const range = { from: '2026-01-30', to: '2026-02-03', usageType: 'credits' } as const;
    await until(
      () => finance.movements({ ...range, column: 'expired' }),
      ({ items }) => items.length > 0,
    );
    const balance = await finance.trialBalance({ from: range.from, day: range.to, usageType: 'credits' });
    for (const column of MOVED_COLUMNS) {
      const listed = async (source?: GrantSource) =>
        (await finance.movements({ ...range, column, ...defined({ source }) })).items.reduce(
          (sum, { amount }) => sum + amount,
          0,
        );
      expect([column, await listed()]).toEqual([column, balance.total.moved[column]]);
      for (const { source, moved } of balance.bySource)
        expect([column, source, await listed(source)]).toEqual([column, source, moved[column]]);
    }
    const spent = await finance.movements({ ...range, column: 'spent' });
    expect(spent.items).toEqual([
      { account: accountStream(ann), kind: 'creation', id: 'both', amount: 12, at: START + 5 },
    ]);
    expect((await finance.movements({ ...range, column: 'spent', from: '2026-01-31' })).items).toEqual([]);
    expect(
      await until(
        () => finance.movements({ ...range, column: 'granted', usageType: 'GPT_3_5' }),
        ({ items }) => items.length > 0,
      ),
    ).toMatchObject({ items: [{ id: 'words', amount: 8 }] });
    const first = await finance.movements({ ...range, column: 'granted', limit: 2 });
    const rest = await finance.movements({ ...range, column: 'granted', limit: 2, cursor: first.next });
    expect([...first.items, ...rest.items].map(({ id }) => id).sort()).toEqual(['gift', 'gone', 'other', 'pack']);
    await expect(finance.movements({ ...range, column: 'granted', cursor: 'none' })).rejects.toThrow();
    await expect(finance.movements({ ...range, column: 'granted', to: '2027-01-01' })).rejects.toThrow();
  });

  it('lists the grants behind the liability of a month, at the end of any day, with what is due left out', async () => {
    await credits.done(ann, grant('pack', 20));
    await credits.done(ann, {
      type: 'grant',
      at: START,
      grantId: 'gift',
      source: 'signup',
      amount: 9,
      eligibility: 'any',
      expiresAt: START + 3 * DAY,
    });
    await credits.done(bob, {
      type: 'grant',
      at: START,
      grantId: 'soon',
      source: 'signup',
      amount: 5,
      eligibility: 'any',
      expiresAt: START + DAY,
    });
    await credits.done(ann, hold('open', 12));
    await credits.done(words, grant('words', 8));
    await credits.done(bob, {
      type: 'adjust',
      adjustmentId: 'more',
      amount: 7,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'case:2',
      at: START + DAY + 1,
    });
    credits.now = START + 2 * DAY;
    const owed = async (month: string | null, day?: string) =>
      (await finance.owed({ month, usageType: 'credits', ...defined({ day }) })).items;
    await until(
      () => owed(null),
      ({ length }) => length === 2,
    );
    for (const day of ['2026-01-30', '2026-01-31', '2026-02-01']) {
      for (const { month, available, held } of (await finance.liability({ day, usageType: 'credits' })).months) {
        const items = await owed(month, day);
        const sum = (column: 'available' | 'held') => items.reduce((all, item) => all + item[column], 0);
        expect([day, month, sum('available'), sum('held')]).toEqual([day, month, available, held]);
      }
    }
    expect(await owed('2026-02')).toEqual([
      {
        account: accountStream(ann),
        grantId: 'gift',
        source: 'signup',
        at: START,
        expiresAt: START + 3 * DAY,
        available: 0,
        held: 9,
      },
    ]);
    expect((await owed(null)).map(({ grantId, available, held }) => [grantId, available, held])).toEqual([
      ['more', 7, 0],
      ['pack', 17, 3],
    ]);
    expect(await owed('2026-01')).toEqual([]);
    // Nothing is due, so that today's page needs the balances only.
    const fold = jest.spyOn(credits.nest.get<EventStore>(EVENT_STORE), 'readStream');
    expect((await owed(null)).map(({ grantId }) => grantId)).toEqual(['more', 'pack']);
    expect(fold).not.toHaveBeenCalled();
    fold.mockRestore();
    expect((await owed('2026-01', '2026-01-30')).map(({ grantId, available }) => [grantId, available])).toEqual([
      ['soon', 5],
    ]);
    await expect(finance.owed({ month: null, day: '2027-01-01' })).rejects.toThrow();
    await expect(finance.owed({ month: null, cursor: 'none' })).rejects.toThrow();
  });

  it('sums the work that was not charged by reason and days, and lists the holds of a reason', async () => {
    await credits.done(ann, grant('pack', 50));
    await credits.done(bob, grant('pack', 50));
    for (const [of, id, amount, reason, at] of [
      [ann, 'a', 4, 'failed', 1],
      [ann, 'b', 3, 'canceled', 1],
      [bob, 'c', 5, 'failed', 1],
      [bob, 'd', 6, 'failed', 2],
    ] as const) {
      await credits.done(of, hold(id, amount, START + at * DAY));
      await credits.done(of, { type: 'release', at: START + at * DAY + 5, holdId: id, reason });
    }
    await credits.done(ann, hold('late', 2, START + 3 * DAY));
    credits.now = START + 11 * DAY;
    await credits.done(ann, { type: 'expire', at: credits.now });
    await credits.done(ann, { ...hold('paid', 7, credits.now), expiresAt: credits.now + DAY } as AccountCommand); // a hold with a later end
    await credits.done(ann, { type: 'capture', at: credits.now, holdId: 'paid', amount: 5 });
    const range = { from: '2026-01-31', to: '2026-02-10', usageType: 'credits' } as const;
    const { reasons } = await until(
      () => finance.failedWork(range),
      (answer) => answer.reasons.length === 3,
    );
    expect(reasons).toEqual([
      { reason: 'canceled', holds: 1, amount: 3 },
      { reason: 'failed', holds: 3, amount: 15 },
      { reason: 'hold-expired', holds: 1, amount: 2 },
    ]);
    expect((await finance.failedWork({ ...range, to: '2026-01-31' })).reasons).toEqual([
      { reason: 'canceled', holds: 1, amount: 3 },
      { reason: 'failed', holds: 2, amount: 9 },
    ]);
    const listed = await until(
      () => finance.failedWork({ ...range, reason: 'failed' }),
      ({ items }) => items.length === 3,
    );
    expect(listed.items.map(({ account: of, holdId, amount }) => [of, holdId, amount])).toEqual([
      [accountStream(bob), 'd', 6],
      [accountStream(bob), 'c', 5],
      [accountStream(ann), 'a', 4],
    ]);
    expect((await finance.failedWork({ ...range, reason: 'failed', from: '2026-02-01' })).items).toHaveLength(1);
    expect(await finance.failedWork({ ...range, usageType: 'GPT_3_5', reason: 'failed' })).toMatchObject({
      reasons: [],
      items: [],
    });
  });
});
