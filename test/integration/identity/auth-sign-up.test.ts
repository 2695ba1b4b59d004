import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  codeIn,
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
import { answerTo } from '../../support/people/human-check.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const EMAIL = 'ada@example.org';
const MINUTE = 60_000;

describe('signing up', () => {
  let app: TestApp;
  let ada: Person;
  beforeEach(async () => {
    app = await startApp();
    ada = new Person(app.url);
  });
  afterEach(() => app.close());

  /** Waits until the credits have settled at an amount. */
  const balance = async (
    person: Person,
    available: number,
  ): Promise<readonly { source: string; available: number }[]> => {
    for (;;) {
      const view = await person.api.credits.balance.query({});
      if (view.available === available)
        return view.grants.map(({ source, available: left }) => ({ source, available: left }));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('by the code of the letter makes an account of the visitor: same id, thirty credits more', async () => {
    const visitor = await ada.visit();
    await balance(ada, 10);
    expect(
      await ada.api.account.signUp.mutate({ email: ' Ada@Example.org ', password: PASSWORD, name: 'Ada  Lovelace' }),
    ).toEqual({ sent: true });
    const mail = await letter(app, 'Ada@example.org');
    expect(mail.subject).toBe(`${codeIn(mail)} is your Kinora code`);
    expect(await ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(mail) })).toEqual({ verified: true });
    const user = await ada.me();
    expect(user).toMatchObject({ id: visitor.id, email: EMAIL, name: 'Ada Lovelace', deviceId: ada.deviceId });
    expect(user).not.toHaveProperty('anonymousId');
    expect(await ada.api.user.find.query()).toMatchObject({ email: EMAIL, name: 'Ada Lovelace' });
    expect(await balance(ada, 40)).toEqual([
      { source: 'anonymous', available: 10 },
      { source: 'signup', available: 30 },
    ]);
  });

  it.each(['code', 'link'] as const)(
    'by the %s leaves who has another session of the visitor, or a copy of this one, with nothing',
    async (way) => {
      const visitor = await ada.visit();
      const second = new Person(app.url);
      second.deviceId = ada.deviceId;
      expect((await second.visit()).id).toBe(visitor.id);
      const copy = new Person(app.url);
      for (const [name, value] of ada.cookies) copy.cookies.set(name, value);
      await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
      const mail = await letter(app, EMAIL);
      const before = ada.cookies.get('next-auth.session-token');
      await ada.api.account.verifyEmail.mutate(
        way === 'code' ? { email: EMAIL, code: codeIn(mail) } : { token: tokenIn(mail) },
      );
      expect(ada.cookies.get('next-auth.session-token')).not.toBe(before);
      expect(ada.setCookies.at(-1)).toMatch(/^next-auth\.session-token=.*HttpOnly.*SameSite=Lax/);
      expect(await ada.me()).toMatchObject({ id: visitor.id, email: EMAIL, trigger: 'signUp' });
      expect(await second.session()).toEqual({});
      expect(await refusal(second.api.credits.balance.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
      // What was under way in other tabs of this browser is still answered; then the copy is worth nothing.
      app.pass(MINUTE);
      expect(await copy.session()).toEqual({});
      expect(await refusal(copy.api.credits.balance.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
      expect((await ada.me()).email).toBe(EMAIL);
    },
  );

  it('takes neither code nor bare link of a letter that another session of the same visitor has caused', async () => {
    await ada.visit();
    const eve = new Person(app.url);
    eve.deviceId = ada.deviceId;
    await eve.visit();
    await eve.api.account.signUp.mutate({ email: EMAIL, password: 'the password of eve' });
    const evil = await letter(app, EMAIL);
    expect(await refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(evil) }))).toMatchObject({
      identifier: 'WRONG_EMAIL_CODE',
    });
    expect(await refusal(ada.api.account.verifyEmail.mutate({ token: tokenIn(evil) }))).toMatchObject({
      identifier: 'EMAIL_AND_PASSWORD_REQUIRED',
    });
    expect((await ada.me()).email).toBeUndefined();
  });

  it('by the link of the letter works in the browser that signed up, once', async () => {
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    const mail = await letter(app, EMAIL);
    expect(linkIn(mail)).toBe(`http://localhost:${new URL(app.url).port}/verify-email?token=${tokenIn(mail)}`);
    expect(await ada.api.account.verifyEmail.mutate({ token: tokenIn(mail) })).toEqual({ verified: true });
    expect((await ada.me()).email).toBe(EMAIL);
    expect(await refusal(ada.api.account.verifyEmail.mutate({ token: tokenIn(mail) }))).toEqual({
      identifier: 'VERIFICATION_EXPIRED',
      params: { reason: 'used' },
    });
    expect(await refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(mail) }))).toEqual({
      identifier: 'VERIFICATION_EXPIRED',
      params: { reason: 'used' },
    });
  });

  it.each(["a visitor's", 'without a session'])(
    'by the link of the letter works in another browser (%s) with the password, once',
    async (session) => {
      await ada.visit();
      await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
      const token = tokenIn(await letter(app, EMAIL));
      const eve = new Person(app.url);
      eve.deviceId = ada.deviceId;
      await eve.visit();
      const phone = new Person(app.url);
      if (session === "a visitor's") await phone.visit();
      const before = await phone.session();
      for (const missing of [{}, { password: '' }])
        expect(await refusal(phone.api.account.verifyEmail.mutate({ token, ...missing }))).toEqual({
          identifier: 'EMAIL_AND_PASSWORD_REQUIRED',
          params: {},
        });
      expect(await refusal(phone.api.account.verifyEmail.mutate({ token, password: 'not the password' }))).toEqual({
        identifier: 'WRONG_CREDENTIALS',
        params: {},
      });
      expect((await ada.me()).email).toBeUndefined();
      expect(await phone.api.account.verifyEmail.mutate({ token, password: PASSWORD })).toEqual({ verified: true });
      expect(await phone.session()).toEqual(before);
      expect((await ada.me()).email).toBe(EMAIL);
      expect(await eve.session()).toEqual({});
      expect(await refusal(phone.api.account.verifyEmail.mutate({ token }))).toEqual({
        identifier: 'VERIFICATION_EXPIRED',
        params: { reason: 'used' },
      });
      expect((await phone.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
      expect((await phone.me()).email).toBe(EMAIL);
    },
  );

  it.each(['a visitor', 'nobody'])(
    "by %s with another's address makes no account when its owner follows the link",
    async (session) => {
      const eve = new Person(app.url);
      if (session === 'a visitor') await eve.visit();
      await eve.api.account.signUp.mutate({ email: EMAIL, password: 'the password of eve' });
      const evil = tokenIn(await letter(app, EMAIL));
      const stranger = new Person(app.url);
      expect(await refusal(stranger.api.account.verifyEmail.mutate({ token: evil }))).toMatchObject({
        identifier: 'EMAIL_AND_PASSWORD_REQUIRED',
      });
      await ada.visit();
      await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
      expect(await refusal(ada.api.account.verifyEmail.mutate({ token: evil }))).toMatchObject({
        identifier: 'EMAIL_AND_PASSWORD_REQUIRED',
      });
      expect(await refusal(ada.api.account.verifyEmail.mutate({ token: evil, password: PASSWORD }))).toMatchObject({
        identifier: 'WRONG_CREDENTIALS',
      });
      expect((await eve.enter({ email: EMAIL, password: 'the password of eve' })).code).toBe('EMAIL_NOT_VERIFIED');
      expect(await ada.api.account.verifyEmail.mutate({ token: tokenIn(await letter(app, EMAIL, 2)) })).toEqual({
        verified: true,
      });
    },
  );

  it('by the link takes ten passwords, then none for a while', async () => {
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    const token = tokenIn(await letter(app, EMAIL));
    const phone = new Person(app.url);
    for (let count = 0; count < 10; count += 1)
      expect(await refusal(phone.api.account.verifyEmail.mutate({ token, password: `wrong ${count}` }))).toMatchObject({
        identifier: 'WRONG_CREDENTIALS',
      });
    expect(await refusal(phone.api.account.verifyEmail.mutate({ token, password: PASSWORD }))).toMatchObject({
      identifier: 'TOO_MANY_ATTEMPTS',
      params: { seconds: expect.any(Number) },
    });
    app.pass(15 * MINUTE);
    expect(await phone.api.account.verifyEmail.mutate({ token, password: PASSWORD })).toEqual({ verified: true });
  });

  it("without ever having been a visitor makes a user of one's own, with thirty credits", async () => {
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    await ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(await letter(app, EMAIL)) });
    expect(await ada.session()).toEqual({});
    expect((await ada.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
    expect(await balance(ada, 30)).toEqual([{ source: 'signup', available: 30 }]);
  });

  it('is answered the same for an address that has an account, which gets a letter that says so', async () => {
    await member(app, EMAIL);
    const eve = new Person(app.url);
    await eve.visit();
    const [known, unknown] = [
      await eve.api.account.signUp.mutate({ email: EMAIL, password: 'another password' }),
      await eve.api.account.signUp.mutate({ email: 'new@example.org', password: 'another password' }),
    ];
    expect(known).toEqual(unknown);
    const mail = await letter(app, EMAIL, 2);
    expect(mail.subject).toBe('You already have a Kinora account');
    expect([codeIn(mail), tokenIn(mail)]).toEqual(['', '']);
    expect(await refusal(eve.api.account.verifyEmail.mutate({ email: EMAIL, code: '000000' }))).toMatchObject({
      identifier: 'WRONG_EMAIL_CODE',
    });
  });

  it.each(['the browser that signed up', 'another browser', 'a browser without a session'])(
    "does not let whoever has signed up with a stranger's address see by signing in that it has an account, from %s",
    async (from) => {
      await member(app, EMAIL);
      const eve = new Person(app.url);
      if (from !== 'a browser without a session') await eve.visit();
      for (const email of [EMAIL, 'new@example.org'])
        await eve.api.account.signUp.mutate({ email, password: 'another password' });
      await letter(app, EMAIL, 2);
      const browser = from === 'another browser' ? new Person(app.url) : eve;
      for (const password of ['another password', 'neither of them', 'x'.repeat(600)]) {
        expect(await browser.enter({ email: EMAIL, password })).toEqual(
          await browser.enter({ email: 'new@example.org', password }),
        );
      }
      await browser.api.account.resendVerification.mutate({ email: EMAIL });
      const known = await letter(app, EMAIL, 3);
      expect([codeIn(known), tokenIn(known)]).toEqual(['', '']);
    },
  );

  it('gives nobody more tries at the password of an account', async () => {
    await member(app, EMAIL);
    const eve = new Person(app.url);
    await eve.visit();
    await eve.api.account.signUp.mutate({ email: EMAIL, password: 'another password' });
    for (let count = 0; count < 5; count += 1) {
      expect((await eve.enter({ email: EMAIL, password: `wrong ${count}` })).code).toBe('WRONG_CREDENTIALS');
      expect((await eve.enter({ email: EMAIL, password: 'another password' })).code).toBe('EMAIL_NOT_VERIFIED');
    }
    expect((await eve.enter({ email: EMAIL, password: PASSWORD })).code).toBe('TOO_MANY_ATTEMPTS');
  });

  it('leaves nothing waiting once it has become an account: the old password is wrong', async () => {
    const owner = await member(app, EMAIL);
    expect(await owner.api.account.changePassword.mutate({ current: PASSWORD, password: 'another good one' })).toEqual({
      changed: true,
    });
    expect((await new Person(app.url).enter({ email: EMAIL, password: PASSWORD })).code).toBe('WRONG_CREDENTIALS');
    expect((await new Person(app.url).enter({ email: EMAIL, password: 'another good one' })).status).toBe(200);
  });

  it.each([
    ['nobody@mailinator.com', PASSWORD, { identifier: 'DISPOSABLE_EMAIL', params: {} }],
    ['', PASSWORD, { identifier: 'EMAIL_AND_PASSWORD_REQUIRED', params: {} }],
    [EMAIL, '', { identifier: 'EMAIL_AND_PASSWORD_REQUIRED', params: {} }],
    ['ada', PASSWORD, { identifier: 'VALIDATION_ERROR', params: { field: 'email' } }],
    ['ada@example.org/x.attacker.example', PASSWORD, { identifier: 'VALIDATION_ERROR', params: { field: 'email' } }],
    ['ada@exam\r\nple.org', PASSWORD, { identifier: 'VALIDATION_ERROR', params: { field: 'email' } }],
    [EMAIL, 'short', { identifier: 'VALIDATION_ERROR', params: { field: 'password', reason: 'short' } }],
    [EMAIL, 'password1', { identifier: 'VALIDATION_ERROR', params: { field: 'password', reason: 'common' } }],
    [EMAIL, 'x1'.repeat(65), { identifier: 'VALIDATION_ERROR', params: { field: 'password', reason: 'long' } }],
    ['x'.repeat(2_000), PASSWORD, { identifier: 'VALIDATION_ERROR', params: { field: 'email' } }],
  ])('%#: an address or a password that cannot be is refused', async (email, password, expected) => {
    expect(await refusal(ada.api.account.signUp.mutate({ email, password }))).toEqual(expected);
    expect((await outboxOf(app).list(10)).items).toEqual([]);
  });

  it('takes five wrong codes, then none', async () => {
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    const right = codeIn(await letter(app, EMAIL));
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: wrong }))),
    );
    // what `refusal` gives for a refusal
    const identifiers = answers.map((answer) => (answer as { identifier: string }).identifier).sort();
    expect(identifiers).toEqual([
      ...Array.from({ length: 3 }, () => 'VERIFICATION_EXPIRED'),
      ...Array.from({ length: 5 }, () => 'WRONG_EMAIL_CODE'),
    ]);
    expect(await refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: right }))).toMatchObject({
      identifier: 'VERIFICATION_EXPIRED',
    });
    await ada.api.account.resendVerification.mutate({ email: EMAIL });
    expect(
      await ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(await letter(app, EMAIL, 2)) }),
    ).toEqual({ verified: true });
  });

  it('says that a code or a link has expired, and a new letter helps', async () => {
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    const first = await letter(app, EMAIL);
    app.pass(15 * MINUTE);
    expect(await refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(first) }))).toEqual({
      identifier: 'VERIFICATION_EXPIRED',
      params: { reason: 'expired' },
    });
    await ada.api.account.resendVerification.mutate({ email: EMAIL });
    const second = await letter(app, EMAIL, 2);
    app.pass(24 * 60 * MINUTE);
    for (const mail of [first, second])
      expect(await refusal(ada.api.account.verifyEmail.mutate({ token: tokenIn(mail) }))).toEqual({
        identifier: 'VERIFICATION_EXPIRED',
        params: { reason: 'expired' },
      });
  });

  it.each([['nonsense'], ['x'.repeat(43)], ['']])('takes no token like %j', async (token) => {
    expect(await refusal(ada.api.account.verifyEmail.mutate({ token }))).toMatchObject({
      identifier: 'VERIFICATION_EXPIRED',
    });
  });

  it.each(['visitor', 'nobody'])(
    "takes the code of a letter only in the browser that asked for it, when that is a %s's",
    async (session) => {
      const eve = new Person(app.url);
      if (session === 'visitor') await eve.visit();
      await eve.api.account.signUp.mutate({ email: EMAIL, password: 'the password of eve' });
      const evil = await letter(app, EMAIL);
      await ada.visit();
      await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
      expect(await refusal(ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(evil) }))).toMatchObject({
        identifier: 'WRONG_EMAIL_CODE',
      });
      const mail = await letter(app, EMAIL, 2);
      expect(await ada.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(mail) })).toEqual({
        verified: true,
      });
      expect(await refusal(eve.api.account.verifyEmail.mutate({ token: tokenIn(evil) }))).toMatchObject({
        identifier: 'EMAIL_ALREADY_REGISTERED',
      });
      expect((await eve.enter({ email: EMAIL, password: 'the password of eve' })).code).toBe('EMAIL_NOT_VERIFIED');
    },
  );

  it('lets whoever knows the password finish in another browser, and nobody else', async () => {
    await ada.visit();
    await ada.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    await letter(app, EMAIL);
    const phone = new Person(app.url);
    await phone.visit();
    await phone.api.account.resendVerification.mutate({ email: EMAIL });
    expect(await phone.enter({ email: EMAIL, password: 'not the password' })).toMatchObject({
      code: 'WRONG_CREDENTIALS',
    });
    expect(await phone.enter({ email: EMAIL, password: PASSWORD })).toMatchObject({
      status: 403,
      code: 'EMAIL_NOT_VERIFIED',
    });
    await phone.api.account.resendVerification.mutate({ email: EMAIL });
    const mail = await letter(app, EMAIL, 2);
    expect(await phone.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(mail) })).toEqual({
      verified: true,
    });
    expect(await lettersTo(outboxOf(app), EMAIL)).toHaveLength(2);
    expect((await ada.me()).email).toBe(EMAIL);
    expect((await phone.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
  });

  it("of two addresses by one visitor makes two accounts, and only the first is the visitor's", async () => {
    const visitor = await ada.visit();
    for (const email of ['one@example.org', 'two@example.org'])
      await ada.api.account.signUp.mutate({ email, password: PASSWORD });
    const [one, two] = [await letter(app, 'one@example.org'), await letter(app, 'two@example.org')];
    await Promise.all(
      [one, two].map((mail) =>
        new Person(app.url).api.account.verifyEmail.mutate({ token: tokenIn(mail), password: PASSWORD }),
      ),
    );
    const [first, second] = await Promise.all(
      ['one@example.org', 'two@example.org'].map(async (email) => {
        const person = new Person(app.url);
        expect((await person.enter({ email, password: PASSWORD })).status).toBe(200);
        return (await person.me()).id;
      }),
    );
    expect(first).not.toBe(second);
    expect([first, second]).toContain(visitor.id);
  });

  it('writes in the language of the page, and answers no more letters than a person needs', async () => {
    const leo = new Person(app.url, { 'user-language': 'de' });
    await leo.visit();
    await leo.api.account.signUp.mutate({ email: 'leo@example.org', password: PASSWORD });
    const mail = await letter(app, 'leo@example.org');
    expect(mail.subject).toMatch(/^\d{6} ist dein Kinora-Code$/);
    expect(linkIn(mail)).toContain('/de/verify-email?token=');
    for (let count = 0; count < 4; count += 1)
      await leo.api.account.resendVerification.mutate({ email: 'leo@example.org' });
    expect(
      await refusal(leo.api.account.signUp.mutate({ email: 'leo@example.org', password: PASSWORD })),
    ).toMatchObject({ identifier: 'TOO_MANY_ATTEMPTS', params: { seconds: expect.any(Number) } });
    app.pass(61 * MINUTE);
    expect(await leo.api.account.resendVerification.mutate({ email: 'leo@example.org' })).toEqual({ sent: true });
  });

  it('leaves the address, the name and the code out of logs and events', async () => {
    const secretive = await member(app, 'very.private@example.org');
    await balance(secretive, 40);
    const abort = new AbortController();
    const seen: string[] = [JSON.stringify(app.logged)];
    for await (const batch of app.parts.events.follow({ after: -1, prefixes: [''], signal: abort.signal })) {
      seen.push(...batch.events.map((event) => `${event.stream} ${event.data} ${event.metadata}`));
      if (batch.caughtUp) abort.abort();
    }
    expect(seen.length).toBeGreaterThan(2);
    expect(seen.join(' ')).not.toContain('very.private');
    expect(seen.join(' ')).not.toContain(codeIn(await letter(app, 'very.private@example.org')));
  });
});

