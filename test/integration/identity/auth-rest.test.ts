import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { Browser } from '../../support/browser/auth-browser.js';
import type { TestApp } from '../../support/servers/app.js';
import { appsOfEachTest } from '../../support/servers/apps.js';

const answerUrl = z.object({ url: z.url() });

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(120_000);

describe('the rest of the auth wire', () => {
  const start = appsOfEachTest();
  let app: TestApp;
  let browser: Browser;
  beforeEach(async () => {
    app = await start();
    browser = new Browser(app.url);
  });

  it("takes the client's log at both addresses and keeps nothing of its message", async () => {
    for (const path of ['/api/auth/_log', '/api/auth/log']) {
      const answer = await browser.post(path, {
        level: 'error',
        code: 'CLIENT_FETCH_ERROR',
        message: 'ann@example.com',
      });
      expect(answer.status).toBe(200);
    }
    const lines = app.logged.filter((line) => line.level === 'error');
    expect(lines.map((line) => line.fields)).toEqual([{ code: 'CLIENT_FETCH_ERROR' }, { code: 'CLIENT_FETCH_ERROR' }]);
    expect(JSON.stringify(app.logged)).not.toContain('ann@example.com');
  });

  it('logs a session that could not be fetched as CLIENT_SESSION_ERROR, by its address alone', async () => {
    const said = { level: 'error', code: 'CLIENT_FETCH_ERROR', message: 'ann@example.com', client: 'true' };
    for (const url of ['/api/auth/session', `${app.url}/api/auth/session?x=1`, '/api/auth/providers'])
      await browser.post('/api/auth/_log', { ...said, url });
    expect(app.logged.filter((line) => line.level === 'error').map((line) => line.fields)).toEqual([
      { code: 'CLIENT_SESSION_ERROR' },
      { code: 'CLIENT_SESSION_ERROR' },
      { code: 'CLIENT_FETCH_ERROR' },
    ]);
  });

  it('leads "session required" to the sign-in page in the language of where it came from, which leads back there and nowhere else', async () => {
    const there = await browser.fetch(
      `/api/auth/signin?error=SessionRequired&callbackUrl=${encodeURIComponent(`${app.url}/de/image?x=1`)}`,
    );
    const page = new URL(there.headers.get('location') ?? '');
    expect([there.status, page.origin, page.pathname]).toEqual([302, app.url, '/de/sign-in']);
    expect(Object.fromEntries(page.searchParams)).toEqual({
      error: 'SessionRequired',
      callbackUrl: `${app.url}/de/image?x=1`,
    });
    const elsewhere = await browser.fetch('/api/auth/signin?callbackUrl=https%3A%2F%2Fevil.example&error=%3Cscript%3E');
    expect(elsewhere.headers.get('location')).toBe(`${app.url}/sign-in?error=Default`);
  });

  it('tells a program an error as JSON, and leads a person to the page that has the words', async () => {
    const received = await browser.fetch('/api/auth/error?error=CredentialsSignin');
    expect([received.status, await received.json()]).toEqual([200, { error: 'CredentialsSignin' }]);
    const led = await browser.fetch('/api/auth/error?error=Configuration&provider=nobody', {
      headers: { accept: 'text/html,*/*;q=0.8' },
    });
    expect([led.status, led.headers.get('location')]).toEqual([302, `${app.url}/sign-in?error=Configuration`]);
  });

  it('answers POST signin of a credentials provider with the page to go to', async () => {
    const csrfToken = await browser.csrf();
    const answer = await browser.post('/api/auth/signin/anonymous', { csrfToken, callbackUrl: app.url, json: 'true' });
    expect(answer.status).toBe(200);
    expect(answerUrl.parse(await answer.json()).url).toContain('/api/auth/signin?callbackUrl=');
  });

  it('answers errors as JSON of one shape', async () => {
    const missing = await browser.fetch('/api/auth/nothing');
    expect([missing.status, await missing.json()]).toEqual([
      404,
      { error: { identifier: 'NOT_FOUND', params: {}, code: 'NOT_FOUND', httpStatus: 404 } },
    ]);
    const large = await browser.post('/api/auth/callback/anonymous', { filler: 'x'.repeat(70_000) });
    expect([large.status, await large.json()]).toEqual([
      413,
      { error: { identifier: 'PAYLOAD_TOO_LARGE', params: {}, code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 } },
    ]);
    const malformed = await browser.fetch('/api/auth/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect([malformed.status, await malformed.json()]).toMatchObject([400, { error: { code: 'PARSE_ERROR' } }]);
  });

  it('has the development log in development only', async () => {
    expect((await browser.post('/api/_dev', {})).status).toBe(404);
    const development = await start({ env: { NODE_ENV: 'development', ROLES: 'api' } });
    const answer = await new Browser(development.url).fetch('/api/_dev', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lines: [{ level: 'log', message: 'hello from the page' }] }),
    });
    expect(answer.status).toBe(200);
    expect(development.logged.map((line) => line.message)).toContain('hello from the page');
  });

  it('keeps its secret where only its owner can read it, the same one at every start', async () => {
    const path = join(app.config.dataDir, 'secret');
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const secret = readFileSync(path, 'utf8');
    const { loadOrCreateSecret } = await import('../../../src/platform/data-folder/installation-secret.js');
    expect(loadOrCreateSecret(app.config.dataDir)).toBe(secret.trim());
  });

  it('lets no caller choose the address that it is counted by', async () => {
    const proxied = await start({ env: { TRUST_PROXY: '1', ROLES: 'api', VISITOR_GRANTS_PER_ADDRESS: '1' } });
    for (const claimed of ['198.51.100.1', '198.51.100.2']) {
      await new Browser(proxied.url).signIn(randomUUID(), {}, { 'x-forwarded-for': `${claimed}, 203.0.113.9` });
    }
    const granted = (await proxied.parts.documents.pendingMessages(100)).map(
      ({ data }) => z.object({ grantAllowed: z.boolean() }).loose().parse(data).grantAllowed,
    );
    expect(granted).toEqual([true, false]);
  });

  describe('a country', () => {
    const received = z.object({ result: z.object({ data: z.object({ country: z.string().nullable() }) }) });
    const ask = async (one: TestApp, headers: Readonly<Record<string, string>>): Promise<string | null> =>
      received.parse(await (await new Browser(one.url).fetch('/api/trpc/user.getReqInfo', { headers })).json()).result
        .data.country;
    const sent = { 'cf-ipcountry': 'no', 'x-forwarded-for': '193.99.144.80' };

    it("is nobody's to say but a trusted proxy's: on this machine there is none", async () => {
      expect(await ask(app, sent)).toBeNull();
    });

    it('is what the trusted proxy says, and what the address is registered to where it does not', async () => {
      const proxied = await start({ env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' } });
      expect(await ask(proxied, sent)).toBe('NO');
      expect(await ask(proxied, { ...sent, 'cf-ipcountry': 'XX' })).toBe('DE');
      const plain = await start({ env: { TRUST_PROXY: '1' } });
      expect(await ask(plain, sent)).toBe('DE');
      for (const [address, country] of [
        ['2001:4860:4860::8888', 'US'],
        ['10.1.2.3', null],
        ['nonsense', null],
      ] as const)
        expect(await ask(plain, { 'x-forwarded-for': address })).toBe(country);
    });

    it('is not believed of a caller who is none of the proxies that are trusted', async () => {
      for (const [trusted, country] of [
        ['10.0.0.0/8', null],
        ['loopback', 'NO'],
      ] as const) {
        const proxied = await start({ env: { TRUST_PROXY: trusted, COUNTRY_HEADER: 'cf-ipcountry' } });
        expect(await ask(proxied, sent)).toBe(country);
      }
    });

    it('stays with the user as that of the first visit', async () => {
      const proxied = await start({ env: { TRUST_PROXY: '1' } });
      const deviceId = randomUUID();
      for (const address of ['193.99.144.80', '8.8.8.8']) {
        const visitor = new Browser(proxied.url);
        await visitor.signIn(deviceId, {}, { 'x-forwarded-for': address });
        expect(await (await visitor.fetch('/api/trpc/user.find')).json()).toMatchObject({
          result: { data: { regCountry: 'DE' } },
        });
      }
    });

    it.each([
      ['none', undefined],
      ['blocked', 'PERMISSION_ERROR'],
      ['restricted', 'PERMISSION_ERROR'],
    ])('of the lists is refused an account only as the operator says: %s', async (limit, identifier) => {
      const proxied = await start({
        env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'cf-ipcountry', SIGN_UP_REFUSED_TO: limit },
      });
      const signUp = async (country: string): Promise<unknown> =>
        (
          await new Browser(proxied.url).fetch('/api/trpc/account.signUp', {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'cf-ipcountry': country },
            body: JSON.stringify({ email: `${country}@example.org`, password: 'correct horse battery' }),
          })
        ).json();
      expect(await signUp('RU')).toMatchObject(
        identifier === undefined
          ? { result: { data: { sent: true } } }
          : { error: { data: { identifier, params: { reason: 'country' } } } },
      );
      expect(await signUp('IR')).toMatchObject(
        limit === 'blocked' ? { error: { data: { identifier } } } : { result: { data: { sent: true } } },
      );
      expect(await signUp('NO')).toMatchObject({ result: { data: { sent: true } } });
    });
  });
});
