import { describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { checkPassword, Passwords } from './password.js';

describe('a password', () => {
  it.each([
    ['1234567', 'short'],
    ['ａｂ', 'short'],
    ['x'.repeat(129), 'long'],
    ['password', 'common'],
    ['PASSWORD1', 'common'],
    ['ｐａｓｓｗｏｒｄ', 'common'],
    ['zzzzzzzzz', 'common'],
    ['ada@example.org', 'common'],
  ])('%j is refused as %s', (password, error) => {
    expect(checkPassword(password, 'ada@example.org')).toEqual({ ok: false, error });
  });

  it.each([
    ['correct horse'],
    ['пароль-надёжный'],
    ['كلمة سر طويلة'],
    ['🦊🐢🐝🦉🐋🐙🦀🐿'],
    ['x1'.repeat(64)],
    ['        1'],
  ])('%j is taken', (password) => {
    expect(checkPassword(password)).toEqual({ ok: true, value: undefined });
  });

  it('is known again by its hash, however the keyboard composes it, and no other is', async () => {
    const passwords = await Passwords.create('nobody knows');
    const stored = await passwords.hash('Schlüssel ﬁn');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await passwords.matches('Schlu\u0308ssel fin', stored)).toBe(true);
    expect(await passwords.matches('Schlussel fin', stored)).toBe(false);
    expect(await passwords.hash('Schlüssel ﬁn')).not.toBe(stored);
  });

  it("matches nothing where there is no hash, not even the stand-in's own", async () => {
    const passwords = await Passwords.create('nobody knows');
    expect(await passwords.matches('nobody knows', undefined)).toBe(false);
  });

  it('of megabytes is not hashed at all', async () => {
    const passwords = await Passwords.create('nobody knows');
    expect(await passwords.matches('x'.repeat(1_000_000), await passwords.hash('correct horse'))).toBe(false);
  });

  it("tells a hash of other parameters from today's", async () => {
    const passwords = await Passwords.create('nobody knows');
    expect(passwords.isOutdated(await passwords.hash('correct horse'))).toBe(false);
    expect(passwords.isOutdated(await hash('correct horse', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(
      true,
    );
  });
});
