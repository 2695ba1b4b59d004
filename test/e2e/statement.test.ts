import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { UserId } from '../../src/kernel/ids.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, openScreen } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { liveIn, statementLife } from '../support/people/statement-life.js';
import { until } from '../support/until.js';

const LOOKS = [
  { width: 1440, scheme: 'dark', prefix: '' },
  { width: 768, scheme: 'light', prefix: '/de' },
  { width: 390, scheme: 'light', prefix: '' },
  { width: 390, scheme: 'dark', prefix: '/ar' },
  { width: 1440, scheme: 'light', prefix: '/ar' },
] as const;
const OWN = '/credits?usage=api_credits';

describeWith(chromiumPath, 'Chromium', "the page of one's own credits", () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  /** Of somebody with a long history. */
  let page: Page;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-statement-'));
    server = await startServer({ dataDir });
    browser = await launchBrowser();
    page = await openScreen(browser, `${server.url}/credits`);
    const { user } = z
      .object({ user: z.object({ id: z.string() }) })
      .parse(await page.evaluate(async (): Promise<unknown> => (await fetch('/api/auth/session')).json()));
    await page.goto('about:blank');
    await server.stop();
    await liveIn(
      dataDir,
      { userId: user.id as UserId, appName: 'kinora', usageType: 'api_credits' },
      statementLife(Date.now()),
    ); // an id that the server gave
    server = await startServer({ dataDir, port: server.port });
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** The page goes on to another address. */
  async function open(
    path: string,
    look: { readonly width: number; readonly scheme: 'dark' | 'light' } = { width: 1440, scheme: 'dark' },
  ): Promise<Page> {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.goto(`${server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await settled(page);
    return page;
  }
  const settled = async (page: Page): Promise<void> => {
    await page.getByRole('search').waitFor();
    await until(
      () => page.locator('main [aria-busy=true], main [role=status] .sheen, main .sheen').count(),
      (busy) => busy === 0,
    );
  };
  /** The lines, without what opens under them. */
  const rows = (page: Page) => page.locator('tbody tr[id]:not([id^="_"])');

  it('shows page after page as one comes near the end, each line once', async () => {
    const page = await open(OWN);
    const first = await rows(page).count();
    expect(first).toBeGreaterThanOrEqual(50);
    await page.mouse.wheel(0, 100_000);
    await until(
      () => rows(page).count(),
      (count) => count > first,
    );
    const keys = await rows(page).evaluateAll((all) => all.map((row) => `${row.id} ${row.textContent ?? ''}`));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps its filters in the address, says when nothing is left, and clears them', async () => {
    const page = await open(OWN);
    await page.getByRole('radio', { name: 'Adjustments' }).click();
    await until(
      () => rows(page).count(),
      (count) => count === 1,
    );
    expect(new URL(page.url()).search).toBe('?usage=api_credits&show=adjusted');
    await page.getByRole('searchbox').fill('no such thing');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await until(
      () => Promise.resolve(new URL(page.url()).searchParams.get('q')),
      (q) => q === 'no such thing',
    );
    await page.reload();
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    await until(
      () => page.getByRole('searchbox').inputValue(),
      (value) => value === 'no such thing',
    );
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await until(
      () => rows(page).count(),
      (count) => count >= 50,
    );
    expect(new URL(page.url()).search).toBe('?usage=api_credits');
    await until(
      () => page.getByRole('searchbox').inputValue(),
      (value) => value === '',
    );
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByLabel('To', { exact: true }).fill('2020-01-31');
    await page.getByRole('heading', { name: 'No results' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      usage: 'api_credits',
      from: '2020-01-01',
      to: '2020-01-31',
    });
  });

  it('opens a line to what happened: held, captured, given back, by which grants; a refund stays', async () => {
    const page = await open(`${OWN}&q=000000000003`);
    await until(
      () => rows(page).count(),
      (count) => count === 1,
    );
    await page.getByRole('button', { name: 'Details' }).click();
    const story = page.getByRole('listitem').filter({ hasText: 'refunded' });
    await story.waitFor();
    expect(await story.textContent()).toContain('failed');
    expect(await page.getByRole('listitem').filter({ hasText: '5 held' }).textContent()).toMatch(/Check-in \d|Plan \d/);
  });

  it('downloads the lines that are shown as a file', async () => {
    const page = await open(`${OWN}&show=ended`);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^kinora-api_credits-until-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^at,kind,id,title,credits,/);
    expect(lines.slice(1).every((line) => /,(expiry|revocation),/.test(line))).toBe(true);
    expect(lines.length).toBeGreaterThan(5);
  });

  it('says what expires next, and in which order everything is spent', async () => {
    const page = await open(OWN);
    const card = page
      .locator('div')
      .filter({ has: page.getByRole('heading', { name: 'Next to expire' }) })
      .last();
    // Six of the first eight are held for what is being made.
    expect(await card.textContent()).toMatch(/2 credits expire on \w+ \d+, in \d days/);
    expect(await card.getByText('4 more held').count()).toBe(1);
    await card.getByRole('button', { name: 'Show all 6 days' }).click();
    expect(await card.getByText('Never expires').count()).toBe(1);
    expect(await card.getByText('After 12 months').count()).toBe(1);
  });

  it("lets one choose among one's accounts", async () => {
    const page = await open('/credits');
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('combobox', { name: 'Account' }).click();
    await page.getByRole('option', { name: 'API credits' }).click();
    await until(
      () => rows(page).count(),
      (count) => count >= 50,
    );
    expect(new URL(page.url()).search).toBe('?usage=api_credits');
  });

  it.each(LOOKS)(
    'stands at $width, $scheme, "$prefix": breaks no rule and does not scroll sideways',
    async ({ width, scheme, prefix }) => {
      const page = await open(`${prefix}${OWN}`, { width, scheme });
      expect(await page.locator('html').getAttribute('dir')).toBe(prefix === '/ar' ? 'rtl' : 'ltr');
      await page.locator('button[aria-expanded=false][aria-controls]').filter({ visible: true }).nth(3).click();
      const { wide, window } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth,
        window: innerWidth,
      }));
      expect({ wide: wide <= window, violations: await axeViolations(page) }).toEqual({ wide: true, violations: [] });
    },
  );
});
