import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { plainImage } from '../support/people/creating.js';
import { describeWith, everyTest } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { until } from '../support/until.js';

const PROMPT = 'sunset over mountains and a lake';
const EMAIL = '[name=email]';
const PASSWORD_FIELD = '[type=password]';

/** A form, what somebody does there, and what comes of it. */
interface Case {
  readonly path: string;
  readonly press: (page: Page) => Promise<void>;
  readonly comes: (page: Page) => Promise<unknown>;
  /** How many creations there are then. */
  readonly made?: number;
}

/** Types and presses in the document itself, as fast as a hand does not, whether the page's code is there or not. */
const click = (page: Page, selector: string): Promise<unknown> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => (element instanceof HTMLElement ? element.click() : undefined));
async function type(page: Page, selector: string, text: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => (element instanceof HTMLElement ? element.focus() : undefined));
  await page.keyboard.insertText(text);
}
const submit = (page: Page): Promise<unknown> => click(page, 'form[data-press] button[type=submit]');
const begun = (page: Page): Promise<void> => page.locator('section[data-task]').first().waitFor();
const alertOf = (page: Page, words: RegExp): Promise<void> =>
  page.getByRole('alert').filter({ hasText: words }).first().waitFor();
const sampleAndSubmit = async (page: Page): Promise<void> => {
  await click(page, '[data-well=image] ul button');
  await submit(page);
};
const planButton = (page: Page): Locator => page.getByRole('button', { name: /^(Start|Get) Kinora/ }).first();

const filled =
  (fields: Readonly<Record<string, () => string>>) =>
  async (page: Page): Promise<void> => {
    for (const [field, text] of Object.entries(fields)) await type(page, `form[data-press] ${field}`, text());
    await submit(page);
  };
const address = (): string => `${randomUUID()}@example.org`;
const password = (): string => 'a-long-password-1x';

const FORMS: readonly Case[] = [
  { path: '/tools/upscaler', press: sampleAndSubmit, comes: begun, made: 1 },
  { path: '/video/animate', press: sampleAndSubmit, comes: begun, made: 1 },
  { path: '/video', press: filled({ '[name=prompt]': () => PROMPT }), comes: begun, made: 1 },
  {
    path: '/tools/video-extender',
    press: async (page) => void (await submit(page)),
    comes: (page) => alertOf(page, /Add a video first/),
  },
  {
    path: '/sign-up',
    press: filled({ [EMAIL]: address, [PASSWORD_FIELD]: password }),
    comes: (page) => page.locator('input[autocomplete=one-time-code]').first().waitFor(),
  },
  {
    path: '/sign-in',
    press: filled({ [EMAIL]: address, [PASSWORD_FIELD]: password }),
    comes: (page) => alertOf(page, /incorrect/),
  },
  {
    path: '/forgot-password',
    press: filled({ [EMAIL]: address }),
    comes: (page) => page.getByRole('main').getByText('@example.org').first().waitFor(),
  },
  {
    path: '/contact-us',
    press: filled({
      '[name=name]': () => 'Ada',
      [EMAIL]: address,
      '[name=message]': () => 'Where do I find my invoices?',
    }),
    comes: (page) => page.getByRole('main').getByText('@example.org').first().waitFor(),
  },
  {
    path: '/pricing',
    press: (page) =>
      planButton(page).evaluate((button) => (button instanceof HTMLElement ? button.click() : undefined)),
    comes: (page) => page.getByRole('dialog').first().waitFor(),
  },
];
const MAKING = FORMS.filter(({ made, path }) => made === 1 || path === '/pricing');

