import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { UserId } from '../../kernel/ids.js';
import {
  apiKeyDocument,
  newKey,
  readAuthorization,
  secretText,
  usedAt,
  validHashes,
  viewOf,
  withSecret,
} from './api-key.js';
import { REPLACED_SECRET_MS } from './api-keys.shared.js';

const ada = 'ada' as UserId; // a test's own user
const hashOf = (n: number): string => n.toString(16).padStart(64, '0');
const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((found) => Buffer.from(found).toString('hex'));
const key = newKey(ada, { name: 'Build server', scopes: ['read'], payer: 'api_credits' }, hashOf(1), 1_000);

describe('an API key', () => {
  it('is read from the header that its text makes, in any letter case', () => {
    fc.assert(
      fc.property(hex(8), hex(32), fc.constantFrom('Bearer ', 'bearer  '), (id, secret, scheme) => {
        expect(readAuthorization(`${scheme}${secretText(id, secret)}`)).toEqual({ id, secret });
      }),
    );
  });

  it('is read from no other header', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.constant(undefined),
          hex(32).map((text) => `Bearer ${text}`),
        ),
        (header) => {
          expect(readAuthorization(header)).toBeUndefined();
        },
      ),
    );
  });

  it('is opened by its newest secret always, by the one before for a day, and by no older one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 * REPLACED_SECRET_MS }), { maxLength: 5 }), (pauses) => {
        let [now, at] = [key, 1_000];
        const given = [{ hash: hashOf(1), at }];
        for (const [index, pause] of pauses.entries()) {
          at += pause;
          now = withSecret(now, hashOf(index + 2), at);
          given.push({ hash: hashOf(index + 2), at });
        }
        const [newest, before] = given.toReversed();
        const still = before !== undefined && newest !== undefined && at < newest.at + REPLACED_SECRET_MS;
        expect(validHashes(now, at)).toEqual([newest?.hash, ...(still ? [before.hash] : [])]);
        expect(validHashes(now, at + REPLACED_SECRET_MS)).toEqual([newest?.hash]);
      }),
    );
  });

  it('records a use again after ten minutes', () => {
    const used = usedAt(key, 2_000);
    expect(used?.lastUsedAt).toBe(2_000);
    expect(usedAt(used ?? key, 601_999)).toBeUndefined();
    expect(usedAt(used ?? key, 602_000)?.lastUsedAt).toBe(602_000);
  });

  it('is paid by credits if it is older than the choice', () => {
    const { payer: _, ...older } = key;
    expect(apiKeyDocument.parse(older).payer).toBe('credits');
    expect(apiKeyDocument.parse(key).payer).toBe('api_credits');
  });

  it('shows its owner nothing of its secrets', () => {
    expect(viewOf('k1', withSecret(key, hashOf(2), 5_000), 6_000)).toEqual({
      id: 'k1',
      name: 'Build server',
      scopes: ['read'],
      payer: 'api_credits',
      createdAt: 1_000,
      replacedUntil: 5_000 + REPLACED_SECRET_MS,
    });
  });
});