describe('the credits of new accounts', () => {
  /**
   * What somebody has once the welcome of their account is settled: a later grant of the same stream would have come by
   * then.
   */
  const settledAt = async (person: Person, available: number): Promise<number> => {
    for (;;) {
      const view = await person.api.credits.balance.query({});
      if (view.available === available) return available;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  it('are given once a mailbox, and to no more accounts of an address than the cap allows', async () => {
    const app = await startApp({ env: { SIGN_UP_GRANTS_PER_ADDRESS: '2' } });
    try {
      const [first, again] = [await member(app, 'ada@gmail.com'), await member(app, 'a.da+2@googlemail.com')];
      expect(await settledAt(first, 40)).toBe(40);
      const [second, third] = [await member(app, 'grace@example.org'), await member(app, 'emmy@example.org')];
      expect(await settledAt(second, 40)).toBe(40);
      // The last one's notice would come with its credits; hers who had them is there.
      for (const { api } of [again, third]) expect((await api.credits.balance.query({})).available).toBe(10);
      const { grants } = await first.api.credits.balance.query({});
      expect(grants.every(({ expiresAt }) => expiresAt !== undefined && expiresAt !== null)).toBe(true);
    } finally {
      await app.close();
    }
  });

  it("have to be worked for when the last fifth of a day's is being given, and no more once all is given", async () => {
    const app = await startApp({ env: { SIGN_UP_GRANTS_PER_ADDRESS: '5', HUMAN_CHECK_BITS: '6' } });
    try {
      for (let count = 0; count < 4; count += 1) await member(app, `person${count}@example.org`);
      const fifth = new Person(app.url);
      await fifth.visit();
      const request = { email: 'fifth@example.org', password: PASSWORD };
      expect(await refusal(fifth.api.account.signUp.mutate(request))).toMatchObject({
        identifier: 'HUMAN_CHECK_WANTED',
      });
      const challenge = await fifth.api.account.humanCheck.query();
      const human = challenge === null ? '' : answerTo(challenge);
      expect(await fifth.api.account.signUp.mutate({ ...request, human })).toEqual({ sent: true });
      expect(await refusal(fifth.api.account.signUp.mutate({ ...request, human }))).toMatchObject({
        identifier: 'HUMAN_CHECK_WANTED',
      });
      await fifth.api.account.verifyEmail.mutate({
        email: request.email,
        code: codeIn(await letter(app, request.email)),
      });
      expect((await (await member(app, 'sixth@example.org')).me()).email).toBe('sixth@example.org');
    } finally {
      await app.close();
    }
  });
});
