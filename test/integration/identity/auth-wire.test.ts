import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Browser, deviceNumber } from '../../support/browser/auth-browser.js';
import type { TestApp } from '../../support/servers/app.js';
import { appsOfEachTest } from '../../support/servers/apps.js';
import { signInVisitor } from '../../support/people/visitor.js';

const session = z.object({ user: z.object({ id: z.string() }).loose(), expires: z.iso.datetime() });
const answerUrl = z.object({ url: z.url() });

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('the auth wire', () => {
  const start = appsOfEachTest();
  let app: TestApp;
  let browser: Browser;
  beforeEach(async () => {
    app = await start();
    browser = new Browser(app.url);
  });

  it('names its providers as the client wants to read them', async () => {
    const answer = await browser.fetch('/api/auth/providers');
    const base = `${app.url}/api/auth`;
    expect(await answer.json()).toEqual({
      anonymous: {
        id: 'anonymous',
        name: 'Visitor',
        type: 'credentials',
        signinUrl: `${base}/signin/anonymous`,
        callbackUrl: `${base}/callback/anonymous`,
      },
      credentials: {
        id: 'credentials',
        name: 'Email',
        type: 'credentials',
        signinUrl: `${base}/signin/credentials`,
        callbackUrl: `${base}/callback/credentials`,
      },
    });
  });

  it('answers {} and never null without a session', async () => {
    const answer = await browser.fetch('/api/auth/session');
    expect([answer.status, await answer.text()]).toEqual([200, '{}']);
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });

  describe('signing a device in', () => {
    it('answers 200 with the url, and then there is a session', async () => {
      const deviceId = randomUUID();
      const answer = await browser.signIn(deviceId);
      expect([answer.status, await answer.json()]).toEqual([200, { url: `${app.url}/home` }]);
      const read = session.parse(await browser.session());
      expect(read.user).toMatchObject({ deviceId, anonymousId: read.user.id, trigger: 'signUp' });
      expect(Object.keys(read.user).sort()).toEqual(['anonymousId', 'dateCreated', 'deviceId', 'id', 'trigger']);
      expect(Date.parse(read.expires)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    });

    it('keeps the token where no script can read it, and sends it to no other site', async () => {
      await browser.signIn(randomUUID());
      const cookie = browser.setCookies.find((line) => line.startsWith('next-auth.session-token='));
      expect(cookie).toMatch(/; HttpOnly/);
      expect(cookie).toMatch(/; SameSite=Lax/);
      expect(cookie).toMatch(/; Path=\//);
      expect(cookie).not.toMatch(/Domain=/);
    });

    it('uses __Host- names and Secure behind HTTPS', async () => {
      const secure = await start({ env: { PUBLIC_URL: 'https://kinora.example' } });
      const visitor = new Browser(secure.url);
      const answer = await visitor.signIn(randomUUID(), { callbackUrl: 'https://kinora.example/image' });
      expect(await answer.json()).toEqual({ url: 'https://kinora.example/image' });
      for (const name of ['session', 'csrf']) {
        expect(visitor.setCookies.find((line) => line.startsWith(`__Host-next-auth.${name}-token=`))).toMatch(
          /; Secure/,
        );
      }
      expect(session.safeParse(await visitor.session()).success).toBe(true);
    });

    it("takes no cookie of the plain name behind HTTPS: one without the prefix may be somebody else's", async () => {
      const secure = await start({ env: { PUBLIC_URL: 'https://kinora.example' } });
      const visitor = new Browser(secure.url);
      await visitor.signIn(randomUUID());
      const planted = new Browser(secure.url);
      planted.cookies.set('next-auth.session-token', visitor.cookies.get('__Host-next-auth.session-token') ?? '');
      planted.cookies.set('next-auth.csrf-token', visitor.cookies.get('__Host-next-auth.csrf-token') ?? '');
      expect(await planted.session()).toEqual({});
      expect((await planted.fetch('/api/trpc/user.find')).status).toBe(401);
      const [known] = decodeURIComponent(visitor.cookies.get('__Host-next-auth.csrf-token') ?? '').split('|');
      expect(await planted.csrf()).not.toBe(known);
    });

    it('knows the same device again as the same user', async () => {
      const deviceId = randomUUID();
      await browser.signIn(deviceId);
      const first = session.parse(await browser.session());
      const later = new Browser(app.url);
      await later.signIn(deviceId);
      const second = session.parse(await later.session());
      expect(second.user.id).toBe(first.user.id);
      expect(second.user).toMatchObject({ trigger: 'signIn' });
    });

    it('makes one user of a device that signs in many times at once, and tells of it once', async () => {
      // Without the projector nobody settles a message.
      const unheard = await start({ env: { ROLES: 'api' } });
      const deviceId = randomUUID();
      const browsers = Array.from({ length: 8 }, () => new Browser(unheard.url));
      await Promise.all(browsers.map((one) => one.signIn(deviceId)));
      const ids = await Promise.all(browsers.map(async (one) => session.parse(await one.session()).user.id));
      expect(new Set(ids).size).toBe(1);
      const merges = (await unheard.parts.documents.pendingMessages(100)).filter(
        (message) => message.type === 'VisitorArrived',
      );
      expect(merges).toHaveLength(1);
    });

    it.each([
      ['a device number of another device', { deviceNumber: deviceNumber('somebody-elses-device') }],
      ['no device number', { deviceNumber: '' }],
      ['a version that is unknown', { version: 'v2' }],
      ['a device id that is too short', { deviceId: 'short', deviceNumber: deviceNumber('short') }],
    ])('refuses %s with 401 and the url that the client reads the error from', async (_, fields) => {
      const answer = await browser.signIn(randomUUID(), fields);
      expect(answer.status).toBe(401);
      const { url } = answerUrl.parse(await answer.json());
      expect(url.startsWith(`${app.url}/api/auth/error?`)).toBe(true);
      expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
        error: 'DEVICE_ID_ERROR',
        provider: 'anonymous',
        code: 'DEVICE_ID_ERROR',
      });
      expect(await browser.session()).toEqual({});
    });

    it('refuses an unknown provider', async () => {
      const csrfToken = await browser.csrf();
      const answer = await browser.post('/api/auth/callback/myspace', { csrfToken, json: 'true' });
      expect(answer.status).toBe(404);
      expect(answerUrl.parse(await answer.json()).url).toContain('/api/auth/signin?callbackUrl=');
    });

    it('never sends the browser to another site afterwards', async () => {
      for (const callbackUrl of [
        'https://evil.example/',
        '//evil.example',
        'javascript:alert(1)',
        `${app.url}.evil.example/`,
      ]) {
        const answer = await browser.signIn(randomUUID(), { callbackUrl });
        expect(await answer.json()).toEqual({ url: app.url });
      }
      expect(await (await browser.signIn(randomUUID(), { callbackUrl: '/image?x=1' })).json()).toEqual({
        url: `${app.url}/image?x=1`,
      });
    });

    it('redirects a plain form that did not ask for JSON', async () => {
      const answer = await browser.signIn(randomUUID(), { json: 'false' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, `${app.url}/home`]);
    });

    it('lets so many try from one address a minute, and says when to come back', async () => {
      let answer = await browser.signIn(randomUUID());
      for (let tries = 0; answer.status === 200 && tries < 200; tries += 1) answer = await browser.signIn(randomUUID());
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(new URL(answerUrl.parse(await answer.json()).url).searchParams.get('code')).toBe('TOO_MANY_ATTEMPTS');
      app.pass(61_000);
      expect((await browser.signIn(randomUUID())).status).toBe(200);
    });
  });

  describe("a visitor's welcome", () => {
    const settled = async (url: string, deviceId: string) => {
      const visitor = await signInVisitor(url, deviceId);
      for (;;) {
        const balance = await visitor.api.credits.balance.query({});
        if (balance.revision >= 0) return { visitor, balance };
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };

    it('is ten credits, once, however often and from how many tabs the device signs in', async () => {
      const deviceId = randomUUID();
      const { balance } = await settled(app.url, deviceId);
      expect(balance).toMatchObject({ available: 10, held: 0, grants: [{ source: 'anonymous', available: 10 }] });
      await Promise.all(Array.from({ length: 4 }, () => new Browser(app.url).signIn(deviceId)));
      const { visitor } = await settled(app.url, deviceId);
      const { lines } = await visitor.api.credits.statement.query({});
      expect(lines.map((line) => [line.kind, line.net])).toEqual([['grant', 10]]);
    });

    it('leaves nothing in the events that names the device', async () => {
      const deviceId = randomUUID();
      await settled(app.url, deviceId);
      const abort = new AbortController();
      const seen: string[] = [];
      for await (const batch of app.parts.events.follow({ after: -1, prefixes: ['credits-'], signal: abort.signal })) {
        seen.push(...batch.events.map((event) => `${event.stream} ${event.data} ${event.metadata}`));
        if (batch.caughtUp) abort.abort();
      }
      expect(seen.length).toBeGreaterThan(0);
      expect(seen.join(' ')).not.toContain(deviceId);
    });
  });

  describe('CSRF', () => {
    it("gives the same token again while the cookie stands, with the cookie in NextAuth's form", async () => {
      const token = await browser.csrf();
      expect(await browser.csrf()).toBe(token);
      expect(decodeURIComponent(browser.cookies.get('next-auth.csrf-token') ?? '')).toMatch(
        new RegExp(`^${token}\\|[0-9a-f]{64}$`),
      );
    });

    it.each([
      ['another token', 'f'.repeat(64)],
      ['none', ''],
    ])('refuses a sign-in with %s', async (_, csrfToken) => {
      const answer = await browser.signIn(randomUUID(), { csrfToken });
      expect(answer.status).toBe(401);
      expect(new URL(answerUrl.parse(await answer.json()).url).searchParams.get('error')).toBe('MissingCSRF');
      expect(await browser.session()).toEqual({});
    });

    it('refuses a token whose cookie somebody made up', async () => {
      const token = 'a'.repeat(64);
      browser.cookies.set('next-auth.csrf-token', `${token}%7C${createHash('sha256').update(token).digest('hex')}`);
      const answer = await browser.post('/api/auth/callback/anonymous', {
        csrfToken: token,
        json: 'true',
        deviceId: randomUUID(),
        version: 'v1',
      });
      expect(answer.status).toBe(401);
    });

    it('refuses a form from a page of another origin, though it be on the same machine', async () => {
      const answer = await browser.signIn(randomUUID(), {}, { origin: 'http://localhost:9999' });
      expect(answer.status).toBe(401);
      expect(await browser.session()).toEqual({});
    });

    it('answers an update with a wrong token 400 and {}', async () => {
      await browser.signIn(randomUUID());
      const update = (csrfToken: string): Promise<Response> =>
        browser.fetch('/api/auth/session', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ csrfToken, data: { email: 'root@kinora.example' } }),
        });
      const refused = await update('wrong');
      expect([refused.status, await refused.json()]).toEqual([400, {}]);
      const updated = session.parse(await (await update(await browser.csrf())).json());
      expect(updated.user).not.toHaveProperty('email');
    });

    it('refuses a sign-out with a wrong token, and the session goes on', async () => {
      await browser.signIn(randomUUID());
      expect((await browser.post('/api/auth/signout', { csrfToken: 'wrong', json: 'true' })).status).toBe(401);
      expect(session.safeParse(await browser.session()).success).toBe(true);
    });
  });

  describe('a session', () => {
    const cookie = 'next-auth.session-token';
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claimsOf = (token: string): Record<string, unknown> =>
      z
        .record(z.string(), z.unknown())
        .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()));
    const signedBy = (key: string | Buffer, header: object, claims: object): string => {
      const body = `${encode(header)}.${encode(claims)}`;
      return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`;
    };
    const signedIn = async (): Promise<string> => {
      await browser.signIn(randomUUID());
      return browser.cookies.get(cookie) ?? '';
    };

    it('names its algorithm, its session and nothing personal', async () => {
      const token = await signedIn();
      expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
        alg: 'HS256',
      });
      expect(Object.keys(claimsOf(token)).sort()).toEqual(['exp', 'iat', 'iss', 'sid', 'sub']);
    });

    it.each<[string, (token: string) => string]>([
      ['alg none and no signature', (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.`],
      [
        'alg none and the old signature',
        (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${token.split('.')[1]}.${token.split('.')[2]}`,
      ],
      ['a signature by another key', (token) => signedBy('another key', { alg: 'HS256', typ: 'JWT' }, claimsOf(token))],
      [
        'a changed claim',
        (token) =>
          [token.split('.')[0], encode({ ...claimsOf(token), sub: 'somebody-else' }), token.split('.')[2]].join('.'),
      ],
      ['nonsense', () => 'nonsense'],
    ])('is refused with %s', async (_, forge) => {
      const token = await signedIn();
      browser.cookies.set(cookie, forge(token));
      expect(await browser.session()).toEqual({});
      expect((await browser.fetch('/api/trpc/user.find')).status).toBe(401);
    });

    it("is refused when it is signed rightly but names another user's sid", async () => {
      const secret = Buffer.alloc(48, 7).toString('hex');
      const known = await start({ env: { AUTH_SECRET: secret } });
      const { deriveSecrets } = await import('../../../src/identity/sign-in/secrets.js');
      const key = deriveSecrets(secret).session;
      const [mine, theirs] = [new Browser(known.url), new Browser(known.url)];
      await mine.signIn(randomUUID());
      await theirs.signIn(randomUUID());
      const [own, other] = [mine, theirs].map((one) => claimsOf(one.cookies.get(cookie) ?? ''));
      mine.cookies.set(cookie, signedBy(key, { alg: 'HS256', typ: 'JWT' }, { ...own }));
      expect(session.safeParse(await mine.session()).success).toBe(true);
      mine.cookies.set(cookie, signedBy(key, { alg: 'HS256', typ: 'JWT' }, { ...own, sid: other?.['sid'] }));
      expect(await mine.session()).toEqual({});
      const wide = (alg: string, hash: string): string => {
        const body = `${encode({ alg, typ: 'JWT' })}.${encode({ ...own })}`;
        return `${body}.${createHmac(hash, key).update(body).digest('base64url')}`;
      };
      const others: readonly object[] = [
        { exp: Math.floor(Date.now() / 1000) - 1 },
        { iss: 'another' },
        { iss: undefined },
        { sub: undefined },
        { sub: '' },
        { sid: undefined },
        { sid: own?.['sub'] },
        { nbf: Math.floor(Date.now() / 1000) + 3_600 },
      ];
      for (const token of [
        ...others.map((claims) => signedBy(key, { alg: 'HS256', typ: 'JWT' }, { ...own, ...claims })),
        wide('HS384', 'sha384'),
        wide('HS512', 'sha512'),
      ]) {
        mine.cookies.set(cookie, token);
        expect(await mine.session()).toEqual({});
      }
    });

    it('ends thirty days after it was last prolonged, and is prolonged by being asked for', async () => {
      await signedIn();
      app.pass(20 * 86_400_000);
      browser.setCookies.length = 0;
      const prolonged = session.parse(await browser.session());
      expect(browser.setCookies.some((line) => line.startsWith(`${cookie}=`))).toBe(true);
      app.pass(20 * 86_400_000);
      expect(session.parse(await browser.session()).user.id).toBe(prolonged.user.id);
      app.pass(31 * 86_400_000);
      expect(await browser.session()).toEqual({});
    });

    it('is over for good once signed out, even for who kept the token', async () => {
      const token = await signedIn();
      const csrfToken = await browser.csrf();
      const answer = await browser.post('/api/auth/signout', { csrfToken, callbackUrl: app.url, json: 'true' });
      expect([answer.status, await answer.json()]).toEqual([200, { url: `${app.url}/` }]);
      expect(browser.cookies.has(cookie)).toBe(false);
      browser.cookies.set(cookie, token);
      expect(await browser.session()).toEqual({});
      expect((await browser.fetch('/api/trpc/user.find')).status).toBe(401);
    });

    it('gives way to the newer one of the same browser, a minute later', async () => {
      const old = await signedIn();
      await browser.signIn(randomUUID());
      const kept = new Browser(app.url);
      kept.cookies.set(cookie, old);
      expect(session.safeParse(await kept.session()).success).toBe(true);
      app.pass(61_000);
      expect(await kept.session()).toEqual({});
      expect(session.safeParse(await browser.session()).success).toBe(true);
    });

    it('is not prolonged once it has given way, though it is asked for again and again', async () => {
      const old = await signedIn();
      const kept = new Browser(app.url);
      kept.cookies.set(cookie, old);
      app.pass(2 * 86_400_000);
      expect((await kept.fetch('/api/trpc/user.find')).status).toBe(200);
      await browser.signIn(randomUUID());
      expect(session.safeParse(await kept.session()).success).toBe(true);
      app.pass(61_000);
      expect(await kept.session()).toEqual({});
    });
  });

  describe('visitors of one address', () => {
    const grants = async (one: TestApp): Promise<unknown[]> =>
      (await one.parts.documents.pendingMessages(100))
        .filter((message) => message.type === 'VisitorArrived')
        .map((message) => z.object({ grantAllowed: z.boolean() }).loose().parse(message.data).grantAllowed);

    it('are given credits up to the cap of the day, and a session beyond it', async () => {
      const capped = await start({ env: { VISITOR_GRANTS_PER_ADDRESS: '2', ROLES: 'api' } });
      for (let index = 0; index < 3; index += 1)
        expect((await new Browser(capped.url).signIn(randomUUID())).status).toBe(200);
      expect(await grants(capped)).toEqual([true, true, false]);
      capped.pass(86_400_000);
      await new Browser(capped.url).signIn(randomUUID());
      expect(await grants(capped)).toEqual([true, true, false, true]);
    });

    it('are not counted when the cap is 0', async () => {
      const open = await start({ env: { VISITOR_GRANTS_PER_ADDRESS: '0', ROLES: 'api' } });
      for (let index = 0; index < 3; index += 1) await new Browser(open.url).signIn(randomUUID());
      expect(await grants(open)).toEqual([true, true, true]);
    });
  });
});
