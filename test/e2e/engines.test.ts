import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { codeIn, PASSWORD } from '../support/people/account.js';
import {
  badgeSays,
  becomeAdministrator,
  credentials,
  confirm,
  field,
  heading,
  letterIn,
  newPerson,
  press,
} from '../support/browser/account-pages.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startComfyUi, type SmallComfyUi } from '../support/servers/remote/comfyui/server.js';
import { freePort, giveCredits, startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';
import { say } from '../support/words.js';

const NAME = 'Studio pictures';

/** The controls in the window whose middle the question lies over. */
function coveredByQuestion(title: string): readonly string[] {
  const question = document.querySelector(`section[aria-label="${title}"]`);
  return [
    ...document.querySelectorAll(
      'a[href], button, input, textarea, select, [role="button"], [role="radio"], [role="tab"]',
    ),
  ].flatMap((control) => {
    const { x, y, width, height } = control.getBoundingClientRect();
    const [middle, centre] = [x + width / 2, y + height / 2];
    const isSeen = width > 0 && height > 0 && middle >= 0 && centre >= 0 && middle < innerWidth && centre < innerHeight;
    const top = isSeen ? document.elementFromPoint(middle, centre) : null;
    return question?.contains(top) === true && !question.contains(control) ? [control.outerHTML.slice(0, 120)] : [];
  });
}

describeWith(chromiumPath, 'Chromium', 'running an installation', () => {
  let dataDir: string;
  let server: Server;
  let comfy: SmallComfyUi;
  let browser: Browser;
  /** Asks its visitors what they want, as browsers do. */
  let asker: Browser;
  let context: BrowserContext;
  let page: Page;
  let link: string;
  const faults: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-engines-'));
    comfy = await startComfyUi();
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    asker = await launchBrowser('unasked');
    context = await newPerson(browser, { offered: true });
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    const printed = await until(
      async () => /\/admin\/first\?token=[\w-]+/.exec(server.output())?.[0],
      (found) => found !== undefined,
    );
    link = `${server.url}${printed ?? ''}`;
  });
  afterAll(async () => {
    await browser.close();
    await asker.close();
    await server.kill9();
    await comfy.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('tells whoever is no administrator so, without asking the server for anything', async () => {
    await page.goto(`${server.url}/admin/engines`);
    await page.getByText('This page is for administrators').waitFor();
    expect(await page.getByRole('button', { name: 'Connect an engine' }).count()).toBe(0);
  });

  it('makes whoever has the link of the first start administrator, once, and keeps the token out of the address', async () => {
    await page.goto(link);
    await heading(page, 'Administrator setup');
    await badgeSays(page, 10);
    await until(
      async () => page.url(),
      (url) => !url.includes('token'),
    );
    expect(await axeViolations(page)).toEqual([]);
    await becomeAdministrator(page);
    await page.getByRole('link', { name: 'Go to administration' }).click();
    await heading(page, 'Administration');
    await page
      .getByRole('main')
      .getByRole('link', { name: /Engines/ })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('tells whoever comes second that the link was used', async () => {
    const elsewhere = await newPerson(browser, { width: 390 });
    const other = await elsewhere.newPage();
    await other.goto(link);
    await badgeSays(other, 10);
    await credentials(other, 'Become administrator', 'second@kinora.example', PASSWORD);
    await other.getByRole('alert').filter({ hasText: 'already been used' }).waitFor();
    await other.goto(`${server.url}/admin/first`);
    await heading(other, 'The link is missing');
    await elsewhere.close();
  });

  it('shows the administrator the letter that somebody else waits for, without its code', async () => {
    const elsewhere = await newPerson(browser, { width: 390 });
    const other = await elsewhere.newPage();
    await other.goto(`${server.url}/sign-up`);
    await badgeSays(other, 10);
    await credentials(other, 'Create account', 'grace@kinora.example', PASSWORD);
    await heading(other, 'Check your email');
    const code = codeIn(await letterIn(dataDir, 'grace@kinora.example'));
    await page.goto(`${server.url}/admin/mail`);
    await page.getByRole('button', { name: /is your Kinora code.*grace@kinora\.example/ }).click();
    await page.getByText('This email was sent to someone else').waitFor();
    await page.getByText('Plain text').click();
    await page.locator('pre').getByText('••••••').waitFor();
    expect(await page.content()).not.toContain(code);
    await badgeSays(page, 10);
    expect(await axeViolations(page)).toEqual([]);
    await confirm(other, code);
    await other.waitForURL('**/home');
    await badgeSays(other, 40);
    await elsewhere.close();
  });

  it('edits the catalogue: what is unpublished leaves the gallery, and an announcement stays until it is closed', async () => {
    const editor = (name: string) => page.getByRole('button', { name: say(`catalogue.${name}`), exact: true });
    const state = (name: string) => page.locator('h2 + *', { hasText: say(`catalogue.states.${name}`) }).waitFor();
    await page.goto(`${server.url}/admin/catalogue`);
    await page.getByRole('button', { name: /^Hearts/ }).click();
    await editor('unpublish').click();
    await state('draft');
    await page.getByText(say('catalogue.history.actions.unpublish'), { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('combobox', { name: say('catalogue.kind'), exact: true }).click();
    await page.getByRole('option', { name: say('catalogue.plural.announcement'), exact: true }).click();
    await editor('add').click();
    await page.getByRole('textbox', { name: say('catalogue.key') }).fill('news');
    await page.getByRole('textbox', { name: /^Title: English/ }).fill('New effects');
    await editor('create').click();
    await state('draft');
    await editor('publish').click();
    await state('published');

    const elsewhere = await newPerson(browser, { width: 390 });
    const other = await elsewhere.newPage();
    await other.goto(`${server.url}/ai-effects`);
    const bar = other.getByRole('region', { name: say('common.announcement.label') });
    await bar.getByText('New effects').waitFor();
    expect(await axeViolations(other)).toEqual([]);
    await other.getByRole('link', { name: 'Hearts', exact: true }).waitFor({ state: 'detached' });
    await other.getByRole('link', { name: 'Snowfall', exact: true }).waitFor();
    const dismissed = other.waitForResponse((answer) => answer.url().includes('catalog.dismiss'));
    await bar.getByRole('button', { name: say('common.close') }).click();
    await dismissed;
    await bar.waitFor({ state: 'detached' });
    const fetched = other.waitForResponse((answer) => answer.url().includes('catalog.announcements'));
    await other.reload();
    expect(await (await fetched).text()).not.toContain('New effects');
    await elsewhere.close();

    await editor('delete').click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: say('catalogue.delete') })
      .click();
    await page.getByText(say('catalogue.empty')).waitFor();
  });

  it('says at the address what is wrong with it', async () => {
    await page.goto(`${server.url}/admin/engines`);
    await page.getByText('No engine connected').waitFor();
    await badgeSays(page, 10);
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Connect an engine');
    await page.getByRole('radio', { name: 'ComfyUI' }).click();
    await field(page, 'Address').fill('somewhere');
    await press(page, 'Find models');
    await page.getByRole('alert').filter({ hasText: 'begin with http' }).waitFor();
    await field(page, 'Address').fill(`http://127.0.0.1:${await freePort()}`);
    await press(page, 'Find models');
    await page.getByRole('alert').filter({ hasText: 'Nothing responds at this address' }).waitFor();
    expect(await field(page, 'Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('finds what an engine has, tries it with one picture and connects it', async () => {
    await field(page, 'Address').fill(comfy.url);
    await press(page, 'Find models');
    await field(page, 'Name in the model picker').fill(NAME);
    await field(page, 'Credits per image').fill('3');
    await press(page, 'Make a test image');
    await page.getByRole('img', { name: /red apple/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page, 'Connect');
    await page.getByRole('heading', { level: 2, name: NAME }).waitFor();
    await page.getByText('3 credits per image').waitFor();
    await page.getByText('Serves: AI Image').first().waitFor();
    await page.getByRole('heading', { level: 3, name: 'Last 30 days' }).waitFor();
    await page.getByText(say('admin.engines.use.asked')).waitFor();
    expect(await page.getByText('No engine connected').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('offers its model in the picker at once, and makes pictures with it', async () => {
    // Credits that are given away never pay for a connected engine: the operator gives others, while the server is
    // stopped.
    const { user } = await page.evaluate(
      async () => (await (await fetch('/api/auth/session')).json()) as { user: { id: string } },
    ); // the answer's shape is the wire's
    await server.stop();
    await giveCredits({ dataDir }, user.id, 10);
    server = await startServer({ dataDir, port: server.port });
    await page.goto(`${server.url}/admin/engines`);
    await badgeSays(page, 20);
    await page.getByRole('link', { name: /Image/ }).filter({ visible: true }).first().click();
    const model = page.getByRole('radio', { name: new RegExp(NAME) }).filter({ visible: true });
    await model.getByText('Made by an engine connected to this installation').waitFor();
    expect(await model.getAttribute('aria-checked')).toBe('true');
    await page.getByRole('textbox', { name: 'Prompt' }).first().fill('a quiet harbour');
    await page.getByRole('button', { name: /^Create · 3 credits$/ }).click();
    await page.locator('section[data-status="succeeded"]').first().waitFor();
    await badgeSays(page, 17);
    expect(comfy.received.some(({ method, path }) => method === 'POST' && path === '/prompt')).toBe(true);
  });

  it('makes drafts with the local engine for nothing, and the final of one at its price', async () => {
    await page
      .getByRole('radio', { name: /^Draft: Preview engine,/ })
      .filter({ visible: true })
      .click();
    await page.getByRole('textbox', { name: 'Prompt' }).first().fill('a boat on a lake');
    await page.getByRole('button', { name: /^Create · 0 credits$/ }).click();
    await page.locator('section[data-status="succeeded"]').getByText('Draft', { exact: true }).first().waitFor();
    await badgeSays(page, 17);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: /^Make final version · 3 credits$/ }).click();
    await badgeSays(page, 14);
    await page.locator('section[data-status="succeeded"]').first().waitFor();
  });

  it('offers its model on the pages of the tools that it serves', async () => {
    await page.goto(`${server.url}/tools/object-remover`);
    await badgeSays(page, 14);
    await page
      .getByRole('radio', { name: new RegExp(NAME) })
      .filter({ visible: true })
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/tools/background-remover`);
    await badgeSays(page, 14);
    expect(await page.getByRole('radio', { name: new RegExp(NAME) }).count()).toBe(0);
  });

  it('offers a plan to whoever picks its model when it is one for plans, and no plan to the administrator', async () => {
    await page.evaluate(async () => {
      const {
        result: {
          data: {
            engines: [engine],
          },
        },
      } = (await (await fetch('/api/trpc/engines.list')).json()) as {
        result: { data: { engines: { id: string; offers: object[] }[] } };
      }; // the answer's shape is the wire's
      const body = JSON.stringify({
        id: engine?.id,
        offers: engine?.offers.map((offer) => ({ ...offer, tier: 'pro' })),
      });
      await fetch('/api/trpc/engines.update', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
    });
    const elsewhere = await newPerson(browser, { width: 390 });
    const other = await elsewhere.newPage();
    const cardOn = (on: Page) => on.getByRole('radio', { name: new RegExp(NAME) }).filter({ visible: true });
    await other.goto(`${server.url}/image`);
    await badgeSays(other, 10);
    await cardOn(other).click();
    const offer = other.getByRole('dialog', { name: 'This is a Pro feature' });
    await offer.waitFor();
    expect(await axeViolations(other)).toEqual([]);
    await other.keyboard.press('Escape');
    await offer.waitFor({ state: 'detached' });
    expect(await cardOn(other).getAttribute('aria-checked')).toBe('false');
    await elsewhere.close();
    await page.goto(`${server.url}/image`);
    await cardOn(page).click();
    await until(
      async () => cardOn(page).getAttribute('aria-checked'),
      (checked) => checked === 'true',
    );
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('takes it out of the picker when it is disconnected, after being asked', async () => {
    await page.goto(`${server.url}/admin/engines`);
    await press(page, 'Disconnect');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await page.getByText('No engine connected').waitFor();
    await page.goto(`${server.url}/image`);
    await page.getByRole('radio').filter({ visible: true }).first().waitFor();
    expect(await page.getByRole('radio', { name: new RegExp(NAME) }).count()).toBe(0);
  });

  it.each([390, 768, 1440])('asks about statistics without covering a control, %i px wide', async (width) => {
    const visitor = await asker.newContext({ viewport: { width, height: 844 }, reducedMotion: 'reduce' });
    visitor.setDefaultTimeout(PATIENCE_MS);
    const there = await visitor.newPage();
    await there.goto(`${server.url}/sign-in`);
    await badgeSays(there, 10);
    // On a phone the form of a picture stands before the page, and the question.
    const question = there.getByRole('region', { name: say('consent.title'), includeHidden: true });
    expect(await question.count()).toBe(0);
    for (const path of ['/home', '/image', '/video', '/pricing', '/creations', '/canvas']) {
      await there.evaluate((to) => {
        // As a link does: Next leaves its router there.
        const { next } = window as unknown as {
          readonly next: { readonly router: { readonly push: (path: string) => void } };
        };
        next.router.push(to);
      }, path);
      await there.waitForURL(`**${path}`);
      await there.getByRole('heading', { level: 1 }).first().waitFor();
      await question.waitFor();
      expect(await there.evaluate(coveredByQuestion, say('consent.title'))).toEqual([]);
    }
    await visitor.close();
  });

  it('counts who lets themselves be counted, nobody before and nobody else, and shows it', async () => {
    const visitor = await asker.newContext({ reducedMotion: 'reduce', bypassCSP: true });
    visitor.setDefaultTimeout(PATIENCE_MS);
    const there = await visitor.newPage();
    there.on('pageerror', (error) => faults.push(error.message));
    const sent: string[] = [];
    visitor.on('request', (request) => {
      if (request.url().includes('analytics.record')) sent.push(request.postData() ?? '');
    });
    const question = there.getByRole('region', { name: say('consent.title') });
    const kept = (): Promise<unknown> =>
      there.evaluate((): unknown => [
        localStorage.getItem('kinora-consent'),
        sessionStorage.getItem('kinora-tab'),
        sessionStorage.getItem('kinora-last-click'),
        Reflect.get(window, 'dataLayer') ?? null,
      ]);
    const shown = async (): Promise<readonly string[]> => {
      await page.goto(`${server.url}/admin/analytics`);
      await page
        .getByText('No data for this period')
        .or(page.getByRole('heading', { name: 'All events' }))
        .waitFor();
      return page.getByRole('main').locator('li').getByRole('button').allInnerTexts();
    };
    await there.goto(server.url);
    await badgeSays(there, 10);
    await there
      .getByRole('navigation')
      .getByRole('link', { name: 'Explore', exact: true })
      .filter({ visible: true })
      .click();
    await question.waitFor();
    expect(await axeViolations(there)).toEqual([]);
    expect(await kept()).toEqual([null, null, null, null]);
    await question.getByRole('button', { name: say('consent.decline') }).click();
    await question.waitFor({ state: 'detached' });
    await there.goto(`${server.url}/image`);
    await badgeSays(there, 10);
    await there.reload();
    await badgeSays(there, 10);
    expect(await question.count()).toBe(0);
    expect(await kept()).toEqual(['declined', null, null, null]);
    expect(sent).toEqual([]);
    expect(await shown()).toEqual([]);
    await there.getByRole('button', { name: 'Account', exact: true }).first().click();
    await there.getByRole('menuitem', { name: 'Privacy', exact: true }).click();
    await question.getByText(say('consent.nowOff')).waitFor();
    await question.getByRole('button', { name: say('consent.accept') }).click();
    await until(
      async () => sent.join(),
      (all) => all.includes('page_view') && all.includes('createflow_start'),
    );
    expect(JSON.stringify(await kept())).toContain('"page_view"');
    expect(await until(shown, (rows) => rows.length >= 2)).toEqual(
      expect.arrayContaining([expect.stringMatching(/Page views\s*1/), expect.stringMatching(/Forms opened\s*1/)]),
    );
    expect(await axeViolations(page)).toEqual([]);
  });

  it('meets no broken script on the way', () => {
    expect(faults).toEqual([]);
  });
});
