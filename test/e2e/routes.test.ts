import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { directionOf } from '../../src/kernel/locales.shared.js';
import { codeIn, PASSWORD } from '../support/people/account.js';
import { badge, confirm, credentials, heading, letterIn, newPerson } from '../support/browser/account-pages.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { areasOf, messagesOf } from '../support/messages.js';
import { describeWith, everyTest } from '../support/needs.js';
import { ROUTES, SCREENS, SCREENS_IN_WORDS } from '../support/routes.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const LANGUAGES = ['en', 'de', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];

const inLanguage = (language: Language, path: string): string =>
  language === 'en' ? path : `/${language}${path === '/' ? '' : path}`;
const words = Object.fromEntries(LANGUAGES.map((language) => [language, messagesOf(language)])) as Record<
  Language,
  ReadonlyMap<string, string>
>; // built from the very list that the type names
/** A key instead of its words: `image.stage.waiting`. Addresses and files have other things before them. */
const KEY = new RegExp(`(?<![\\w./-])(?:${areasOf('en').join('|')})\\.[a-z][A-Za-z]*(?:\\.[A-Za-z]+)*(?![\\w/])`);
const textOf = (html: string): string =>
  html
    .replace(/<script\b[\s\S]*?<\/script>|<style\b[\s\S]*?<\/style>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&');
const hrefsOf = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*\shref="(\/[^"]*)"/g)].map((match) => (match[1] ?? '').replaceAll('&amp;', '&'));

