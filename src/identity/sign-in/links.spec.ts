import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { emailCode, linkId, linkToken } from './links.js';

const key = Buffer.alloc(32, 1);
const seed = fc.stringMatching(/^[0-9a-f]{32}$/);

describe('the token of a link', () => {
  it('is 256 bits, follows from its seed, and is another for another kind, seed or installation', () => {
    fc.assert(
      fc.property(seed, seed, (one, other) => {
        const token = linkToken(key, 'verify', one);
        expect(Buffer.from(token, 'base64url')).toHaveLength(32);
        expect(linkToken(key, 'verify', one)).toBe(token);
        expect(linkToken(key, 'reset', one)).not.toBe(token);
        expect(linkToken(Buffer.alloc(32, 2), 'verify', one)).not.toBe(token);
        if (one !== other) expect(linkToken(key, 'verify', other)).not.toBe(token);
      }),
    );
  });

  it('names a document by its hash alone, of its own kind', () => {
    const token = linkToken(key, 'verify', 'ab'.repeat(16));
    expect(linkId('verify', token)).toMatch(/^[0-9a-f]{64}$/);
    expect(linkId('reset', token)).not.toBe(linkId('verify', token));
  });

  it.each([[''], ['short'], ['x'.repeat(44)], [`${'x'.repeat(42)}/`], ['x'.repeat(1_000_000)]])(
    'is not %.20s',
    (text) => {
      expect(linkId('verify', text)).toBeUndefined();
    },
  );
});

describe('the code of a letter', () => {
  it('is six digits, spread evenly', () => {
    const codes = Array.from({ length: 20_000 }, (_, n) => emailCode(key, String(n)));
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    const firsts = Array.from(
      { length: 10 },
      (_, digit) => codes.filter((code) => code.startsWith(String(digit))).length,
    );
    for (const count of firsts) expect(count).toBeGreaterThan(1_700);
  });
});
