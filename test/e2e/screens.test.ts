import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { axeViolations } from '../support/axe.js';
import { chromiumPath, launchBrowser, openScreen } from '../support/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/server.js';

const ROUTES = ['/', '/image', '/tools', '/tools/upscaler', '/tools/object-remover', '/tools/background-remover', '/tools/background-changer', '/tools/restyle', '/video', '/video/animate', '/projects', '/creations', '/credits', '/no-such-page'] as const;

describeWith(chromiumPath, 'Chromium', 'every screen', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-screens-'));
    // Each page is another visitor from the same address, more of them in a day than the default lets have credits.
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = (path: string, options: Parameters<typeof openScreen>[3] = {}): Promise<Page> => openScreen(browser, `${server.url}${path}`, 60_000, options);

  it.each(ROUTES.flatMap((route) => [[route, 'dark'], [route, 'light']] as const))('%s breaks no rule of WCAG 2.2 AA in the %s theme', async (route, scheme) => {
    const page = await open(route, { scheme });
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(ROUTES)('%s breaks no rule in Arabic, mirrored', async (route) => {
    const page = await open(`/ar${route === '/' ? '' : route}`);
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it.each(ROUTES)('%s does not scroll sideways on a phone', async (route) => {
    const page = await open(route, { width: 390 });
    const { wide, window } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth, window: innerWidth }));
    expect(wide).toBeLessThanOrEqual(window);
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  it('answers 404 for what is not there, with a way home', async () => {
    expect((await fetch(`${server.url}/no-such-page`)).status).toBe(404);
    const page = await open('/no-such-page');
    await page.getByRole('main').getByRole('link', { name: /home/i }).click();
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/home');
    await page.context().close();
  });

  it('can be used by keyboard alone, from the words to the picture', async () => {
    const page = await open('/image');
    await page.keyboard.press('Tab');
    const skip = await page.evaluate(() => document.activeElement?.textContent);
    expect(skip).toMatch(/skip/i);
    await page.getByRole('textbox', { name: 'Prompt' }).first().focus();
    await page.keyboard.type('a lighthouse in the fog');
    await page.keyboard.press('Control+Enter');
    await page.locator('section[data-status="succeeded"]').first().waitFor();
    await page.context().close();
  });
});
