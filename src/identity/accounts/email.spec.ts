import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isDisposable, parseEmail } from './email.js';

describe('an email address', () => {
  it.each([
    ['Ada.Lovelace@Example.ORG', 'ada.lovelace@example.org', 'Ada.Lovelace@example.org'],
    ['  ada@example.org\n', 'ada@example.org', 'ada@example.org'],
    ['ada+kinora@example.org', 'ada+kinora@example.org', 'ada+kinora@example.org'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ADA@BU\u0308CHER.example', 'ada@xn--bcher-kva.example', 'ADA@xn--bcher-kva.example'],
    ['\u212Aim@example.org', 'kim@example.org', 'Kim@example.org'],
  ])('%j is known as %s and written to as %s', (text, normal, given) => {
    expect(parseEmail(text)).toMatchObject({ normal, given });
  });

  it.each([
    [''],
    ['ada'],
    ['ada@'],
    ['@example.org'],
    ['ada@example'],
    ['ada@@example.org'],
    ['ada@example.org, eve@example.org'],
    ['ada@example.org\r\nBcc: eve@example.org'],
    ['<ada@example.org>'],
    [`${'a'.repeat(250)}@example.org`],
    ['a'.repeat(100_000)],
  ])('%j is none', (given) => {
    expect(parseEmail(given)).toBeUndefined();
  });

  it.each([
    ['victim@example.org/x.attacker.example'],
    ['victim@example.org?.attacker.example'],
    ['victim@example.org#.attacker.example'],
    ['victim@example.org\\.attacker.example'],
    ['victim@exam\r\nple.org'],
    ['victim@exam\nple.org'],
    ['victim@exam\tple.org'],
    ['victim@example.org:25.attacker.example'],
    ['victim@ex%61mple.org'],
    ['victim@example.org\uFF0Fx.attacker.example'],
    ['victim@[127.0.0.1]'],
    ['victim@exam\u00ADple.org'],
    ['victim@example.org\0.attacker.example'],
  ])('%j is none: its letter would go elsewhere than to whom it is checked for', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });

  it('is written to at the domain by which it is known, whatever is put into the domain', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 4 }), (inserted) => {
        const email = parseEmail(`Ada@example.org${inserted}.attacker.example`);
        if (email === undefined) return;
        expect(email.given.toLowerCase()).toBe(email.normal);
        expect(email.normal).toMatch(/^ada@[a-z0-9.-]+\.attacker\.example$/);
      }),
    );
  });

  it('is the same however its letters and the room around it are written', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(word, word, fc.constantFrom('', ' ', '\t', '\n'), (local, domain, room) => {
        const plain = parseEmail(`${local}@${domain}.example`);
        expect(parseEmail(`${room}${local.toUpperCase()}@${domain.toUpperCase()}.Example${room}`)?.key).toBe(
          plain?.key,
        );
        expect(parseEmail(plain?.normal ?? '')?.key).toBe(plain?.key);
      }),
    );
  });

  it.each([
    ['ada@mailinator.com', true],
    ['ada@inbox.mailinator.com', true],
    ['ada@MAILINATOR.com', true],
    ['ada@example.org', false],
    ['mailinator.com@example.org', false],
  ])('%s: to be thrown away? %s', (given, answer) => {
    const email = parseEmail(given);
    expect(email !== undefined && isDisposable(email)).toBe(answer);
  });
});
