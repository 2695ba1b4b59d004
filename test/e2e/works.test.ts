import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { codeIn, PASSWORD } from '../support/people/account.js';
import {
  badgeSays,
  becomeAdministrator,
  confirm,
  credentials,
  heading,
  letterIn,
  newPerson,
} from '../support/browser/account-pages.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { listWorks } from '../support/listed-works.js';
import { messagesOf } from '../support/messages.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const ADA = 'ada@kinora.example';
const PROMPT = 'a lighthouse in the fog';
const TITLE = 'The light in the fog';
const SURCHARGE = 'Includes 5 credits for the author of the post.';
/** Listed works that are there from the beginning, older than every other. */
const MANY = 1_500;
const submitted = z.object({ result: z.object({ data: z.object({ id: z.string() }) }) });

/** Runs in the page: notes each tile of a feed that moves without a scroll. */
function noteMovedTiles(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const sources = (entry as PerformanceEntry & { readonly sources?: readonly { readonly node?: Node | null }[] })
        .sources; // the type has no layout shifts
      for (const { node } of sources ?? []) {
        const tile = node instanceof Element ? node.closest('[data-at]') : node?.parentElement?.closest('[data-at]');
        if (tile) document.documentElement.dataset['moved'] = tile.getAttribute('data-at') ?? '';
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

describeWith(chromiumPath, 'Chromium', 'a work that is published', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  let ada: Page;
  let moderator: Page;
  let taskId: string;
  const faults: string[] = [];
  const words = messagesOf('en');
  const say = (key: string): string => words.get(key) ?? key;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-works-'));
    await listWorks(dataDir, MANY);
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    [ada, moderator] = [await arrive(), await arrive()];
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function arrive(width = 1440): Promise<Page> {
    // The discount that is offered once a creation has ended would cover what is pressed here.
    const page = await (await newPerson(browser, { width, offered: true })).newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    return page;
  }
  async function seen(page: Page, name: string): Promise<void> {
    const folder = process.env['SCREENS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `works-${name}.png`) });
  }
  const dialog = (page: Page, key: string): Locator => page.getByRole('dialog', { name: say(key), exact: true });
  const button = (place: Page | Locator, key: string): Locator =>
    place.getByRole('button', { name: say(key), exact: true });
  const address = (): string => `${server.url}/v/${taskId}-0`;

  it('is asked for by who made it, with a title and with consent, and then waits', async () => {
    await ada.goto(`${server.url}/sign-up`);
    await badgeSays(ada, 10);
    await credentials(ada, 'Create account', ADA, PASSWORD);
    await confirm(ada, codeIn(await letterIn(dataDir, ADA)));
    await badgeSays(ada, 40);
    const answer = await ada.request.post(`${server.url}/api/trpc/text2Image.create`, {
      data: {
        requestId: randomUUID(),
        prompt: PROMPT,
        model: 'preview',
        aspect: '16:9',
        count: 1,
        seed: 7,
        price: { amount: 1, priceVersion: 1 },
      },
    });
    taskId = submitted.parse(await answer.json()).result.data.id;
    const input = encodeURIComponent(JSON.stringify({ id: taskId }));
    await until(
      async () => (await ada.request.get(`${server.url}/api/trpc/task.get?input=${input}`)).text(),
      (task) => task.includes('"status":"succeeded"'),
    );
    await ada.goto(`${server.url}/creations?task=${taskId}`);
    await button(ada, 'works.row.publish').click();
    const form = dialog(ada, 'works.publish.title');
    await form.getByLabel(say('works.publish.name'), { exact: true }).fill('');
    await button(form, 'works.publish.submit').click();
    await form.getByText(say('works.publish.consentMissing')).waitFor();
    expect(await axeViolations(ada)).toEqual([]);
    await form.getByLabel(say('works.publish.name'), { exact: true }).fill('a decapitated soldier');
    await form.getByRole('checkbox').click();
    await button(form, 'works.publish.submit').click();
    await form.getByText(say('works.publish.illegal.title')).waitFor();
    await form.getByText('Because of: decapitated').waitFor();
    await button(form, 'errors.refusal.appeal').click();
    await form.getByLabel(say('errors.refusal.comment')).fill('It is a scene of a history book.');
    await seen(ada, 'appeal');
    await button(form, 'errors.refusal.send').click();
    await form.getByText(say('errors.refusal.waiting')).waitFor();
    await form.getByLabel(say('works.publish.name'), { exact: true }).fill(TITLE);
    await form.getByRole('radio', { name: say('works.publish.sharings.recipe.label') }).click();
    await form.getByRole('radio', { name: '5 credits', exact: true }).click();
    await form.getByRole('radio', { name: say('works.visibility.public.label') }).click();
    await seen(ada, 'publish');
    await button(form, 'works.publish.submit').click();
    const status = dialog(ada, 'works.own.title');
    await status.getByText(say('works.own.text.in_review')).waitFor();
    expect(await axeViolations(ada)).toEqual([]);
    await seen(ada, 'status');
    await ada.keyboard.press('Escape');
    await ada.getByText(say('works.status.in_review')).first().waitFor();
    expect((await fetch(address())).status).toBe(404);
  });

  it('is let pass by a moderator, who sees what it is and what it was made with', async () => {
    const link = await until(
      async () => /\/admin\/first\?token=[\w-]+/.exec(server.output())?.[0],
      (found) => found !== undefined,
    );
    await moderator.goto(`${server.url}${link ?? ''}`);
    await badgeSays(moderator, 10);
    await becomeAdministrator(moderator);
    await moderator.goto(`${server.url}/admin/works`);
    await heading(moderator, say('works.review.title'));
    await moderator.getByRole('heading', { name: TITLE }).waitFor();
    await moderator.getByText(PROMPT).waitFor();
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'review');
    await button(moderator, 'works.review.approve').click();
    await moderator.getByText(say('works.review.empty')).waitFor();
  });

  it('has a page that is there without a script, for people and for sites that link to it', async () => {
    const answer = await fetch(address());
    const html = await answer.text();
    expect(answer.status).toBe(200);
    const property = (name: string): string | undefined =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(['og:title', 'og:url', 'twitter:card', 'description'].map(property)).toEqual([
      TITLE,
      address(),
      'summary_large_image',
      PROMPT,
    ]);
    expect(property('robots')).toBeUndefined();
    expect(html).toContain(TITLE);
    const poster = await fetch(property('og:image') ?? '');
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(
      (await fetch(address(), { headers: { 'kinora-facts': encodeURIComponent('{"work":{"title":"forged"}}') } }))
        .status,
    ).toBe(200);
    expect(
      await (
        await fetch(`${server.url}/v/${randomUUID()}-0`, {
          headers: { 'kinora-facts': encodeURIComponent('{"work":{"title":"forged"}}') },
        })
      ).text(),
    ).not.toContain('forged');
    const german = await (await fetch(`${server.url}/de/v/${taskId}-0`)).text();
    expect(german).toContain('lang="de"');
  });

  it.each([1440, 390])('is seen by strangers and remixed, at a width of %d', async (width) => {
    const stranger = await arrive(width);
    await stranger.goto(address());
    await heading(stranger, TITLE);
    await until(
      () => stranger.getByRole('img', { name: TITLE }).evaluate((image) => (image as HTMLImageElement).naturalWidth),
      (pixels) => pixels > 100,
    ); // an image by its role
    expect(await axeViolations(stranger)).toEqual([]);
    await seen(stranger, `page-${width}`);
    await stranger.getByText('Its author asks for 5 credits on top of the price of each remix.').waitFor();
    await stranger.getByRole('link', { name: say('works.page.remix'), exact: true }).click();
    await stranger.waitForURL(/\/image/);
    await until(
      () => stranger.getByRole('textbox').first().inputValue(),
      (value) => value === PROMPT,
    );
    await stranger
      .getByRole('link', { name: say('image.origin.of'), exact: true })
      .first()
      .waitFor();
    await button(stranger, 'image.origin.remove').first().click();
    await until(
      () => stranger.getByRole('link', { name: say('image.origin.of'), exact: true }).count(),
      (left) => left === 0,
    );
    await stranger.context().close();
  });

  it('is remixed by a member, who sees what its author asks before the press and in the statement', async () => {
    await moderator.goto(address());
    await moderator.getByRole('link', { name: say('works.page.remix'), exact: true }).click();
    await moderator.getByText(SURCHARGE, { exact: true }).waitFor();
    await seen(moderator, 'remix');
    const press = moderator.locator('form[data-press] button[type=submit]');
    await until(
      () => press.innerText(),
      (text) => text.includes('6'),
    );
    const accepted = moderator.waitForResponse((answer) => answer.url().includes('text2Image.create'));
    await press.click();
    const [answer] = z.array(submitted).parse(await (await accepted).json());
    const id = answer?.result.data.id ?? '';
    await moderator.goto(`${server.url}/credits`);
    const line = moderator.locator(`[id="${id}"]`);
    await button(line, 'credits.story.show').click();
    await moderator.getByText('Includes 5 for the author of the post', { exact: true }).waitFor();
    await seen(moderator, 'statement');
  });

  /** Searches with a letter wrong, and goes on to a tag of the work. */
  async function finds(page: Page): Promise<void> {
    await page.goto(`${server.url}/explore`);
    await page.getByRole('searchbox').fill('lihgt');
    await button(page, 'explore.search.submit').click();
    await page.waitForURL(/q=lihgt/);
    await page.getByText(say('explore.search.near')).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'search');
    await page.getByRole('searchbox').fill('qqqqq');
    await button(page, 'explore.search.submit').click();
    await page.getByText(say('explore.search.none'), { exact: true }).waitFor();
    await seen(page, 'search-none');
    expect(await (await fetch(`${server.url}/explore?q=light`)).text()).toContain(`/v/${taskId}-0`);
    await page.goto(address());
    await page
      .getByRole('list', { name: say('works.page.tags') })
      .getByRole('link')
      .first()
      .click();
    await page.waitForURL(/tag-detail/);
    await page.getByRole('link', { name: TITLE, exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'tag');
  }

  it('is in Explore, where members like it and go on to its author', async () => {
    const html = await until(
      async () => (await fetch(`${server.url}/explore?kind=image`)).text(),
      (text) => text.includes(`/v/${taskId}-0`),
    );
    expect(html).toContain(TITLE);
    expect(await (await fetch(`${server.url}/explore?kind=video`)).text()).not.toContain(`/v/${taskId}-0`);
    expect(await (await fetch(`${server.url}/all?kind=image`)).text()).toContain(`/v/${taskId}-0`);
    expect(await (await fetch(`${server.url}/all?kind=video`)).text()).not.toContain(`/v/${taskId}-0`);
    await moderator.goto(`${server.url}/all`);
    await moderator.getByRole('link', { name: TITLE, exact: true }).waitFor();
    await seen(moderator, 'all');
    await moderator.getByRole('link', { name: say('explore.video'), exact: true }).click();
    await moderator.waitForURL('**/all?kind=video');
    await moderator.getByText(say('explore.empty'), { exact: true }).waitFor();
    await moderator.goto(`${server.url}/explore`);
    await moderator.getByRole('link', { name: TITLE, exact: true }).waitFor();
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'explore');
    await moderator.getByRole('link', { name: TITLE, exact: true }).click();
    await heading(moderator, TITLE);
    await button(moderator, 'works.marks.like').click();
    await button(moderator, 'works.marks.unlike').waitFor();
    await button(moderator, 'works.marks.save').click();
    await button(moderator, 'works.marks.unsave').waitFor();
    await seen(moderator, 'liked');
    await moderator.getByRole('link', { name: say('explore.author.nameless'), exact: true }).click();
    await moderator.waitForURL(/\/u\//);
    await button(moderator, 'explore.author.follow').click();
    await button(moderator, 'explore.author.unfollow').waitFor();
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'author');
    for (const order of ['following', 'saved']) {
      await moderator.goto(`${server.url}/explore?order=${order}`);
      await moderator.getByRole('link', { name: TITLE, exact: true }).waitFor();
    }
    await finds(moderator);
    const stranger = await arrive(390);
    await stranger.goto(`${server.url}/explore?order=saved`);
    await stranger
      .getByRole('link', { name: say('explore.signInAction'), exact: true })
      .first()
      .waitFor();
    await seen(stranger, 'saved-390');
    await stranger.goto(`${server.url}/ar/explore`);
    await stranger.getByRole('link', { name: TITLE, exact: true }).waitFor();
    await seen(stranger, 'explore-ar-390');
    await stranger.context().close();
  });

  it('is the first of many, of which only the near ones are on the page, in order and where one left them', async () => {
    for (const [path, width] of [
      ['/explore', 1440],
      ['/explore?order=new', 768],
      ['/ar/explore', 390],
    ] as const) {
      const page = await arrive(width);
      await page.addInitScript(noteMovedTiles);
      await page.goto(`${server.url}${path}`);
      const tiles = page.locator('[data-at]');
      const positions = () => tiles.evaluateAll((all) => all.map((tile) => Number(tile.getAttribute('data-at'))));
      const scroll = (pages: number) => page.evaluate((by) => window.scrollBy(0, by * window.innerHeight), pages);
      await until(
        async () => {
          await scroll(0.8);
          const now = await positions();
          expect(now.length).toBeLessThan(150);
          return now[0] ?? 0;
        },
        (first) => first > 150,
      );
      const last = (await positions()).at(-1) ?? 0;
      await scroll(-5);
      const now = await until(positions, (all) => (all.at(-1) ?? 0) < last);
      expect(now).toEqual(now.map((_, nth) => (now[0] ?? 0) + nth));
      const at = now[Math.floor(now.length / 2)] ?? 0;
      const tile = page.locator(`[data-at="${at}"]`);
      expect(await tile.getAttribute('aria-posinset')).toBe(String(at + 1));
      await tile.getByRole('link').focus();
      const focused = () => page.evaluate(() => document.activeElement?.closest('[data-at]')?.getAttribute('data-at'));
      for (let nth = 1; nth <= 8; nth += 1) {
        await page.keyboard.press('Tab');
        expect(await focused()).toBe(String(at + nth));
      }
      await seen(page, `many-${width}`);
      const before = await page.evaluate(() => window.scrollY);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/v\//);
      await page.goBack();
      await page.locator(`[data-at="${at + 8}"]`).waitFor();
      await until(
        () => page.evaluate(() => window.scrollY),
        (after) => Math.abs(after - before) < 2,
      );
      expect(await page.evaluate(() => document.documentElement.dataset['moved'])).toBeUndefined();
      await page.context().close();
    }
  });

  it('is reported by a member, who is thanked, and decided on by an administrator', async () => {
    await moderator.goto(address());
    await button(moderator, 'works.page.report').click();
    const popup = dialog(moderator, 'reports.title.image');
    await button(popup, 'reports.send').click();
    await popup.getByText(say('reports.reasonMissing')).waitFor();
    await popup.getByRole('radio', { name: say('reports.reasons.rights'), exact: true }).click();
    await popup.getByRole('textbox').fill('It is my lighthouse.');
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'report');
    await button(popup, 'reports.send').click();
    await dialog(moderator, 'reports.sent').waitFor();
    await moderator.goto(`${server.url}/admin/reports`);
    await moderator.getByRole('heading', { name: TITLE, exact: true }).waitFor();
    await moderator.getByText('It is my lighthouse.').waitFor();
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'reports');
    await button(moderator, 'cases.dismiss').click();
    await moderator.getByText(say('cases.emptyText')).waitFor();
    const appeals = moderator.getByRole('region', { name: say('cases.refusals.queue'), exact: true });
    await appeals.getByText('It is a scene of a history book.').waitFor();
    await button(appeals, 'cases.grant').click();
    await appeals.getByText(say('cases.refusals.none')).waitFor();
    await ada.goto(`${server.url}/account/decisions`);
    await ada.getByText(/Your appeal was granted\. You can use this text until/).waitFor();
    await seen(ada, 'refusals');
    expect((await fetch(address())).status).toBe(200);
    await moderator.goto(`${server.url}/notifications`);
    await moderator.getByText(say('notices.kinds.reportedWorkKept')).waitFor();
  });

  it('is moderated by a policy that an administrator changes with a reason, and restores', async () => {
    await moderator.goto(`${server.url}/admin/moderation`);
    await moderator.getByLabel(say('policy.word'), { exact: true }).fill('zornbold');
    await button(moderator, 'policy.add').click();
    await button(moderator, 'policy.save').click();
    await moderator.getByText('At least 3 characters.').waitFor();
    await moderator.getByLabel(say('policy.reason'), { exact: true }).fill('A new insult.');
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'policy');
    await button(moderator, 'policy.save').click();
    await moderator.getByText('Version 1', { exact: true }).waitFor();
    await moderator.getByText('1 own word', { exact: false }).waitFor();
    await button(moderator, 'policy.restore').last().click();
    await moderator.getByLabel(say('policy.reason'), { exact: true }).fill('No longer.');
    await button(moderator, 'policy.save').click();
    await moderator.getByText('Version 2', { exact: true }).waitFor();
    await moderator.getByText('zornbold').waitFor({ state: 'detached' });
    const other = await moderator.context().newPage();
    await other.goto(`${server.url}/admin/moderation`);
    for (const [page, word] of [
      [moderator, 'mineword'],
      [other, 'theirword'],
    ] as const) {
      await page.getByLabel(say('policy.word'), { exact: true }).fill(word);
      await button(page, 'policy.add').click();
      await page.getByLabel(say('policy.reason'), { exact: true }).fill(`Because of ${word}.`);
    }
    await button(other, 'policy.save').click();
    await other.getByText('Version 3', { exact: true }).waitFor();
    await button(moderator, 'policy.save').click();
    await moderator.getByText('Meanwhile, version 3 was saved', { exact: true }).waitFor();
    await moderator.getByText('Own words: 1 added, 0 removed.', { exact: true }).waitFor();
    expect(await axeViolations(moderator)).toEqual([]);
    await seen(moderator, 'policy-changed');
    await button(moderator, 'policy.save').click();
    await moderator.getByText('Version 4', { exact: true }).waitFor();
    for (const word of ['mineword', 'theirword']) await moderator.getByText(word, { exact: true }).first().waitFor();
    await other.close();
  });

  it('is gone for everybody once its owner takes it back, who was told that it was published', async () => {
    await ada.goto(`${server.url}/notifications`);
    await ada.getByText(say('notices.kinds.workPublishedImage')).waitFor();
    await ada.goto(`${server.url}/creations?task=${taskId}`);
    await button(ada, 'works.row.open').click();
    await button(dialog(ada, 'works.own.title'), 'works.own.unpublish').click();
    await dialog(ada, 'works.own.title').getByText(say('works.own.text.unpublished')).waitFor();
    const answer = await fetch(address());
    expect([answer.status, (await fetch(`${server.url}/api/works/${taskId}-0/media`)).status]).toEqual([404, 404]);
    expect(await (await fetch(`${server.url}/explore`)).text()).not.toContain(`/v/${taskId}-0`);
    await moderator.goto(address());
    await heading(moderator, say('works.page.none'));
    await ada.goto(address());
    await ada.getByText(say('works.page.notPublic')).waitFor();
    expect(faults).toEqual([]);
  });
});
