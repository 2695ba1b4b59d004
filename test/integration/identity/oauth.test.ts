import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';
import { LIMITS } from '../../../src/identity/sign-in/limits.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { codeIn, letter, member, PASSWORD, Person, refusal, tokenIn } from '../../support/people/account.js';
import type { TestApp } from '../../support/servers/app.js';
import { appsOfEachTest } from '../../support/servers/apps.js';
import { startProvider, type TestProvider } from '../../support/servers/oidc.js';

const answerUrl = z.object({ url: z.url() });
const signedIn = z.object({
  user: z.object({ id: z.string(), email: z.string().optional(), name: z.string().optional(), trigger: z.string() }),
});
const ADA = 'ada@example.org';
const COOKIE = 'next-auth.attempt';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

type ProviderId = 'google' | 'facebook';

describe('signing in by a provider', () => {
  const start = appsOfEachTest();
  let provider: TestProvider;
  let app: TestApp;
  let person: Person;
  beforeEach(async () => {
    provider = await startProvider(() => ['google', 'facebook'].map((id) => `${app.url}/api/auth/callback/${id}`));
    app = await start({ env: { ...provider.google, ...provider.facebook } });
    person = new Person(app.url);
  });
  afterEach(() => provider.stop());

  /** Presses the provider's button, as the NextAuth client does. @returns where the browser is sent */
  const leave = async (who: Person, id: ProviderId, fields: Readonly<Record<string, string>> = {}): Promise<string> => {
    const answer = await who.post(`/api/auth/signin/${id}`, {
      csrfToken: await who.csrf(),
      callbackUrl: `${app.url}/image`,
      json: 'true',
      ...fields,
    });
    expect(answer.status).toBe(200);
    return answerUrl.parse(await answer.json()).url;
  };
  /** Comes back from the provider. @returns where the browser ends, and what the error page is told */
  const comeBack = async (
    who: Person,
    address: string,
  ): Promise<{ readonly to: string; readonly error: string | null }> => {
    const answer = await who.fetch(address.slice(app.url.length));
    expect(answer.status).toBe(302);
    const to = answer.headers.get('location') ?? '';
    return { to, error: new URL(to).searchParams.get('error') };
  };
  const enter = async (
    who: Person,
    id: ProviderId,
    login: string,
    fields: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly to: string; readonly error: string | null }> =>
    comeBack(who, await provider.visit(await leave(who, id, fields), { login }));
  const sessionOf = async (who: Person): Promise<z.infer<typeof signedIn>['user']> =>
    signedIn.parse(await who.session()).user;

  it('is offered for the providers that are set up, and for no others', async () => {
    const providers = z
      .record(z.string(), z.looseObject({}))
      .parse(await (await person.fetch('/api/auth/providers')).json());
    expect(Object.keys(providers)).toEqual(['anonymous', 'credentials', 'google', 'facebook']);
    expect(providers['google']).toEqual({
      id: 'google',
      name: 'Google',
      type: 'oauth',
      signinUrl: `${app.url}/api/auth/signin/google`,
      callbackUrl: `${app.url}/api/auth/callback/google`,
    });
    const bare = await start();
    expect(
      Object.keys(
        z.record(z.string(), z.unknown()).parse(await (await new Person(bare.url).fetch('/api/auth/providers')).json()),
      ),
    ).toEqual(['anonymous', 'credentials']);
    const other = new Person(bare.url);
    expect((await other.post('/api/auth/signin/google', { csrfToken: await other.csrf(), json: 'true' })).status).toBe(
      404,
    );
    expect((await other.fetch('/api/auth/callback/google?code=x&state=y')).headers.get('location')).toContain(
      'error=Callback',
    );
  });

  it('asks with code, PKCE, state and nonce, and keeps one secret in a cookie that no script can read', async () => {
    const request = new URL(await leave(person, 'google')).searchParams;
    expect(Object.fromEntries(request)).toMatchObject({
      response_type: 'code',
      client_id: 'kinora',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      redirect_uri: `${app.url}/api/auth/callback/google`,
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(request.get(name)?.length).toBeGreaterThanOrEqual(43);
    const cookie = person.setCookies.find((line) => line.startsWith(`${COOKIE}=`));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    const expires = Date.parse(/Expires=([^;]+)/.exec(cookie ?? '')?.[1] ?? '');
    expect(expires).toBeLessThan(Date.now() + 11 * 60_000);
    expect(new URL(await leave(person, 'facebook')).searchParams.get('code_challenge')).not.toBeNull();
  });

  it('makes the visitor a member with the same id, once, by an address that the provider vouches for', async () => {
    provider.accounts.set('g-1', { email: 'Ada@Example.org', emailVerified: true, name: 'Ada  Lovelace' });
    const visitor = await person.visit();
    const before = person.cookies.get('next-auth.session-token');
    expect(await enter(person, 'google', 'g-1')).toEqual({ to: `${app.url}/image`, error: null });
    expect(await sessionOf(person)).toMatchObject({
      id: visitor.id,
      email: ADA,
      name: 'Ada Lovelace',
      trigger: 'signUp',
    });
    expect(person.cookies.get('next-auth.session-token')).not.toBe(before);
    const again = new Person(app.url);
    await enter(again, 'google', 'g-1');
    expect(await sessionOf(again)).toMatchObject({ id: visitor.id, trigger: 'signIn' });
  });

  it('leaves who has another session of the visitor, or planted this one, with nothing of the account', async () => {
    provider.accounts.set('g-1', { email: ADA, emailVerified: true });
    const eve = new Person(app.url);
    await eve.visit();
    const second = new Person(app.url);
    second.deviceId = eve.deviceId;
    await second.visit();
    for (const [name, value] of eve.cookies) person.cookies.set(name, value);
    await enter(person, 'google', 'g-1');
    expect((await sessionOf(person)).email).toBe(ADA);
    expect(await second.session()).toEqual({});
    app.pass(60_000);
    expect(await eve.session()).toEqual({});
    expect(await refusal(eve.api.credits.balance.query({}))).toMatchObject({ identifier: 'NOT_SIGNED_IN' });
    expect((await sessionOf(person)).email).toBe(ADA);
  });

  it('knows a person again though their address at the provider is another', async () => {
    provider.accounts.set('g-1', { email: ADA, emailVerified: true });
    await enter(person, 'google', 'g-1');
    const { id } = await sessionOf(person);
    provider.accounts.set('g-1', { email: 'countess@example.org', emailVerified: false });
    const later = new Person(app.url);
    await enter(later, 'google', 'g-1');
    expect(await sessionOf(later)).toMatchObject({ id, email: ADA });
  });

  it('is the account of the address when there is one, and a visitor comes along', async () => {
    const ada = await member(app, ADA);
    const { id } = await ada.me();
    provider.accounts.set('g-1', { email: ADA, emailVerified: true });
    const visitor = await person.visit();
    await enter(person, 'google', 'g-1');
    expect(await sessionOf(person)).toMatchObject({ id, trigger: 'signIn' });
    expect((await person.signIn(person.deviceId)).status).toBe(401);
    expect(visitor.id).not.toBe(id);
    expect((await ada.enter({ email: ADA, password: PASSWORD })).status).toBe(200);
  });

  it.each<[string, ProviderId]>([
    ['a Google account that is not verified', 'google'],
    ['Facebook, which vouches for none', 'facebook'],
  ])('links no address of %s before a letter came back', async (_, id) => {
    await member(app, ADA);
    provider.accounts.set('x-1', { email: ADA, emailVerified: false });
    expect((await enter(person, id, 'x-1')).error).toBe('EMAIL_NOT_VERIFIED');
    expect(await person.session()).toEqual({});
    expect((await enter(new Person(app.url), id, 'x-1')).error).toBe('EMAIL_NOT_VERIFIED');
    expect((await letter(app, ADA, 2)).subject).toBe('You already have a Kinora account');
  });

  it('makes an account by Facebook once the letter’s link was followed in the same browser', async () => {
    provider.accounts.set('f-1', { email: ADA, name: 'Ada' });
    const visitor = await person.visit();
    expect((await enter(person, 'facebook', 'f-1')).error).toBe('EMAIL_NOT_VERIFIED');
    const mail = await letter(app, ADA);
    const stranger = new Person(app.url);
    await stranger.visit();
    expect(
      await refusal(stranger.api.account.verifyEmail.mutate({ token: tokenIn(mail), password: PASSWORD })),
    ).toMatchObject({ identifier: 'VERIFICATION_EXPIRED' });
    await person.api.account.verifyEmail.mutate({ token: tokenIn(mail) });
    expect(await sessionOf(person)).toMatchObject({ id: visitor.id, email: ADA });
    const later = new Person(app.url);
    expect((await enter(later, 'facebook', 'f-1')).error).toBeNull();
    expect((await sessionOf(later)).id).toBe(visitor.id);
    expect(codeIn(mail)).toMatch(/^\d{6}$/);
  });

  it('says so when the provider gives no address, or one to throw away', async () => {
    provider.accounts.set('g-1', {});
    expect((await enter(person, 'google', 'g-1')).error).toBe('OAuthCreateAccount');
    provider.accounts.set('g-2', { email: 'ada@mailinator.com', emailVerified: true });
    expect((await enter(person, 'google', 'g-2')).error).toBe('DISPOSABLE_EMAIL');
  });

  it('goes back to the sign-in page when the person says no, with where they were to go', async () => {
    const back = await provider.visit(await leave(person, 'google', { callbackUrl: `${app.url}/de/image` }), 'cancel');
    const { to, error } = await comeBack(person, back);
    expect(error).toBe('AccessDenied');
    const page = await person.fetch(to.slice(app.url.length), { headers: { accept: 'text/html' } });
    const shown = new URL(page.headers.get('location') ?? '');
    expect([shown.origin, shown.pathname, Object.fromEntries(shown.searchParams)]).toEqual([
      app.url,
      '/de/sign-in',
      { error: 'AccessDenied', provider: 'google', callbackUrl: `${app.url}/de/image` },
    ]);
    expect(await person.session()).toEqual({});
  });

  describe('refuses', () => {
    beforeEach(() => void provider.accounts.set('g-1', { email: ADA, emailVerified: true }));
    const answered = async (who: Person): Promise<URL> =>
      new URL(await provider.visit(await leave(who, 'google'), { login: 'g-1' }));
    const isRefused = async (who: Person, address: URL): Promise<void> => {
      expect((await comeBack(who, address.href)).error).toBe('OAuthCallback');
      expect(await who.session()).toEqual({});
    };

    it.each<[string, (address: URL) => void]>([
      ['another state', (address) => address.searchParams.set('state', 'x'.repeat(43))],
      ['no state', (address) => address.searchParams.delete('state')],
      ['another code', (address) => address.searchParams.set('code', 'made-up')],
      ['no code', (address) => address.searchParams.delete('code')],
      ['the word of another issuer', (address) => address.searchParams.set('iss', 'https://evil.example')],
    ])('an answer with %s', async (_, spoil) => {
      const address = await answered(person);
      spoil(address);
      await isRefused(person, address);
    });

    it('an answer in another browser than the one that asked, and in one that has asked for itself', async () => {
      const address = await answered(person);
      const other = new Person(app.url);
      await isRefused(other, address);
      await leave(other, 'google');
      await isRefused(other, address);
    });

    it('an answer that comes a second time, even with the cookie of the first', async () => {
      const address = await answered(person);
      const cookie = person.cookies.get(COOKIE) ?? '';
      expect((await comeBack(person, address.href)).error).toBeNull();
      expect(person.cookies.has(COOKIE)).toBe(false);
      const thief = new Person(app.url);
      thief.cookies.set(COOKIE, cookie);
      await isRefused(thief, address);
    });

    it('an answer that comes too late, or to another provider’s address', async () => {
      const late = await answered(person);
      app.pass(10 * 60_000);
      await isRefused(person, late);
      const swapped = await answered(person);
      swapped.pathname = '/api/auth/callback/facebook';
      await isRefused(person, swapped);
    });

    it('a form without its token, and one from another origin', async () => {
      for (const [fields, headers] of [
        [{ csrfToken: 'wrong' }, {}],
        [{}, { origin: 'https://evil.example' }],
      ] as const) {
        const answer = await person.post(
          '/api/auth/signin/google',
          { csrfToken: await person.csrf(), json: 'true', ...fields },
          headers,
        );
        expect([answer.status, new URL(answerUrl.parse(await answer.json()).url).searchParams.get('error')]).toEqual([
          401,
          'MissingCSRF',
        ]);
      }
      expect(person.cookies.has(COOKIE)).toBe(false);
    });

    it('to send the browser to another site afterwards', async () => {
      for (const callbackUrl of ['https://evil.example/', '//evil.example', `${app.url}.evil.example/`]) {
        expect((await enter(new Person(app.url), 'google', 'g-1', { callbackUrl })).to).toBe(`${app.url}/`);
      }
      const page = await person.fetch('/api/auth/error?error=OAuthCallback&callbackUrl=https%3A%2F%2Fevil.example', {
        headers: { accept: 'text/html' },
      });
      expect(page.headers.get('location')).toBe(`${app.url}/sign-in?error=OAuthCallback`);
    });
  });

  it('lets one address leave for a provider so often, and no oftener', async () => {
    const csrfToken = await person.csrf();
    const post = (): Promise<Response> =>
      person.post('/api/auth/signin/google', { csrfToken, callbackUrl: `${app.url}/image`, json: 'true' });
    for (let times = 0; times < LIMITS.signIn.limit; times += 1) expect((await post()).status).toBe(200);
    const refused = await post();
    const url = new URL(answerUrl.parse(await refused.json()).url);
    expect([refused.status, url.pathname, url.searchParams.get('error'), url.searchParams.get('provider')]).toEqual([
      429,
      '/api/auth/error',
      'TOO_MANY_ATTEMPTS',
      'google',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('leads whoever comes back while a store is away to the sign-in page, with where they were to go', async () => {
    provider.accounts.set('g-1', { email: ADA, emailVerified: true });
    const away = jest.spyOn(app.parts.rateLimit, 'take');
    const address = await provider.visit(await leave(person, 'google', { callbackUrl: `${app.url}/de/image` }), {
      login: 'g-1',
    });
    away.mockRejectedValueOnce(new StoreUnavailable('rate limits', 'unreachable', 'away'));
    const { to, error } = await comeBack(person, address);
    expect([error, new URL(to).searchParams.get('provider'), new URL(to).searchParams.get('callbackUrl')]).toEqual([
      'TRY_AGAIN',
      'google',
      `${app.url}/de/image`,
    ]);
    expect((await enter(person, 'google', 'g-1')).error).toBeNull();
  });

  describe('when the provider is down', () => {
    it('says so before the browser leaves, and keeps no cookie', async () => {
      await provider.stop();
      const url = new URL(await leave(person, 'google'));
      expect([url.pathname, url.searchParams.get('error'), url.searchParams.get('provider')]).toEqual([
        '/api/auth/error',
        'OAuthSignin',
        'google',
      ]);
      expect(person.cookies.has(COOKIE)).toBe(false);
      expect(app.logged.filter(({ level }) => level === 'warn').map(({ fields }) => fields)).toEqual([
        expect.objectContaining({ provider: 'google', reason: 'down' }),
      ]);
    });

    it('says so when the browser is back', async () => {
      provider.accounts.set('g-1', { email: ADA, emailVerified: true });
      const address = await provider.visit(await leave(person, 'google'), { login: 'g-1' });
      await provider.stop();
      expect((await comeBack(person, address)).error).toBe('OAuthCallback');
      expect(JSON.stringify(app.logged)).not.toContain(new URL(address).searchParams.get('code'));
    });
  });
});
