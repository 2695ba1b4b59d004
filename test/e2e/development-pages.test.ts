import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, openScreen, settled } from '../support/browser/browser.js';
import { fetchesOf, plainTexts, still } from '../support/browser/hard-coded.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { say } from '../support/words.js';

describeWith(chromiumPath, 'Chromium', 'pages of a development server', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-development-'));
    server = await startServer({ dataDir, env: { NODE_ENV: 'development', VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    // Compiles the page now: its first request may take longer than a page is waited for.
    await (await fetch(`${server.url}/en-XA/tools`)).text();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** One page that goes on only to another address: a development server's scripts are large. */
  let page: Page | undefined;
  let at: string | undefined;
  async function open(
    path: string,
    { scheme = 'dark', width = 1440 }: { readonly scheme?: 'dark' | 'light'; readonly width?: number } = {},
  ): Promise<Page> {
    const address = `${server.url}${path}`;
    if (page === undefined) page = await openScreen(browser, address);
    else if (at !== path) await settled(page, address);
    at = path;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.locator(`html[data-theme=${scheme}]`).waitFor();
    return page;
  }

  it('draws a page in the pseudo-locale with an accent on every word', async () => {
    const page = await open('/en-XA/tools');
    await still(page, fetchesOf(page));
    // A name in a label holds itself once more, between accented words.
    expect((await plainTexts(page)).filter((text) => !/[À-ž]/.test(text))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  it.each([
    ['/de/_ui', 'dark', 390],
    ['/ar/_ui', 'dark', 1440],
    ['/ar/_ui', 'light', 390],
    ['/_ui', 'light', 1440],
    ['/_ui', 'dark', 1440],
  ] as const)(
    'every component at %s in the %s theme at %d px breaks no rule of WCAG 2.2 AA',
    async (path, scheme, width) => {
      const page = await open(path, { scheme, width });
      await page.getByRole('application').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    },
  );

  it('paints a mask by pointer and by keyboard, takes it back, and saves it as large as the picture', async () => {
    const page = await open('/_ui');
    const painter = page.getByRole('application');
    await painter.scrollIntoViewIfNeeded();
    const save = page
      .getByRole('heading', { name: 'MaskPainter' })
      .locator('..')
      .getByRole('button', { name: 'Download' });
    expect(await save.isEnabled()).toBe(false);

    const box = await painter.boundingBox();
    if (box === null) throw new Error('the painter has no box');
    await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.3, { steps: 6 });
    await page.mouse.up();
    expect(await save.isEnabled()).toBe(true);
    await painter.press('Control+z');
    expect(await save.isEnabled()).toBe(false);

    await painter.press('ArrowRight');
    await painter.press('ArrowRight');
    await painter.press('Shift+ArrowDown');
    await painter.press('Enter');
    expect(await save.isEnabled()).toBe(true);
    await save.click();
    const saved = page.getByTestId('mask');
    await saved.waitFor();
    const bytes = await saved.evaluate(async (image: HTMLImageElement) => [
      ...new Uint8Array(await (await fetch(image.src)).arrayBuffer()),
    ]);
    const { data, info } = await sharp(Buffer.from(bytes)).greyscale().raw().toBuffer({ resolveWithObject: true });
    const natural = await painter
      .locator('img')
      .evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth, height: image.naturalHeight }));
    expect({ width: info.width, height: info.height }).toEqual(natural);
    // The frame is a quarter of each side, and a little taller: black around it, white within, and nothing between.
    const white = data.filter((value) => value === 255).length / data.length;
    expect(data.every((value) => value === 0 || value === 255)).toBe(true);
    expect(white).toBeGreaterThan(1 / 16);
    expect(white).toBeLessThan(1 / 10);
  });

  it.each([
    ['/_ui', 'en', 'ArrowLeft'],
    ['/ar/_ui', 'ar', 'ArrowRight'],
  ] as const)('compares at %s by keyboard, before at the start of reading', async (path, language, back) => {
    const page = await open(path);
    const handle = page
      .getByRole('slider', { name: say('ui.compare.handle', language).replace('{label}', '') })
      .first();
    await handle.focus();
    await handle.press('End');
    const [, percent] = /(\d+)/.exec((await handle.getAttribute('aria-valuetext')) ?? '') ?? [];
    expect(Number(percent)).toBe(100);
    await handle.press(back);
    const [, less] = /(\d+)/.exec((await handle.getAttribute('aria-valuetext')) ?? '') ?? [];
    expect(Number(less)).toBeLessThan(100);
  });
});
