import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { forgetVisitor } from '../support/browser/newcomer.js';
import { download, finished, plays, press, sample, stage, take, well } from '../support/browser/making-pages.js';
import { describeWith, everyTest } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { until } from '../support/until.js';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Sizes in which further forms are used; the nightly run uses both. */
const SIZES = everyTest
  ? ([
      ['a desktop', DESKTOP],
      ['a phone', PHONE],
    ] as const)
  : ([['a phone', PHONE]] as const);

const painter = (page: Page): Locator => page.getByRole('application');
const given = (page: Page): Locator => well(page, 'image');

/** The line between before and after, as the keyboard has it. */
const line = (page: Page): Locator => stage(page).getByRole('slider');

describeWith(chromiumPath, 'Chromium', 'a photo of one’s own', () => {
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

  /** One page of each size, of one visitor after the other. */
  const pages = new Map<typeof DESKTOP, Page>();
  async function open(path: string, viewport = DESKTOP): Promise<Page> {
    const known = pages.get(viewport);
    if (known !== undefined) {
      await forgetVisitor(known, site.url);
      await known.goto(`${site.url}${path}`);
      return known;
    }
    const touch = viewport === PHONE;
    const context = await browser.newContext({
      viewport,
      hasTouch: touch,
      isMobile: touch,
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    pages.set(viewport, page);
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${site.url}${path}`);
    return page;
  }

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ] as const)(
    'on %s, a sample on the home page is enlarged by one press, with its price on the button, and compared',
    async (_name, viewport) => {
      const page = await open('/', viewport);
      await sample(page, 'A small photo of roses').click();
      await page.getByRole('button', { name: /^Upscale 1 credit$/ }).click();
      await page.waitForURL('**/tools/upscaler');
      await finished(page);
      expect(await line(page).getAttribute('aria-valuetext')).toBe('50 percent before');
      await line(page).focus();
      await page.keyboard.press('Home');
      await stage(page).locator('[role=slider][aria-valuetext="0 percent before"]').waitFor();
      const { format, width } = await sharp(await download(page)).metadata();
      expect({ format, width }).toEqual({ format: 'png', width: 640 });
    },
  );

  it('erases what the mouse has painted over, and nothing far from it', async () => {
    const page = await open('/tools/object-remover');
    await take(page, 'A woman at a lake');
    await painter(page).waitFor();
    await painter(page).scrollIntoViewIfNeeded();
    await press(page, /^Remove object/);
    await page.getByText('Paint over part of the image first.').waitFor();
    const box = await painter(page).boundingBox();
    if (box === null) throw new Error('no painter');
    const at = (x: number, y: number): readonly [number, number] => [box.x + box.width * x, box.y + box.height * y];
    for (const x of [0.295, 0.325, 0.355]) {
      await page.mouse.move(...at(x, 0.5));
      await page.mouse.down();
      await page.mouse.move(...at(x, 0.95), { steps: 12 });
      await page.mouse.up();
    }
    await press(page, /^Remove object · 1 credit$/);
    await finished(page);
    await line(page).waitFor();
    const [before, after] = await Promise.all([readFile('web/public/samples/lake.jpg'), download(page)]);
    // Red is the woman's dress; nothing else on the shore has it.
    const red = async (file: Buffer): Promise<number> => {
      const { data } = await sharp(file)
        .removeAlpha()
        .extract({ left: 280, top: 360, width: 100, height: 290 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return Array.from({ length: data.length / 3 }, (_none, pixel) => pixel * 3).filter(
        (rgb) => (data[rgb] ?? 0) > 150 && (data[rgb + 1] ?? 0) < 110 && (data[rgb + 2] ?? 0) < 110,
      ).length;
    };
    expect(await red(before)).toBeGreaterThan(2_000);
    expect(await red(after)).toBeLessThan(200);
  });

  it('erases what a finger has painted over', async () => {
    const page = await open('/tools/object-remover', PHONE);
    await sample(page, 'A woman at a lake').tap();
    await painter(page).waitFor();
    await painter(page).scrollIntoViewIfNeeded();
    const box = await painter(page).boundingBox();
    if (box === null) throw new Error('no painter');
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<unknown> =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: box.x + box.width * 0.325, y: box.y + box.height * y }],
      });
    await send('touchStart', 0.55);
    for (const y of [0.6, 0.7, 0.8, 0.9]) await send('touchMove', y);
    await send('touchEnd', 0.9);
    await press(page, /^Remove object · 1 credit$/);
    await finished(page);
    await line(page).waitFor();
  });

  it('erases what a pen has painted over', async () => {
    const page = await open('/tools/object-remover');
    await take(page, 'A woman at a lake');
    await painter(page).waitFor();
    await painter(page).scrollIntoViewIfNeeded();
    const box = await painter(page).boundingBox();
    if (box === null) throw new Error('no painter');
    const pen = await page.context().newCDPSession(page);
    const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', y: number): Promise<unknown> =>
      pen.send('Input.dispatchMouseEvent', {
        type,
        x: box.x + box.width * 0.325,
        y: box.y + box.height * y,
        button: 'left',
        buttons: 1,
        clickCount: 1,
        pointerType: 'pen',
        force: 0.8,
      });
    await send('mousePressed', 0.55);
    for (const y of [0.6, 0.7, 0.8, 0.9]) await send('mouseMoved', y);
    await send('mouseReleased', 0.9);
    await press(page, /^Remove object · 1 credit$/);
    await finished(page);
    await line(page).waitFor();
  });

  it('is painted and erased by keyboard alone', async () => {
    const page = await open('/tools/object-remover');
    await sample(page, 'A woman at a lake').focus();
    await page.keyboard.press('Enter');
    await painter(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page
      .locator('form')
      .getByRole('button', { name: /^Remove object · 1 credit$/ })
      .focus();
    await page.keyboard.press('Enter');
    await finished(page);
  });

  it.each(SIZES)('on %s is cut out, and the result goes on to a new background', async (_name, viewport) => {
    const page = await open('/tools/background-remover', viewport);
    await take(page, 'A red car');
    await press(page, /^Remove background · 1 credit$/);
    await finished(page);
    expect((await sharp(await download(page)).stats()).isOpaque).toBe(false);
    await page
      .getByRole('region', { name: 'What next?' })
      .getByRole('link', { name: /^Change background/ })
      .click();
    await page.waitForURL('**/tools/background-changer');
    await given(page).getByText('816 × 1024').waitFor();
    await page.getByRole('radio', { name: 'A colour' }).click();
    await page.getByRole('radio', { name: 'Sky blue' }).click();
    await press(page, /^Change background · 1 credit$/);
    await finished(page);
    expect((await sharp(await download(page)).stats()).isOpaque).toBe(true);
  });

  it.each(SIZES)('on %s is restyled, then animated into a video that plays', async (_name, viewport) => {
    const page = await open('/tools/restyle', viewport);
    await take(page, 'Balloons over a canyon');
    await page.getByRole('radio', { name: 'Poster' }).click();
    await press(page, /^Restyle · 1 credit$/);
    await finished(page);
    await page
      .getByRole('region', { name: 'What next?' })
      .getByRole('link', { name: /^Image to video/ })
      .click();
    await page.waitForURL('**/video/animate');
    await given(page).getByText('1024 × 688').waitFor();
    await page.getByRole('radio', { name: 'Pan right' }).click();
    await page.getByRole('radio', { name: '3 seconds' }).click();
    await page.getByRole('radio', { name: '480p' }).click();
    await press(page, /^Animate · \d credits$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
    await page.goto(`${site.url}/creations`);
    await page.getByRole('radio', { name: 'Videos' }).click();
    await page.getByRole('button', { name: 'Open “Animated image”' }).click();
    await page.getByRole('region', { name: 'Made from' }).waitFor();
    await page.getByRole('region', { name: 'Recipe' }).getByText('Pan right').waitFor();
  });

  it.each(SIZES)('on %s need not be there: words alone become a video that plays', async (_name, viewport) => {
    const page = await open('/video', viewport);
    await page.getByRole('textbox', { name: 'Prompt' }).first().fill('a lake at sunset');
    await page.getByRole('radio', { name: '3 seconds' }).click();
    await page.getByRole('radio', { name: '480p' }).click();
    await press(page, /^Create video · 2 credits$/);
    await finished(page);
    await plays(page);
    expect((await download(page)).toString('latin1', 4, 8)).toBe('ftyp');
  });

  it('that is no picture, whatever its name says, is refused in words', async () => {
    const page = await open('/tools/upscaler');
    const picker = given(page).getByTestId('file-picker');
    await picker.setInputFiles({ name: 'holiday.png', mimeType: 'image/png', buffer: Buffer.from('dear diary') });
    await page.getByText('That file isn’t an image.').waitFor();
    await page.getByRole('button', { name: 'Remove holiday.png' }).click();
    await picker.setInputFiles({ name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.alloc(0) });
    await page.getByText('That file is empty.').waitFor();
  });

  it('is pasted, and what stands on the desk is there again after a reload', async () => {
    const page = await open('/tools/upscaler');
    await given(page).getByTestId('file-picker').waitFor({ state: 'attached' });
    const png = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#3a6ea5' } })
      .png()
      .toBuffer();
    await page.evaluate(
      (bytes) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'pasted.png', { type: 'image/png' }));
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      },
      [...png],
    );
    await given(page).getByText('320 × 200').waitFor();
    await page.getByRole('radio', { name: '4 times' }).click();
    await page.reload();
    await given(page).getByText('pasted.png').waitFor();
    await page.getByText('1280 × 800').waitFor();
  });

  it('that would become too large is refused before anything is charged', async () => {
    const page = await open('/tools/upscaler');
    const wide = await sharp({ create: { width: 2_400, height: 300, channels: 3, background: '#555555' } })
      .jpeg()
      .toBuffer();
    await given(page)
      .getByTestId('file-picker')
      .setInputFiles({ name: 'wide.jpg', mimeType: 'image/jpeg', buffer: wide });
    await given(page).getByText('2400 × 300').waitFor();
    const refusal = page.getByRole('alert').filter({ hasText: 'The result can be at most 3,840 pixels wide or high.' });
    await refusal.getByRole('button', { name: 'Crop' }).waitFor();
    expect(
      await page
        .locator('form')
        .getByRole('button', { name: /^Upscale/ })
        .isDisabled(),
    ).toBe(true);
  });

  it('of many megabytes comes in parts and arrives whole', async () => {
    const page = await open('/tools/background-remover');
    const side = 1_800;
    const noise = Buffer.from(
      Uint32Array.from(
        { length: (side * side * 3) / 4 },
        (_none, index) => Math.imul(index ^ (index >>> 7), 2_654_435_761) >>> 0,
      ).buffer,
    );
    const png = await sharp(noise, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(png.byteLength).toBeGreaterThan(8 * 1_048_576);
    const parts: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/uploads/tus')) parts.push(request.method());
    });
    await given(page)
      .getByTestId('file-picker')
      .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: png });
    await given(page).getByText('1800 × 1800').waitFor();
    expect(parts).toEqual(expect.arrayContaining(['POST', 'PATCH']));
  });

  it('that was made here brings its recipe back', async () => {
    const page = await open('/image');
    await page.getByRole('textbox', { name: 'Prompt' }).first().fill('a lighthouse in the fog');
    await page.getByRole('radio', { name: '16:9' }).click();
    await page
      .locator('form')
      .getByRole('button', { name: /^Create · 1 credit$/ })
      .click();
    await finished(page);
    const file = await download(page);
    await page.goto(`${site.url}/tools/upscaler`);
    await given(page)
      .getByTestId('file-picker')
      .setInputFiles({ name: 'found.png', mimeType: 'image/png', buffer: file });
    await page.getByText('This was made with Kinora').waitFor();
    await page.getByRole('link', { name: 'Restore this recipe' }).click();
    await page.waitForURL('**/image');
    await until(
      () => page.getByRole('textbox', { name: 'Prompt' }).first().inputValue(),
      (value) => value === 'a lighthouse in the fog',
    );
  });

  it('meets no broken script on the way', () => {
    expect(faults).toEqual([]);
  });
});
