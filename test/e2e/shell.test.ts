import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { badgeSays } from '../support/browser/account-pages.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';
import { say } from '../support/words.js';

/** What a call was refused with, as the wire says it. */
const refused = z.object({ error: z.object({ data: z.object({ identifier: z.string() }) }) });
/** After 20 minutes without activity in any tab the user counts as away. */
const IDLE_MS = 20 * 60_000;

describeWith(chromiumPath, 'Chromium', 'the frame around every page', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-shell-'));
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function arrive(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(server.url + path);
    return page;
  }
  /** Asks for a picture beside the page. @returns undefined when it was taken on, otherwise what it was refused with */
  async function askFor(page: Page): Promise<string | undefined> {
    const input = {
      requestId: randomUUID(),
      prompt: 'a lake in the mountains',
      model: 'preview',
      aspect: '16:9',
      count: 1,
      seed: 7,
      price: { amount: 1, priceVersion: 1 },
    };
    const answer = await page.request.post(`${server.url}/api/trpc/text2Image.create`, { data: input });
    return answer.ok() ? undefined : refused.parse(await answer.json()).error.data.identifier;
  }

  it('fetches another page once its link is pointed at, and none before', async () => {
    const page = await arrive('/image');
    const fetched = async (): Promise<readonly string[]> => {
      const addresses = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      return [
        ...new Set(
          addresses
            .map((address) => new URL(address))
            .filter(({ searchParams }) => searchParams.has('_rsc'))
            .map(({ pathname }) => pathname),
        ),
      ];
    };
    await badgeSays(page, 10);
    await page.waitForLoadState('networkidle');
    expect(await fetched()).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Canvas', exact: true }).first().hover();
    expect(await until(fetched, (paths) => paths.length > 0)).toEqual(['/canvas']);
    await page.context().close();
  });

  let walker: Page | undefined;
  it.each(['/', '/image', '/ar/credits', '/sign-in', '/creations', '/finance', '/nothing-here'])(
    '%s runs its own scripts, and none that somebody has put in',
    async (path) => {
      if (walker === undefined) walker = await arrive(path);
      else await walker.goto(server.url + path);
      const page = walker;
      await badgeSays(page, 10);
      const refused = await page.evaluate(
        () =>
          new Promise<string>((resolve) => {
            document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
            const script = document.createElement('script');
            script.textContent = 'document.title = "taken over"';
            document.head.append(script);
          }),
      );
      expect(refused).toBe('script-src-elem');
      expect(await page.title()).not.toBe('taken over');
    },
  );

  it('says what is under way when no more can be, and shows one of them', async () => {
    const page = await arrive('/image');
    await badgeSays(page, 10);
    await page
      .getByRole('radio', { name: /Preview/ })
      .first()
      .check();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a lake in the mountains');
    const popup = page.getByRole('dialog', { name: /limit of parallel tasks/ });
    // Each is done after a while: then there was room once more, and it is tried again.
    await until(
      async () => {
        let why = await askFor(page);
        while (why === undefined) why = await askFor(page);
        // With anything else, such as credits that ran out, another popup opens, or none.
        expect(why).toBe('PARALLEL_TASK_LIMIT');
        await page
          .locator('form')
          .getByRole('button', { name: /^Create/ })
          .click();
        return popup.waitFor({ timeout: 3_000 }).then(
          () => true,
          () => false,
        );
      },
      (opened) => opened,
    );
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows a picture large over the page, and leads back to where one was', async () => {
    const page = await arrive('/creations');
    await badgeSays(page, 10);
    expect(await askFor(page)).toBeUndefined();
    await page.reload();
    await page.locator('main li button').first().click();
    const enlarge = page.getByRole('button', { name: 'View image full size', exact: true });
    await enlarge.click();
    const popup = page.getByRole('dialog', { name: 'Image' });
    await until(
      () => popup.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth),
      (width) => width > 0,
    ); // the locator says that it is one
    expect(await popup.evaluate((one) => one.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await until(
      () => enlarge.evaluate((one) => one === document.activeElement),
      (focused) => focused,
    );
    await page.context().close();
  });

  it('tells by the bell what became ready elsewhere, and leads there; what was read stays read', async () => {
    const page = await arrive('/credits');
    await badgeSays(page, 10);
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.waitFor();
    expect(await askFor(page)).toBeUndefined();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('link', { name: /Your image is ready\./ }).click();
    await page.waitForURL(/\/creations\?task=/);
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
    await page.goto(`${server.url}/notifications`);
    await page
      .getByRole('main')
      .getByRole('link', { name: /Your image is ready\./ })
      .waitFor();
    expect(await page.getByRole('main').getByText('unread').count()).toBe(0);
    await page.context().close();
  });

  it('lets anybody write to who runs it, and names what is missing first', async () => {
    const page = await arrive('/contact-us');
    await badgeSays(page, 10);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'Not sent yet' }).waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.org');
    await page.getByRole('textbox', { name: 'Message' }).fill('My lighthouse has two towers.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { name: 'Thanks, we’ve got it' }).waitFor();
    await page.getByText('ada@example.org').waitFor();
    await page.context().close();
  });

  it('stops listening while nobody is there, and goes on when somebody is', async () => {
    const context = await browser.newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${server.url}/credits`);
    await badgeSays(page, 10);
    const streams: string[] = [];
    const closed: string[] = [];
    const balances: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('onChange')) streams.push(request.url());
    });
    page.on('request', (request) => {
      if (request.url().includes('credits.balance')) balances.push(request.url());
    });
    page.on('requestfailed', (request) => {
      if (request.url().includes('onChange')) closed.push(request.url());
    });
    await page.mouse.move(10, 10);
    await page.clock.runFor(1_000);
    await page.clock.fastForward(IDLE_MS + 5_000);
    await until(
      async () => closed.length,
      (count) => count >= 2,
    );
    const before = streams.length;
    const known = balances.length;
    await page.mouse.move(20, 20);
    await page.clock.runFor(1_000);
    await until(
      async () => streams.length - before,
      (count) => count >= 2,
    );
    // What changed meanwhile is asked for.
    await until(
      async () => balances.length - known,
      (count) => count >= 1,
    );
    await context.close();
  });

  it('says in the page’s language that the server failed to draw it, tries again, and leads home', async () => {
    const page = await arrive('/de/tools');
    const plans = page.locator('a[href="/de/pricing"]').first();
    let isBroken = true;
    // What the server sends where it could not draw a part of a page: a digest of the error in the part's place.
    await page.route(
      (url) => url.pathname === '/de/pricing' && url.searchParams.has('_rsc'),
      async (route) => {
        const answer = await route.fetch();
        const body = await answer.text();
        await route.fulfill({
          response: answer,
          body: isBroken ? body.replace(/^(\w+):\["\$","\$L?\w+",.*$/m, '$1:E{"digest":"1234"}') : body,
        });
      },
    );
    await plans.click();
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: '500' });
    await alert.getByRole('heading', { name: say('faults.serverErrorPage.title', 'de') }).waitFor();
    isBroken = false;
    await alert.getByRole('button', { name: say('faults.serverErrorPage.again', 'de') }).click();
    await alert.waitFor({ state: 'detached' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    isBroken = true;
    await page.goto(`${server.url}/de/tools`);
    await plans.click();
    await alert.getByRole('link', { name: say('faults.serverErrorPage.home', 'de') }).click();
    await page.waitForURL((url) => url.pathname === '/de');
  });

  it('has had no fault', () => expect(faults).toEqual([]));
});
