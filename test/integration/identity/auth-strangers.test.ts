import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { letter, lettersTo, member, outboxOf, PASSWORD, Person, tokenIn } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { answerTo } from '../../support/people/human-check.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

const EMAIL = 'ada@example.org';
const MINUTE = 60_000;
const HOME = '127.0.0.1';

/** A person whose browser is at an address of the network, wherever it goes. */
class At extends Person {
  constructor(
    url: string,
    readonly ip: string,
  ) {
    super(url);
  }

  override fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.ip !== HOME) headers.set('x-forwarded-for', this.ip);
    return super.fetch(path, { ...init, headers });
  }
}

describe('strangers who try the password of an account, or ask for its letters', () => {
  let app: TestApp;
  let ada: Person;
  beforeEach(async () => {
    app = await startApp({ env: { TRUST_PROXY: '1', HUMAN_CHECK_BITS: '6' } });
    ada = await member(app, EMAIL);
    await ada.leave();
  });
  afterEach(() => app.close());

  /** Works where it is asked to, as the page does. */
  const enter = async (person: Person, password = PASSWORD): Promise<number> => {
    const { status } = await person.enter({ email: EMAIL, password });
    return status === 412
      ? (await person.enter({ email: EMAIL, password, human: await solved(person) })).status
      : status;
  };
  const solved = async (person: Person): Promise<string> => {
    const challenge = await person.api.account.humanCheck.query();
    if (challenge === null) throw new Error('nothing is asked for');
    return answerTo(challenge);
  };
  /** Ten wrong passwords from each of ten addresses, which is as many as each may try. */
  const guessing = async (): Promise<void> => {
    for (let place = 1; place <= 10; place += 1) {
      const eve = new At(app.url, `203.0.113.${place}`);
      for (let tries = 0; tries < 10; tries += 1) expect(await enter(eve, `wrong ${tries}`)).toBe(401);
      expect(await enter(eve, 'wrong again')).toBe(429);
    }
  };

  it('do not keep its owner out: not of the browser that signed in before, wherever it is, nor of the address, nor of a new one', async () => {
    await guessing();
    const traveller = new At(app.url, '198.51.100.7');
    for (const [name, value] of ada.cookies) traveller.cookies.set(name, value);
    expect(await enter(traveller)).toBe(200);
    expect(await enter(new Person(app.url))).toBe(200);
    expect(await enter(new At(app.url, '198.51.100.9'))).toBe(200);
  });

  it('have work to do for each further password after thirty in an hour, once for each; a place that is known has none', async () => {
    for (let place = 1; place <= 3; place += 1)
      for (let tries = 0; tries < 10; tries += 1)
        expect(
          (await new At(app.url, `203.0.113.${place}`).enter({ email: EMAIL, password: `wrong ${tries}` })).status,
        ).toBe(401);
    const eve = new At(app.url, '203.0.113.4');
    expect(await eve.enter({ email: EMAIL, password: PASSWORD })).toMatchObject({
      status: 412,
      code: 'HUMAN_CHECK_WANTED',
    });
    expect((await eve.enter({ email: EMAIL, password: PASSWORD, human: 'nonsense' })).code).toBe('HUMAN_CHECK_WANTED');
    const human = await solved(eve);
    expect((await eve.enter({ email: EMAIL, password: 'wrong', human })).status).toBe(401);
    expect((await eve.enter({ email: EMAIL, password: 'wrong', human })).code).toBe('HUMAN_CHECK_WANTED');
    const late = await solved(eve);
    app.pass(5 * MINUTE);
    expect((await eve.enter({ email: EMAIL, password: 'wrong', human: late })).code).toBe('HUMAN_CHECK_WANTED');
    expect((await ada.enter({ email: EMAIL, password: PASSWORD })).status).toBe(200);
  });

  it("do not keep anybody from confirming a sign-up by the letter's link in another browser", async () => {
    const address = 'eva@example.org';
    await new Person(app.url).api.account.signUp.mutate({ email: address, password: PASSWORD });
    for (let place = 1; place <= 4; place += 1)
      for (let tries = 0; tries < 10; tries += 1)
        await new At(app.url, `203.0.113.${place}`).enter({ email: address, password: `wrong ${tries}` });
    expect(
      await new At(app.url, '198.51.100.9').api.account.verifyEmail.mutate({
        token: tokenIn(await letter(app, address)),
        password: PASSWORD,
      }),
    ).toEqual({ verified: true });
  });

  it("do not keep the owner's browser out from an address of their own", async () => {
    const neighbour = new At(app.url, '203.0.113.1');
    for (let tries = 0; tries < 10; tries += 1) expect(await enter(neighbour, `wrong ${tries}`)).toBe(401);
    expect(await enter(neighbour)).toBe(429);
    const owners = new At(app.url, '203.0.113.1');
    for (const [name, value] of ada.cookies) owners.cookies.set(name, value);
    expect(await enter(owners)).toBe(200);
  });

  it("get no more tries by a cookie of their own making, and the owner's browser gets ten too", async () => {
    const eve = new At(app.url, '203.0.113.1');
    for (let tries = 0; tries < 10; tries += 1) {
      eve.cookies.set('kinora.known-device', `${tries}`.repeat(64));
      expect(await enter(eve, `wrong ${tries}`)).toBe(401);
    }
    expect(await enter(eve)).toBe(429);
    for (let tries = 0; tries < 10; tries += 1) expect(await enter(ada, `wrong ${tries}`)).toBe(401);
    expect(await enter(ada)).toBe(429);
  });

  it('have forty tries a day from an address, and not ten every quarter of an hour', async () => {
    const eve = new At(app.url, '203.0.113.1');
    for (let tries = 0; tries < 40; tries += 1) {
      if (tries % 10 === 0) app.pass(15 * MINUTE);
      expect(await enter(eve, `wrong ${tries}`)).toBe(401);
    }
    app.pass(15 * MINUTE);
    expect(await enter(eve)).toBe(429);
    expect(await enter(ada)).toBe(200);
  });

  it('do not keep its owner from a letter to a new password, and bring one letter in half an hour', async () => {
    for (const place of ['203.0.113.1', '203.0.113.2']) {
      const eve = new At(app.url, place);
      for (let times = 0; times < 5; times += 1)
        expect(await eve.api.account.forgotPassword.mutate({ email: EMAIL })).toEqual({ sent: true });
    }
    const stranger = new At(app.url, '198.51.100.7');
    expect(await stranger.api.account.forgotPassword.mutate({ email: EMAIL })).toEqual({ sent: true });
    await letter(app, EMAIL, 2);
    expect(await ada.api.account.forgotPassword.mutate({ email: EMAIL })).toEqual({ sent: true });
    const own = await letter(app, EMAIL, 3);
    expect(await lettersTo(outboxOf(app), EMAIL)).toHaveLength(3);
    expect(
      await stranger.api.account.resetPassword.mutate({ token: tokenIn(own), password: 'another good one' }),
    ).toEqual({ reset: true });
    expect(await enter(stranger, 'another good one')).toBe(200);
  });
});
