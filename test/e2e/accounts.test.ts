import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { codeIn, linkIn, PASSWORD } from '../support/people/account.js';
import {
  badge,
  badgeSays,
  confirm,
  credentials,
  emailOf,
  field,
  heading,
  idOf,
  letterIn,
  newPerson,
  passwordField,
  press,
  signOut,
} from '../support/browser/account-pages.js';
import { chromiumPath, launchBrowser } from '../support/browser/browser.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';
import { unzip } from '../support/files/zip.js';

const ADA = 'ada@kinora.example';
const OTHER_PASSWORD = 'another horse, another battery';
/** Of a phone and of a desk. */
const WIDTHS = [1440, 390] as const;
/**
 * Creations, credits, notices. A browser has six connections to a server for all of its tabs: two tabs that listened
 * would leave none.
 */
const ONE_TABS_STREAMS = 3;

/** What the tabs of a browser listen to, from now on. */
function streamsOf(context: BrowserContext): ReadonlySet<Request> {
  const open = new Set<Request>();
  context.on('request', (request) => void (request.resourceType() === 'eventsource' && open.add(request)));
  context.on('requestfinished', (request) => void open.delete(request));
  context.on('requestfailed', (request) => void open.delete(request));
  return open;
}

describeWith(chromiumPath, 'Chromium', 'having an account', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let ada: unknown;
  const faults: string[] = [];

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-accounts-'));
    server = await startServer({ dataDir, env: { VISITOR_GRANTS_PER_ADDRESS: '0' } });
    browser = await launchBrowser();
    context = await newPerson(browser, { offered: true });
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(error.message));
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('says at each field what is wrong with it, and leads there', async () => {
    await page.goto(`${server.url}/sign-up`);
    await badgeSays(page, 10);
    ada = await idOf(page);
    await press(page, 'Create account');
    const summary = page.getByRole('alert').filter({ hasText: 'Please check the form' });
    await summary.getByRole('link', { name: 'Enter a password.' }).click();
    expect(await passwordField(page, 'Password').evaluate((input) => input === document.activeElement)).toBe(true);
    const said = async (email: string, password: string, label: string, words: RegExp): Promise<void> => {
      await credentials(page, 'Create account', email, password);
      const input = label === 'Password' ? passwordField(page, label) : field(page, label);
      await page.getByRole('alert').filter({ hasText: words }).waitFor();
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(
        await input.evaluate((one) => document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent),
      ).toMatch(words);
      await until(
        () => input.evaluate((one) => one === document.activeElement),
        (focused) => focused,
      );
    };
    await said('ada at home', PASSWORD, 'Email', /valid email address/);
    await said('ada@mailinator.com', PASSWORD, 'Email', /Disposable email addresses/);
    await said(ADA, 'short', 'Password', /at least 8/);
    await said(ADA, 'password1', 'Password', /easy to guess/);
    await said(ADA, 'x'.repeat(129), 'Password', /at most 128/);
  });

  it('keeps the place in a field while what was wrong is still said', async () => {
    await passwordField(page, 'Password').fill('');
    await passwordField(page, 'Password').pressSequentially(PASSWORD);
    expect(await passwordField(page, 'Password').inputValue()).toBe(PASSWORD);
  });

  it('sends a letter and takes its code, once the right one is typed', async () => {
    await credentials(page, 'Create account', ADA, PASSWORD);
    await heading(page, 'Check your email');
    await until(
      () => field(page, 'Code').evaluate((input) => input === document.activeElement),
      (focused) => focused,
    );
    // A reload, and the page that letters name, still ask for it.
    await page.goto(`${server.url}/verify-email`);
    await page.getByRole('main').getByText(ADA).waitFor();
    await field(page, 'Code').waitFor();
    await page.goto(`${server.url}/sign-up`);
    await page.getByRole('main').getByText(ADA).waitFor();
    const code = codeIn(await letterIn(dataDir, ADA));
    await confirm(page, code === '000000' ? '000001' : '000000');
    await page.getByRole('alert').filter({ hasText: 'That code is incorrect' }).waitFor();
    expect(await field(page, 'Code').inputValue()).toBe('');
    await press(page, 'Confirm');
    await page.getByRole('alert').filter({ hasText: 'all six digits' }).waitFor();
    await confirm(page, code);
    await page.waitForURL('**/home');
  });

  it('makes the visitor a member with the same id, and 40 credits in the badge', async () => {
    await badgeSays(page, 40);
    await page.getByRole('button', { name: 'Account', exact: true }).filter({ visible: true }).click();
    await page.getByText(ADA).waitFor();
    await page.keyboard.press('Escape');
    expect(await emailOf(page)).toBe(ADA);
    expect(await idOf(page)).toBe(ada);
    await page.getByText('Your credits and everything you make are in your account, on every device.').waitFor();
    expect(await page.getByText('No account needed').count()).toBe(0);
  });

  it('is signed out in both tabs at once, and goes on as another visitor with a new device', async () => {
    const second = await context.newPage();
    await second.goto(`${server.url}/image`);
    await badgeSays(second, 40);
    const device = await page.evaluate(() => localStorage.getItem('browserId'));
    await signOut(page);
    await badgeSays(page, 10);
    await badgeSays(second, 10);
    expect(await page.evaluate(() => localStorage.getItem('browserId'))).not.toBe(device);
    expect(await emailOf(second)).toBeUndefined();
    expect(await idOf(second)).not.toBe(ada);
    await second.close();
  });

  it('does not say whether there is an account, only that the two do not belong together', async () => {
    for (const email of [ADA, 'nobody@kinora.example']) {
      await credentials(page, 'Sign in', email, 'not the password');
      await page.getByRole('alert').filter({ hasText: 'The email address or password is incorrect.' }).waitFor();
      await until(
        () =>
          page
            .getByRole('alert')
            .filter({ hasText: 'incorrect' })
            .evaluate((box) => box === document.activeElement),
        (focused) => focused,
      );
      await page.goto(`${server.url}/sign-in`);
    }
  });

  it('says what of the visitor comes along, signs in, and a second tab follows', async () => {
    await page.goto(`${server.url}/image`);
    await page.getByRole('textbox', { name: 'Prompt' }).first().fill('a lighthouse in the fog');
    await page.getByRole('radio', { name: '16:9' }).click();
    await page.getByRole('button', { name: /^Create · 1 credit$/ }).click();
    await page.locator('section[data-status="succeeded"]').first().waitFor();
    const streams = streamsOf(context);
    const second = await context.newPage();
    await second.goto(`${server.url}/credits`);
    await badgeSays(second, 9);
    await page.goto(`${server.url}/sign-in?callbackUrl=${encodeURIComponent('/creations')}`);
    await page.getByText(/The creation you made as a visitor moves/).waitFor();
    // The other tab hears of it late.
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await second.route('**/api/auth/session', async (route) => {
      await held;
      await route.continue();
    });
    await credentials(page, 'Sign in', ADA, PASSWORD);
    await page.waitForURL('**/creations');
    await badgeSays(page, 40);
    // Time enough for this tab to listen as well, which it must not: there would be no connection left to load anything
    // by.
    await page.waitForTimeout(2_000);
    expect(streams.size).toBeLessThanOrEqual(ONE_TABS_STREAMS);
    await page.reload();
    await badgeSays(page, 40);
    letGo();
    await badgeSays(second, 40);
    await until(
      () => Promise.resolve(streams.size),
      (open) => open === ONE_TABS_STREAMS,
    );
    expect(await emailOf(second)).toBe(ADA);
    await until(
      async () => {
        await page.reload();
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        return page
          .getByRole('button', { name: 'Open “a lighthouse in the fog”' })
          .first()
          .waitFor({ timeout: 3_000 })
          .then(
            () => true,
            () => false,
          );
      },
      (there) => there,
    );
    await second.close();
  });

  it('changes the password, after the current one', async () => {
    await page.goto(`${server.url}/account`);
    await passwordField(page, 'Current password').fill('not the password');
    await passwordField(page, 'New password').fill(OTHER_PASSWORD);
    await press(page, 'Change password');
    await page.getByRole('alert').filter({ hasText: 'isn’t your current password' }).waitFor();
    await passwordField(page, 'Current password').fill(PASSWORD);
    await press(page, 'Change password');
    await page.getByRole('status').filter({ hasText: 'Password changed' }).waitFor();
    expect(await emailOf(page)).toBe(ADA);
  });

  it.each(WIDTHS)('is signed out everywhere, in another browser too, at a width of %i', async (width) => {
    const elsewhere = await newPerson(browser, { width, offered: true });
    const other = await elsewhere.newPage();
    await other.goto(`${server.url}/sign-in`);
    await badgeSays(other, 10);
    await credentials(other, 'Sign in', ADA, OTHER_PASSWORD);
    await other.waitForURL('**/home');
    await badgeSays(other, 40);
    await other.goto(`${server.url}/account`);
    await other.getByText('this session').waitFor();
    await press(other, 'Sign out everywhere');
    await heading(other, 'Sign in');
    await badgeSays(other, 10);
    await page.goto(`${server.url}/creations`);
    await heading(page, 'Sign in');
    expect(await emailOf(page)).toBeUndefined();
    await credentials(page, 'Sign in', ADA, OTHER_PASSWORD);
    await page.waitForURL('**/creations');
    await elsewhere.close();
  });

  it('ends a visit everywhere, without an account', async () => {
    const visit = await newPerson(browser, { width: 390 });
    const own = await visit.newPage();
    await own.goto(`${server.url}/account`);
    await badgeSays(own, 10);
    const copied = (await visit.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const session = async (): Promise<unknown> =>
      (await fetch(`${server.url}/api/auth/session`, { headers: { cookie: copied } })).json();
    expect(await session()).toHaveProperty('user');
    await press(own, 'Sign out everywhere');
    await heading(own, 'Sign in');
    expect(await session()).toEqual({});
    await visit.close();
  });

  it.each(WIDTHS)('sets a forgotten password by the link of a letter, good once, at a width of %i', async (width) => {
    const before = WIDTHS.indexOf(width);
    const elsewhere = await newPerson(browser, { width, offered: true });
    const other = await elsewhere.newPage();
    await other.goto(`${server.url}/sign-in`);
    await other.getByRole('link', { name: 'Forgot password?' }).click();
    await heading(other, 'Reset your password');
    await field(other, 'Email').fill(ADA);
    await press(other, 'Send link');
    await heading(other, 'Check your email');
    // Each width asks for one more.
    const links: string[] = [];
    for (let count = 1; links.length <= before; count += 1) {
      const mail = await letterIn(dataDir, ADA, count);
      if (mail.subject === 'Reset your Kinora password') links.push(linkIn(mail));
    }
    const link = links.at(-1) ?? raise();
    await other.goto(link);
    await heading(other, 'Choose a new password');
    await until(
      async () => other.url(),
      (url) => !url.includes('token'),
    );
    await passwordField(other, 'New password').fill('short');
    await press(other, 'Set password');
    await other.getByRole('alert').filter({ hasText: 'at least 8' }).waitFor();
    await passwordField(other, 'New password').fill(`${PASSWORD} ${width}`);
    await press(other, 'Set password');
    await heading(other, 'Password changed');
    await other.goto(link);
    await heading(other, 'Choose a new password');
    await passwordField(other, 'New password').fill(OTHER_PASSWORD);
    await press(other, 'Set password');
    await heading(other, 'This link can’t be used');
    await other.getByText('already been used').waitFor();
    await other.goto(`${server.url}/sign-in`);
    await credentials(other, 'Sign in', ADA, `${PASSWORD} ${width}`);
    await other.waitForURL('**/home');
    await elsewhere.close();
  });

  describe('on the page of an account', () => {
    const BEA = 'bea@kinora.example';
    let own: BrowserContext;
    let bea: Page;

    beforeAll(async () => {
      own = await newPerson(browser, { offered: true });
      bea = await own.newPage();
      bea.on('pageerror', (error) => faults.push(error.message));
      await bea.goto(`${server.url}/sign-up`);
      await badgeSays(bea, 10);
      await credentials(bea, 'Create account', BEA, PASSWORD);
      await heading(bea, 'Check your email');
      await confirm(bea, codeIn(await letterIn(dataDir, BEA)));
      await bea.waitForURL('**/home');
      await badgeSays(bea, 40);
      await bea.goto(`${server.url}/account`);
    });
    afterAll(() => own.close());

    it('takes everything of one’s own away as one file', async () => {
      await press(bea, 'Request export');
      await bea
        .getByRole('status')
        .filter({ hasText: /Your export is (being prepared|ready)/ })
        .waitFor();
      const [download] = await Promise.all([
        bea.waitForEvent('download'),
        bea.getByRole('main').getByRole('link', { name: 'Download' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/\.zip$/);
      const files = unzip(await readFile(await download.path()));
      expect([...files.keys()]).toEqual(expect.arrayContaining(['profile.json']));
      expect(files.get('profile.json')?.toString()).toContain(BEA);
    });

    it('deletes the account once its address and password were typed, and takes it back when somebody signs in', async () => {
      await press(bea, 'Delete account…');
      const popup = bea.getByRole('dialog', { name: 'Delete account' });
      const leave = async (email: string, password: string): Promise<void> => {
        await popup.getByLabel('Enter your email address', { exact: true }).fill(email);
        await popup.getByLabel('Password', { exact: true }).fill(password);
        await popup.getByRole('button', { name: 'Delete account', exact: true }).click();
      };
      await leave(ADA, PASSWORD);
      await popup.getByRole('alert').filter({ hasText: 'isn’t the address of this account' }).waitFor();
      await leave(BEA, 'not the password');
      await popup.getByRole('alert').filter({ hasText: 'isn’t your password' }).waitFor();
      expect(await emailOf(bea)).toBe(BEA);
      await leave(BEA, PASSWORD);
      await heading(bea, 'Sign in');
      await bea.getByRole('status').filter({ hasText: 'Your account is deleted. You can restore it until' }).waitFor();
      expect(await emailOf(bea)).toBeUndefined();
      await credentials(bea, 'Sign in', BEA, PASSWORD);
      await bea
        .getByRole('dialog', { name: 'Restore your account?' })
        .getByRole('button', { name: 'Restore my account' })
        .click();
      await bea.waitForURL('**/home');
      await badgeSays(bea, 40);
      expect(await emailOf(bea)).toBe(BEA);
    });
  });

  it('says after ten wrong passwords that they were too many', async () => {
    const elsewhere = await newPerson(browser, { offered: true });
    const other = await elsewhere.newPage();
    await other.goto(`${server.url}/sign-in`);
    for (let tries = 0; tries < 10; tries++) {
      await credentials(other, 'Sign in', ADA, `wrong ${tries}`);
      await other.getByRole('alert').filter({ hasText: 'incorrect' }).waitFor();
      await other.reload();
    }
    await credentials(other, 'Sign in', ADA, `${PASSWORD} 390`);
    await other.getByRole('alert').filter({ hasText: 'Too many wrong passwords' }).waitFor();
    expect(await emailOf(other)).toBeUndefined();
    await elsewhere.close();
  });

  it('meets no broken script on the way', async () => {
    expect(faults).toEqual([]);
    await badge(page).waitFor();
  });
});

function raise(): never {
  throw new Error('no letter');
}
