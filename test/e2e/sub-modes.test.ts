import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { findFfmpeg } from '../../src/engine/ffmpeg.js';
import { PEOPLE, photograph } from '../measures/people/people.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { ffmpeg } from '../support/files/made-videos.js';
import { forgetVisitor } from '../support/browser/newcomer.js';
import { download, finished, giveFile, plays, press, stage, take } from '../support/browser/making-pages.js';
import { describeUnless, describeWith, findProgram } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const speechMissing = findProgram('espeak-ng') === undefined ? 'needs eSpeak NG, not found on this machine' : undefined;

describeWith(chromiumPath, 'Chromium', 'each sub-mode of easy mode, from the press to the result', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  let portrait: Buffer;
  const faults: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-sub-modes-'));
    // Each page is another visitor from the same address, more of them in a day than the default lets have credits.
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    const { data, width, height } = await photograph(PEOPLE.dark);
    portrait = await sharp(Buffer.from(data.buffer), { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png()
      .toBuffer();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** One page, of one visitor after the other. */
  let opened: Page | undefined;
  async function open(path: string): Promise<Page> {
    if (opened === undefined) opened = await firstPage();
    else await forgetVisitor(opened, server.url);
    await opened.goto(`${server.url}${path}`);
    return opened;
  }
  async function firstPage(): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  }

  const mode = (page: Page, name: string): Promise<void> =>
    page.getByRole('navigation', { name: 'Ways to create' }).getByRole('link', { name, exact: true }).click();
  const words = (page: Page, name: string) => page.getByRole('textbox', { name }).first();
  const pick = (page: Page, name: string | RegExp): Promise<void> =>
    page.locator('form').getByRole('radio', { name }).click();

  /** Three seconds of a film, small. @param args what FFmpeg makes it of */
  async function smallVideo(args: readonly string[]): Promise<Buffer> {
    const path = join(dataDir, `given-${args.length}.mp4`);
    await ffmpeg(await findFfmpeg(), [...args, '-t', '3', '-r', '25', '-pix_fmt', 'yuv420p', '-y', path]);
    return readFile(path);
  }

  it('text to image, and with the same words on to image to image', async () => {
    const page = await open('/image');
    await words(page, 'Prompt').fill('a lighthouse in the fog');
    await pick(page, '16:9');
    await press(page, /^Create · 1 credit$/);
    await finished(page);
    await mode(page, 'Image');
    await page.waitForURL('**/tools/restyle');
    await until(
      () => words(page, 'Light and mood').inputValue(),
      (value) => value === 'a lighthouse in the fog',
    );
    await take(page, 'Balloons over a canyon');
    await pick(page, 'Ink');
    await press(page, /^Restyle · 1 credit$/);
    await finished(page);
    expect((await sharp(await download(page)).metadata()).format).toBe('png');
  });

  it('text to video, and with the same words on to a portrait that says them', async () => {
    const page = await open('/video');
    await words(page, 'Prompt').fill('a lake at sunset');
    await pick(page, '3 seconds');
    await pick(page, '480p');
    await press(page, /^Create video · \d credits$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
    await mode(page, 'Motion');
    await page.waitForURL('**/tools/mimic-motion');
    await mode(page, 'Avatar');
    await page.waitForURL('**/ai-avatar');
    await until(
      () => words(page, 'Spoken text').inputValue(),
      (value) => value === 'a lake at sunset',
    );
  });

  it('image to video', async () => {
    const page = await open('/video');
    await mode(page, 'Image');
    await page.waitForURL('**/video/animate');
    await take(page, 'Balloons over a canyon');
    await pick(page, '3 seconds');
    await pick(page, '480p');
    await press(page, /^Animate · \d credits$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
  });

  it('video to video', async () => {
    const page = await open('/video');
    await mode(page, 'Video');
    await page.waitForURL('**/tools/video-restyle');
    await giveFile(page, 'video', {
      name: 'walk.mp4',
      mimeType: 'video/mp4',
      buffer: await smallVideo(['-i', 'web/public/samples/animate.mp4', '-vf', 'scale=240:160']),
    });
    await press(page, /^Restyle · \d credits?$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
  });

  it('mimic motion: a portrait moves as somebody in a video does, once its people are said to have agreed', async () => {
    const page = await open('/tools/mimic-motion');
    const still = join(dataDir, 'driver.png');
    await sharp(portrait).toFile(still);
    await giveFile(page, 'image', { name: 'portrait.png', mimeType: 'image/png', buffer: portrait });
    await giveFile(page, 'video', {
      name: 'driver.mp4',
      mimeType: 'video/mp4',
      buffer: await smallVideo(['-loop', '1', '-i', still, '-vf', 'rotate=0.1*sin(2*PI*t/2):fillcolor=gray']),
    });
    await press(page, /^Create video · \d credits?$/);
    await page
      .getByRole('alert')
      .getByText(/have agreed/)
      .waitFor();
    await page.getByRole('checkbox', { name: /likeness/ }).check();
    await press(page, /^Create video · \d credits?$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
  });

  it('effects: one is chosen by what it makes, in a gallery; one of plans offers a plan', async () => {
    const page = await open('/ai-effects');
    const effect = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
    await effect(/^Kaleidoscope \(needs a plan\)$/).click();
    const offer = page.getByRole('dialog', { name: 'This effect needs a plan' });
    await offer.getByRole('link', { name: 'See other effects' }).click();
    await page.waitForURL('**/video-effects');
    await offer.waitFor({ state: 'detached' });
    await effect('Snowfall').click();
    await page.waitForURL('**/tools/video-effects');
    await page.locator('form').getByRole('radio', { name: 'Snowfall', checked: true }).waitFor();
    await page.locator('form').getByRole('radio', { name: 'Kaleidoscope, needs a plan' }).click();
    await page.getByRole('dialog', { name: 'This effect needs a plan' }).getByRole('button', { name: 'Close' }).click();
    await take(page, 'A red car', 'subject-1');
    await pick(page, '3 seconds');
    await pick(page, '480p');
    await press(page, /^Create video · \d credits$/);
    await finished(page);
    expect(await plays(page)).toBe(3);
  });

  it('photo effects: a style and a design, each by a press on what it makes', async () => {
    const page = await open('/photo-effects');
    await page.getByRole('main').getByRole('link', { name: 'Blueprint' }).click();
    await page.waitForURL('**/tools/restyle');
    await page.locator('form').getByRole('radio', { name: 'Blueprint', checked: true }).waitFor();
    await take(page, 'A red car');
    await press(page, /^Restyle · 1 credit$/);
    await finished(page);
    await page.goto(`${server.url}/photo-effects`);
    await page.getByRole('main').getByRole('link', { name: 'Quote card' }).click();
    await page.waitForURL('**/tools/templates');
    await page.locator('form').getByRole('radio', { name: 'Quote card', checked: true }).waitFor();
    await words(page, 'Headline').fill('The sky keeps no secrets');
    await press(page, /^Create design · 1 credit$/);
    await finished(page);
  });

  it('any way is found by a word, and a model by what it draws', async () => {
    const page = await open('/app/tool');
    const card = (name: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });
    for (const name of ['Face swap', 'Virtual try-on', 'Lip sync'])
      await card(name).getByText('Experimental', { exact: true }).waitFor();
    expect(await card('Upscale').getByText('Experimental').count()).toBe(0);
    await page.goto(`${server.url}/tools`);
    await page.getByRole('link', { name: /^Virtual try-on .* Experimental$/ }).waitFor();
    await page.goto(`${server.url}/app/tool`);
    await page.getByRole('searchbox').fill('subtitles');
    await page.getByRole('status').getByText('1 result', { exact: true }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Remove subtitles' }).click();
    await page.waitForURL('**/tools/subtitle-remover');
    await page.goto(`${server.url}/app/image-generators`);
    await page
      .locator('article')
      .filter({ has: page.getByRole('heading', { name: 'Preview engine', exact: true }) })
      .getByRole('link', { name: 'Use this model' })
      .click();
    await page.waitForURL('**/image');
    await page.getByRole('radio', { name: /^Preview engine,/, checked: true }).waitFor();
  });

  describeUnless(speechMissing, 'what speaks', () => {
    it('AI avatar: a portrait says a text, with sound', async () => {
      const page = await open('/ai-avatar');
      await giveFile(page, 'face', { name: 'portrait.png', mimeType: 'image/png', buffer: portrait });
      await page.getByRole('checkbox', { name: /likeness/ }).check();
      await words(page, 'Spoken text').fill('Good morning.');
      await pick(page, '3 seconds');
      await press(page, /^Create video · \d credits$/);
      await finished(page);
      expect(await plays(page)).toBe(3);
      expect((await download(page)).includes('mp4a')).toBe(true);
    });

    it('AI shorts: a script becomes an upright film', async () => {
      const page = await open('/ai-shorts');
      await words(page, 'Script').fill('A lighthouse stands by the sea.');
      await pick(page, '10 seconds');
      await press(page, /^Create short · \d credits$/);
      await finished(page);
      expect(await plays(page)).toBe(10);
      const { width, height } = await stage(page)
        .locator('video')
        .evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => ({ width: videoWidth, height: videoHeight }));
      expect(height).toBeGreaterThan(width);
    });
  });

  it('meets no broken script on the way', () => {
    expect(faults).toEqual([]);
  });
});
