import { describe, expect, it } from '@jest/globals';
import { createMemoryRateLimit } from '../../src/platform/rate-limit/memory.js';
import type { RateLimit } from '../../src/platform/rate-limit/port.js';

interface Adapter {
  readonly name: string;
  readonly create: (clock: { now(): number }) => RateLimit;
}

const adapters: readonly Adapter[] = [{ name: 'memory', create: (clock) => createMemoryRateLimit(clock) }];

describe.each(adapters)('the rate limit on $name', ({ create }) => {
  const rule = { limit: 3, windowMs: 60_000 };
  const setUp = (): { limit: RateLimit; pass: (ms: number) => void } => {
    let now = 1_000_000;
    return { limit: create({ now: () => now }), pass: (ms) => (now += ms) };
  };

  it('allows as many takes as the rule says and refuses the next', async () => {
    const { limit } = setUp();
    for (let index = 0; index < 3; index += 1) expect(await limit.take('a', rule)).toEqual({ allowed: true });
    expect(await limit.take('a', rule)).toEqual({ allowed: false, retryAfterMs: 60_000 });
  });

  it('counts each key for itself', async () => {
    const { limit } = setUp();
    for (let index = 0; index < 4; index += 1) await limit.take('a', rule);
    expect(await limit.take('b', rule)).toEqual({ allowed: true });
  });

  it('allows again exactly when it said it would', async () => {
    const { limit, pass } = setUp();
    await limit.take('a', rule);
    pass(10_000);
    await limit.take('a', rule);
    await limit.take('a', rule);
    const refused = await limit.take('a', rule);
    expect(refused).toEqual({ allowed: false, retryAfterMs: 50_000 });
    pass(49_999);
    expect((await limit.take('a', rule)).allowed).toBe(false);
    pass(1);
    expect((await limit.take('a', rule)).allowed).toBe(true);
    expect((await limit.take('a', rule)).allowed).toBe(false);
  });

  it('begins anew for a key that is forgotten, and for no other', async () => {
    const { limit } = setUp();
    for (const key of ['a', 'b']) for (let index = 0; index < 3; index += 1) await limit.take(key, rule);
    await limit.forget('a');
    await limit.forget('never seen');
    expect(await limit.take('a', rule)).toEqual({ allowed: true });
    expect((await limit.take('b', rule)).allowed).toBe(false);
  });

  it('does not count what it refused', async () => {
    const { limit, pass } = setUp();
    for (let index = 0; index < 10; index += 1) await limit.take('a', rule);
    pass(60_000);
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
