import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { deviceNumber } from '../support/browser/auth-browser.js';
import { member, PASSWORD } from '../support/people/account.js';
import { startApp, type TestApp } from '../support/servers/app.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { scriptOf } from '../support/browser/commonjs-page.js';
import { describeWith } from '../support/needs.js';
import { until } from '../support/until.js';

const ADA = 'ada@kinora.example';

/** What the page below has of the auth client; the answers' shapes are the client's own. */
interface Client {
  readonly status: string;
  readonly session: {
    readonly user: { readonly id: string; readonly email?: string; readonly trigger: string };
    readonly expires: string;
  } | null;
  readonly auth: {
    getProviders(): Promise<
      Record<string, { readonly type: string; readonly signinUrl: string; readonly callbackUrl: string }>
    >;
    getSession(): Promise<Client['session']>;
    getCsrfToken(): Promise<string>;
    signIn(
      provider?: string,
      options?: Readonly<Record<string, string | boolean>>,
    ): Promise<
      | { readonly ok: boolean; readonly status: number; readonly error: string | null; readonly url: string | null }
      | undefined
    >;
    signOut(options: { readonly redirect: boolean; readonly callbackUrl?: string }): Promise<{ readonly url: string }>;
  };
  update(data: unknown): Promise<Client['session']>;
}
declare global {
  // What the page's own script sets.
  var client: Client;
}

/** A page with the provider around one component that says what the client knows; `required` where a session is. */
const PROGRAM = `
const React = require('react');
const { createRoot } = require('react-dom/client');
const auth = require('next-auth/react');
const required = location.search.includes('required');
function Says() {
  const { status, data, update } = auth.useSession({ required });
  window.client = { status, session: data ?? null, update, auth };
  return status;
}
createRoot(document.body).render(React.createElement(auth.SessionProvider, { refetchOnWindowFocus: false }, React.createElement(Says)));
`;

