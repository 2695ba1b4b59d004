import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTranslator } from 'next-intl';
import type { Browser, BrowserContext, Locator, Page, Route } from 'playwright-core';
import { z } from 'zod';
import { codeIn, PASSWORD } from '../support/people/account.js';
import { badgeSays, emailOf, letterIn, newPerson } from '../support/browser/account-pages.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { messagesOf } from '../support/messages.js';
import { describeWith, everyTest } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const ADA = 'ada@kinora.example';
const PROMPT = 'a lighthouse in the fog';
const MEGABYTE = 1_048_576;
const DESKTOP = [1440];
/** One language of each direction; English on a desk, Arabic on a phone's width is in the walk of the looks. */
const LOOKS = [
  { prefix: '', language: 'en' },
  { prefix: '/ar', language: 'ar' },
] as const;

/** Somebody at a page, and how to say in their language what stands there. */
interface Person {
  readonly page: Page;
  readonly go: (path: string) => Promise<void>;
  /** A message, with what is put in. */
  readonly say: (key: string, values?: Values) => string;
}

type Values = Readonly<Record<string, number | string>>;

/** How a popup comes about: it is opened as everybody does. @returns what has the focus once it is closed again */
interface Way {
  readonly name: string;
  /** Key of its title, and what is put in. */
  readonly title: string;
  readonly values?: Values;
  readonly open: (person: Person) => Promise<Locator>;
  /**
   * At which widths it is kept how it looks; a form that makes something is another one on a phone, and is drawn anew.
   */
  readonly seenAt?: readonly number[];
}

/** A popup that is open, and what it was opened from. */
interface CreditsState {
  readonly title: string;
  readonly values?: Values | undefined;
  readonly back: Locator;
  /** Of the files that keep how it looks. */
  readonly name: string;
  readonly widths?: readonly number[] | undefined;
}

