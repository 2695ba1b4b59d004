import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { badgeSays, emailOf, heading, idOf, newPerson } from '../support/browser/account-pages.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startProvider, type TestProvider } from '../support/servers/oidc.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';
import { say } from '../support/words.js';

const ADA = 'ada@kinora.example';

describeWith(chromiumPath, 'Chromium', 'signing in by a provider', () => {
  let dataDir: string;
  let provider: TestProvider;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-providers-'));
    provider = await startProvider(() => ['google', 'facebook'].map((id) => `${server.url}/api/auth/callback/${id}`));
    server = await startServer({
      dataDir,
      env: { ...provider.google, ...provider.facebook, VISITOR_GRANTS_PER_ADDRESS: '0' },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await provider.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const arrive = async (
    path: string,
    look: { readonly width?: number; readonly scheme?: 'dark' | 'light' } = {},
  ): Promise<Page> => {
    const page = await (await newPerson(browser, look)).newPage();
    await page.goto(`${server.url}${path}`);
    await badgeSays(page, 10);
    return page;
  };
  const kept = (page: Page, key: string): Promise<string | null> =>
    page.evaluate((name) => localStorage.getItem(name), key);
  /** Where `SCREENS` says so, what is seen is kept, to be looked at. */
  const seen = async (page: Page, name: string): Promise<void> => {
    const folder = process.env['SCREENS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`) });
  };

  it('leaves for it and comes back as a member, to the page that was asked for', async () => {
    provider.accounts.set('g-1', { email: ADA, emailVerified: true, name: 'Ada' });
    provider.sitting.login = 'g-1';
    const page = await arrive('/sign-in?callbackUrl=%2Fcredits');
    const visitor = await idOf(page);
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await seen(page, 'sign-in');
    const other = await page.context().newPage();
    await other.goto(`${server.url}/home`);
    await badgeSays(other, 10);
    const left = page
      .waitForRequest((request) => request.url().includes('/api/auth/signin/google'))
      .then(() => kept(other, 'track-auth-method'));
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    expect(await left).toBe('google');
    await page.waitForURL('**/credits');
    await badgeSays(page, 40);
    expect([await emailOf(page), await idOf(page)]).toEqual([ADA, visitor]);
    await badgeSays(other, 40);
    // What a browser keeps, by name; how the sign-in was begun is read once.
    await until(
      () => kept(page, 'kinora-auth-told'),
      (notice) => notice?.includes('sign_up') === true,
    );
    expect(await kept(page, 'track-auth-method')).toBeNull();
    // In whichever of the two tabs came first.
    await until(
      () => kept(page, '__discountModalActiveState'),
      (state) => state === 'waiting',
    );
    expect(JSON.parse((await kept(page, 'track-auth-history')) ?? '[]')).toContain('authenticated');
    expect(await kept(page, 'browserId')).toMatch(/^[\w-]{16,}$/);
    const cookies = new Map(
      (
        await until(
          () => page.context().cookies(),
          (all) => all.some(({ name }) => name === 'user_group'),
        )
      ).map((cookie) => [cookie.name, cookie]),
    );
    expect(JSON.parse(decodeURIComponent(cookies.get('user-info')?.value ?? ''))).toEqual({
      id: visitor,
      name: 'Ada',
      email: ADA,
      firstName: 'Ada',
      lastName: '',
      image: '',
    });
    expect(Number(cookies.get('user_group')?.value)).toBeGreaterThanOrEqual(101);
    const daysLeft = (name: string): number =>
      Math.round(((cookies.get(name)?.expires ?? 0) - Date.now() / 1_000) / 86_400);
    // Chromium keeps no cookie for more than 400 days.
    expect([daysLeft('user-info'), daysLeft('user_group')]).toEqual([90, 400]);
  });

  it.each([
    ['/de/sign-in', 'de', 390],
    ['/ar/sign-in', 'ar', 390],
    ['/sign-in', 'en', 1440],
  ])('says at %s that nothing was changed when the person says no', async (path, language, width) => {
    delete provider.sitting.login;
    const page = await arrive(path, { width, scheme: width === 390 ? 'light' : 'dark' });
    await page
      .getByRole('button', { name: say('account.providers.continue', language).replace('{name}', 'Google') })
      .click();
    await page.waitForURL(/error=AccessDenied/);
    await heading(page, say('account.signIn.title', language));
    await page
      .getByRole('status')
      .filter({ hasText: say('account.back.cancelled', language) })
      .waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await seen(page, `cancelled${path.replaceAll('/', '-')}`);
    expect(await emailOf(page)).toBeUndefined();
  });

  it('asks for a look into the letters when the provider vouches for no address', async () => {
    provider.accounts.set('f-1', { email: 'eve@kinora.example' });
    provider.sitting.login = 'f-1';
    const page = await arrive('/sign-in', { width: 768 });
    await page.getByRole('button', { name: 'Continue with Facebook' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: say('account.back.unverified') })
      .waitFor();
    await seen(page, 'unverified');
  });

  it('is shown the sign-in page for an unknown provider and for an error, and never another site', async () => {
    const page = await arrive('/home');
    for (const [path, shown] of [
      ['/api/auth/signin/myspace?callbackUrl=https%3A%2F%2Fevil.example', '/sign-in'],
      ['/api/auth/error?error=Configuration&callbackUrl=%2F%2Fevil.example', '/sign-in?error=Configuration'],
    ] as const) {
      await page.goto(`${server.url}${path}`);
      await heading(page, 'Sign in');
      expect(page.url()).toBe(`${server.url}${shown}`);
    }
  });
});