describeWith(chromiumPath, 'Chromium', 'a press on any form', () => {
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

  async function open(): Promise<{
    readonly page: Page;
    readonly faults: readonly string[];
    readonly line: (speed: 'whole' | 'slow' | 'none') => Promise<unknown>;
  }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    // Three pages at a time on a slow line.
    page.setDefaultTimeout(3 * PATIENCE_MS);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const wire = await context.newCDPSession(page);
    return {
      page,
      faults,
      line: (speed) =>
        wire.send('Network.emulateNetworkConditions', {
          offline: speed === 'none',
          latency: speed === 'slow' ? 100 : 0,
          downloadThroughput: speed === 'slow' ? 250_000 : -1,
          uploadThroughput: speed === 'slow' ? 250_000 : -1,
        }),
    };
  }

  const madeBy = (page: Page): Promise<number> =>
    page.evaluate(
      async () =>
        ((await (await fetch('/api/trpc/task.list?input=%7B%7D')).json()) as { result: { data: { tasks: unknown[] } } })
          .result.data.tasks.length,
    );
  /** Opens a form and waits until all that it fetches is there. */
  async function ready(page: Page, path: string): Promise<void> {
    await page.goto(`${site.url}${path}`);
    await (path === '/pricing' ? planButton(page) : page.locator('form[data-press]').first()).waitFor();
    await page.getByTestId('credits-badge').filter({ visible: true }).getByText('10', { exact: true }).waitFor();
    await page.waitForLoadState('load');
  }

  /** Each form is pressed at one of these times, each time on a third of the forms; the nightly run has all pairs. */
  const delaysOf = (form: Case): readonly number[] => {
    const delays = [0, 500, 2_000];
    return everyTest ? delays : delays.filter((_, column) => column === FORMS.indexOf(form) % delays.length);
  };

  it.each(FORMS)('on $path is carried out once, however early it comes', async (form) => {
    const { path, press, comes, made } = form;
    const early = async (delay: number): Promise<unknown> => {
      const { page, faults, line } = await open();
      await line('slow');
      await page.goto(`${site.url}${path}`, { waitUntil: 'domcontentloaded' });
      await page.waitForTimeout(delay);
      await press(page);
      await comes(page).catch(async (error: unknown) => {
        throw new Error(`pressed after ${delay} ms, the page says: ${await page.getByRole('main').innerText()}`, {
          cause: error,
        });
      });
      const result = {
        made: made === undefined ? undefined : await madeBy(page),
        faults,
        path: new URL(page.url()).pathname,
      };
      await page.context().close();
      return result;
    };
    const delays = delaysOf(form);
    expect(await Promise.all(delays.map(early))).toEqual(delays.map(() => ({ made, faults: [], path })));
  });

  it('on a form that stands in the page before its code does says that it is kept', async () => {
    const { page, line } = await open();
    await line('slow');
    await page.route(/\.js(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.goto(`${site.url}/forgot-password`, { waitUntil: 'commit' });
    await filled({ [EMAIL]: address })(page);
    await page.locator('form').getByText('Starting…').waitFor();
    await page.getByRole('main').getByText('@example.org').first().waitFor();
    await page.context().close();
  });

  it('while its file is on its way says what it waits for, and sends nothing where the file is taken out', async () => {
    const { page } = await open();
    await ready(page, '/tools/upscaler');
    await page.route(/\/api\/upload/, () => undefined);
    await page
      .locator('[data-well=image] input[type=file]')
      .first()
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await plainImage(320, 200, '#88aacc') });
    await submit(page);
    await page.getByText('This starts as soon as your file has uploaded.').waitFor();
    await page.getByRole('button', { name: 'Don’t start' }).click();
    await page.getByText('This starts as soon as your file has uploaded.').waitFor({ state: 'hidden' });
    await submit(page);
    await page
      .locator('[data-well=image]')
      .getByRole('button', { name: /cancel/i })
      .click();
    await page.getByText('Your file didn’t arrive, so nothing was started and nothing was charged.').waitFor();
    await page.unroute(/\/api\/upload/);
    expect(await madeBy(page)).toBe(0);
    await page.context().close();
  });

  describe('on a board', () => {
    /** Opens a new board that can create an image, and waits until it is saved. */
    async function openBoard(): Promise<Awaited<ReturnType<typeof open>> & { readonly create: Locator }> {
      const opened = await open();
      await opened.page.goto(`${site.url}/canvas`);
      await opened.page.getByRole('button', { name: /^Prompt → image → video/ }).click();
      const create = opened.page
        .locator('.react-flow__node-creation')
        .first()
        .getByRole('button', { name: /^Create.*1 credit$/ });
      await create.waitFor();
      await opened.page.locator('[data-saving=saved]').waitFor();
      return { ...opened, create };
    }

    it('waits while there is no network, says so, and is carried out once there is', async () => {
      const { page, line, create } = await openBoard();
      await line('none');
      await page.waitForFunction(() => !navigator.onLine);
      await create.click();
      await page
        .getByText(/^You’re offline\./)
        .filter({ visible: true })
        .first()
        .waitFor();
      await line('whole');
      expect(
        await until(
          () => madeBy(page),
          (count) => count > 0,
        ),
      ).toBe(1);
      await page
        .getByText(/^You’re offline\./)
        .filter({ visible: true })
        .first()
        .waitFor({ state: 'hidden' });
      await page.context().close();
    });

    it('goes on under a new session where the old one has ended', async () => {
      const { page, create } = await openBoard();
      await page.context().clearCookies();
      const begins = page.waitForResponse((response) => response.url().includes('board.run') && response.ok());
      await create.click();
      await begins;
      expect(await madeBy(page)).toBe(1);
      await page.context().close();
    });
  });

  describe.each(MAKING)('on $path', ({ path, press, comes, made }) => {
    it('waits while there is no network, says so, and is carried out once there is', async () => {
      const { page, line } = await open();
      await ready(page, path);
      await line('none');
      await page.waitForFunction(() => !navigator.onLine);
      await press(page);
      await page
        .getByText(/^You’re offline\./)
        .filter({ visible: true })
        .first()
        .waitFor();
      await line('whole');
      await comes(page);
      expect([
        await page.getByText(/Network error/).count(),
        made === undefined ? undefined : await madeBy(page),
      ]).toEqual([0, made]);
      await page.context().close();
    });

    it('goes on under a new session where the old one has ended', async () => {
      const { page } = await open();
      await ready(page, path);
      await page.context().clearCookies();
      await press(page);
      await comes(page);
      expect(made === undefined ? undefined : await madeBy(page)).toBe(made);
      await page.context().close();
    });
  });
});
