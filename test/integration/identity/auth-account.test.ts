import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import {
  letter,
  lettersTo,
  linkIn,
  member,
  outboxOf,
  PASSWORD,
  Person,
  refusal,
  tokenIn,
} from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { powered } from '../../support/servers/power.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const EMAIL = 'ada@example.org';
const MINUTE = 60_000;

describe('an account', () => {
  let app: TestApp;
  let ada: Person;
  /** Another browser, signed in as Ada. */
  const elsewhere = async (password = PASSWORD): Promise<Person> => {
    const person = new Person(app.url);
    expect(await person.enter({ email: EMAIL, password })).toMatchObject({ status: 200 });
    return person;
  };
  beforeEach(async () => {
    app = await startApp();
    ada = await member(app, EMAIL);
  });
  afterEach(() => app.close());

  describe('signing in', () => {
    it('works with the address in any spelling, and the session says who it is', async () => {
      const person = new Person(app.url);
      expect(await person.enter({ email: '  ADA@example.ORG ', password: PASSWORD })).toMatchObject({ status: 200 });
      expect(await person.me()).toMatchObject({ id: (await ada.me()).id, email: EMAIL, trigger: 'signIn' });
    });

    it('is refused alike for a wrong password and an address that nobody has, and no answer says which', async () => {
      const wrong = await new Person(app.url).enter({ email: EMAIL, password: 'not the password' });
      const unknown = await new Person(app.url).enter({ email: 'nobody@example.org', password: 'not the password' });
      const nonsense = await new Person(app.url).enter({ email: 'nonsense', password: 'not the password' });
      expect(wrong).toEqual({ status: 401, code: 'WRONG_CREDENTIALS', retryAfter: null });
      expect([unknown, nonsense]).toEqual([wrong, wrong]);
    });

    it.each([
      [{}],
      [{ email: EMAIL }],
      [{ password: PASSWORD }],
      [{ email: ' ', password: PASSWORD }],
      [{ email: EMAIL, password: '' }],
    ])('needs both: %j is refused', async (fields) => {
      expect(await new Person(app.url).enter(fields)).toMatchObject({
        status: 400,
        code: 'EMAIL_AND_PASSWORD_REQUIRED',
      });
    });

    it('is refused without the CSRF token, and from a page of another origin', async () => {
      const person = new Person(app.url);
      for (const [fields, headers] of [
        [{ csrfToken: 'f'.repeat(64) }, {}],
        [{ csrfToken: await person.csrf() }, { origin: 'http://localhost:9999' }],
      ] as const) {
        const answer = await person.post(
          '/api/auth/callback/credentials',
          { email: EMAIL, password: PASSWORD, json: 'true', ...fields },
          headers,
        );
        expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('error=MissingCSRF')]);
      }
      expect(await person.session()).toEqual({});
    });

    it('takes ten wrong passwords, then says when to come back; the owner elsewhere is not locked out', async () => {
      const eve = new Person(app.url);
      for (let count = 0; count < 10; count += 1)
        expect((await eve.enter({ email: EMAIL, password: `wrong ${count}` })).code).toBe('WRONG_CREDENTIALS');
      const refused = await eve.enter({ email: EMAIL, password: PASSWORD });
      expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_ATTEMPTS' });
      const seconds = Number(refused.retryAfter);
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(15 * 60);
      expect((await eve.enter({ email: 'other@example.org', password: 'x' })).code).toBe('WRONG_CREDENTIALS');
      app.pass(seconds * 1_000);
      expect((await eve.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
    });

    it("counts passwords by where they come from: a stranger's are not the owner's", async () => {
      const proxied = await startApp({ env: { TRUST_PROXY: '1' } });
      try {
        await member(proxied, EMAIL);
        const from = (ip: string) => async (password: string) => {
          const person = new Person(proxied.url);
          const answer = await person.post(
            '/api/auth/callback/credentials',
            { csrfToken: await person.csrf(), email: EMAIL, password, json: 'true' },
            { 'x-forwarded-for': ip },
          );
          return answer.status;
        };
        const [stranger, owner] = [from('203.0.113.9'), from('198.51.100.7')];
        for (let count = 0; count < 10; count += 1) expect(await stranger('wrong wrong')).toBe(401);
        expect(await stranger(PASSWORD)).toBe(429);
        expect(await owner(PASSWORD)).toBe(200);
      } finally {
        await proxied.close();
      }
    });

    it('forgets wrong passwords after the right one', async () => {
      const person = new Person(app.url);
      for (let round = 0; round < 3; round += 1) {
        for (let count = 0; count < 6; count += 1) await person.enter({ email: EMAIL, password: 'wrong' });
        expect((await person.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
      }
    });
  });

  describe('sessions', () => {
    it("of one browser do not end with another's", async () => {
      const phone = await elsewhere();
      await ada.leave();
      expect(await ada.session()).toEqual({});
      expect((await phone.me()).email).toBe(EMAIL);
    });

    it('are listed, with the family of the browser', async () => {
      const phone = new Person(app.url);
      const csrfToken = await phone.csrf();
      const agent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
      await phone.post(
        '/api/auth/callback/credentials',
        { csrfToken, email: EMAIL, password: PASSWORD, json: 'true' },
        { 'user-agent': agent },
      );
      const { sessions } = await phone.api.account.sessions.query();
      expect(sessions.map(({ browser, system, current }) => [browser, system, current])).toEqual(
        expect.arrayContaining([
          ['Safari', 'iOS', true],
          [null, null, false],
        ]),
      );
      expect(JSON.stringify(sessions)).not.toContain('18_0');
    });

    it('all end when their owner says so, in every browser', async () => {
      const phone = await elsewhere();
      const token = ada.cookies.get('next-auth.session-token') ?? '';
      expect(await phone.api.account.signOutEverywhere.mutate()).toEqual({ signedOut: true });
      for (const one of [ada, phone]) expect(await one.session()).toEqual({});
      ada.cookies.set('next-auth.session-token', token);
      expect(await refusal(ada.api.user.find.query())).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
      expect((await elsewhere()).cookies.has('next-auth.session-token')).toBe(true);
    });

    it('end in another process within five seconds', async () => {
      const shared = createMemoryDocumentStore();
      const env = { AUTH_SECRET: 'the same secret in both processes, as it has to be' };
      const [one, other] = [
        await startApp({ env, parts: { documents: powered(shared).store } }),
        await startApp({ env: { ...env, ROLES: 'api' }, parts: { documents: powered(shared).store } }),
      ];
      try {
        const here = await member(one, EMAIL);
        const there = new Person(other.url);
        expect((await there.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
        expect((await there.me()).email).toBe(EMAIL);
        await here.api.account.signOutEverywhere.mutate();
        other.pass(5_000);
        expect(await there.session()).toEqual({});
      } finally {
        await other.close();
        await one.close();
      }
    });

    it('end for a visitor too', async () => {
      const visitor = new Person(app.url);
      await visitor.visit();
      expect(await visitor.api.account.signOutEverywhere.mutate()).toEqual({ signedOut: true });
      expect(await visitor.session()).toEqual({});
    });

    it('of a visitor cannot be asked for by the calls of an account', async () => {
      const visitor = new Person(app.url);
      await visitor.visit();
      for (const call of [
        visitor.api.account.sessions.query(),
        visitor.api.account.changePassword.mutate({ current: 'a', password: 'b' }),
      ]) {
        expect(await refusal(call)).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
      }
    });
  });

  describe('changing the password', () => {
    it('ends every other session, keeps this one, and a letter says so', async () => {
      const phone = await elsewhere();
      expect(await ada.api.account.changePassword.mutate({ current: PASSWORD, password: 'another good one' })).toEqual({
        changed: true,
      });
      expect(await phone.session()).toEqual({});
      expect((await ada.me()).email).toBe(EMAIL);
      expect((await new Person(app.url).enter({ email: EMAIL, password: PASSWORD })).code).toBe('WRONG_CREDENTIALS');
      await elsewhere('another good one');
      expect((await letter(app, EMAIL, 2)).subject).toBe('Your Kinora password was changed');
    });

    it('asks for the current one, ten times at most', async () => {
      for (let count = 0; count < 10; count += 1)
        expect(
          await refusal(ada.api.account.changePassword.mutate({ current: 'wrong', password: 'another good one' })),
        ).toMatchObject({ identifier: 'WRONG_CREDENTIALS' });
      expect(
        await refusal(ada.api.account.changePassword.mutate({ current: PASSWORD, password: 'another good one' })),
      ).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS' });
    });

    it('takes no password that cannot be one', async () => {
      expect(await refusal(ada.api.account.changePassword.mutate({ current: PASSWORD, password: 'short' }))).toEqual({
        identifier: 'VALIDATION_ERROR',
        params: { field: 'password', reason: 'short' },
      });
      expect(
        await refusal(ada.api.account.changePassword.mutate({ current: PASSWORD, password: EMAIL })),
      ).toMatchObject({ params: { reason: 'common' } });
    });

    it('is done by one of two at once', async () => {
      const answers = await Promise.all(
        ['first good one', 'second good one'].map((password) =>
          refusal(ada.api.account.changePassword.mutate({ current: PASSWORD, password })),
        ),
      );
      expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify({ changed: true }))).toHaveLength(1);
    });
  });

  describe('a forgotten password', () => {
    const forgot = async (count = 2): Promise<string> => {
      await ada.api.account.forgotPassword.mutate({ email: EMAIL });
      return tokenIn(await letter(app, EMAIL, count));
    };

    it('is replaced by the link of a letter, once, and every session ends', async () => {
      const phone = await elsewhere();
      const token = await forgot();
      expect(linkIn(await letter(app, EMAIL, 2))).toBe(
        `http://localhost:${new URL(app.url).port}/reset-password?token=${token}`,
      );
      const somewhere = new Person(app.url);
      expect(await somewhere.api.account.resetPassword.mutate({ token, password: 'another good one' })).toEqual({
        reset: true,
      });
      for (const one of [ada, phone]) expect(await one.session()).toEqual({});
      expect(
        await refusal(somewhere.api.account.resetPassword.mutate({ token, password: 'a third good one' })),
      ).toEqual({ identifier: 'VERIFICATION_EXPIRED', params: { reason: 'used' } });
      await elsewhere('another good one');
    });

    it('is replaced by one of two that use the link at once', async () => {
      const token = await forgot();
      const answers = await Promise.all(
        ['first good one', 'second good one'].map((password) =>
          refusal(new Person(app.url).api.account.resetPassword.mutate({ token, password })),
        ),
      );
      expect(answers.filter((answer) => JSON.stringify(answer) === JSON.stringify({ reset: true }))).toHaveLength(1);
    });

    it('makes an older link worthless once a newer has been used, and any link after the password was changed', async () => {
      const olderLink = await forgot(2);
      const newer = await forgot(3);
      await ada.api.account.resetPassword.mutate({ token: newer, password: 'another good one' });
      expect(
        await refusal(ada.api.account.resetPassword.mutate({ token: olderLink, password: 'a third good one' })),
      ).toMatchObject({ params: { reason: 'used' } });
    });

    it('is answered the same for an address that nobody has, which gets no letter', async () => {
      const person = new Person(app.url);
      expect(await person.api.account.forgotPassword.mutate({ email: 'nobody@example.org' })).toEqual({ sent: true });
      expect(await person.api.account.forgotPassword.mutate({ email: EMAIL })).toEqual({ sent: true });
      await letter(app, EMAIL, 2);
      expect(await lettersTo(outboxOf(app), 'nobody@example.org')).toEqual([]);
    });

    it('has its link for an hour', async () => {
      const token = await forgot();
      app.pass(60 * MINUTE);
      expect(await refusal(ada.api.account.resetPassword.mutate({ token, password: 'another good one' }))).toEqual({
        identifier: 'VERIFICATION_EXPIRED',
        params: { reason: 'expired' },
      });
    });

    it('is not replaced by what cannot be a password, and the link stays good', async () => {
      const token = await forgot();
      expect(await refusal(ada.api.account.resetPassword.mutate({ token, password: 'short' }))).toMatchObject({
        identifier: 'VALIDATION_ERROR',
      });
      expect(await ada.api.account.resetPassword.mutate({ token, password: 'another good one' })).toEqual({
        reset: true,
      });
    });

    it('is not replaced by a token of another kind, or of nobody', async () => {
      await ada.api.account.signUp.mutate({ email: 'second@example.org', password: PASSWORD });
      const verify = tokenIn(await letter(app, 'second@example.org'));
      for (const token of [verify, 'x'.repeat(43), '', 'x'.repeat(200)]) {
        expect(
          await refusal(ada.api.account.resetPassword.mutate({ token, password: 'another good one' })),
        ).toMatchObject({ identifier: 'VERIFICATION_EXPIRED' });
      }
      expect(await refusal(ada.api.account.verifyEmail.mutate({ token: await forgot() }))).toMatchObject({
        identifier: 'VERIFICATION_EXPIRED',
      });
    });
  });

  describe('and the visitor who signs in to it', () => {
    it("leave whoever planted the visitor's session, or has another of it, with nothing", async () => {
      const eve = new Person(app.url);
      await eve.visit();
      const second = new Person(app.url);
      second.deviceId = eve.deviceId;
      await second.visit();
      const victim = new Person(app.url);
      for (const [name, value] of eve.cookies) victim.cookies.set(name, value);
      expect((await victim.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
      for (const stranger of [eve, second]) {
        expect(await stranger.session()).toEqual({});
        expect(await refusal(stranger.api.credits.balance.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
      }
      expect((await victim.me()).email).toBe(EMAIL);
    });

    it("become one: the works are told to go along, and the device is a visitor's no more", async () => {
      const { store, published: received } = powered(createMemoryDocumentStore());
      const own = await startApp({ parts: { documents: store } });
      await app.close();
      app = own;
      ada = await member(app, EMAIL);
      const phone = new Person(app.url);
      const visitor = await phone.visit();
      const old = phone.cookies.get('next-auth.session-token') ?? '';
      expect((await phone.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
      const owner = await ada.me();
      expect(await phone.me()).toMatchObject({ id: owner.id, email: EMAIL });
      expect(received.filter(({ type }) => type === 'VisitorMerged').map(({ data }) => data)).toEqual([
        { from: visitor.id, to: owner.id },
      ]);
      const kept = new Person(app.url);
      kept.cookies.set('next-auth.session-token', old);
      expect(await kept.session()).toEqual({});
      await phone.leave();
      const again = await phone.signIn(phone.deviceId);
      expect([again.status, await again.text()]).toEqual([401, expect.stringContaining('code=DEVICE_ID_ERROR')]);
      phone.deviceId = randomUUID();
      expect((await phone.visit()).id).not.toBe(visitor.id);
      expect((await phone.me()).anonymousId).toBeDefined();
    });

    it('brings no promotional credits along', async () => {
      const phone = new Person(app.url);
      await phone.visit();
      const credits = async (person: Person, available: number): Promise<void> => {
        while ((await person.api.credits.balance.query({})).available !== available)
          await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await credits(phone, 10);
      await credits(ada, 40);
      await phone.enter({ email: EMAIL, password: PASSWORD });
      expect((await phone.api.credits.balance.query({})).available).toBe(40);
    });

    it('stays who it is when the password was wrong', async () => {
      const phone = new Person(app.url);
      const visitor = await phone.visit();
      await phone.enter({ email: EMAIL, password: 'wrong' });
      expect((await phone.me()).id).toBe(visitor.id);
    });

    it('is no visitor again on the device that signed up', async () => {
      const answer = await new Person(app.url).signIn(ada.deviceId);
      expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('code=DEVICE_ID_ERROR')]);
    });
  });
});
