import { describe, expect, it } from '@jest/globals';
import { checkSignature, signatureOf, TOLERANCE_MS } from './signature.js';

const body = Buffer.from('{"id":"evt_1"}');
const SECRET = 'whsec_test_secret';
// Stripe's scheme; computed by `printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac whsec_test_secret`.
const AT = 1_700_000_000_000;
const KNOWN = '248a374f50f943a28b0f6ab50faf9a7e7e29b710fa26df9fb1618b9bf8ea9c9a';
const signed = signatureOf(body, SECRET, AT);
const wrong = { ok: false, error: { identifier: 'PERMISSION_ERROR', params: { reason: 'signature' } } };
const late = { ok: false, error: { identifier: 'PERMISSION_ERROR', params: { reason: 'time' } } };

describe('the signature of a delivery', () => {
  it('is Stripe’s', () => {
    expect(signed).toBe(`t=1700000000,v1=${KNOWN}`);
  });

  it('is right within five minutes either way', () => {
    expect(checkSignature(body, signed, SECRET, AT)).toMatchObject({ ok: true });
    expect(checkSignature(body, signed, SECRET, AT + TOLERANCE_MS)).toMatchObject({ ok: true });
    expect(checkSignature(body, signed, SECRET, AT + TOLERANCE_MS + 1)).toEqual(late);
    expect(checkSignature(body, signed, SECRET, AT - TOLERANCE_MS - 1)).toEqual(late);
  });

  it('is of these bytes, this secret and this time', () => {
    expect(checkSignature(Buffer.from('{"id":"evt_2"}'), signed, SECRET, AT)).toEqual(wrong);
    expect(checkSignature(body, signed, 'another secret', AT)).toEqual(wrong);
    expect(checkSignature(body, signed.replace('t=1700000000', 't=1700000001'), SECRET, AT)).toEqual(wrong);
  });

  it('may be one of several', () => {
    expect(checkSignature(body, `${signatureOf(body, 'an old secret', AT)},v1=${KNOWN}`, SECRET, AT)).toMatchObject({
      ok: true,
    });
  });

  it.each([
    undefined,
    '',
    't=1700000000',
    `v1=${KNOWN}`,
    't=x,v1=y',
    `t=1700000000,v0=${KNOWN}`,
    `t=1700000000,v1=${KNOWN.slice(2)}`,
    `t=1e9,v1=${KNOWN}`,
  ])('is not %s', (header) => {
    expect(checkSignature(body, header, SECRET, AT)).toEqual(wrong);
  });
});
