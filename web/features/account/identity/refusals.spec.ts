import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { refusalOf, waitOf } from './refusals';

describe('a refusal about accounts', () => {
  it.each([
    ['short', 'passwordShort'],
    ['long', 'passwordLong'],
    ['common', 'passwordCommon'],
  ])('says of a password why it is not taken, at its field: %s', (reason, say) => {
    expect(refusalOf('sign-up', 'VALIDATION_ERROR', { field: 'password', reason })).toEqual({ say, field: 'password' });
  });

  it('says of an address that it is none, or one to throw away, at its field', () => {
    expect(refusalOf('letter', 'VALIDATION_ERROR', { field: 'email' })).toEqual({
      say: 'emailInvalid',
      field: 'email',
    });
    expect(refusalOf('sign-up', 'DISPOSABLE_EMAIL')).toEqual({ say: 'emailDisposable', field: 'email' });
  });

  it('tells a used link from one that is too old, and both from a code', () => {
    expect(refusalOf('link', 'VERIFICATION_EXPIRED', { reason: 'used' })).toEqual({ say: 'linkUsed' });
    expect(refusalOf('link', 'VERIFICATION_EXPIRED', { reason: 'expired' })).toEqual({ say: 'linkExpired' });
    expect(refusalOf('code', 'VERIFICATION_EXPIRED', { reason: 'expired' })).toEqual({
      say: 'codeExpired',
      field: 'code',
    });
  });

  it('blames the current password when another is to be set, and neither field when somebody signs in', () => {
    expect(refusalOf('change', 'WRONG_CREDENTIALS')).toEqual({ say: 'currentWrong', field: 'current' });
    expect(refusalOf('sign-in', 'WRONG_CREDENTIALS')).toBeUndefined();
  });

  it('blames the password that a link in another browser asks for', () => {
    expect(refusalOf('link', 'WRONG_CREDENTIALS')).toEqual({ say: 'linkPasswordWrong', field: 'password' });
  });

  it('says of a deletion whether it is the address or the password that is wrong', () => {
    expect(refusalOf('delete', 'VALIDATION_ERROR', { field: 'confirm' })).toEqual({
      say: 'confirmWrong',
      field: 'email',
    });
    expect(refusalOf('delete', 'WRONG_CREDENTIALS')).toEqual({ say: 'passwordWrong', field: 'password' });
  });

  it('leaves to the catalogue what is not about accounts, or is about a field it does not know', () => {
    expect(refusalOf('sign-up', 'TRY_AGAIN')).toBeUndefined();
    expect(refusalOf('sign-up', 'VALIDATION_ERROR', { field: 'name' })).toBeUndefined();
    expect(refusalOf('sign-up', 'VALIDATION_ERROR', { field: 'password', reason: 'constructor' })).toBeUndefined();
  });

  it('says when to try again where the server says so', () => {
    expect(refusalOf('sign-up', 'TOO_MANY_ATTEMPTS', { seconds: 90 })).toEqual({ say: 'tooMany', seconds: 90 });
    expect(refusalOf('sign-in', 'TOO_MANY_ATTEMPTS')).toEqual({ say: 'tooManyPasswords' });
  });
});

describe('a wait', () => {
  const IN_SECONDS = { second: 1, minute: 60, hour: 3_600 };

  it('is never said shorter than it is, and less than a unit longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), (seconds) => {
        const { value, unit } = waitOf(seconds);
        const said = value * IN_SECONDS[unit];
        expect(said).toBeGreaterThanOrEqual(seconds);
        expect(said - seconds).toBeLessThan(IN_SECONDS[unit]);
      }),
    );
  });
});
