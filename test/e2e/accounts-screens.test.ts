import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { badgeSays, becomeAdministrator, newPerson } from '../support/browser/account-pages.js';
import { axeViolations, rulesIn, type Rules } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const EMAIL = 'a-rather-long-name-of-somebody@a-rather-long-domain.kinora.example';
const ROUTES = [
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/verify-email',
  '/verify-email?email=ada%40kinora.example',
  '/verify-email?token=none',
  '/reset-password',
  '/reset-password?token=none',
  '/admin/first',
  '/admin/first?token=none',
];
const OWN = ['/account', '/admin', '/admin/mail', '/admin/log', '/admin/engines'];
/** In which sizes and themes a page of each language is looked at, one after the other. */
const LANGUAGES = [
  {
    prefix: '',
    looks: [
      { width: 1440, scheme: 'dark' },
      { width: 390, scheme: 'light' },
    ],
  },
  { prefix: '/ar', looks: [{ width: 390, scheme: 'dark' }] },
  { prefix: '/de', looks: [{ width: 1440, scheme: 'light' }] },
] as const;
type Language = (typeof LANGUAGES)[number];

describeWith(chromiumPath, 'Chromium', 'the screens of accounts and of running an installation', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  /** What an administrator with an account is known by. */
  let state: Awaited<ReturnType<BrowserContext['storageState']>>;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-account-screens-'));
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    const context = await newPerson(browser);
    const page = await context.newPage();
    const printed = await until(
      async () => /\/admin\/first\?token=[\w-]+/.exec(server.output())?.[0],
      (found) => found !== undefined,
    );
    await page.goto(`${server.url}${printed ?? ''}`);
    await badgeSays(page, 10);
    await becomeAdministrator(page, EMAIL);
    state = await context.storageState();
    await context.close();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** Breaks no rule, and does not scroll sideways, in any look. */
  async function stands(page: Page, { prefix, looks }: Language): Promise<void> {
    for (const { width, scheme } of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator(`html[data-theme=${scheme}]`).waitFor();
      await standsSo(page, rulesIn({ width, scheme, prefix }));
    }
  }

  async function standsSo(page: Page, rules: Rules): Promise<void> {
    const viewport = page.viewportSize();
    if (viewport === null) throw new Error('a page without a size');
    // As tall as its page: what the bar at a phone's foot happens to lie over is no fault.
    await page.setViewportSize({
      ...viewport,
      height: await page.evaluate((min) => Math.max(min, document.documentElement.scrollHeight), viewport.height),
    });
    const { wide, window } = await page.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      window: innerWidth,
    }));
    expect({ path: page.url(), wide: wide <= window, violations: await axeViolations(page, rules) }).toEqual({
      path: page.url(),
      wide: true,
      violations: [],
    });
    await page.setViewportSize(viewport);
  }

  async function settled(page: Page, path: string): Promise<void> {
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page
      .getByTestId('credits-badge')
      .filter({ visible: true })
      .getByText(/\d|[٠-٩]/)
      .first()
      .waitFor();
    await until(
      () => page.locator('main [aria-busy=true], main .sheen').count(),
      (busy) => busy === 0,
    );
  }

  it.each(LANGUAGES)('stand for a visitor in every look, "$prefix"', async (language) => {
    const { prefix } = language;
    const context = await newPerson(browser);
    const page = await context.newPage();
    for (const route of [...ROUTES, '/account', '/admin']) {
      await settled(page, `${prefix}${route}`);
      expect(await page.locator('html').getAttribute('dir')).toBe(prefix === '/ar' ? 'rtl' : 'ltr');
      await stands(page, language);
    }
    await context.close();
  });

  it('gives a member an API key, shows it once, and revokes it', async () => {
    const context = await browser.newContext({ storageState: state, reducedMotion: 'reduce', bypassCSP: true });
    const page = await context.newPage();
    await settled(page, '/api-platform/explore');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Enter a name.').first().waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Build server');
    await page.getByRole('checkbox', { name: /^Credits(?! refunded)/ }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('textbox', { name: 'Your key for Build server' }).inputValue();
    const statusOfCall = (): Promise<number> =>
      fetch(`${server.url}/api/v1/balance`, { headers: { authorization: `Bearer ${key}` } }).then(
        ({ status }) => status,
      );
    expect(await statusOfCall()).toBe(200);
    await standsSo(page, 'all');
    await page.getByRole('button', { name: 'Done' }).click();
    await settled(page, '/api-platform/explore');
    expect(await page.getByRole('textbox', { name: 'Your key for Build server' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('You don’t have any API keys yet.').waitFor();
    expect(await statusOfCall()).toBe(401);
    await context.close();
  });

  it.each(LANGUAGES)('stand for an administrator in every look, "$prefix"', async (language) => {
    const { prefix } = language;
    const context = await browser.newContext({
      storageState: state,
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context.newPage();
    for (const route of OWN) {
      await settled(page, `${prefix}${route}`);
      if (route === '/admin')
        await page
          .getByRole('main')
          .locator(`a[href="/api/sandbox?language=${prefix === '' ? 'en' : prefix.slice(1)}"]`)
          .waitFor();
      await stands(page, language);
    }
    await context.close();
  });

  it.each(LANGUAGES)('stand with everything that is wrong said, in every look, "$prefix"', async (language) => {
    const { prefix } = language;
    const context = await newPerson(browser);
    const page = await context.newPage();
    for (const route of ['/sign-in', '/sign-up', '/forgot-password', '/verify-email?email=ada%40kinora.example']) {
      await settled(page, `${prefix}${route}`);
      await page.locator('main form button[type=submit]').click();
      await page.locator('main form [role=alert]').first().waitFor();
      await stands(page, language);
    }
    await context.close();
  });
});
