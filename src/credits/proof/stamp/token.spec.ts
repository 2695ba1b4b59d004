import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { X509Certificate } from 'node:crypto';
import { StampAuthority, type Fault } from '../../../../test/support/stamp/authority.js';
import type { StampFault } from './stamp.shared.js';
import { readStamp, stampRequest } from './token.js';

const NOW = Date.parse('2026-11-21T00:05:00Z');
const NONCE = '0123456789abcdef';
const data = Buffer.from('{"day":"2026-11-20"}\n');

describe('a time stamp', () => {
  let authority: StampAuthority;
  let stranger: StampAuthority;
  beforeAll(async () => {
    authority = await StampAuthority.create(() => NOW);
    stranger = await StampAuthority.create(() => NOW);
  });
  beforeEach(() => {
    authority.fault = 'none';
  });

  const answer = (fault: Fault = 'none'): Promise<Uint8Array> => {
    authority.fault = fault;
    return authority.answer(stampRequest(data, NONCE));
  };

  it('states its time and the certificate of its authority', async () => {
    const read = await readStamp(await answer(), { data, nonce: NONCE, authorities: [authority.root] });
    expect(read).toEqual({
      ok: true,
      value: { at: NOW, authority: expect.stringMatching(/^[0-9a-f]{64}$/), isTrusted: true },
    });
  });

  it('is accepted without a list of authorities, and says so', async () => {
    expect(await readStamp(await answer(), { data })).toMatchObject({ ok: true, value: { isTrusted: false } });
  });

  it('of another authority is not trusted', async () => {
    expect(await readStamp(await answer(), { data, authorities: [stranger.root] })).toEqual({
      ok: false,
      error: 'untrusted',
    });
  });

  it('of other bytes is refused', async () => {
    expect(await readStamp(await answer(), { data: Buffer.from('another root') })).toEqual({
      ok: false,
      error: 'other-imprint',
    });
  });

  const faults: readonly (readonly [Fault, StampFault])[] = [
    ['wrong-nonce', 'other-nonce'],
    ['wrong-imprint', 'other-imprint'],
    ['rejection', 'rejected'],
    ['garbage', 'unreadable'],
    ['huge', 'unreadable'],
    ['forged-time', 'not-signed'],
    ['unfit', 'unfit-certificate'],
    ['many-certificates', 'unreadable'],
  ];
  it.each(faults)('with the fault %s is refused as %s', async (fault, error) => {
    expect(await readStamp(await answer(fault), { data, nonce: NONCE, authorities: [authority.root] })).toEqual({
      ok: false,
      error,
    });
  });

  it('with several certificates of the same name and key is verified in few steps', async () => {
    const whole = await answer('same-certificates');
    const verified = jest.spyOn(X509Certificate.prototype, 'verify');
    try {
      expect(await readStamp(whole, { data, authorities: [stranger.root] })).toEqual({ ok: false, error: 'untrusted' });
      expect(verified.mock.calls.length).toBeLessThan(100);
    } finally {
      verified.mockRestore();
    }
    expect(await readStamp(whole, { data, authorities: [authority.root] })).toMatchObject({
      ok: true,
      value: { isTrusted: true },
    });
  });

  it('with any byte of its token changed is refused', async () => {
    const whole = await answer();
    let unsigned = 0;
    for (let place = 0; place < whole.length; place += 37) {
      const changed = Uint8Array.from(whole);
      changed[place] = (changed[place] ?? 0) ^ 1;
      const read = await readStamp(changed, { data, nonce: NONCE, authorities: [authority.root] });
      // A few bytes are not signed, such as the status or the parameters of an algorithm. They change nothing.
      if (!read.ok) continue;
      unsigned += 1;
      expect(read.value.at).toBe(NOW);
    }
    expect(unsigned).toBeLessThan(4);
  });
});
