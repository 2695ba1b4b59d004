import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { messagesOf } from '../support/messages.js';
import { describeWith } from '../support/needs.js';
import { openForVisitors, type Site } from '../support/browser/site.js';
import { until } from '../support/until.js';

const words = messagesOf('en');
const say = (key: string, values: Readonly<Record<string, string>> = {}): string =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words.get(key) ?? key);

interface Dropped {
  readonly name: string;
  readonly type: string;
  readonly buffer: Buffer;
}

/** A picture of one disc. */
async function image(name: string, background: string): Promise<Dropped> {
  const disc = Buffer.from('<svg width="480" height="360"><circle cx="240" cy="180" r="70" fill="#e0b040"/></svg>');
  return {
    name,
    type: 'image/png',
    buffer: await sharp({ create: { width: 480, height: 360, channels: 3, background } })
      .composite([{ input: disc }])
      .png()
      .toBuffer(),
  };
}

/**
 * Drops files where a hand would let them go: whatever lies there gets them. @returns whether the browser would go to
 * the file instead, as it does by itself
 */
async function drop(
  page: Page,
  at: { readonly x: number; readonly y: number },
  files: readonly Dropped[],
): Promise<{ readonly leaves: boolean }> {
  const data = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const { name, type, bytes } of all)
        transfer.items.add(new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], name, { type }));
      return transfer;
    },
    files.map(({ name, type, buffer }) => ({ name, type, bytes: buffer.toString('base64') })),
  );
  const leaves = await page.evaluate(
    ([dataTransfer, x, y]) => {
      const target = document.elementFromPoint(x, y);
      const notice = ['dragenter', 'dragover', 'drop'].map((type) =>
        target?.dispatchEvent(
          new DragEvent(type, {
            bubbles: true,
            cancelable: true,
            composed: true,
            dataTransfer,
            clientX: x,
            clientY: y,
          }),
        ),
      );
      return notice[2] === true;
    },
    [data, at.x, at.y] as const,
  );
  return { leaves };
}

