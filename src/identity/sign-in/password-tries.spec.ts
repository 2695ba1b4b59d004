import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { systemRandom } from '../../platform/random.js';
import { createMemoryRateLimit } from '../../platform/rate-limit/memory.js';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { HumanGate } from '../human-check/gate.js';
import { KNOWN_ORIGINS, knownOrigin, KnownOrigins } from './known-origins.js';
import { LIMITS, Limits } from './limits.js';
import { PasswordTries } from './password-tries.js';

const key = Buffer.alloc(32, 1);
const HERE = { ip: '203.0.113.9' };

async function world() {
  let now = Date.UTC(2026, 0, 31, 12);
  const clock = { now: () => now };
  const places = new KnownOrigins(
    await createMemoryDocumentStore().collection(KNOWN_ORIGINS, (stored) => knownOrigin.parse(stored)),
    key,
    systemRandom,
  );
  const tries = new PasswordTries(
    new Limits(createMemoryRateLimit(clock), key),
    places,
    new HumanGate(undefined),
    clock,
  );
  let letters = 0;
  const ask = async (): Promise<number> => {
    await tries.resetLetter('ada', HERE, async () => void (letters += 1));
    return letters;
  };
  return { clock, places, tries, ask, pass: (ms: number) => (now += ms) };
}

describe('a letter to a new password', () => {
  it('is written from a known place that has used up its own as it is for strangers', async () => {
    const { clock, places, ask, pass } = await world();
    await places.remember('ada', HERE, clock.now());
    let letters = 0;
    for (let times = 0; times <= LIMITS.letters.limit; times += 1) letters = await ask();
    expect(letters).toBe(LIMITS.letters.limit + 1);
    expect(await ask()).toBe(letters);
    pass(LIMITS.letters.windowMs);
    for (let times = letters; times <= LIMITS.lettersADay.limit; times += 1) letters = await ask();
    pass(LIMITS.letters.windowMs);
    expect(await ask()).toBe(letters + 1);
    expect(await ask()).toBe(letters + 1);
  });

  it.each(['stranger', 'known'] as const)('that cannot be written counts for nothing (%s)', async (place) => {
    const { clock, places, tries, ask } = await world();
    if (place === 'known') await places.remember('ada', HERE, clock.now());
    const fails = () => Promise.reject(new StoreUnavailable('documents', 'failed', 'as a test has it'));
    for (let times = 0; times < 20; times += 1)
      await expect(tries.resetLetter('ada', HERE, fails)).rejects.toThrow(StoreUnavailable);
    expect(await ask()).toBe(1);
  });
});