describeWith(chromiumPath, 'Chromium', 'every route', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  /** Where pages lead, each with who says so. */
  const led = new Map<string, string>();

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-routes-'));
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const ask = (path: string): Promise<Response> =>
    fetch(server.url + path, { redirect: 'manual', headers: { accept: 'text/html' } });

  it.each(
    LANGUAGES.flatMap((language) => Object.entries(ROUTES).map(([path, answer]) => ({ language, path, answer }))),
  )('answers $path in $language as it should', async ({ language, path, answer }) => {
    const address = inLanguage(language, path);
    const found = await ask(address);
    if (answer.kind === 'moved') {
      expect([found.status, found.headers.get('location')]).toEqual([307, inLanguage(language, answer.to)]);
      return;
    }
    const html = await found.text();
    expect(found.status).toBe(answer.kind === 'page' ? 200 : 404);
    expect(KEY.exec(textOf(html))?.[0]).toBeUndefined();
    for (const href of hrefsOf(html)) led.set(href, address);
    const isHidden = /<meta name="robots" content="noindex/.test(html);
    if (answer.kind === 'missing') {
      // Its frame is drawn in the browser, where the next test looks at it.
      expect(isHidden).toBe(true);
      return;
    }
    expect(/<html[^>]*\slang="([^"]+)"[^>]*\sdir="([^"]+)"/.exec(html)?.slice(1)).toEqual([
      language,
      directionOf(language),
    ]);
    expect(isHidden).toBe(!answer.indexed);
    const name = words[language].get('common.title');
    const title = words[language].get(answer.title);
    expect(textOf(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '')).toBe(title === name ? name : `${title} · ${name}`);
  });

  it('speaks English under the prefix of a language that has no words yet', async () => {
    const html = await (await ask('/fr/explore')).text();
    expect(/<html[^>]*\slang="([^"]+)"/.exec(html)?.[1]).toBe('en');
    expect(hrefsOf(html)).toContain('/fr/image');
  });

  it('leads from no page to nothing', async () => {
    expect(led.size).toBeGreaterThan(LANGUAGES.length * 15);
    for (const [href, from] of led) {
      const { pathname, search } = new URL(href, server.url);
      const found = await ask(pathname + search);
      await found.text();
      expect({ from, href, status: found.status }).toEqual({ from, href, status: 200 });
    }
  });

  // The nightly run draws all, also those of the test of the screens.
  it('draws each page that the test of the screens does not cover without a fault and with words, one language after another', async () => {
    const person = await newPerson(browser);
    const page = await person.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(`${page.url()} ${error.message}`));
    // What a page that is not there answers with is said by the browser itself.
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 40[34]/.test(message.text()))
        faults.push(`${page.url()} ${message.text()}`);
    });
    const elsewhere = new Set<string>([...SCREENS, ...SCREENS_IN_WORDS]);
    const paths = Object.entries(ROUTES)
      .filter(([path, { kind }]) => kind !== 'moved' && (everyTest || !elsewhere.has(path)))
      .map(([path]) => path);
    for (const [index, path] of paths.entries()) {
      const language = LANGUAGES[index % LANGUAGES.length] ?? 'en';
      await page.goto(server.url + inLanguage(language, path), { waitUntil: 'domcontentloaded' });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      // The runtime has come, and the visitor is known.
      await badge(page)
        .getByText(/\p{Nd}/u)
        .first()
        .waitFor();
      const [said, lang] = await page.evaluate(() => [document.body.innerText, document.documentElement.lang] as const);
      expect({ path, lang, key: KEY.exec(said)?.[0] }).toEqual({ path, lang: language, key: undefined });
    }
    expect(faults).toEqual([]);
    await person.close();
  });

  it('says in the language of the page that the server failed, and how to go on, without a word of the program', async () => {
    // In place of the api, a proxy answers with a page of its own, which no post can be read from.
    const api = createServer(
      (_request, response) => void response.setHeader('content-type', 'text/html').end('<h1>Welcome</h1>'),
    ).listen(0, '127.0.0.1');
    await once(api, 'listening');
    const folder = await mkdtemp(join(tmpdir(), 'kinora-pages-'));
    const pages = await startServer({
      dataDir: folder,
      env: { ROLES: 'web', API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}` },
    }); // an address, as it listens on a port
    try {
      const context = await browser.newContext();
      const page = await context.newPage();
      for (const language of LANGUAGES) {
        const answer = await page.goto(
          `${pages.url}${inLanguage(language, '/v/0197a000-0000-7000-8000-000000000000')}`,
        );
        expect(answer?.status()).toBe(500);
        const alert = page.getByRole('alert').filter({ hasText: '500' });
        await alert
          .getByRole('heading', { level: 1, name: words[language].get('faults.serverErrorPage.title') ?? '' })
          .waitFor();
        await alert.getByRole('button', { name: words[language].get('faults.serverErrorPage.again') ?? '' }).waitFor();
        expect(
          await alert
            .getByRole('link', { name: words[language].get('faults.serverErrorPage.home') ?? '' })
            .getAttribute('href'),
        ).toBe(inLanguage(language, '/'));
        expect(await page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])).toEqual([
          language,
          directionOf(language),
        ]);
        expect(`${await answer?.text()} ${await page.content()}`).not.toMatch(
          /TypeError|Cannot read|node_modules|\.next\/|\bat \w+ \(/,
        );
      }
      await context.close();
    } finally {
      await pages.kill9();
      api.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  async function noSession(context: BrowserContext, page: Page): Promise<void> {
    expect(await page.evaluate(async () => JSON.stringify(await (await fetch('/api/auth/session')).json()))).toBe('{}');
    expect((await context.cookies()).some((cookie) => cookie.name.includes('session-token'))).toBe(false);
  }

  it('makes nobody a visitor under /app, and leads on to where one becomes one', async () => {
    const person = await newPerson(browser);
    const page = await person.newPage();
    const open = async (path: string): Promise<void> => {
      await page.goto(server.url + path);
      // The runtime has come: a press before it follows the link.
      await badge(page).getByText('Credits', { exact: true }).waitFor();
    };
    for (const path of ['/app/pro-effects', '/app/image-generators', '/app/image-tools', '/app/tool']) {
      await open(path);
      await noSession(person, page);
    }
    // What belongs to a plan says so to a stranger too.
    await open('/app/pro-effects');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Kaleidoscope/ })
      .click();
    await page.getByRole('dialog', { name: 'This effect needs a plan' }).waitFor();
    await noSession(person, page);
    await open('/app/tool');
    await page.getByRole('main').getByRole('link', { name: 'Upscale', exact: true }).click();
    await badge(page).getByText('10', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tools/upscaler');
    await person.close();
  });

  it('says that Google is not set up, and leads on', async () => {
    const person = await newPerson(browser);
    const page = await person.newPage();
    await page.goto(`${server.url}/de/sign-in-google?callbackUrl=%2Fde%2Fcredits`);
    await page.getByText(words.de.get('account.google.off') ?? '').waitFor();
    await page.getByRole('main').getByRole('link').click();
    await page.waitForURL(
      (url) => url.pathname === '/de/sign-in' && url.searchParams.get('callbackUrl') === '/de/credits',
    );
    await person.close();
  });

  it('shows samples of a kind and a style by their address, and opens a recipe in the form', async () => {
    const person = await newPerson(browser);
    const page = await person.newPage();
    await page.goto(`${server.url}/explore?tag=neon`);
    const works = page.getByRole('main').locator('li');
    await until(
      () => works.count(),
      (count) => count === 1,
    );
    await page.getByRole('link', { name: 'Any style' }).click();
    // Each filter's address rests on the others that are chosen.
    await until(
      () => works.count(),
      (count) => count > 3,
    );
    await page.getByRole('link', { name: 'Videos' }).click();
    await until(
      () => works.count(),
      (count) => count === 3,
    );
    const prompt = (await works.first().getByRole('img').getAttribute('alt')) ?? '';
    await works.first().getByRole('link', { name: 'Recreate' }).click();
    // The form takes the recipe out of the address as it opens, which may be before anyone looks at the address.
    await page.waitForURL((url) => url.pathname === '/video');
    await until(
      () => page.getByRole('textbox', { name: 'Prompt' }).first().inputValue(),
      (value) => value === prompt,
    );
    await person.close();
  });

  it('sends who is signed in from the root of a language home, a visitor nowhere, and who signs out to where one signs in', async () => {
    const person = await newPerson(browser);
    const page = await person.newPage();
    await page.goto(`${server.url}/de`);
    await badge(page).getByText('10', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/de');
    const email = `${randomUUID()}@kinora.example`;
    await page.goto(`${server.url}/sign-up`);
    await credentials(page, 'Create account', email, PASSWORD);
    await heading(page, 'Check your email');
    await confirm(page, codeIn(await letterIn(dataDir, email)));
    await page.waitForURL('**/home');
    for (const [root, home] of [
      ['/', '/home'],
      ['/de', '/de/home'],
      ['/ar', '/ar/home'],
    ] as const) {
      await page.goto(server.url + root);
      await page.waitForURL((url) => url.pathname === home);
    }
    await page.evaluate(() => localStorage.setItem('selectedProject', 'one'));
    await page.goto(`${server.url}/logout`);
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL((url) => url.pathname === '/sign-in');
    await heading(page, 'Sign in');
    expect(await page.evaluate(() => localStorage.getItem('selectedProject'))).toBeNull();
    await person.close();
  });
});