describeWith(chromiumPath, 'Chromium', 'popups', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-popups-'));
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function arrive({ prefix, language }: (typeof LOOKS)[number], context?: BrowserContext): Promise<Person> {
    const words = messagesOf(language);
    const page = await (context ?? (await newPerson(browser))).newPage();
    page.on('pageerror', (error) => faults.push(error.message));
    const go = async (path: string): Promise<void> => {
      await page.goto(`${server.url}${prefix}${path}`);
      await page
        .getByTestId('credits-badge')
        .filter({ visible: true })
        .getByText(/\d|[٠-٩]/)
        .first()
        .waitFor();
    };
    const say = (key: string, values?: Values): string =>
      createTranslator({ locale: language, messages: { said: words.get(key) ?? missing(key) } })('said', values);
    return { page, go, say };
  }

  /** A browser of hers, in which the discount that follows a first creation was seen. */
  async function ada(): Promise<BrowserContext> {
    const context = await browser.newContext({
      storageState: join(dataDir, 'ada.json'),
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    await context.addInitScript(() => localStorage.setItem('__discountModalActiveState', 'shown'));
    return context;
  }

  const dialog = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title, exact: true });
  const pressIn = (box: Locator, name: string): Promise<void> => box.getByRole('button', { name, exact: true }).click();
  const signIn = ({ page, say }: Person): Locator =>
    page.locator('header').getByRole('link', { name: say('common.account.signIn'), exact: true });
  const menu = ({ page, say }: Person): Locator =>
    page.locator('header').getByRole('button', { name: say('common.account.label'), exact: true });
  const create = ({ page }: Person): Locator => page.locator('main form button[type=submit]');
  const focused = (one: Locator): Promise<boolean> => one.evaluate((element) => element === document.activeElement);

  /** Where `SCREENS` says so, what is seen is kept, to be looked at. */
  async function seen(page: Page, name: string, widths: readonly number[] = [...DESKTOP, 390]): Promise<void> {
    const folder = process.env['SCREENS'];
    if (folder === undefined) return;
    await mkdir(folder, { recursive: true });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
  }

  async function fillForm({ page }: Person, model: string, count: string): Promise<void> {
    await page.locator(`[role=radio][value="${model}"]`).click();
    await page.locator(`[role=radio][value="${count}"]`).click();
    await page.locator('textarea[name=prompt]').fill(PROMPT);
  }
  /** Refuses the next creation as the server would. */
  const refuse = async (page: Page, identifier: string, params: Values): Promise<void> => {
    await page.route('**/api/trpc/text2Image.create*', (route: Route) => {
      const error = {
        error: { message: identifier, code: -32_003, data: { identifier, code: 'FORBIDDEN', httpStatus: 403, params } },
      };
      return route.fulfill({
        status: 403,
        json: new URL(route.request().url()).searchParams.has('batch') ? [error] : error,
      });
    });
  };
  async function offered(person: Person, identifier: string, params: Values = {}): Promise<Locator> {
    await person.go('/image');
    await refuse(person.page, identifier, params);
    await fillForm(person, 'preview', '1');
    await create(person).click();
    return create(person);
  }
  async function tooLarge(person: Person): Promise<Locator> {
    await person.go('/tools/upscaler');
    const file = join(dataDir, 'large.png');
    const handle = await open(file, 'w');
    await handle.truncate(100 * MEGABYTE + 1);
    await handle.close();
    const choose = person.page
      .locator('[data-well=image]')
      .getByRole('button', { name: person.say('ui.drop.choose'), exact: true });
    const [chooser] = await Promise.all([person.page.waitForEvent('filechooser'), choose.click()]);
    await chooser.setFiles(file);
    return choose;
  }

  const WAYS: readonly Way[] = [
    {
      name: 'signUpLogIn',
      title: 'popups.signUpLogIn.title',
      open: async (person) => {
        await person.go('/image');
        await signIn(person).click();
        return signIn(person);
      },
    },
    {
      name: 'signUpLogIn from a menu',
      title: 'popups.signUpLogIn.title',
      open: async (person) => {
        await person.go('/image');
        await menu(person).click();
        await person.page.getByRole('menuitem', { name: person.say('common.areas.signUpLong'), exact: true }).click();
        return menu(person);
      },
    },
    {
      name: 'forgotPassword',
      title: 'account.forgot.title',
      open: async (person) => {
        await person.go('/image');
        await signIn(person).click();
        await pressIn(dialog(person.page, person.say('popups.signUpLogIn.title')), person.say('account.signIn.forgot'));
        return signIn(person);
      },
    },
    {
      name: 'tipsSignIn',
      title: 'popups.tipsSignIn.title.account',
      open: async (person) => {
        await person.go('/image');
        await menu(person).click();
        await person.page.getByRole('menuitem', { name: person.say('common.areas.accountLong'), exact: true }).click();
        return menu(person);
      },
    },
    { name: 'overUploadSize', title: 'popups.overUploadSize.title', open: tooLarge },
    {
      name: 'contactUs',
      title: 'contact.title',
      open: async (person) => {
        const choose = await tooLarge(person);
        await pressIn(
          dialog(person.page, person.say('popups.overUploadSize.title')),
          person.say('popups.overUploadSize.contact'),
        );
        return choose;
      },
    },
    {
      name: 'upgradePlan for videos',
      title: 'popups.upgradePlan.title.VideoUsage',
      values: { limit: 3 },
      seenAt: DESKTOP,
      open: (person) => offered(person, 'USER_VIDEO_LIMIT', { limit: 3 }),
    },
    {
      name: 'upgradePlan for what is Pro',
      title: 'popups.upgradePlan.title.ProFeature',
      seenAt: DESKTOP,
      open: (person) => offered(person, 'PRO_FEATURE'),
    },
    {
      name: 'concurrency',
      title: 'popups.concurrency.title',
      seenAt: DESKTOP,
      open: (person) => offered(person, 'PARALLEL_TASK_LIMIT', { limit: 2 }),
    },
    {
      name: 'notEnoughTimes',
      title: 'popups.notEnoughTimes.title',
      seenAt: DESKTOP,
      open: async (person) => {
        await person.go('/image');
        await person.page.unrouteAll();
        await fillForm(person, 'preview-fine', '4');
        await create(person).click();
        return create(person);
      },
    },
    {
      name: 'usageAlert',
      title: 'popups.usageAlert.title',
      seenAt: DESKTOP,
      open: async (person) => {
        await person.go('/image');
        await fillForm(person, 'preview-fine', '2');
        await create(person).click();
        return create(person);
      },
    },
  ];

  /** Has the focus inside, breaks no rule, closes by Escape and leads the focus back. */
  async function stands(person: Person, { title, values, back, name, widths }: CreditsState): Promise<void> {
    const popup = dialog(person.page, person.say(title, values));
    await popup.waitFor();
    await until(
      () => popup.evaluate((one) => one.contains(document.activeElement)),
      (inside) => inside,
    );
    expect(await axeViolations(person.page)).toEqual([]);
    await seen(person.page, name, widths);
    await person.page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    await until(
      () => focused(back),
      (there) => there,
    );
  }

  it('show a film large with all about it, and what is made of it', async () => {
    const person = await arrive(LOOKS[0]);
    const { page, say } = person;
    await person.go('/creations');
    const answer = await page.request.post(`${server.url}/api/trpc/video.createVideoByText`, {
      data: {
        requestId: randomUUID(),
        prompt: PROMPT,
        model: 'preview-motion',
        count: 1,
        seed: 7,
        aspect: '16:9',
        seconds: 3,
        resolution: '480p',
        price: { amount: 2, priceVersion: 1 },
      },
    });
    const { result } = z
      .object({ result: z.object({ data: z.object({ id: z.string() }) }) })
      .parse(await answer.json());
    const input = encodeURIComponent(JSON.stringify({ id: result.data.id }));
    await until(
      async () => (await page.request.get(`${server.url}/api/trpc/task.get?input=${input}`)).text(),
      (task) => task.includes('"status":"succeeded"'),
    );
    await person.go(`/creations?task=${result.data.id}`);
    const enlarge = page.getByRole('button', { name: say('creations.drawer.enlargeVideo'), exact: true });
    await enlarge.click();
    const video = dialog(page, say('popups.videoDetail.title'));
    await video.locator('video').waitFor();
    await video.getByRole('region', { name: say('creations.recipe.title') }).waitFor();
    await stands(person, { title: 'popups.videoDetail.title', back: enlarge, name: 'en-videoDetail', widths: DESKTOP });
    const longer = page.getByRole('button', { name: say('image.actions.extend'), exact: true });
    await longer.click();
    await dialog(page, say('popups.extendVideo.title')).getByTestId('lengths').getByText('8 s').waitFor();
    await stands(person, { title: 'popups.extendVideo.title', back: longer, name: 'en-extendVideo' });
    await enlarge.click();
    await video.getByRole('button', { name: new RegExp(`^${say('creations.drawer.recreate')}`) }).click();
    await stands(person, {
      title: 'popups.recordDetail.title',
      back: enlarge,
      name: 'en-recordDetail',
      widths: DESKTOP,
    });
    await page.context().close();
  });

  // In Arabic too in the nightly run; the tests of single popups below are in both.
  it.each(everyTest ? LOOKS : LOOKS.slice(0, 1))(
    'open where they are needed, hold the focus and give it back, break no rule of axe: "$prefix"',
    async (look) => {
      const person = await arrive(look);
      for (const { name, title, values, open: come, seenAt } of WAYS) {
        const back = await come(person);
        await stands(person, {
          title,
          values,
          back,
          name: `${look.language}-${name.replaceAll(' ', '-')}`,
          widths: seenAt,
        });
      }
      await person.page.context().close();
    },
  );

  it('offer to refresh where a part of the website is gone with another deployment', async () => {
    const { page, say, go } = await arrive(LOOKS[0]);
    await go('/image');
    await page.route('**/_next/static/chunks/**', (route) => route.fulfill({ status: 404, body: '' }));
    await page
      .locator('header')
      .getByRole('link', { name: say('common.account.signIn'), exact: true })
      .click();
    await page.getByText(say('errors.updated')).waitFor();
    await page.getByRole('button', { name: say('errors.refreshNow') }).waitFor();
    expect(await page.getByRole('heading', { level: 1 }).count()).toBeGreaterThan(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: say('errors.refreshNow') }).click();
    await page.waitForLoadState();
    await page
      .locator('header')
      .getByRole('link', { name: say('common.account.signIn'), exact: true })
      .click();
    await dialog(page, say('popups.signUpLogIn.title')).waitFor();
    await page.context().close();
  });

  it('sign somebody up where they are, and lose nothing of what they had typed', async () => {
    const person = await arrive(LOOKS[0]);
    const { page, say } = person;
    await person.go('/image');
    await badgeSays(page, 10);
    await fillForm(person, 'preview-fine', '4');
    await create(person).click();
    await dialog(page, say('popups.notEnoughTimes.title'))
      .getByRole('button', { name: /Sign up for 30 credits/ })
      .click();
    const popup = dialog(page, say('popups.signUpLogIn.title'));
    await popup.getByLabel(say('account.email'), { exact: true }).fill(ADA);
    await popup.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
    await popup.getByRole('button', { name: say('account.signUp.press'), exact: true }).click();
    const code = dialog(page, say('account.verify.title'));
    await code.getByLabel(say('account.verify.code'), { exact: true }).fill(codeIn(await letterIn(dataDir, ADA)));
    await seen(page, 'en-code');
    await pressIn(code, say('account.verify.press'));
    await code.waitFor({ state: 'detached' });
    await badgeSays(page, 40);
    expect(await emailOf(page)).toBe(ADA);
    expect(new URL(page.url()).pathname).toBe('/image');
    expect(await page.locator('textarea[name=prompt]').inputValue()).toBe(PROMPT);
    await page.context().storageState({ path: join(dataDir, 'ada.json') });
    await page.context().close();
  });

  it.each(LOOKS)('ask before an account is deleted, and keep it otherwise: "$prefix"', async (look) => {
    const person = await arrive(look, await ada());
    const { page, say } = person;
    await person.go('/account');
    const ask = page.getByRole('button', { name: say('account.delete.ask'), exact: true });
    await ask.click();
    await stands(person, { title: 'account.delete.title', back: ask, name: `${look.language}-deleteAccount` });
    await page.context().close();
  });

  it('ask before something is published, and tell how it stands then', async () => {
    const person = await arrive(LOOKS[0], await ada());
    const { page, say } = person;
    await person.go('/creations');
    const answer = await page.request.post(`${server.url}/api/trpc/text2Image.create`, {
      data: {
        requestId: randomUUID(),
        prompt: PROMPT,
        model: 'preview',
        count: 1,
        seed: 7,
        aspect: '16:9',
        style: 'natural',
        price: { amount: 1, priceVersion: 1 },
      },
    });
    const { result } = z
      .object({ result: z.object({ data: z.object({ id: z.string() }) }) })
      .parse(await answer.json());
    const input = encodeURIComponent(JSON.stringify({ id: result.data.id }));
    await until(
      async () => (await page.request.get(`${server.url}/api/trpc/task.get?input=${input}`)).text(),
      (task) => task.includes('"status":"succeeded"'),
    );
    await person.go(`/creations?task=${result.data.id}`);
    const publish = page.getByRole('button', { name: say('works.row.publish'), exact: true });
    await publish.click();
    await stands(person, { title: 'works.publish.title', back: publish, name: 'en-publish' });
    await publish.click();
    const popup = dialog(page, say('works.publish.title'));
    await popup.getByRole('checkbox').click();
    await pressIn(popup, say('works.publish.submit'));
    await dialog(page, say('works.own.title')).waitFor();
    await page.keyboard.press('Escape');
    const shown = page.getByRole('button', { name: say('works.row.open'), exact: true });
    await shown.click();
    await stands(person, { title: 'works.own.title', back: shown, name: 'en-publishStatus' });
    await page.context().close();
  });

  /** Answers `rewards.get` as on another day of the streak; everything else in the same batch is the server's. */
  const onDay = async (page: Page, day: number, state: 'open' | 'done'): Promise<void> => {
    await page.route(/\/api\/trpc\/[^?]*rewards\.get/, async (route: Route) => {
      const response = await route.fetch();
      const names = new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? [];
      const answers = z
        .array(z.object({ result: z.object({ data: z.unknown() }) }).loose())
        .parse(await response.json());
      const today = { date: '2026-11-28', day, state, credits: 2 };
      const missions = [{ id: 'first-image', credits: 3, page: '/image', state: 'completed' }];
      await route.fulfill({
        response,
        json: answers.map((answer, index) =>
          names[index] === 'rewards.get' ? { result: { data: { today, missions } } } : answer,
        ),
      });
    });
  };

  it('give credits where they are missing, hand out the invite link, and interrupt once', async () => {
    const person = await arrive(LOOKS[0], await ada());
    const { page, say, go } = person;
    await go('/rewards');
    const invite = page.getByRole('button', { name: say('rewards.invite.press'), exact: true });
    await invite.click();
    const link = await dialog(page, say('invites.title')).locator('input').inputValue();
    await stands(person, { title: 'invites.title', back: invite, name: 'en-referFriend' });
    const lacking = { needed: 9, available: 1 };
    const back = await offered(person, 'CREDITS_NOT_ENOUGH', lacking);
    const few = dialog(page, say('popups.notEnoughTimes.title'));
    await pressIn(few, say('popups.moreCredits.rewards'));
    await stands(person, { title: 'rewards.title', back, name: 'en-rewards', widths: DESKTOP });
    await create(person).click();
    await pressIn(few, say('popups.moreCredits.checkIn', { credits: 2 }));
    const checkIn = dialog(page, say('rewards.checkIn.title'));
    await pressIn(checkIn, say('rewards.checkIn.press', { count: 2 }));
    await stands(person, {
      title: 'rewards.received',
      values: { count: 2 },
      back,
      name: 'en-rewardsState',
      widths: DESKTOP,
    });
    // Somebody else opens the link.
    const friend = await arrive(LOOKS[0]);
    await friend.page.goto(link);
    await friend.page.getByText(say('invites.accepted.visitor', { credits: 10 })).waitFor();
    expect(new URL(friend.page.url()).search).toBe('');
    await friend.page.context().close();
    await page.unrouteAll();
    await onDay(page, 2, 'open');
    await go('/home');
    await dialog(page, say('rewards.checkIn.title')).getByText(say('popups.dailyCheckIn.text')).waitFor();
    await seen(page, 'en-dailyCheckIn');
    await page.keyboard.press('Escape');
    await go('/creations');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('ask once for a review, with nothing chosen beforehand, and hand it to the operator', async () => {
    const person = await arrive(LOOKS[0], await ada());
    const { page, say, go } = person;
    await onDay(page, 3, 'done');
    await go('/home');
    const popup = dialog(page, say('popups.review.title'));
    await popup.waitFor();
    expect(await popup.getByRole('radio', { checked: true }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await seen(page, 'en-review');
    await pressIn(popup, say('popups.review.press'));
    await popup.getByText(say('popups.review.ratingMissing')).first().waitFor();
    await popup.getByRole('radio').nth(3).click();
    await popup.getByRole('textbox').fill('The lighthouse looks as I had imagined it.');
    await pressIn(popup, say('popups.review.press'));
    await dialog(page, say('popups.review.sent')).waitFor();
    await page.context().close();
  });

  it('offer to take an account back to whoever signs in to one that was deleted', async () => {
    const person = await arrive(LOOKS[0], await ada());
    const { page, say } = person;
    await person.go('/account');
    await page.getByRole('button', { name: say('account.delete.ask'), exact: true }).click();
    const leaving = dialog(page, say('account.delete.title'));
    await leaving.getByLabel(say('account.delete.confirm'), { exact: true }).fill(ADA);
    await leaving.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
    await pressIn(leaving, say('account.delete.press'));
    await page.waitForURL(/sign-in\?error=USER_DELETED/);
    await badgeSays(page, 10);
    await person.go('/image');
    await page.locator('textarea[name=prompt]').fill(PROMPT);
    const ask = async (): Promise<void> => {
      await signIn(person).click();
      const popup = dialog(page, say('popups.signUpLogIn.title'));
      await popup.getByLabel(say('account.email'), { exact: true }).fill(ADA);
      await popup.getByLabel(say('account.password'), { exact: true }).fill(PASSWORD);
      await popup.getByRole('button', { name: say('account.signIn.press'), exact: true }).click();
    };
    await ask();
    await stands(person, { title: 'popups.restoreAccount.title', back: signIn(person), name: 'en-restoreAccount' });
    await ask();
    await pressIn(dialog(page, say('popups.restoreAccount.title')), say('account.signIn.restore'));
    // One of forty was spent on what was published, and two came by the check-in.
    await badgeSays(page, 41);
    expect(await emailOf(page)).toBe(ADA);
    expect(await page.locator('textarea[name=prompt]').inputValue()).toBe(PROMPT);
    await page.context().close();
  });

  it('meet no broken script', () => expect(faults).toEqual([]));
});

function missing(key: string): never {
  throw new Error(`no words for ${key}`);
}
