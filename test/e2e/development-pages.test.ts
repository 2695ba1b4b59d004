import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import { axeViolations } from '../support/axe.js';
import { chromiumPath, launchBrowser, openScreen, shown } from '../support/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/server.js';

/** Every page that a visitor can open; each is drawn in the pseudo-locale. */
const ROUTES = ['', '/image', '/video', '/tools', '/ai-avatar', '/ai-shorts', '/ai-effects', '/video-effects', '/photo-effects', '/pro-effects', '/all', '/app/image-generators', '/tools/upscaler', '/tools/object-remover', '/tools/painting', '/tools/background-remover', '/tools/background-changer', '/tools/uncrop', '/tools/subtitle-remover', '/tools/video-background-remover', '/tools/video-object-remover', '/tools/video-extender', '/tools/video-upscaler', '/tools/video-face-swap', '/tools/sound-effects', '/tools/video-restyle', '/tools/face-swap', '/tools/lip-sync', '/tools/video-effects', '/tools/subjects', '/tools/animation', '/tools/templates', '/tools/product-picture', '/tools/fitting', '/tools/animate-to', '/tools/shots', '/tools/restyle', '/canvas', '/projects', '/creations', '/credits', '/sign-in', '/sign-up', '/forgot-password', '/no-such-page', '/tools/edit', '/tools/mimic-motion'] as const;

/** What is said alike in every language: names (the maker of the board's library too), prompts and what somebody wrote. */
const ALIKE = 'bdi, kbd, code, [translate="no"], [lang]:not(html), time, script, style, noscript, textarea, nextjs-portal, .react-flow__attribution, [data-alike]';

/** Days and times are the platform's own, which speaks English here. */
const DATE = /^[A-Z][a-z]{2} \d{1,2}, [\d:]+ [AP]M$/;
/** Prompts of the pictures that come with the product: they are what their makers wrote. */
const prompts = ['web/public/showcase', 'web/public/samples'].flatMap((folder) => readdirSync(folder).filter((file) => file.endsWith('.json')).flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(/"prompt": ?"([^"]+)"/g)].map((match) => (match[1] ?? '').toLowerCase())));

describeWith(chromiumPath, 'Chromium', 'pages of a development server', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-development-'));
    server = await startServer({ dataDir, env: { NODE_ENV: 'development', VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const open = (path: string, options: Parameters<typeof openScreen>[3] = {}): Promise<Page> => openScreen(browser, `${server.url}${path}`, 110_000, options);

  /** Visible words, and words that are read aloud, which have a plain letter: they did not come from the messages. */
  const hardCoded = (page: Page): Promise<string[]> =>
    page.evaluate((alike) => {
      const found = new Set<string>();
      const look = (element: Element | null, text: string | null): void => {
        if (text === null || !/[A-Za-z]{2,}/.test(text) || element === null || element.closest(alike) !== null) return;
        found.add(text.trim().slice(0, 80));
      };
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) if (node.parentElement?.checkVisibility() === true) look(node.parentElement, node.textContent);
      for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) for (const name of ['aria-label', 'title', 'placeholder', 'alt']) look(element, element.getAttribute(name));
      return [...found];
    }, ALIKE);

  /** Waits for what comes after the heading, a form's prices among it: until nothing is being fetched and the words stay as they are. */
  async function still(page: Page, fetching: ReadonlySet<Request>): Promise<void> {
    let [before, now] = ['', await page.evaluate(() => document.body.innerText)];
    while (now !== before || fetching.size > 0) {
      await page.waitForTimeout(400);
      [before, now] = [now, await page.evaluate(() => document.body.innerText)];
    }
  }

  /** What a page is fetching; what it listens to or plays has no end. */
  function fetchesOf(page: Page): ReadonlySet<Request> {
    const fetching = new Set<Request>();
    page.on('request', (request) => void (['eventsource', 'media'].includes(request.resourceType()) || fetching.add(request)));
    page.on('requestfinished', (request) => void fetching.delete(request));
    page.on('requestfailed', (request) => void fetching.delete(request));
    return fetching;
  }

  let pseudo: { readonly page: Page; readonly fetching: ReadonlySet<Request> } | undefined;
  it.each(ROUTES)('%s says nothing that is not in the messages', async (route) => {
    // One page is led from route to route, as by a link: a development server's scripts are large, and each load would fetch and run them all again.
    if (pseudo === undefined) {
      const page = await open('/en-XA');
      pseudo = { page, fetching: fetchesOf(page) };
    }
    const { page, fetching } = pseudo;
    await page.evaluate((path) => (window as unknown as { readonly next: { readonly router: { push(to: string): void } } }).next.router.push(path), `/en-XA${route}`); // Next's own handle of its router, for consoles
    await page.waitForURL((url) => url.pathname === `/en-XA${route}`);
    await shown(page);
    await still(page, fetching);
    // What is said of a model or a prompt is in bdi; a name in a label beside them holds it once more, between accented words.
    const plain = (await hardCoded(page)).filter((text) => !/[À-ž]/.test(text) && !DATE.test(text) && !prompts.some((prompt) => prompt.startsWith(text.toLowerCase())));
    expect(plain).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  });

  it.each([['/_ui', 'dark', 1440], ['/_ui', 'light', 1440], ['/ar/_ui', 'dark', 1440], ['/ar/_ui', 'light', 390], ['/de/_ui', 'dark', 390]] as const)('every component at %s in the %s theme at %d px breaks no rule of WCAG 2.2 AA', async (path, scheme, width) => {
    const page = await open(path, { scheme, width });
    await page.getByRole('application').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await page.context().close();
  });

  it('paints a mask by pointer and by keyboard, takes it back, and saves it as large as the picture', async () => {
    const page = await open('/_ui');
    const painter = page.getByRole('application');
    await painter.scrollIntoViewIfNeeded();
    const save = page.getByRole('heading', { name: 'MaskPainter' }).locator('..').getByRole('button', { name: 'Download' });
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
    const bytes = await saved.evaluate(async (image: HTMLImageElement) => [...new Uint8Array(await (await fetch(image.src)).arrayBuffer())]);
    const { data, info } = await sharp(Buffer.from(bytes)).greyscale().raw().toBuffer({ resolveWithObject: true });
    const natural = await painter.locator('img').evaluate((image: HTMLImageElement) => ({ width: image.naturalWidth, height: image.naturalHeight }));
    expect({ width: info.width, height: info.height }).toEqual(natural);
    // The frame is a quarter of each side, and a little taller: black around it, white within, and nothing between.
    const white = data.filter((value) => value === 255).length / data.length;
    expect(data.every((value) => value === 0 || value === 255)).toBe(true);
    expect(white).toBeGreaterThan(1 / 16);
    expect(white).toBeLessThan(1 / 10);
    await page.context().close();
  });

  it.each([['/_ui', 'ltr'], ['/ar/_ui', 'rtl']] as const)('compares at %s by keyboard, before at the start of reading', async (path, direction) => {
    const page = await open(path);
    const handle = page.getByRole('slider', { name: direction === 'ltr' ? /how much of each/ : /من كلٍّ منهما/ }).first();
    await handle.focus();
    await handle.press('End');
    const [, percent] = /(\d+)/.exec((await handle.getAttribute('aria-valuetext')) ?? '') ?? [];
    expect(Number(percent)).toBe(100);
    await handle.press(direction === 'ltr' ? 'ArrowLeft' : 'ArrowRight');
    const [, less] = /(\d+)/.exec((await handle.getAttribute('aria-valuetext')) ?? '') ?? [];
    expect(Number(less)).toBeLessThan(100);
    await page.context().close();
  });
});