describeWith(chromiumPath, 'Chromium', 'files, marks and what is typed on a board', () => {
  let site: Site;
  let browser: Browser;
  let red: Dropped;
  let blue: Dropped;
  const faults: string[] = [];

  beforeAll(async () => {
    site = await openForVisitors();
    browser = await launchBrowser();
    [red, blue] = await Promise.all([image('red.png', '#aa4444'), image('blue.png', '#4477aa')]);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  async function open(path: string, width = 1440): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      hasTouch: width < 700,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(`${site.url}${path}`);
    await page
      .getByTestId('credits-badge')
      .filter({ visible: true })
      .getByText(/\p{Nd}/u)
      .first()
      .waitFor();
    return page;
  }
  async function openBoard(width?: number): Promise<Page> {
    const page = await open('/canvas', width);
    await page.getByRole('heading', { name: say('canvas.empty.title') }).waitFor();
    return page;
  }
  async function seen(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `canvas-files-${name}.png`) });
  }
  const button = (place: Page | Locator, key: string): Locator =>
    place.getByRole('button', { name: say(key), exact: true });
  const nodes = (page: Page, kind: 'words' | 'given' | 'creation'): Locator =>
    page.locator(`.react-flow__node-${kind}`);
  const panel = (page: Page): Locator =>
    page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) });
  const saved = (page: Page): Promise<void> => page.locator('[data-saving=saved]').waitFor();
  /** Opens what comes next after the chosen node, and takes a call of it. */
  async function next(page: Page, name: string): Promise<void> {
    await button(panel(page), 'canvas.node.next').click();
    const list = page.getByRole('dialog');
    await list.getByRole('combobox').fill(name);
    // Its own name finds it first, whatever else has letters of it.
    await list.getByRole('option', { name, exact: true, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await panel(page).getByRole('heading', { name, level: 2 }).waitFor();
  }
  async function feed(page: Page, place: string, name: string): Promise<void> {
    await panel(page)
      .getByRole('combobox', { name: say('canvas.fed.by', { place }) })
      .click();
    await page.getByRole('option', { name, exact: true }).click();
  }
  /** Two pictures side by side on a new board, the first of them chosen. */
  async function withImages(): Promise<Page> {
    const page = await openBoard();
    expect(await drop(page, { x: 200, y: 220 }, [blue, red])).toEqual({ leaves: false });
    await until(
      () => nodes(page, 'given').locator('img').count(),
      (count) => count === 2,
    );
    await nodes(page, 'given')
      .first()
      .click({ position: { x: 120, y: 22 } });
    return page;
  }

  it('takes what is dropped anywhere on it, each on a node of its own, and says what it cannot take', async () => {
    const page = await openBoard();
    // Upon what one can begin with, which lies over the board.
    expect(await drop(page, { x: 620, y: 520 }, [blue, red])).toEqual({ leaves: false });
    await until(
      () => nodes(page, 'given').locator('img').count(),
      (count) => count === 2,
    );
    const [one, two] = await Promise.all([0, 1].map((index) => nodes(page, 'given').nth(index).boundingBox()));
    expect((one?.x ?? 0) + (one?.width ?? 0)).toBeLessThanOrEqual(two?.x ?? 0);
    expect(
      await drop(page, { x: 300, y: 260 }, [
        { name: 'notes.pdf', type: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
      ]),
    ).toEqual({ leaves: false });
    await page.getByText(say('canvas.told.notTaken')).waitFor();
    expect(await nodes(page, 'given').count()).toBe(2);
    // On a node that has a file it takes that one's place; on its way it is small, and shown from the device.
    const first = nodes(page, 'given').first().locator('img');
    const arrived = (but?: string | null) =>
      until(
        () => first.getAttribute('src'),
        (src) => src !== but && src?.startsWith('/api/') === true,
      );
    const before = await arrived();
    const box = await first.boundingBox();
    if (box === null) throw new Error('nothing to drop on');
    await drop(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, [red]);
    await arrived(before);
    expect(await nodes(page, 'given').count()).toBe(2);
    await saved(page);
    await seen(page, 'dropped');
    await page.context().close();
  });

  it('marks a picture by hand, marks it anew in place of the first, and erases what is marked', async () => {
    const page = await withImages();
    await next(page, say('tools.names.erase'));
    const mark = async (from: number, to: number): Promise<void> => {
      await button(panel(page), 'canvas.fed.paint').click();
      const dialog = page.getByRole('dialog', { name: say('canvas.mask.title') });
      expect(await button(dialog, 'canvas.mask.done').isDisabled()).toBe(true);
      const box = await dialog.getByRole('application').boundingBox();
      if (box === null) throw new Error('nothing to paint on');
      await page.mouse.move(box.x + box.width * from, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * to, box.y + box.height / 2, { steps: 8 });
      await page.mouse.up();
      expect(await axeViolations(page)).toEqual([]);
      await button(dialog, 'canvas.mask.done').click();
      await dialog.waitFor({ state: 'detached' });
    };
    await mark(0.4, 0.6);
    await until(
      () => nodes(page, 'given').locator('img').count(),
      (count) => count === 3,
    );
    const src = await nodes(page, 'given').last().locator('img').getAttribute('src');
    await mark(0.3, 0.7);
    await until(
      () => nodes(page, 'given').last().locator('img').getAttribute('src'),
      (now) => now !== src && now?.startsWith('/api/') === true,
    );
    expect(await nodes(page, 'given').count()).toBe(3);
    await panel(page)
      .getByRole('button', { name: /^Create · 1 credit$/ })
      .click();
    await nodes(page, 'creation').getByText(say('canvas.standing.done'), { exact: true }).waitFor();
    await seen(page, 'erased');
    await page.context().close();
  });

  it('asks whether whoever is shown consents: without a yes nothing is begun', async () => {
    const page = await withImages();
    await next(page, say('tools.names.faceSwap'));
    await feed(page, say('tools.slots.face'), 'Image 2');
    const runs: string[] = [];
    page.on('request', (request) => request.url().includes('board.run') && runs.push(request.postData() ?? ''));
    const create = panel(page).getByRole('button', { name: /^Create · \d+ credits?$/ });
    await create.click();
    const question = page.getByRole('alertdialog', { name: say('canvas.consent.title') });
    await question.waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'consent');
    await button(question, 'canvas.consent.no').click();
    await question.waitFor({ state: 'detached' });
    await until(
      () => create.isEnabled(),
      (isOn) => isOn,
    );
    expect(runs).toEqual([]);
    await create.click();
    await question.getByRole('button', { name: new RegExp(`^${say('canvas.consent.yes')}`) }).click();
    await until(
      async () => runs,
      (sent) => sent.length > 0,
    );
    expect(runs.join()).toMatch(/"consent":true/);
    await page.context().close();
  });

  it('has one step of undo for a word, another after a pause, and fields of numbers that can be written in', async () => {
    const page = await withImages();
    await next(page, say('tools.names.edit'));
    await feed(page, say('tools.slotOf', { name: say('tools.slots.clip'), number: '2' }), 'Image 2');
    await button(panel(page), 'tools.edit.addText').click();
    const text = panel(page).getByRole('textbox', { name: say('tools.edit.textName', { number: '1' }) });
    await text.click();
    // Each at once, as a hand pastes it: how long a busy machine takes for a letter says nothing of a pause. The board
    // is saved after one.
    const isSaved = page.waitForResponse(/board\.save/);
    await page.keyboard.insertText('By the sea');
    await isSaved;
    await saved(page);
    await page.keyboard.insertText(' at noon');
    await button(page, 'canvas.undo').click();
    await until(
      () => text.inputValue(),
      (value) => value === 'By the sea',
    );
    await button(page, 'canvas.undo').click();
    await until(
      () => text.inputValue(),
      (value) => value === '',
    );
    const [from, to] = ['textFrom', 'textTo'].map((key) =>
      panel(page).getByRole('spinbutton', { name: say(`tools.edit.${key}`) }),
    );
    if (from === undefined || to === undefined) throw new Error('no fields');
    // On the way from 2 to 12 there is a 1, which is too early for an end.
    await from.fill('2');
    await to.click();
    await to.fill('');
    expect(await to.inputValue()).toBe('');
    await page.keyboard.type('12');
    expect(await to.inputValue()).toBe('12');
    await page.keyboard.press('ArrowDown');
    expect(await to.inputValue()).toBe('11.9');
    await to.fill('');
    await to.blur();
    expect(await to.inputValue()).toBe('11.9');
    await to.fill('900');
    await page.keyboard.press('Enter');
    expect(await to.inputValue()).toBe('60');
    await seen(page, 'editor');
    await page.context().close();
  });

  it('says how much is too much when two tabs fill it together, and is saved by itself once that is gone', async () => {
    const page = await openBoard();
    const others = Array.from({ length: 99 }, (_, index) => ({
      kind: 'words',
      id: `other-${index}`,
      x: (index % 10) * 300,
      y: Math.floor(index / 10) * 220,
      text: '',
    }));
    const answer = await page.evaluate(
      async (all) =>
        (
          await fetch('/api/trpc/board.save', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ version: 0, nodes: all, edges: [] }),
          })
        ).status,
      others,
    );
    expect(answer).toBe(200);
    // Until everything is drawn here, nothing is known of what was drawn there.
    let letGo = (): void => undefined;
    const drawn = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/api/trpc/board.save**', (route) => void drawn.then(() => route.continue()));
    await button(page, 'canvas.empty.own').click();
    const list = page.getByRole('dialog');
    await list.getByRole('combobox').fill(say('canvas.add.words'));
    await list.getByRole('option', { name: say('canvas.add.words'), exact: true }).click();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say('canvas.add.words'), exact: true })
      .click();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: say('canvas.add.words'), exact: true })
      .click();
    await until(
      () => nodes(page, 'words').count(),
      (count) => count === 3,
    );
    letGo();
    const notice = page.getByText(/This board has 2 nodes too many: the limit is 100\. Delete 2/);
    await notice.waitFor();
    await page.locator('[data-saving=full]').waitFor();
    expect(await nodes(page, 'words').count()).toBe(102);
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'too-much');
    await button(panel(page), 'canvas.node.delete').click();
    await page.getByText(/This board has 1 node too many/).waitFor();
    await button(page, 'canvas.labels.fit').click();
    await nodes(page, 'words').last().focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Delete');
    await saved(page);
    await page.getByText(/This board has .* too many/).waitFor({ state: 'detached' });
    await page.reload();
    await until(
      () => nodes(page, 'words').count(),
      (count) => count === 100,
    );
    await page.context().close();
  });

  it('offers what one can begin with once it is known who makes it, and begins with that at the first press', async () => {
    const page = await open('/credits');
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/catalog\.models/, async (route) => {
      await held;
      await route.continue();
    });
    const board = page.waitForResponse(/board\.get/);
    await page.goto(`${site.url}/canvas`);
    await (await board).finished();
    await page.getByRole('status', { name: say('common.loading') }).waitFor();
    expect(await page.getByRole('heading', { name: say('canvas.empty.title') }).count()).toBe(0);
    letGo();
    await page.getByRole('button', { name: new RegExp(`^${say('canvas.empty.templates.look.title')}`) }).click();
    await until(
      () => nodes(page, 'creation').count(),
      (count) => count === 2,
    );
    await page.context().close();
  });

  it('opens on a phone so that it can be read, and what is out of sight is reached by seeing everything, or by a finger', async () => {
    const page = await openBoard(390);
    await page.getByRole('button', { name: new RegExp(`^${say('canvas.empty.templates.film.title')}`) }).click();
    await nodes(page, 'creation').nth(1).waitFor();
    await saved(page);
    await page.reload();
    await nodes(page, 'creation').nth(1).waitFor();
    const zoom = (): Promise<number> =>
      page.locator('.react-flow__viewport').evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).a);
    const inSight = (node: Locator): Promise<boolean> =>
      node.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
      });
    const all = [nodes(page, 'words').first(), nodes(page, 'creation').first(), nodes(page, 'creation').nth(1)];
    await until(zoom, (now) => now >= 0.6);
    expect((await Promise.all(all.map(inSight))).every(Boolean)).toBe(false);
    await seen(page, 'phone');
    await button(page, 'canvas.labels.fit').click();
    await until(
      async () => (await Promise.all(all.map(inSight))).every(Boolean),
      (are) => are,
    );
    await seen(page, 'phone-all');
    const before = await nodes(page, 'words').first().boundingBox();
    await page.mouse.move(200, 700);
    await page.mouse.down();
    await page.mouse.move(320, 640, { steps: 6 });
    await page.mouse.up();
    await until(
      async () => Math.round(((await nodes(page, 'words').first().boundingBox())?.x ?? 0) - (before?.x ?? 0)),
      (moved) => moved > 60,
    );
    await page.context().close();
  });

  it('in easy mode, a file is dropped on its place, another on the one that is there, and beside it nothing happens', async () => {
    const page = await open('/tools/restyle');
    const well = page.locator('[data-well=image]');
    const middle = async (): Promise<{ readonly x: number; readonly y: number }> => {
      await well.scrollIntoViewIfNeeded();
      const box = await well.boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    expect(await drop(page, await middle(), [blue])).toEqual({ leaves: false });
    await well.getByText(/^480 × 360/).waitFor();
    const shown = (): Promise<string | null> => well.locator('img').first().getAttribute('src');
    const before = await shown();
    expect(await drop(page, await middle(), [red])).toEqual({ leaves: false });
    await until(shown, (src) => src !== before && src?.startsWith('/api/') === true);
    expect(await drop(page, { x: 20, y: 880 }, [red])).toEqual({ leaves: false });
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
