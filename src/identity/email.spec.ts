import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDisposable, parseEmail } from './email.js';

describe('an e-mail address', () => {
  it.each([
    ['Ada.Lovelace@Example.ORG', 'ada.lovelace@example.org'],
    ['  ada@example.org\n', 'ada@example.org'],
    ['ada+kinora@example.org', 'ada+kinora@example.org'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ADA@BÜCHER.example', 'ada@xn--bcher-kva.example'],
  ])('%j is known as %s', (given, normal) => {
    expect(parseEmail(given)).toMatchObject({ normal, given: given.trim() });
  });

  it.each([
    [''], ['ada'], ['ada@'], ['@example.org'], ['ada@example'], ['ada@@example.org'], ['ada@example.org, eve@example.org'], ['ada@example.org\r\nBcc: eve@example.org'], ['<ada@example.org>'],
    [`${'a'.repeat(250)}@example.org`], ['a'.repeat(100_000)],
  ])('%j is none', (given) => {
    expect(parseEmail(given)).toBeUndefined();
  });

  it('is the same however its letters and the room around it are written', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(fc.property(word, word, fc.constantFrom('', ' ', '\t', '\n'), (local, domain, room) => {
      const plain = parseEmail(`${local}@${domain}.example`);
      expect(parseEmail(`${room}${local.toUpperCase()}@${domain.toUpperCase()}.Example${room}`)?.key).toBe(plain?.key);
      expect(parseEmail(plain?.normal ?? '')?.key).toBe(plain?.key);
    }));
  });

  it.each([['ada@mailinator.com', true], ['ada@inbox.mailinator.com', true], ['ada@MAILINATOR.com', true], ['ada@example.org', false], ['mailinator.com@example.org', false]])('%s: to be thrown away? %s', (given, answer) => {
    const email = parseEmail(given);
    expect(email !== undefined && isDisposable(email)).toBe(answer);
  });
});
