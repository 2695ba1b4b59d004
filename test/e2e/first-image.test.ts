import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { describeUnless } from '../support/needs.js';
import { embeddedSite, servicesSite, type Site } from '../support/browser/site.js';

const PROMPT = 'sunset over mountains and a lake';

const badge = (page: Page) => page.getByTestId('credits-badge').filter({ visible: true });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const status = (page: Page) => result(page).first().getAttribute('data-status');

async function waitForStatus(page: Page, wanted: string): Promise<void> {
  await page.locator(`section[data-status="${wanted}"]`).first().waitFor({ timeout: PATIENCE_MS });
}

async function fill(page: Page, prompt: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Prompt' }).first().fill(prompt);
}

const browserMissing = chromiumPath === undefined ? 'needs Chromium, not found on this machine' : undefined;

describe.each([embeddedSite, servicesSite])('$name', (site) =>
  describeUnless(browserMissing ?? site.missing, 'a new visitor', () => {
    let server: Site;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const faults: string[] = [];

    beforeAll(async () => {
      server = await site.open();
      browser = await launchBrowser();
      context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        acceptDownloads: true,
        reducedMotion: 'reduce',
      });
      context.setDefaultTimeout(PATIENCE_MS);
      page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
    });
    afterAll(async () => {
      await browser.close();
      await server.close();
    });

    it('is let in without asking and finds ten credits in the badge', async () => {
      await page.goto(server.url);
      await badge(page).getByText('10', { exact: true }).waitFor();
      const session = await page.evaluate(async (): Promise<unknown> => (await fetch('/api/auth/session')).json());
      expect(session).toMatchObject({ user: { id: expect.any(String) } });
    });

    it('sees the price and what is left before pressing', async () => {
      await page.goto(`${server.url}/image`);
      await fill(page, PROMPT);
      await page.getByRole('button', { name: /^Create · 1 credit$/ }).waitFor();
      await page.getByText('9 left after this').waitFor();
      await page.getByRole('radio', { name: '4 images' }).click();
      await page.getByRole('button', { name: /^Create · 4 credits$/ }).waitFor();
      await page.getByText('6 left after this').waitFor();
      await page.getByRole('radio', { name: '1 image', exact: true }).click();
    });

    it('watches the picture grow and gets it, and the badge falls', async () => {
      await page.getByRole('button', { name: /^Create/ }).click();
      await page.locator('section[data-status="processing"]').first().waitFor();
      await page.getByRole('progressbar').first().waitFor();
      await waitForStatus(page, 'succeeded');
      await badge(page).getByText('9', { exact: true }).waitFor();
      const image = result(page).getByRole('img', { name: PROMPT });
      await image.first().waitFor();
      await result(page).getByRole('region', { name: 'Drawn' }).getByText('mountains').first().waitFor();
    });

    it('downloads the picture: a PNG of 1024 × 1024', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        result(page).getByRole('link', { name: 'Download' }).click(),
      ]);
      const file = await readFile(await download.path());
      const { format, width, height } = await sharp(file).metadata();
      expect({ format, width, height }).toEqual({ format: 'png', width: 1024, height: 1024 });
      expect(download.suggestedFilename()).toMatch(/\.png$/);
    });

    it('draws the same picture again from the same seed', async () => {
      const before = await page.evaluate(
        async () =>
          (await (await fetch('/api/trpc/task.list?input=%7B%7D')).json()) as {
            result: { data: { tasks: { id: string }[] } };
          },
      );
      await result(page)
        .getByRole('button', { name: /^Recreate/ })
        .click();
      await badge(page).getByText('8', { exact: true }).waitFor();
      await page.waitForFunction(
        (old) => document.querySelector('section[data-task]')?.getAttribute('data-task') !== old,
        before.result.data.tasks[0]?.id,
      );
      await waitForStatus(page, 'succeeded');
      const bytes = await page.evaluate(async () => {
        const list = (await (await fetch('/api/trpc/task.list?input=%7B%7D')).json()) as {
          result: { data: { tasks: { id: string }[] } };
        };
        const hash = async (id: string): Promise<string> => {
          const digest = await crypto.subtle.digest('SHA-256', await (await fetch(`/api/media/${id}/0`)).arrayBuffer());
          return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        };
        return Promise.all(list.result.data.tasks.slice(0, 2).map((task) => hash(task.id)));
      });
      expect(bytes).toHaveLength(2);
      expect(bytes[0]).toBe(bytes[1]);
    });

    it('finds it in My creations with its recipe and what it cost', async () => {
      await page.goto(`${server.url}/creations`);
      await page
        .getByRole('button', { name: `Open “${PROMPT}”` })
        .first()
        .click();
      const details = page.getByRole('complementary', { name: 'Creation' });
      await details.getByRole('region', { name: 'Recipe' }).getByText('Seed').waitFor();
      const cost = details.getByRole('region', { name: 'Cost' });
      await cost.getByText('1 credit', { exact: true }).waitFor();
      await cost.getByText('Held at the start').waitFor();
      await cost.getByText('Charged for 1 image').waitFor();
      await cost.getByText(/Welcome credits/).waitFor();
    });

    it('reads the same in the statement', async () => {
      await page.goto(`${server.url}/credits`);
      await page.getByText('1 held → charged').first().waitFor();
      expect(await page.getByText('1 held → charged').count()).toBe(2);
      const granted = page.getByRole('row').filter({ hasText: 'Credits granted' }).getByRole('cell');
      expect(await granted.nth(1).textContent()).toMatch(/Expires \w+ \d+|Expires \d+ \w+|Never expires/);
      expect(await granted.nth(3).textContent()).toBe('Welcome credits');
    });

    it('keeps a running creation through a reload and shows it in a second tab', async () => {
      await page.goto(`${server.url}/image`);
      await fill(page, 'a castle on a hill in autumn');
      // From here on the size says nothing; the form keeps it.
      await page.getByRole('radio', { name: '16:9' }).click();
      await page.getByRole('radio', { name: '4 images' }).click();
      await page.getByRole('button', { name: /^Create · 4 credits$/ }).click();
      await page.locator('section[data-status="queued"], section[data-status="processing"]').first().waitFor();
      await page.reload();
      const second = await context.newPage();
      await second.goto(`${server.url}/image`);
      await Promise.all([waitForStatus(page, 'succeeded'), waitForStatus(second, 'succeeded')]);
      await badge(page).getByText('4', { exact: true }).waitFor();
      await badge(second).getByText('4', { exact: true }).waitFor();
      expect(await status(second)).toBe('succeeded');
      await second.close();
      // Of several, the one that is chosen is the one that is downloaded and gone on with.
      await page.getByRole('button', { name: 'Choose image 3' }).click();
      expect(await result(page).getByRole('link', { name: 'Download image 3' }).getAttribute('href')).toMatch(
        /\/2\?download=1$/,
      );
      expect(
        await page
          .getByRole('region', { name: 'What next with image 3?' })
          .getByRole('link', { name: /^Upscale/ })
          .getAttribute('href'),
      ).toContain('picture=2');
    });

    it('cancels a creation and has its credits back', async () => {
      await fill(page, 'a village in the snow at night');
      await page.getByRole('button', { name: /^Create · 4 credits$/ }).click();
      // Said once in a tab, so not again below.
      await page.getByRole('dialog', { name: 'You’re out of credits' }).getByRole('button', { name: 'Close' }).click();
      await result(page)
        .getByRole('button', { name: /^Cancel and refund 4$/ })
        .click();
      await waitForStatus(page, 'canceled');
      await badge(page).getByText('4', { exact: true }).waitFor();
    });

    it('goes on after the server was killed in the middle', async () => {
      await fill(page, 'a lighthouse in the fog');
      await page.getByRole('button', { name: /^Create · 4 credits$/ }).click();
      await page.locator('section[data-status="processing"]').first().waitFor();
      await server.dieAndReturn();
      await waitForStatus(page, 'succeeded');
      await badge(page).getByText('0', { exact: true }).waitFor();
    });

    it('is told what a picture would cost when the credits are used up', async () => {
      await fill(page, 'one more');
      await page.getByText(/you have no credits left/).waitFor();
      await page.getByRole('link', { name: 'Open statement' }).waitFor();
    });

    // The page is the same and asks the same calls, which the contract tests hold alike on all stores.
    if (site === embeddedSite)
      describe('and on one process', () => {
        it('deletes a creation after being asked', async () => {
          await page.goto(`${server.url}/creations`);
          const tiles = page.getByRole('button', { name: /^Open “/ });
          await tiles.first().waitFor();
          const before = await tiles.count();
          await tiles.first().click();
          await page.getByRole('complementary', { name: 'Creation' }).getByRole('button', { name: 'Delete' }).click();
          await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
          await page.waitForFunction(
            (count) => document.querySelectorAll('button[data-task]').length === count - 1,
            before,
          );
        });

        it('takes it back from the trash, tags it, and finds it by a mistyped word', async () => {
          await page.goto(`${server.url}/creations?shelf=trash`);
          await page
            .getByRole('button', { name: /^Open “/ })
            .first()
            .click();
          await page
            .getByRole('region', { name: 'Selected creations' })
            .getByRole('button', { name: 'Restore' })
            .click();
          await page.getByText('The trash is empty').waitFor();
          await page.getByRole('radio', { name: 'Library' }).click();
          await page
            .getByRole('button', { name: `Open “${PROMPT}”` })
            .first()
            .click();
          const details = page.getByRole('complementary', { name: 'Creation' });
          await details.getByRole('textbox', { name: 'New tag' }).fill('Sea side');
          await details.getByRole('button', { name: 'Add' }).click();
          await details.getByRole('link', { name: 'sea side' }).click();
          await page.getByRole('button', { name: 'Remove the filter by the tag sea side' }).waitFor();
          await page.getByRole('searchbox', { name: 'Search your creations' }).fill('mountians');
          await page.getByRole('searchbox', { name: 'Search your creations' }).press('Enter');
          await page.getByText('Nothing has exactly these words. These have similar ones.').waitFor();
          expect(await page.getByRole('button', { name: /^Open “/ }).count()).toBe(1);
        });

        it('is refused harmful words before anything is charged', async () => {
          const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
          await visitor.goto(`${server.url}/image`);
          await fill(visitor, 'a naked woman, porn');
          await visitor.getByRole('button', { name: /^Create · 1 credit$/ }).click();
          await visitor.getByText('This prompt isn’t allowed').first().waitFor();
          await badge(visitor).getByText('10', { exact: true }).waitFor();
          await visitor.context().close();
        });

        it('keeps a picture in a project, moves it to another, and finds it in the default one when that is deleted', async () => {
          const own = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
          own.setDefaultTimeout(PATIENCE_MS);
          const maker = await own.newPage();
          maker.on('pageerror', (error) => faults.push(error.message));
          const tile = maker.getByRole('button', { name: 'Open “a boat”' });
          await maker.goto(`${server.url}/projects`);
          await maker.getByRole('button', { name: 'Create your first project' }).click();
          await maker.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Summer');
          await maker.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
          await maker.getByRole('heading', { name: 'Summer' }).waitFor();
          await maker.getByRole('button', { name: 'Create an image' }).click();
          await fill(maker, 'a boat');
          await maker.getByRole('radio', { name: '16:9' }).click();
          expect(await maker.getByRole('combobox', { name: 'Project' }).locator('option:checked').innerText()).toBe(
            'Summer',
          );
          await maker.getByRole('button', { name: /^Create · 1 credit$/ }).click();
          await waitForStatus(maker, 'succeeded');
          await maker.goto(`${server.url}/projects`);
          await maker.getByRole('link', { name: 'Summer' }).click();
          await tile.hover();
          await maker.getByRole('button', { name: 'Move “a boat” to another project' }).click();
          await maker.getByRole('textbox', { name: 'Or create a project' }).fill('Winter');
          await maker.getByRole('button', { name: 'Create and move' }).click();
          await maker.getByText('Nothing in this project yet').waitFor();
          await maker.getByRole('link', { name: 'All projects' }).click();
          await maker.getByRole('link', { name: 'Winter' }).click();
          await tile.waitFor();
          await maker.getByRole('button', { name: 'Actions for “Winter”' }).click();
          await maker.getByRole('menuitem', { name: 'Delete' }).click();
          await maker.getByText('Its 1 creation moves to “Default project”.').waitFor();
          await maker.getByRole('button', { name: 'Delete project' }).click();
          await maker.getByRole('link', { name: 'Default project' }).click();
          await tile.waitFor();
          await own.close();
        });
      });

    it('meets no broken script on the way', () => {
      expect(faults).toEqual([]);
    });
  }),
);