describeWith(chromiumPath, 'Chromium', 'the unmodified NextAuth client', () => {
  let app: TestApp;
  let browser: Browser;
  let script: string;
  let contexts: BrowserContext[] = [];

  beforeAll(async () => {
    [app, browser, script] = await Promise.all([startApp(), launchBrowser(), scriptOf(PROGRAM)]);
    await member(app, ADA);
  });
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /**
   * A browser of its own. Pages are the test's, on the application's own origin; everything below \`/api\` is the
   * application.
   */
  const newBrowser = async (): Promise<BrowserContext> => {
    const context = await browser.newContext();
    contexts.push(context);
    await context.route(
      (url) => !url.pathname.startsWith('/api/'),
      (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<!doctype html><title>a page</title><body></body><script>${script}</script>`,
        }),
    );
    return context;
  };
  const says = (page: Page, status: string): Promise<string> =>
    until(
      () => page.evaluate(() => globalThis.client?.status ?? '').catch(() => ''),
      (said) => said === status,
    );
  const open = async (context: BrowserContext, status = 'unauthenticated'): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(`${app.url}/there`);
    await says(page, status);
    return page;
  };
  /** Waits for a page of the test's, and says where it is. */
  const at = async (page: Page, path: RegExp): Promise<string> => {
    await page.waitForURL((url) => path.test(url.pathname));
    return page.url().slice(app.url.length);
  };
  const comeAsVisitor = (page: Page): Promise<unknown> => {
    const deviceId = randomUUID();
    return page.evaluate((device) => client.auth.signIn('anonymous', { redirect: false, ...device }), {
      deviceId,
      deviceNumber: deviceNumber(deviceId),
      version: 'v1',
    });
  };
  const enter = (page: Page, fields: Readonly<Record<string, string | boolean>>) =>
    page.evaluate((given) => client.auth.signIn('credentials', given), { redirect: false, ...fields });

  it('reads the providers', async () => {
    const page = await open(await newBrowser());
    const providers = await page.evaluate(() => client.auth.getProviders());
    expect(providers).toMatchObject({
      anonymous: {
        type: 'credentials',
        signinUrl: `${app.url}/api/auth/signin/anonymous`,
        callbackUrl: `${app.url}/api/auth/callback/anonymous`,
      },
      credentials: { type: 'credentials', callbackUrl: `${app.url}/api/auth/callback/credentials` },
    });
  });

  it('signs a device in without leaving the page, and no script can read the session’s cookie', async () => {
    const page = await open(await newBrowser());
    expect(await comeAsVisitor(page)).toMatchObject({ ok: true, status: 200, error: null });
    await says(page, 'authenticated');
    const session = await page.evaluate(() => client.session);
    expect(session?.user).toMatchObject({ trigger: 'signUp', id: expect.any(String) });
    expect(session?.user.email).toBeUndefined();
    expect(Date.parse(session?.expires ?? '')).toBeGreaterThan(Date.now());
    expect(await page.evaluate(() => document.cookie)).not.toContain('next-auth');
  });

  it('is told why a sign-in was refused, and of the right password has the session', async () => {
    const page = await open(await newBrowser());
    for (const [fields, error, status] of [
      [{ email: ADA, password: 'not the password' }, 'WRONG_CREDENTIALS', 401],
      [{ email: 'nobody@kinora.example', password: PASSWORD }, 'WRONG_CREDENTIALS', 401],
      [{ email: ADA }, 'EMAIL_AND_PASSWORD_REQUIRED', 400],
    ] as const) {
      expect(await enter(page, fields)).toEqual({ ok: false, status, error, url: null });
    }
    expect(await page.evaluate(() => client.status)).toBe('unauthenticated');
    expect(await enter(page, { email: ADA, password: PASSWORD, callbackUrl: `${app.url}/image` })).toEqual({
      ok: true,
      status: 200,
      error: null,
      url: `${app.url}/image`,
    });
    await says(page, 'authenticated');
    expect(await page.evaluate(() => client.session?.user.email)).toBe(ADA);
  });

  it('gets the session as it stands from an update, whatever it sends along', async () => {
    const page = await open(await newBrowser());
    await enter(page, { email: ADA, password: PASSWORD });
    await says(page, 'authenticated');
    const before = await page.evaluate(() => client.session);
    expect(
      await page.evaluate(() =>
        client.update({
          user: { id: 'somebody-else', email: 'root@kinora.example', roles: ['admin'] },
          expires: '2999-01-01T00:00:00.000Z',
        }),
      ),
    ).toEqual(before);
    await says(page, 'authenticated');
    expect(await page.evaluate(() => client.session)).toEqual(before);
  });

  it('tells its other tab of a sign-in that is looked at, and of the sign-out', async () => {
    const context = await newBrowser();
    const [one, other] = [await open(context), await open(context)];
    await comeAsVisitor(one);
    // Its messages are alike within a second, and one that is like the last is heard by nobody.
    await until(
      async () => {
        await one.evaluate(() => client.auth.getSession());
        return other.evaluate(() => client.status);
      },
      (status) => status === 'authenticated',
    );
    await until(
      async () => {
        await one.evaluate(() => client.auth.signOut({ redirect: false }));
        return other.evaluate(() => client.status);
      },
      (status) => status === 'unauthenticated',
    );
    expect([await one.evaluate(() => client.status), await other.evaluate(() => client.auth.getSession())]).toEqual([
      'unauthenticated',
      null,
    ]);
  });

  it('signs out to where it says, and nowhere else', async () => {
    const page = await open(await newBrowser());
    await comeAsVisitor(page);
    expect(
      await page.evaluate(() => client.auth.signOut({ redirect: false, callbackUrl: 'https://evil.example/' })),
    ).toEqual({ url: app.url });
    await comeAsVisitor(page);
    void page
      .evaluate(() => client.auth.signOut({ redirect: true, callbackUrl: '/sign-in?again=1' }))
      .catch(() => undefined);
    expect(await at(page, /^\/sign-in$/)).toBe('/sign-in?again=1');
    await says(page, 'unauthenticated');
  });

  it('leads to the sign-in page for a provider that there is not, and for none at all', async () => {
    for (const provider of ['myspace', undefined]) {
      const page = await open(await newBrowser());
      void page
        .evaluate((id) => client.auth.signIn(id, { callbackUrl: `${location.origin}/de/image` }), provider)
        .catch(() => undefined);
      const shown = new URL(await at(page, /sign-in$/), app.url);
      expect([shown.pathname, shown.searchParams.get('callbackUrl')]).toEqual(['/de/sign-in', `${app.url}/de/image`]);
    }
  });

  it('leads to the page for errors when the providers cannot be had, and logs it without anything of it', async () => {
    const page = await open(await newBrowser());
    await page.route('**/api/auth/providers', (route) => route.abort());
    void page.evaluate(() => client.auth.signIn('credentials', { redirect: false })).catch(() => undefined);
    expect(await at(page, /^\/sign-in$/)).toBe('/sign-in?error=Default');
    const lines = await until(
      async () => app.logged.filter(({ message }) => message === 'the auth client says'),
      (said) => said.length > 0,
    );
    expect(lines.map(({ level, fields }) => ({ level, fields }))).toContainEqual({
      level: 'error',
      fields: { code: 'CLIENT_FETCH_ERROR' },
    });
  });

  it.each(['_log', 'log'])('is answered at %s', async (path) => {
    const page = await open(await newBrowser());
    expect(
      await page.evaluate(async (to) => {
        const answer = await fetch(`/api/auth/${to}`, {
          method: 'POST',
          body: new URLSearchParams({ level: 'warn', code: 'CLIENT_SESSION_ERROR', message: 'anything' }),
        });
        const body: unknown = await answer.json();
        return [answer.status, body];
      }, path),
    ).toEqual([200, {}]);
  });

  it.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', 'http://127.0.0.1.evil.example/'])(
    'is never sent to %s after a sign-in',
    async (callbackUrl) => {
      const page = await open(await newBrowser());
      expect(await enter(page, { email: ADA, password: PASSWORD, callbackUrl })).toMatchObject({
        ok: true,
        url: app.url,
      });
      void enter(page, { email: ADA, password: PASSWORD, callbackUrl, redirect: true }).catch(() => undefined);
      expect(await at(page, /^\/$/)).toBe('/');
    },
  );

  it('leads to the sign-in page where a session is required, which leads back', async () => {
    const page = await (await newBrowser()).newPage();
    await page.goto(`${app.url}/de/image?required`);
    const shown = new URL(await at(page, /sign-in$/), app.url);
    expect([shown.pathname, Object.fromEntries(shown.searchParams)]).toEqual([
      '/de/sign-in',
      { error: 'SessionRequired', callbackUrl: `${app.url}/de/image?required` },
    ]);
  });
});
