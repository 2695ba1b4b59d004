import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  GetBalance,
  GetStatement,
  GetStatementLine,
  GetUsage,
  accountStream,
  type AccountCommand,
} from '../../../src/credits/index.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { sweepExpiries } from '../../../src/credits/account/sweep.js';
import { WatchBalance } from '../../../src/credits/account/watch.js';
import { verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';

const ann = account('ann');
const DAY = 86_400_000;
const grant = (grantId: string, amount: number, more: { expiresAt?: number } = {}): AccountCommand => ({
  type: 'grant',
  at: 1_000_000,
  grantId,
  source: 'purchase',
  amount,
  eligibility: 'any',
  ...more,
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

describe('credits', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits();
  });
  afterEach(() => credits.close());

  it('shows a write to whoever brings its token', async () => {
    const { token } = await credits.done(ann, grant('pack', 10));
    expect(token).toEqual({ stream: 'credits-ann.kinora.credits', revision: 0 });
    expect(await credits.ask(new GetBalance(ann, token))).toEqual({
      appName: 'kinora',
      usageType: 'credits',
      available: 10,
      anyModel: 10,
      held: 0,
      revision: 0,
      grants: [{ source: 'purchase', available: 10 }],
    });
    expect(await credits.ask(new GetBalance(account('bob')))).toMatchObject({ available: 0, revision: -1, grants: [] });
  });

  it('waits for a write in a process that does not follow the log itself', async () => {
    const other = await startCredits({ events: credits.events, documents: credits.documents, roles: ['api'] });
    const { token } = await other.done(ann, grant('pack', 10));
    expect(await other.ask(new GetBalance(ann, token))).toMatchObject({ available: 10, revision: 0 });
    await other.close();
  });

  it('says what is needed and what there is, of which app and usage type', async () => {
    await credits.done(ann, grant('pack', 3));
    expect(await credits.change(ann, hold('h', 4))).toEqual({
      ok: false,
      error: {
        identifier: 'CREDITS_NOT_ENOUGH',
        params: { needed: 4, available: 3, appName: 'kinora', usageType: 'credits' },
      },
    });
  });

  it('tells the whole story of a creation in one line: held, captured, the rest released, and which grant paid', async () => {
    await credits.done(ann, grant('plan', 3, { expiresAt: 1_000_000 + 2 * DAY }));
    await credits.done(ann, grant('pack', 10));
    await credits.done(ann, hold('task-1', 5));
    const { token } = await credits.done(ann, { type: 'capture', at: 1_000_009, holdId: 'task-1', amount: 4 });
    const { lines } = await credits.ask(new GetStatement(ann, { limit: 10 }, token));
    expect(lines.map((line) => line.id)).toEqual(['task-1', 'pack', 'plan']);
    const plan = { grantId: 'plan', source: 'purchase', amount: 3, expiresAt: 1_000_000 + 2 * DAY };
    const pack = (amount: number) => ({ grantId: 'pack', source: 'purchase', amount });
    expect(lines[0]).toEqual({
      id: 'task-1',
      kind: 'creation',
      at: 1_000_001,
      net: -4,
      change: -4,
      availableAfter: 9,
      steps: [
        { what: 'held', amount: 5, at: 1_000_001, grants: [plan, pack(2)] },
        { what: 'captured', amount: 4, at: 1_000_009, grants: [plan, pack(1)] },
        { what: 'released', amount: 1, at: 1_000_009, grants: [pack(1)] },
      ],
      paidBy: [plan, pack(1)],
    });
    const { availableAfter: _running, ...byItself } = lines[0] ?? {};
    expect(await credits.ask(new GetStatementLine(ann, 'task-1'))).toEqual(byItself);
    expect(await credits.ask(new GetStatementLine(account('bob'), 'task-1'))).toBeUndefined();
    expect(await credits.ask(new GetUsage(ann.userId, 'kinora'))).toEqual([
      { appName: 'kinora', usageType: 'credits', totalCount: 13, useCount: 4 },
      { appName: 'kinora', usageType: 'GPT_3_5', totalCount: 0, useCount: 0 },
      { appName: 'kinora', usageType: 'api_credits', totalCount: 0, useCount: 0 },
    ]);
  });

  it('gives the statement page by page, each line once', async () => {
    for (let n = 0; n < 7; n += 1) await credits.done(ann, grant(`g${n}`, 1));
    const { token } = await credits.done(ann, grant('g7', 1));
    const first = await credits.ask(new GetStatement(ann, { limit: 3 }, token));
    const second = await credits.ask(new GetStatement(ann, { limit: 3, cursor: first.next ?? '' }));
    const third = await credits.ask(new GetStatement(ann, { limit: 3, cursor: second.next ?? '' }));
    expect([first, second, third].map((page) => page.lines.map((line) => line.id))).toEqual([
      ['g7', 'g6', 'g5'],
      ['g4', 'g3', 'g2'],
      ['g1', 'g0'],
    ]);
    expect(third.next).toBeUndefined();
  });

  it('does not show what is due, and records its end when the sweep comes by', async () => {
    await credits.done(ann, grant('plan', 6, { expiresAt: 1_000_000 + 2 * DAY }));
    const { token } = await credits.done(ann, hold('task-1', 2));
    await credits.ask(new GetBalance(ann, token));
    credits.now = 1_000_000 + 2 * DAY;
    expect(await credits.ask(new GetBalance(ann))).toMatchObject({ available: 0, held: 2, grants: [] });
    const reads = credits.nest.get(CreditsReads);
    const sweep = () =>
      sweepExpiries(reads.balance, credits.now, ({ account: of, change }) => credits.change(of, change), {
        warn: () => undefined,
      });
    expect(await sweep()).toBe(1);
    expect(await credits.ask(new GetBalance(ann, { stream: accountStream(ann), revision: 3 }))).toMatchObject({
      available: 0,
      held: 0,
      revision: 3,
    });
    expect(await sweep()).toBe(0);
    const { lines } = await credits.ask(
      new GetStatement(ann, { limit: 10 }, { stream: accountStream(ann), revision: 3 }),
    );
    expect(lines.map(({ id, kind, net, availableAfter }) => ({ id, kind, net, availableAfter }))).toEqual([
      { id: 'plan', kind: 'expiry', net: -6, availableAfter: 0 },
      { id: 'task-1', kind: 'creation', net: 0, availableAfter: 6 },
      { id: 'plan', kind: 'grant', net: 6, availableAfter: 6 },
    ]);
  });

  it('records what is due in every other account when one cannot be changed, and says which', async () => {
    const bob = account('bob');
    for (const owner of [ann, bob]) {
      const { token } = await credits.done(owner, grant('plan', 6, { expiresAt: 1_000_000 + DAY }));
      await credits.ask(new GetBalance(owner, token));
    }
    const received: unknown[] = [];
    const swept = sweepExpiries(
      credits.nest.get(CreditsReads).balance,
      1_000_000 + DAY,
      ({ account: of, change }) => {
        if (of.userId === ann.userId) return Promise.reject(new Error('unreadable'));
        return credits.change(of, change);
      },
      { warn: (fields) => received.push(fields) },
    );
    expect(await swept).toBe(2);
    expect(received).toMatchObject([{ stream: accountStream(ann), err: { message: 'unreadable' } }]);
    expect((await credits.events.readStream(accountStream(bob))).map(({ type }) => type)).toEqual([
      'CreditsGranted',
      'GrantExpired',
    ]);
  });

  it('records what is due once a minute while nobody looks', async () => {
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
    });
    const alone = await startCredits();
    try {
      const { token } = await alone.done(ann, grant('plan', 6, { expiresAt: 1_000_000 + DAY }));
      await alone.ask(new GetBalance(ann, token));
      alone.now = 1_000_000 + DAY - 1;
      jest.advanceTimersByTime(60_000);
      alone.now = 1_000_000 + DAY;
      expect(await alone.events.readStream(accountStream(ann))).toHaveLength(1);
      let types: readonly string[] = [];
      while (types.length < 2) {
        await jest.advanceTimersByTimeAsync(60_000);
        await new Promise(setImmediate);
        types = (await alone.events.readStream(accountStream(ann))).map(({ type }) => type);
      }
      expect(types).toEqual(['CreditsGranted', 'GrantExpired']);
    } finally {
      await alone.close();
      jest.useRealTimers();
    }
  });

  it('tells whoever watches, at once and at every change, until they go', async () => {
    const leave = new AbortController();
    const seen: number[] = [];
    for await (const view of await credits.ask(new WatchBalance(ann, leave.signal))) {
      seen.push(view.available);
      if (view.available === 0) await credits.done(ann, grant('pack', 10));
      if (view.available === 10) await credits.done(ann, hold('h', 4));
      if (view.available === 6) leave.abort();
    }
    expect(seen).toEqual([0, 10, 6]);
  });

  it('keeps every account balanced and chained when many callers and two processes press at once', async () => {
    const other = await startCredits({ events: credits.events, documents: credits.documents });
    await credits.done(ann, grant('pack', 40));
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) => (n % 2 === 0 ? credits : other).change(ann, hold(`h${n % 60}`, 1))),
    );
    const held = answers.filter((answer) => answer.ok && answer.value.events > 0).length;
    expect(held).toBe(40);
    await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        credits.change(
          ann,
          n % 3 === 0
            ? { type: 'release', at: 1_000_002, holdId: `h${n}`, reason: 'failed' }
            : { type: 'capture', at: 1_000_002, holdId: `h${n}`, amount: 1 },
        ),
      ),
    );
    const events = await credits.events.readStream(accountStream(ann));
    expect(verifyChain(events)).toMatchObject({ intact: true, revision: events.length - 1 });
    const balance = await credits.ask(new GetBalance(ann, { stream: accountStream(ann), revision: events.length - 1 }));
    expect(balance.held).toBe(0);
    const [usage] = await credits.ask(new GetUsage(ann.userId, 'kinora'));
    expect(usage?.totalCount).toBe(40);
    expect((usage?.totalCount ?? 0) - (usage?.useCount ?? 0)).toBe(balance.available);
    await other.close();
  });
});
