import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryRateLimit } from '../../src/platform/rate-limit/memory.js';
import type { RateLimit } from '../../src/platform/rate-limit/port.js';
import { describeAdapters } from './adapters.js';
import { rateLimits } from './adapters/rate-limit.js';
import type { Timed } from './adapters/redis.js';

describeAdapters(rateLimits, 'the rate limit', ({ open, time }) => {
  const rule = { limit: 3, windowMs: 60_000 };
  /** On real time the wait that is told is shorter by what has passed; no test takes so long. */
  const slack = time === 'manual' ? 0 : 20_000;
  let opened: Timed<RateLimit>;
  let limit: RateLimit;
  beforeEach(async () => {
    opened = await open();
    limit = opened.store;
  });
  afterEach(() => opened.dispose());

  const refusedFor = async (key: string): Promise<number> => {
    const refused = await limit.take(key, rule);
    if (refused.allowed) throw new Error('the take was allowed');
    return refused.retryAfterMs;
  };
  const expectAbout = (found: number, expected: number): void => {
    expect(found).toBeLessThanOrEqual(expected);
    expect(found).toBeGreaterThanOrEqual(expected - slack);
  };

  it('allows as many takes as the rule says and refuses the next', async () => {
    for (let index = 0; index < 3; index += 1)
      expect(await limit.take('a', rule)).toEqual({ allowed: true, remaining: 2 - index });
    expectAbout(await refusedFor('a'), 60_000);
  });

  it('counts each key for itself', async () => {
    for (let index = 0; index < 4; index += 1) await limit.take('a', rule);
    expect(await limit.take('b', rule)).toEqual({ allowed: true, remaining: 2 });
  });

  it('allows again exactly when it said it would', async () => {
    await limit.take('a', rule);
    await opened.pass(10_000);
    await limit.take('a', rule);
    await limit.take('a', rule);
    expectAbout(await refusedFor('a'), 50_000);
    await opened.pass(time === 'manual' ? 49_999 : 20_000);
    const left = await refusedFor('a');
    await opened.pass(left);
    expect((await limit.take('a', rule)).allowed).toBe(true);
    expect((await limit.take('a', rule)).allowed).toBe(false);
  });

  it('begins anew for a key that is forgotten, and for no other', async () => {
    for (const key of ['a', 'b']) for (let index = 0; index < 3; index += 1) await limit.take(key, rule);
    await limit.forget('a');
    await limit.forget('never seen');
    expect(await limit.take('a', rule)).toEqual({ allowed: true, remaining: 2 });
    expect((await limit.take('b', rule)).allowed).toBe(false);
  });

  it('takes back the newest take, and nothing of a key that has none', async () => {
    for (let index = 0; index < 3; index += 1) await limit.take('a', rule);
    await limit.giveBack('a');
    await limit.giveBack('never seen');
    expect(await limit.take('a', rule)).toEqual({ allowed: true, remaining: 0 });
    expect((await limit.take('a', rule)).allowed).toBe(false);
    for (let index = 0; index < 5; index += 1) await limit.giveBack('a');
    for (let index = 0; index < 3; index += 1)
      expect(await limit.take('a', rule)).toEqual({ allowed: true, remaining: 2 - index });
    expect((await limit.take('a', rule)).allowed).toBe(false);
  });

  it('lets no more through when many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => limit.take('a', rule)));
    expect(answers.filter(({ allowed }) => allowed).length).toBe(3);
  });

  it('does not count what it refused', async () => {
    for (let index = 0; index < 10; index += 1) await limit.take('a', rule);
    await opened.pass(60_000);
    expect((await limit.take('a', rule)).allowed).toBe(true);
  });
});

describe('the rate limit in memory', () => {
  it('keeps no more keys than it may, and lets run-out ones go first', async () => {
    let now = 0;
    const limit = createMemoryRateLimit({ now: () => now }, 2);
    const rule = { limit: 1, windowMs: 100 };
    await limit.take('old', rule);
    now = 50;
    await limit.take('young', rule);
    now = 120;
    await limit.take('new', rule);
    expect((await limit.take('young', rule)).allowed).toBe(false);
    expect((await limit.take('new', rule)).allowed).toBe(false);
    expect((await limit.take('old', rule)).allowed).toBe(true);
  });
});
