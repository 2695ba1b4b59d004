import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { axeViolations, type Rules } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, openScreen, settled } from '../support/browser/browser.js';
import { fetchesOf, latinWordsOf, plainTexts, still } from '../support/browser/hard-coded.js';
import { describeWith, everyTest } from '../support/needs.js';
import { SCREENS, SCREENS_IN_WORDS } from '../support/routes.js';
import { startServer, type Server } from '../support/servers/server.js';

/** One page of each kind: the others are built of the same parts. */
const TEMPLATES: ReadonlySet<string> = new Set<(typeof SCREENS)[number]>([
  '/',
  '/image',
  '/tools',
  '/ai-avatar',
  '/ai-shorts',
  '/ai-effects',
  '/app/tool',
  '/tools/upscaler',
  '/tools/painting',
  '/tools/sound-effects',
  '/tools/lip-sync',
  '/video',
  '/canvas',
  '/projects',
  '/creations',
  '/credits',
  '/no-such-page',
]);

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

  const open = (path: string, options: Parameters<typeof openScreen>[2] = {}): Promise<Page> =>
    openScreen(browser, `${server.url}${path}`, options);

  const DESKTOP = { width: 1440, height: 900 };
  const PHONE = { width: 390, height: 844 };
  type Look = readonly [viewport: typeof DESKTOP, colorScheme: 'dark' | 'light', rules: Rules];
  /**
   * In which sizes and themes a page is looked at, and by which rules: one of each kind by all, the others by their
   * forms. In another language the sizes and the order of things change; the colours are looked at once. The nightly
   * run looks at all.
   */
  const looks = (language: string, route: string): readonly Look[] => {
    const whole = everyTest || TEMPLATES.has(route);
    if (language !== '')
      return [
        [DESKTOP, 'dark', everyTest ? 'forms' : 'none'],
        [PHONE, 'light', whole ? 'forms' : 'none'],
      ];
    return whole
      ? [
          [DESKTOP, 'dark', 'all'],
          [DESKTOP, 'light', 'colours'],
          [PHONE, 'light', 'all'],
          [PHONE, 'dark', 'colours'],
        ]
      : [
          [DESKTOP, 'dark', 'none'],
          [PHONE, 'light', 'forms'],
        ];
  };
  /**
   * One page each that goes from screen to screen: a new visitor a screen would wait for the same scripts again and
   * again.
   */
  const pages = new Map<string, { readonly page: Page; readonly fetching: ReadonlySet<Request> }>();
  /** What a script threw, or the browser called an error, since it was last asked. */
  const thrown: string[] = [];
  const pageAt = async (language: string, route: string) => {
    const page = pages.get(language)?.page ?? (await open(`/${language}`));
    const opened = pages.get(language) ?? { page, fetching: fetchesOf(page) };
    if (!pages.has(language)) {
      page.on('pageerror', (error) => void thrown.push(`${page.url()}: ${error.message}`));
      // The browser itself says what a page that is not there answers with.
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 40[34]/.test(message.text()))
          thrown.push(`${page.url()}: ${message.text()}`);
      });
    }
    pages.set(language, opened);
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await page.setViewportSize(DESKTOP);
    await settled(
      page,
      `${server.url}${language === '' ? '' : `/${language}`}${route === '/' && language !== '' ? '' : route}`,
    );
    return opened;
  };
  const latin = latinWordsOf('ar');
  /**
   * What an Arabic page says that did not come from the messages: it has none of their letters, and a Latin word that
   * they do not use.
   */
  const notArabic = async ({ page, fetching }: Awaited<ReturnType<typeof pageAt>>): Promise<string[]> => {
    await still(page, fetching);
    return (await plainTexts(page)).filter(
      (text) =>
        !/\p{Script=Arabic}/u.test(text) && (text.match(/[A-Za-z]{2,}/g) ?? []).some((word) => !latin.has(word)),
    );
  };

  it.each(SCREENS_IN_WORDS)('says nothing that is not in the messages: %s', async (route) => {
    expect(await notArabic(await pageAt('ar', route))).toEqual([]);
    expect(thrown.splice(0)).toEqual([]);
  });

  it.each(
    SCREENS.flatMap(
      (route) =>
        [
          ['', route],
          ['ar', route],
        ] as const,
    ),
  )(
    'breaks no rule of WCAG 2.2 AA, does not scroll sideways, breaks no script and says nothing that is not in the messages: "%s" %s',
    async (language, route) => {
      const opened = await pageAt(language, route);
      const { page } = opened;
      expect(await page.locator('html').getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      if (language === 'ar') expect(await notArabic(opened)).toEqual([]);
      for (const [viewport, colorScheme, rules] of looks(language, route)) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
        // As tall as its page: what the bar at a phone's foot happens to lie over is no fault. A video grows with its
        // viewport up to a limit.
        for (let height = viewport.height, growths = 0; growths < 4; growths += 1) {
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          if (growths > 0 && whole <= height) break;
          height = Math.max(height, whole);
          await page.setViewportSize({ ...viewport, height });
        }
        const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect({
          ...viewport,
          colorScheme,
          sideways: Math.max(0, sideways),
          violations: await axeViolations(page, rules),
        }).toEqual({ ...viewport, colorScheme, sideways: 0, violations: [] });
      }
      expect(thrown.splice(0)).toEqual([]);
    },
  );

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
