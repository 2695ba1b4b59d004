import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import { systemRandom } from '../../platform/random.js';
import { ATTEMPTS, ATTEMPT_MS, Attempts, attemptDocument } from './attempts.js';

describe('an attempt to sign in by a provider', () => {
  const facts = { provider: 'google', landing: '/', language: 'en', restore: false } as const;
  let attempts: Attempts;
  beforeEach(async () => {
    const documents = await createMemoryDocumentStore().collection(ATTEMPTS, (found) => attemptDocument.parse(found));
    attempts = new Attempts(documents, Buffer.alloc(32, 7), systemRandom);
  });

  it('is good once, with the checks it began with', async () => {
    const { secret, checks } = await attempts.begin(facts, 1_000);
    expect(await attempts.take(secret, 'google', 2_000)).toMatchObject({ attempt: facts, checks });
    expect(await attempts.take(secret, 'google', 2_001)).toBeUndefined();
  });

  it('is good for one of two that come at once', async () => {
    const { secret } = await attempts.begin(facts, 1_000);
    const taken = await Promise.all([attempts.take(secret, 'google', 2_000), attempts.take(secret, 'google', 2_000)]);
    expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
  });

  it('is used up by an answer of another provider, and by one that comes too late', async () => {
    const [swapped, late] = [await attempts.begin(facts, 1_000), await attempts.begin(facts, 1_000)];
    expect(await attempts.take(swapped.secret, 'facebook', 2_000)).toBeUndefined();
    expect(await attempts.take(swapped.secret, 'google', 2_000)).toBeUndefined();
    expect(await attempts.take(late.secret, 'google', 1_000 + ATTEMPT_MS)).toBeUndefined();
    expect(await attempts.take(late.secret, 'google', 2_000)).toBeUndefined();
  });

  it.each([undefined, '', 'x', 'f'.repeat(63), 'F'.repeat(64), 'f'.repeat(64)])(
    'is none with the cookie %p',
    async (secret) => {
      await attempts.begin(facts, 1_000);
      expect(await attempts.take(secret, 'google', 2_000)).toBeUndefined();
    },
  );
});
