import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { landing } from './auth-form.js';
import { csrfCookie, csrfMatches, csrfTokenOf } from './csrf.js';

const key = Buffer.alloc(32, 1);
const token = 'ab'.repeat(32);

describe('the CSRF cookie', () => {
  it('is the token and the SHA-256 of token and secret, as NextAuth has it', () => {
    expect(csrfCookie(token, key)).toBe(`${token}|${createHash('sha256').update(token).update(key).digest('hex')}`);
  });

  it('gives its token back to who made it, and to nobody with another secret', () => {
    expect(csrfTokenOf(csrfCookie(token, key), key)).toBe(token);
    expect(csrfTokenOf(csrfCookie(token, Buffer.alloc(32, 2)), key)).toBeUndefined();
  });

  it('vouches for no other token, and nothing vouches for a token without it', () => {
    const cookie = csrfCookie(token, key);
    expect(csrfMatches(token, cookie, key)).toBe(true);
    expect(csrfMatches('cd'.repeat(32), cookie, key)).toBe(false);
    expect(csrfMatches(token, undefined, key)).toBe(false);
    expect(csrfMatches(undefined, cookie, key)).toBe(false);
    expect(csrfMatches([token], cookie, key)).toBe(false);
  });

  it('never throws, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), fc.option(fc.string(), { nil: undefined }), (sent, cookie) => {
        expect(csrfMatches(sent, cookie, key)).toBe(false);
      }),
    );
  });

  it('vouches for nothing of other letters, though it be as long', () => {
    expect(csrfMatches('é'.repeat(token.length), csrfCookie(token, key), key)).toBe(false);
  });
});

describe('where the browser lands', () => {
  const origin = 'https://kinora.example';

  it('is always here', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.webPath(), fc.anything()), (target) => {
        expect(new URL(landing(target, origin)).origin).toBe(origin);
      }),
    );
  });

  it.each([
    ['/image?x=1', `${origin}/image?x=1`],
    [`${origin}/home`, `${origin}/home`],
    ['//evil.example', origin],
    ['\\\\evil.example', origin],
    ['https://kinora.example.evil.example', origin],
    ['https://kinora.example@evil.example', origin],
    ['http://kinora.example/', origin],
    ['javascript:alert(1)', origin],
    [undefined, origin],
  ])('for %s is %s', (target, lands) => {
    expect(landing(target, origin)).toBe(lands);
  });
});
