import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';

const PROMPT = 'sunset over mountains and a lake';
const OFFLINE = 'You’re offline. This starts as soon as you’re back.';

/** A page of a new visitor, what it sends, and its line. */
interface Opened {
  readonly page: Page;
  /** Calls that make something. */
  readonly sent: readonly string[];
  readonly faults: readonly string[];
  readonly line: (speed: 'whole' | 'slow' | 'none') => Promise<unknown>;
}

describeWith(chromiumPath, 'Chromium', 'a press on Create', () => {
  let site: Site;
  let browser: Browser;

  beforeAll(async () => {
    // What is begun need not be made: nobody draws here.
    site = await openForVisitors({ ROLES: 'api,projector,web' });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  /** Opens a new visitor's browser. */
  async function open(): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const sent: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('text2Image.create')) sent.push(request.url());
    });
    page.on('pageerror', ({ message }) => faults.push(message));
    const wire: CDPSession = await context.newCDPSession(page);
    const line: Opened['line'] = (speed) =>
      wire.send('Network.emulateNetworkConditions', {
        offline: speed === 'none',
        latency: speed === 'slow' ? 400 : 0,
        downloadThroughput: speed === 'slow' ? 50_000 : -1,
        uploadThroughput: speed === 'slow' ? 50_000 : -1,
      });
    return { page, sent, faults, line };
  }

  /** Types the words and presses twice, as fast as a hand does not. */
  async function typeAndPress(page: Page): Promise<void> {
    await page
      .locator('form[data-press] textarea[name=prompt]')
      .first()
      .evaluate((field) => (field instanceof HTMLElement ? field.focus() : undefined));
    await page.keyboard.insertText(PROMPT);
    await page
      .locator('form[data-press] button[type=submit]')
      .first()
      .evaluate((button) => {
        if (!(button instanceof HTMLElement)) return;
        button.click();
        button.click();
      });
  }

  const begun = (page: Page): Promise<void> => page.locator('section[data-task]').first().waitFor();
  const prompts = (page: Page): Promise<readonly string[]> =>
    page.evaluate(async () => {
      const answer = (await (await fetch('/api/trpc/task.list?input=%7B%7D')).json()) as {
        result: { data: { tasks: { input: { prompt: string } }[] } };
      };
      return answer.result.data.tasks.map(({ input }) => input.prompt);
    });
  /** Waits until the price and the credits are known, and all that a page fetches late is there. */
  const isReady = async (page: Page): Promise<void> => {
    await page
      .getByRole('button', { name: /^Create · 1 credit$/ })
      .first()
      .waitFor();
    await page.getByTestId('credits-badge').filter({ visible: true }).getByText('10', { exact: true }).waitFor();
    await page.waitForLoadState('load');
  };

  describe.each(['/', '/image'])('on %s', (path) => {
    it('is kept and carried out once, however early it comes on a slow line', async () => {
      const early = async (delay: number): Promise<readonly string[]> => {
        const { page, faults, line } = await open();
        await line('slow');
        await page.goto(`${site.url}${path}`, { waitUntil: 'domcontentloaded' });
        await page.waitForTimeout(delay);
        await typeAndPress(page);
        await page.getByText('Starting…').filter({ visible: true }).first().waitFor();
        await begun(page);
        const made = await prompts(page);
        expect(faults).toEqual([]);
        await page.context().close();
        return made;
      };
      expect(await Promise.all([0, 500, 2_000].map(early))).toEqual([[PROMPT], [PROMPT], [PROMPT]]);
    });

    it('waits while there is no network, says so, and is carried out once there is', async () => {
      const { page, sent, line } = await open();
      await page.goto(`${site.url}${path}`);
      await isReady(page);
      await line('none');
      await typeAndPress(page);
      await page.getByText(OFFLINE).filter({ visible: true }).first().waitFor();
      expect(sent).toEqual([]);
      await line('whole');
      await begun(page);
      expect(await prompts(page)).toEqual([PROMPT]);
      await page.context().close();
    });
  });

  it('that waits for the network is withdrawn by a press, and nothing is made', async () => {
    const { page, sent, line } = await open();
    await page.goto(`${site.url}/image`);
    await isReady(page);
    await line('none');
    await typeAndPress(page);
    await page.getByRole('button', { name: 'Don’t start' }).first().click();
    await page.getByText(OFFLINE).filter({ visible: true }).first().waitFor({ state: 'hidden' });
    await line('whole');
    await page.waitForFunction(() => navigator.onLine);
    await isReady(page);
    expect([sent, await prompts(page)]).toEqual([[], []]);
    await page.context().close();
  });

  it('goes on under a new session where the old one has ended, without a word of it', async () => {
    const { page } = await open();
    await page.goto(`${site.url}/image`);
    await isReady(page);
    await page.context().clearCookies();
    await typeAndPress(page);
    await begun(page);
    expect(await page.getByText('Your session has ended').count()).toBe(0);
    expect(await prompts(page)).toEqual([PROMPT]);
    await page.context().close();
  });

  it('whose answer is lost is sent again, and is made once', async () => {
    const { page, sent } = await open();
    await page.goto(`${site.url}/image`);
    await isReady(page);
    let lost = 0;
    await page.route(/text2Image\.create/, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await typeAndPress(page);
    await begun(page);
    expect(await prompts(page)).toEqual([PROMPT]);
    expect(sent).toHaveLength(2);
    await page.context().close();
  });

  it('is asked about where the credits do not cover what it turns out to cost', async () => {
    const { page, sent } = await open();
    let letGo: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/catalog\.models/, async (route) => {
      await held;
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/"base":\d+/g, '"base":50') });
    });
    await page.goto(`${site.url}/image`);
    await page.getByTestId('credits-badge').filter({ visible: true }).getByText('10', { exact: true }).waitFor();
    await typeAndPress(page);
    await page.getByText('Starting…').filter({ visible: true }).first().waitFor();
    letGo?.();
    await page
      .getByRole('dialog')
      .getByText(/51 credits/)
      .first()
      .waitFor();
    expect(sent).toEqual([]);
    await page.context().close();
  });

  it('on a form of an account is kept too, and no password comes into the address', async () => {
    const { page, line } = await open();
    await line('slow');
    await page.goto(`${site.url}/sign-in`, { waitUntil: 'domcontentloaded' });
    await page
      .locator('form[data-press] input[type=email]')
      .evaluate((field) => (field instanceof HTMLElement ? field.focus() : undefined));
    await page.keyboard.insertText('nobody@example.org');
    await page
      .locator('form[data-press] input[type=password]')
      .evaluate((field) => (field instanceof HTMLElement ? field.focus() : undefined));
    await page.keyboard.insertText('not-the-password');
    await page
      .locator('form[data-press] button[type=submit]')
      .evaluate((button) => (button instanceof HTMLElement ? button.click() : undefined));
    await page.getByRole('alert').filter({ hasText: /\w/ }).first().waitFor();
    expect(page.url()).toBe(`${site.url}/sign-in`);
    expect(await page.locator('input[type=email]').inputValue()).toBe('nobody@example.org');
    await page.context().close();
  });
});
