import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { messagesOf } from '../support/messages.js';
import { describeWith } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { until } from '../support/until.js';

const words = messagesOf('en');
const say = (key: string, values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words.get(key) ?? key);

describeWith(chromiumPath, 'Chromium', 'canvas mode', () => {
  let site: Site;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    site = await openForVisitors();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const newcomer = (width = 1440): Promise<BrowserContext> =>
    browser.newContext({
      viewport: { width, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
  async function openBoard(context: BrowserContext, path = '/canvas'): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${site.url}${path}`);
    await page.locator('.react-flow').waitFor();
    await page
      .getByTestId('credits-badge')
      .filter({ visible: true })
      .getByText(/\p{Nd}/u)
      .first()
      .waitFor();
    return page;
  }
  async function seen(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `canvas-${name}.png`) });
  }
  const button = (place: Page | Locator, key: string): Locator =>
    place.getByRole('button', { name: say(key), exact: true });
  // A creation says what feeds it: its places have names too.
  const node = (page: Page, name: string): Locator =>
    name === names.words
      ? page.locator('.react-flow__node-words')
      : page.locator('.react-flow__node-creation', { hasText: name });
  const saved = (page: Page): Promise<void> => page.locator('[data-saving=saved]').waitFor();
  const panel = (page: Page, name: string): Locator => page.getByRole('complementary', { name, exact: true });
  /** Puts a call on the board by its name in the list. */
  async function choose(page: Page, name: string): Promise<void> {
    const list = page.getByRole('dialog');
    await list.getByRole('combobox').fill(name);
    await list.getByRole('option', { name, exact: true }).click();
  }
  /** Draws an edge by hand, from where a node gives to another's place. */
  async function connect(page: Page, from: Locator, to: Locator, place: string): Promise<void> {
    const [start, end] = [
      await from.locator('.react-flow__handle.source').boundingBox(),
      await to.locator(`.react-flow__handle[data-handleid="${place}"]`).boundingBox(),
    ];
    if (start === null || end === null) throw new Error('a handle is not there');
    await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
    await page.mouse.down();
    await page.mouse.move(end.x + 30, end.y + 30, { steps: 6 });
    await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 6 });
    await page.mouse.up();
  }
  const names = { image: say('tools.names.text'), video: say('tools.names.animate'), words: say('canvas.words.title') };

  it('makes a film of words by hand, for one price, and goes on while nobody is at it', async () => {
    const context = await newcomer();
    const page = await openBoard(context);
    await button(page, 'canvas.empty.own').click();
    await choose(page, say('canvas.add.words'));
    await node(page, names.words).getByRole('textbox').fill('a harbour at dusk');
    await page.locator('.react-flow__pane').click({ position: { x: 900, y: 180 } });
    await page.locator('.react-flow__pane').dblclick({ position: { x: 700, y: 640 } });
    await choose(page, names.image);
    await page.keyboard.press('Escape');
    await button(page, 'canvas.labels.fit').click();
    await connect(page, node(page, names.words), node(page, names.image), 'prompt');
    await until(
      () => page.locator('.react-flow__edge').count(),
      (count) => count === 1,
    );
    // Let go in the empty, what the picture gives asks what comes next.
    await node(page, names.image).click({ position: { x: 120, y: 22 } });
    await button(panel(page, names.image), 'canvas.node.next').click();
    await choose(page, names.video);
    await until(
      () => page.locator('.react-flow__edge').count(),
      (count) => count === 2,
    );
    const settings = panel(page, names.video);
    await settings.getByRole('radio', { name: '3 seconds' }).click();
    await settings.getByRole('radio', { name: '480p' }).click();
    await saved(page);
    const everything = page.getByRole('button', { name: new RegExp(`^${say('canvas.runAll')}`) });
    await everything.getByText(/\d+ credits/).waitFor();
    const [total = 0] = /\d+/.exec(await everything.innerText())?.map(Number) ?? [];
    const prices = await Promise.all(
      [names.image, names.video].map(async (name) =>
        Number(/(\d+) credit/.exec(await node(page, name).innerText())?.[1]),
      ),
    );
    expect(total).toBe(prices.reduce((sum, price) => sum + price, 0));
    expect(total).toBeGreaterThan(1);
    await seen(page, 'film');
    await everything.click();
    await button(page, 'canvas.cancelAll').first().waitFor();
    await page.close();
    const again = await openBoard(context);
    await node(again, names.video).getByText(say('canvas.standing.done'), { exact: true }).waitFor();
    await node(again, names.image).getByText(say('canvas.standing.done'), { exact: true }).waitFor();
    expect(await node(again, names.words).getByRole('textbox').inputValue()).toBe('a harbour at dusk');
    await again.getByRole('button', { name: say('canvas.allMade') }).waitFor();
    await seen(again, 'film-made');
    await node(again, names.video)
      .getByRole('button', { name: say('canvas.node.look', { name: names.video }) })
      .click();
    await again.getByRole('dialog').locator('video').waitFor();
    await context.close();
  });

  it('talks in pictures: a second turn is made from the first', async () => {
    const context = await newcomer();
    const page = await openBoard(context);
    await page.getByRole('button', { name: new RegExp(`^${say('canvas.empty.chat.title')}`) }).click();
    const chat = panel(page, say('canvas.chat.title'));
    await chat.getByRole('textbox').fill('a lighthouse by the sea at noon');
    await chat.getByRole('button', { name: /Send · 1 credit/ }).click();
    await chat.locator('li').nth(0).locator('img').waitFor();
    await chat.getByRole('textbox').fill('as a watercolour at night');
    const send = chat.getByRole('button', { name: /Send · 1 credit/ });
    await until(
      () => send.isEnabled(),
      (isOn) => isOn,
    );
    await send.click();
    await chat.locator('li').nth(1).locator('img').waitFor();
    await until(
      () => page.locator('.react-flow__node').count(),
      (count) => count === 2,
    );
    await until(
      () => page.locator('.react-flow__edge').count(),
      (count) => count === 1,
    );
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'conversation');
    await context.close();
  });

  it('is built, joined and run by keyboard alone', async () => {
    const context = await newcomer();
    const page = await openBoard(context);
    await button(page, 'canvas.empty.own').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').waitFor();
    await page.keyboard.type(names.image);
    await page.keyboard.press('Enter');
    const box = node(page, names.image);
    await box.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('e');
    const settings = panel(page, names.image);
    await until(
      () => settings.evaluate((element) => element === document.activeElement),
      (has) => has,
    );
    const feed = settings.getByRole('combobox', { name: say('canvas.fed.by', { place: say('canvas.words.name') }) });
    await feed.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: say('canvas.fed.newWords') }).waitFor();
    await page.keyboard.press('End');
    await page.locator('[role=option][data-highlighted]', { hasText: say('canvas.fed.newWords') }).waitFor();
    await page.keyboard.press('Enter');
    await until(
      () => page.locator('.react-flow__edge').count(),
      (count) => count === 1,
    );
    await node(page, names.words).getByRole('textbox').focus();
    await page.keyboard.type('a red barn in the snow');
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await saved(page);
    await box.getByRole('button', { name: /^Create · 1 credit/ }).waitFor();
    await box.focus();
    await page.keyboard.press('Control+Enter');
    await box.getByText(say('canvas.standing.done'), { exact: true }).waitFor();
    await box.focus();
    await page.keyboard.press('Delete');
    await until(
      () => page.locator('.react-flow__node').count(),
      (count) => count === 1,
    );
    await page.locator('.react-flow__node').focus();
    await page.keyboard.press('Control+z');
    await until(
      () => page.locator('.react-flow__node').count(),
      (count) => count === 2,
    );
    await context.close();
  });

  it('takes in what another tab changes, and loses nothing that is typed here', async () => {
    const context = await newcomer();
    const one = await openBoard(context);
    await button(one, 'canvas.empty.own').click();
    await choose(one, say('canvas.add.words'));
    await saved(one);
    const two = await openBoard(context);
    await node(two, names.words).waitFor();
    await two.getByRole('button', { name: say('canvas.add.title') }).click();
    await choose(two, names.image);
    await saved(two);
    await node(one, names.words).getByRole('textbox').fill('typed in the first');
    await node(one, names.image).waitFor();
    await one.getByText(say('canvas.told.joined')).first().waitFor();
    await saved(one);
    await two.reload();
    await until(
      () => node(two, names.words).getByRole('textbox').inputValue(),
      (text) => text === 'typed in the first',
    );
    await context.close();
  });

  it('breaks no rule of WCAG 2.2 AA with a board, a panel and a conversation open, dark and light, in Arabic and on a phone', async () => {
    const context = await newcomer();
    const page = await openBoard(context);
    await page.getByRole('button', { name: new RegExp(`^${say('canvas.empty.templates.film.title')}`) }).click();
    await node(page, names.video).waitFor();
    await saved(page);
    for (const [path, name] of [
      ['/canvas', names.video],
      ['/ar/canvas', messagesOf('ar').get('tools.names.animate') ?? ''],
    ] as const) {
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`${site.url}${path}`);
        await node(page, name).waitFor();
        // A phone is opened on nodes that can be read, not on all: one out of sight cannot be pressed.
        await page
          .getByRole('button', {
            name: messagesOf(path === '/canvas' ? 'en' : 'ar').get('canvas.labels.fit') ?? '',
            exact: true,
          })
          .click();
        await node(page, name).locator('button').first().click();
        await (width > 760 ? panel(page, name) : page.getByRole('dialog')).waitFor();
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
          expect({
            path,
            width,
            colorScheme,
            sideways: await page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth)),
            violations: await axeViolations(page),
          }).toEqual({ path, width, colorScheme, sideways: 0, violations: [] });
          await seen(page, `panel-${path.slice(1, 3)}-${width}-${colorScheme}`);
        }
      }
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
