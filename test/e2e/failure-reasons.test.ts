import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { messagesOf } from '../support/messages.js';
import { describeWith } from '../support/needs.js';
import { until } from '../support/until.js';

const words = messagesOf('en');
const say = (key: string): string => words.get(key) ?? key;

const answer = z.looseObject({ id: z.string(), outputs: z.array(z.looseObject({ url: z.string().optional() })) });
type Task = z.infer<typeof answer>;

/** The same value, with the task replaced wherever it stands. */
function withTask(value: unknown, id: string, change: (task: Task) => object): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withTask(one, id, change));
  if (typeof value !== 'object' || value === null) return value;
  const task = answer.safeParse(value);
  if (task.success && task.data.id === id) return change(task.data);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]: [string, unknown]) => [key, withTask(one, id, change)]),
  );
}

describeWith(chromiumPath, 'Chromium', 'what is told of a creation', () => {
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

  async function open(path: string): Promise<Page> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${site.url}${path}`);
    await page.getByTestId('credits-badge').filter({ visible: true }).getByText('10', { exact: true }).waitFor();
    return page;
  }
  const read = (page: Page, kind: 'drawn' | 'left' | 'lacking'): Locator =>
    page.locator(`form [data-words=${kind}]`).first();
  const get = async (page: Page, call: string, input: object = {}): Promise<string> => {
    const response = await page.request.get(
      `${site.url}/api/trpc/${call}?input=${encodeURIComponent(JSON.stringify(input))}`,
    );
    return response.text();
  };

  describe('before the press', () => {
    it('is which words will be drawn and which not, with near ones offered', async () => {
      const page = await open('/image');
      const prompt = page.locator('textarea[name=prompt]').first();
      await prompt.fill('a lighthose in the fog');
      await read(page, 'drawn').getByText('fog', { exact: true }).waitFor();
      await read(page, 'left').getByText('lighthose', { exact: true }).waitFor();
      await page.locator('form').getByRole('button', { name: 'lighthouse', exact: true }).click();
      expect(await prompt.inputValue()).toBe('a lighthouse in the fog');
      await read(page, 'drawn').getByText('lighthouse', { exact: true }).waitFor();
      await page.context().close();
    });

    it('is that nothing will be drawn, and the press then makes and costs nothing', async () => {
      const page = await open('/image');
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('text2Image.create')) sent.push(request.url());
      });
      const prompt = page.locator('textarea[name=prompt]').first();
      await prompt.fill('asdf qwer zxcv');
      await read(page, 'lacking').getByText(say('image.read.lacks.nothing-drawn')).waitFor();
      await page
        .locator('form')
        .getByRole('button', { name: say('image.read.nameSomething') })
        .click();
      await until(
        () => prompt.evaluate((field) => field === document.activeElement),
        (hasFocus) => hasFocus,
      );
      expect(sent).toEqual([]);
      expect(await get(page, 'task.list')).toContain('"tasks":[]');
      expect(await get(page, 'credits.balance')).toContain('"available":10');
      await page.context().close();
    });
  });

  it('is in the form itself that moderation could not judge its picture, and what to do', async () => {
    const page = await open('/tools/upscaler');
    await page.route(/imageTools\.upscale/, (route) => {
      const error = {
        error: {
          message: 'UNEXPECTED_MODERATION',
          code: -32_603,
          data: {
            identifier: 'UNEXPECTED_MODERATION',
            code: 'INTERNAL_SERVER_ERROR',
            httpStatus: 500,
            params: { input: 'image' },
          },
        },
      };
      return route.fulfill({
        status: 500,
        json: new URL(route.request().url()).searchParams.has('batch') ? [error] : error,
      });
    });
    await page.locator('[data-well=image] ul button').first().click();
    await page.locator('form button[type=submit]').first().click();
    const message = page
      .locator('form')
      .getByText('The image couldn’t be checked. Nothing was charged. Try again later.');
    await message.first().waitFor();
    // At the button and at the picture.
    expect(await message.count()).toBe(2);
    await page.context().close();
  });

  it('is on home once it is there; and where it failed why, in its tile and beside it, with what helps, a way to try again and what it cost', async () => {
    const page = await open('/creations');
    const price = { amount: 1, priceVersion: 1 };
    const made = await page.request.post(`${site.url}/api/trpc/text2Image.create`, {
      data: {
        requestId: randomUUID(),
        prompt: 'a lake in the mountains',
        model: 'preview',
        count: 1,
        seed: 7,
        aspect: '16:9',
        style: 'natural',
        price,
      },
    });
    const {
      result: {
        data: { id },
      },
    } = z.object({ result: z.object({ data: z.object({ id: z.string() }) }) }).parse(await made.json());
    await until(
      () => get(page, 'task.get', { id }),
      (task) => task.includes('"status":"succeeded"'),
    );
    await page.goto(`${site.url}/`);
    await page
      .getByRole('region', { name: say('home.recent.title') })
      .getByRole('button', { name: /a lake in the mountains/ })
      .waitFor();
    // The stream of changes would tell what really became of it.
    await page.route(/task\.onChange/, (route) => route.abort());
    await page.route(/task\.(list|get)/, async (route) => {
      const response = await route.fetch();
      const failed = withTask(await response.json(), id, (task) => {
        const source = { kind: 'image', url: task.outputs[0]?.url ?? '', width: 1_024, height: 1_024 };
        return {
          ...task,
          version: 1_000,
          status: 'failed',
          procedure: 'imageTools.faceSwap',
          params: { procedure: 'imageTools.faceSwap', faces: 'largest' },
          captured: 0,
          sources: [
            { ...source, role: 'image' },
            { ...source, role: 'face' },
          ],
          outputs: [{ index: 0, state: 'failed', seed: 7, error: 'INPUT_INVALID_FOR_SERVICE' }],
          error: { identifier: 'INPUT_INVALID_FOR_SERVICE', params: { input: 'face', reason: 'several-faces' } },
        };
      });
      await route.fulfill({ response, json: failed });
    });
    await page.route(/credits\.line/, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replaceAll(/"(net|change)":-?\d+/g, '"$1":0');
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${site.url}/creations`);
    const tile = page.locator(`[data-task="${id}"]`);
    await tile.getByText('The face image shows several people.').waitFor();
    await tile.click();
    const beside = page.getByRole('complementary').or(page.getByRole('dialog'));
    await beside.getByText('The face image shows several people.').first().waitFor();
    await beside.getByText(say('creations.failure.help.crop')).waitFor();
    await beside.getByRole('button', { name: say('instruments.crop.open') }).waitFor();
    const cost = beside.getByRole('region', { name: say('creations.cost.title') });
    expect(await cost.getByText(/^[-−–]?0 credits$/).innerText()).toBe('0 credits');
    await beside.getByRole('link', { name: say('creations.drawer.tryAgain'), exact: true }).click();
    await page.waitForURL('**/tools/face-swap**');
    await page.context().close();
  });

  it('meets no broken script', () => expect(faults).toEqual([]));
});
