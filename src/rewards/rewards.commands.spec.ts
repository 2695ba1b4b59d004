import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../kernel/ids.js';
import { err, ok } from '../kernel/result.js';
import { productError } from '../kernel/errors.shared.js';
import { createMemoryDocumentStore } from '../platform/documents/memory.js';
import type { RateAnswer } from '../platform/rate-limit/port.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { CHECK_IN_CREDITS } from './check-in/streak.shared.js';
import { claimedReward } from './grant.policy.js';
import { CheckIn, CheckInHandler, Claims, ClaimMission, ClaimMissionHandler } from './rewards.commands.js';
import { RewardGrants } from './reward-grants.js';
import { RewardStore } from './reward.store.js';

const ada = 'ada' as UserId; // a test's own user
const ip = '203.0.113.9';
const DAY = 86_400_000;
const NOON = Date.UTC(2026, 2, 10, 12);
const ALLOWED: RateAnswer = { allowed: true, remaining: 1 };

interface Options {
  readonly cap?: number;
  readonly ledger?: 'up' | 'down' | 'refuses';
  readonly rate?: RateAnswer;
}

/** Rewards with documents in memory, a manual clock, a cap of claims, and a ledger that may be unavailable. */
async function open({ cap = 100, ledger = 'up', rate = ALLOWED }: Options = {}) {
  const documents = createMemoryDocumentStore();
  const rewards = await RewardStore.open(documents);
  const time = { now: NOON };
  const clock = { now: () => time.now };
  const used = { count: 0 };
  const taken = { count: 0 };
  const caps = {
    take: async () => (taken.count += 1) > 0 && used.count < cap && (used.count += 1) > 0,
    giveBack: async () => void (used.count -= 1),
  };
  const token = { stream: 'credits-ada', revision: 3 };
  const answer =
    ledger === 'up'
      ? ok({ token, events: 1 })
      : err(productError(ledger === 'down' ? 'TRY_AGAIN' : 'VALIDATION_ERROR', { field: 'amount' }));
  // The ledger's answer to the one command that is executed.
  const claims = new Claims({
    caps,
    grants: new RewardGrants({ execute: async () => answer as never }),
    rateLimit: { take: async () => rate },
    clock,
  });
  return {
    documents,
    rewards,
    time,
    used,
    taken,
    checkIn: () => new CheckInHandler(rewards, claims).execute(new CheckIn({ userId: ada, ip }, 'UTC')),
    claim: (mission: string) =>
      new ClaimMissionHandler(rewards, claims).execute(new ClaimMission({ userId: ada, ip }, mission)),
    grants: async () => (await documents.pendingMessages(100)).map(({ data }) => claimedReward.parse(data)),
  };
}

describe('a check-in', () => {
  it('is granted once, however many requests arrive at the same time', async () => {
    const { checkIn, grants, used } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, checkIn));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await grants()).toEqual([
      { userId: 'ada', grantId: 'check-in.ada.2026-03-10', source: 'check-in', amount: 2, lastsDays: 7, at: NOON },
    ]);
    expect(used.count).toBe(1);
  });

  it('stays claimed with its message when the ledger does not answer', async () => {
    const { checkIn, grants } = await open({ ledger: 'down' });
    expect(await checkIn()).toEqual({ ok: true, value: { credits: 2 } });
    expect(await grants()).toHaveLength(1);
    expect(await checkIn()).toMatchObject({ error: { identifier: 'MISSION_CREDIT_ALREADY_CLAIMED' } });
  });

  it('says so when the ledger refuses the credits', async () => {
    const { checkIn } = await open({ ledger: 'refuses' });
    expect(await checkIn()).toMatchObject({ error: { identifier: 'UNLOCKING_REWARD_FAILED' } });
  });

  it('beyond the caps of the day is refused until the day ends', async () => {
    const { checkIn, grants } = await open({ cap: 0 });
    expect(await checkIn()).toMatchObject({ error: { identifier: 'REWARDS_LIMIT', params: { seconds: 43_200 } } });
    expect(await grants()).toEqual([]);
  });

  it('that is not claimable does not touch the caps', async () => {
    const { checkIn, taken } = await open();
    for (let nth = 0; nth < 5; nth += 1) await checkIn();
    expect(taken.count).toBe(1);
  });

  it('gives its place under the caps back when the store fails', async () => {
    const { checkIn, used, rewards } = await open();
    jest.spyOn(rewards, 'checkIn').mockRejectedValueOnce(new StoreUnavailable('documents', 'failed', 'away'));
    await expect(checkIn()).rejects.toThrow(StoreUnavailable);
    expect(used.count).toBe(0);
    expect(await checkIn()).toMatchObject({ ok: true });
  });

  it('is refused in a flood of requests, before anything is read', async () => {
    const { checkIn, taken } = await open({ rate: { allowed: false, retryAfterMs: 1_500 } });
    expect(await checkIn()).toMatchObject({ error: { identifier: 'TOO_MANY_ATTEMPTS', params: { seconds: 2 } } });
    expect(taken.count).toBe(0);
  });

  it('has one grant for each date, with the credits of its day, over any sequence of days', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 30 }), async (gaps) => {
        const { checkIn, grants, time } = await open();
        for (const gap of gaps) {
          time.now += gap * DAY;
          await checkIn();
        }
        const given = await grants();
        expect(new Set(given.map(({ grantId }) => grantId)).size).toBe(given.length);
        let day = 0;
        const expected = gaps.flatMap((gap, nth) => {
          if (nth > 0 && gap === 0) return [];
          day = gap === 1 && nth > 0 ? (day % CHECK_IN_CREDITS.length) + 1 : 1;
          return [CHECK_IN_CREDITS[day - 1]];
        });
        expect(given.map(({ amount }) => amount)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the credits of a mission', () => {
  it('are claimed once after the fact that completes it', async () => {
    const { rewards, claim, grants } = await open();
    expect(await claim('first-video')).toMatchObject({ error: { identifier: 'MISSION_NOT_COMPLETED' } });
    await rewards.record(ada, 'image-made', NOON);
    expect(await claim('first-video')).toMatchObject({ error: { identifier: 'MISSION_NOT_COMPLETED' } });
    await rewards.record(ada, 'video-made', NOON);
    await rewards.record(ada, 'video-made', NOON + 1);
    const answers = await Promise.all(Array.from({ length: 10 }, () => claim('first-video')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await claim('first-video')).toMatchObject({ error: { identifier: 'MISSION_CREDIT_ALREADY_CLAIMED' } });
    expect(await grants()).toMatchObject([{ grantId: 'mission.ada.first-video', amount: 5 }]);
  });

  it('are refused for a mission that does not exist, without using a claim of the day', async () => {
    const { claim, used } = await open();
    expect(await claim('first-novel')).toMatchObject({ error: { identifier: 'MISSION_NOT_FOUND' } });
    expect(used.count).toBe(0);
  });
});

describe('the progress of a visitor', () => {
  it('moves to the account, without what the visitor had claimed', async () => {
    const { rewards } = await open();
    const guest = 'guest' as UserId; // a test's own visitor
    await rewards.record(guest, 'image-made', NOON);
    await rewards.claim(guest, 'first-image', NOON);
    await rewards.merge(guest, ada);
    expect(await rewards.find(ada)).toEqual({ userId: 'ada', facts: { 'image-made': NOON }, claimed: {} });
    expect((await rewards.find(guest)).facts).toEqual({});
  });
});
