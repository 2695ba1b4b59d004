import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { findFfmpeg, mediaFile } from '../../src/engine/ffmpeg.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, openScreen } from '../support/browser/browser.js';
import { ffmpeg } from '../support/files/made-videos.js';
import { describeWith } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { until } from '../support/until.js';

const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true });
const well = (page: Page, role: string): Locator => page.locator(`[data-well=${role}]`);

describeWith(chromiumPath, 'Chromium', 'the instruments of the forms', () => {
  let site: Site;
  let browser: Browser;
  const faults: string[] = [];

  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-instruments-'));
    site = await openForVisitors();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(path: string, width = 1440): Promise<Page> {
    const page = await openScreen(browser, `${site.url}${path}`, { width });
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  }

  it.each([1440, 390])(
    'crop a picture with the keyboard alone, and open on the whole of it again, %i pixels wide',
    async (width) => {
      const page = await open('/tools/restyle', width);
      await page.getByRole('button', { name: 'Use the sample: A red car' }).click();
      const size = well(page, 'image').getByText(/^\d+ × \d+/);
      await size.waitFor();
      const [wide = 0] = ((await size.textContent()) ?? '')
        .split('×')
        .map((side) => Number(side.replaceAll(/\D/g, '')));
      await well(page, 'image').getByRole('button', { name: 'Crop' }).press('Enter');
      const crop = dialog(page, 'Crop the image');
      await crop.getByRole('application').focus();
      for (let press = 0; press < 10; press += 1) await page.keyboard.press('Shift+ArrowLeft');
      expect(await axeViolations(page)).toEqual([]);
      await crop.getByRole('button', { name: 'Use this part' }).press('Enter');
      await crop.waitFor({ state: 'detached' });
      await until(
        async () => Number(((await size.textContent()) ?? '').split('×')[0]?.replaceAll(/\D/g, '')),
        (now) => now < wide && now > 0,
      );
      await well(page, 'image').getByRole('button', { name: 'Crop' }).click();
      await crop.getByRole('radio', { name: 'Original' }).click();
      await crop.getByRole('button', { name: 'Use the whole image' }).click();
      await until(
        async () => Number(((await size.textContent()) ?? '').split('×')[0]?.replaceAll(/\D/g, '')),
        (now) => now === wide,
      );
      await page.context().close();
    },
  );

  it('offer the trimmer where a video is refused for its length, and take it then', async () => {
    const path = join(folder, 'long.mp4');
    await ffmpeg(await findFfmpeg(), [
      '-f',
      'lavfi',
      '-i',
      'testsrc2=s=160x120:r=25:d=34',
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      '-y',
      mediaFile(path),
    ]);
    const page = await open('/tools/video-restyle');
    await well(page, 'video').locator('input[type=file]').first().setInputFiles(path);
    const refusal = page.locator('form').getByRole('alert');
    await refusal.getByRole('button', { name: 'Trim' }).click();
    const trim = dialog(page, 'Trim the video');
    // As much as may be is proposed.
    await trim.getByText('30 seconds. Allowed: 3 to 30 seconds.').waitFor();
    const end = trim.getByRole('slider', { name: 'End' });
    await end.focus();
    await page.keyboard.press('ArrowRight');
    await trim.getByText('30 seconds is too long: the limit is 30.').waitFor();
    expect(await trim.getByRole('button', { name: 'Use this part' }).isDisabled()).toBe(true);
    await page.keyboard.press('ArrowLeft');
    for (let press = 0; press < 5; press += 1) await page.keyboard.press('PageDown');
    expect(await axeViolations(page)).toEqual([]);
    await trim.getByRole('button', { name: 'Use this part' }).click();
    await trim.waitFor({ state: 'detached' });
    await well(page, 'video').getByText(/28 s/).waitFor();
    await refusal.waitFor({ state: 'detached' });
    expect(await page.locator('form button[type=submit]').isEnabled()).toBe(true);
    await page.context().close();
  });

  it('remember words, compare results and obey keys', async () => {
    const page = await open('/image');
    const words = page.locator('textarea[name=prompt]');
    await page.getByRole('radio', { name: '16:9' }).click();
    const said = ['a red lighthouse by the sea', 'a blue lighthouse by the sea'];
    for (const [index, prompt] of said.entries()) {
      await words.fill(prompt);
      await page.keyboard.press('Control+Enter');
      await until(
        () => page.locator('section[aria-labelledby=session-title] li img').count(),
        (count) => count > index,
      );
    }
    await words.fill('');
    await page.keyboard.press('ArrowUp');
    expect(await words.inputValue()).toBe(said[1]);
    // While somebody types, letters are letters.
    await page.keyboard.press('End');
    await page.keyboard.type(' ?h');
    expect(await words.inputValue()).toBe(`${said[1]} ?h`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.locator('body').press('Escape');
    await words.evaluate((field) => (field as HTMLElement).blur());
    await page.keyboard.press('h');
    const history = dialog(page, 'Prompt history');
    await history.getByRole('searchbox').fill('RED sea');
    await until(
      () => history.locator('[data-prompt]').count(),
      (count) => count === 1,
    );
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await history.waitFor({ state: 'detached' });
    expect(await words.inputValue()).toBe(said[0]);
    await words.evaluate((field) => (field as HTMLElement).blur());
    await page.keyboard.press('c');
    for (const prompt of said) await page.getByRole('button', { name: `Compare: ${prompt}` }).click();
    await page.getByRole('button', { name: 'Side by side' }).click();
    const side = dialog(page, 'Side by side');
    const media = side.locator('figure [data-pane] > div');
    await until(
      () => media.count(),
      (count) => count === 2,
    );
    expect(await side.locator('mark').allTextContents()).toEqual(expect.arrayContaining(['red', 'blue']));
    await side.getByRole('group').focus();
    await page.keyboard.press('+');
    await page.keyboard.press('ArrowRight');
    const seen = await media.evaluateAll((all) => all.map((one) => (one as HTMLElement).style.transform));
    expect(seen[0]).toMatch(/scale\(1\.4\)/);
    expect(seen[1]).toBe(seen[0]);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await side.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    const keys = dialog(page, 'Keyboard shortcuts');
    await keys.getByRole('switch').click();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    await words.evaluate((field) => (field as HTMLElement).blur());
    await page.keyboard.press('h');
    expect(await page.getByRole('dialog').count()).toBe(0);
    // The way back does not need a key.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await keys.waitFor();
    await page.context().close();
  });

  it('meet no broken script', () => expect(faults).toEqual([]));
});
