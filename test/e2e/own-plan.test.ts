import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { codeIn, PASSWORD, Person } from '../support/people/account.js';
import { letterIn } from '../support/browser/account-pages.js';
import { axeViolations } from '../support/browser/axe.js';
import { chromiumPath, launchBrowser, PATIENCE_MS } from '../support/browser/browser.js';
import { messagesOf } from '../support/messages.js';
import { describeWith } from '../support/needs.js';
import { startServer, type Server } from '../support/servers/server.js';
import { until } from '../support/until.js';

const APP = { appName: 'kinora' } as const;
const EMAIL = 'ona@kinora.example';

describeWith(chromiumPath, 'Chromium', 'one’s own plan', () => {
  let dataDir: string;
  let server: Server;
  let browser: Browser;
  let owner: Person;
  /** Who plays the bank and moves time. */
  let operator: Person;
  let context: BrowserContext;
  let page: Page;
  const faults: string[] = [];
  const saying = (language: string) =>
    (
      (words) =>
      (key: string): string =>
        words.get(key) ?? `no words for ${key}`
    )(messagesOf(language));
  const say = saying('en');

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kinora-own-plan-'));
    server = await startServer({
      dataDir,
      env: { VISITOR_GRANTS_PER_ADDRESS: '0', TRUST_PROXY: '1', COUNTRY_HEADER: 'cf-ipcountry' },
    });
    browser = await launchBrowser();
    operator = new Person(server.url);
    await operator.visit();
    const token = await until(
      async () => /\/admin\/first\?token=([\w-]+)/.exec(server.output())?.[1],
      (found) => found !== undefined,
    );
    await operator.api.account.claimAdmin.mutate({
      token: token ?? '',
      account: { email: 'operator@kinora.example', password: PASSWORD },
    });
    owner = new Person(server.url, { 'cf-ipcountry': 'DE' });
    await owner.visit();
    await owner.api.account.signUp.mutate({ email: EMAIL, password: PASSWORD });
    await owner.api.account.verifyEmail.mutate({ email: EMAIL, code: codeIn(await letterIn(dataDir, EMAIL)) });
    context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      bypassCSP: true,
      extraHTTPHeaders: { 'cf-ipcountry': 'DE' },
    });
    context.setDefaultTimeout(PATIENCE_MS);
    page = await context.newPage();
    page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
    await signedIn();
  });
  afterAll(async () => {
    await browser.close();
    await server.kill9();
    await rm(dataDir, { recursive: true, force: true });
  });

  const signedIn = (): Promise<void> =>
    context.addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: server.url })));
  const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
  const press = (name: string, within: Page | Locator = page.getByRole('main')): Promise<void> =>
    within.getByRole('button', { name, exact: true }).click();
  const nextCharge = (): Locator =>
    page
      .getByRole('main')
      .getByRole('heading', { name: say('billing.next.title'), exact: true })
      .locator('..');

  /** Has Kinora Pro by the month, paid with a card by its last digits, and looks at the billing page. */
  async function subscribe(last4: string): Promise<void> {
    const { url } = await owner.api.billing.checkout.mutate({
      requestId: randomUUID(),
      ...APP,
      priceId: 'kinora-pro-monthly',
      price: { minor: 2_697, currency: 'eur' },
      platformName: 'card',
      returnPath: '/pricing',
    });
    await page.goto(url);
    await page.locator('label').filter({ hasText: last4 }).click();
    await page.getByRole('button', { name: /^Pay / }).click();
    await page.waitForURL('**/pricing**');
    await until(
      () => owner.api.credits.balance.query({}),
      ({ available }) => available >= 800,
    );
    await page.goto(`${server.url}/billing`);
    await nextCharge().getByText('€26.97').waitFor();
  }

  it('is bought, and its invoice is there as a PDF in the language of the page', async () => {
    await page.goto(`${server.url}/billing`);
    await page.getByText(say('billing.free.title')).waitFor();
    await subscribe('0341');
    await page.getByRole('main').getByText('800 plan credits left').waitFor();
    await page.getByRole('main').getByText('Visa ending in 0341').waitFor();
    await page.goto(`${server.url}/ar/billing`);
    const link = page.getByRole('main').getByRole('link', { name: /PDF/ });
    const href = await link.getAttribute('href');
    expect(href).toMatch(/language=ar$/);
    const answer = await context.request.get(`${server.url}${href ?? ''}`);
    expect([
      answer.status(),
      answer.headers()['content-type'],
      (await answer.body()).subarray(0, 5).toString(),
    ]).toEqual([200, 'application/pdf', '%PDF-']);
  });

  it('says what every change would cost, and takes back the one that was to come', async () => {
    await page.goto(`${server.url}/billing`);
    await press(say('billing.actions.change'));
    const choice = (plan: string): Locator => page.getByRole('main').getByRole('listitem').filter({ hasText: plan });
    await choice('Kinora Unlimited')
      .getByText(/now, then €64\.17 on .* 700 more credits at once/)
      .waitFor();
    await choice('Kinora Lite')
      .getByText(/^Nothing now; €13\.95 from /)
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const toAndFro = async (): Promise<void> => {
      await press('Change to Kinora Lite');
      await dialog('Change to Kinora Lite')
        .getByRole('button', { name: /^Change on / })
        .click();
      await press(say('popups.paymentConfirm.done'), dialog('Change to Kinora Lite'));
      await page
        .getByRole('main')
        .getByText(/you’ll have Kinora Lite for €13\.95 a month/)
        .waitFor();
      await press('Keep Kinora Pro');
      await page.getByRole('status').getByText('You’re keeping Kinora Pro.').waitFor();
      expect((await owner.api.billing.overview.query(APP)).scheduled).toBeNull();
    };
    await toAndFro();
    // Once more on the same page: the button is not busy with the first time.
    await toAndFro();
  });

  it('is cancelled by two presses with a receipt, and goes on by one', async () => {
    await page.goto(`${server.url}/billing`);
    await press(say('billing.actions.cancel'));
    const popup = dialog('Cancel Kinora Pro?');
    await popup.getByText(/^You have 800 plan credits left\. They expire on .* if unspent\.$/).waitFor();
    await popup.getByText('You keep your 40 other credits.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    const receipt = dialog(say('billing.receipt.title'));
    const cancelled = async (): Promise<void> => {
      await press(say('billing.actions.cancel'), popup);
      await receipt.getByText('Nothing more will be charged for Kinora Pro.').waitFor();
    };
    const goOn = async (): Promise<void> => {
      await press(say('billing.receipt.done'), receipt);
      await nextCharge().getByText(say('billing.next.none')).waitFor();
      expect(await owner.api.billing.overview.query(APP)).toMatchObject({
        nextCharge: null,
        subLog: { currentPlan: { status: 'active', cancelAtPeriodEnd: true } },
      });
      await press(say('billing.actions.reactivate'));
      await page
        .getByRole('status')
        .getByText(/^Your plan continues\./)
        .waitFor();
      await nextCharge().getByText('€26.97').waitFor();
    };
    await cancelled();
    expect(
      await receipt
        .getByRole('button', { name: say('billing.receipt.done') })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await goOn();
    // Once more on the same page: the button is not busy with the first time.
    await press(say('billing.actions.cancel'));
    await cancelled();
    await goOn();
  });

  it('is told of over every page when its renewal fails, until it is paid', async () => {
    await page.goto(`${server.url}/image`);
    const moved = await operator.post('/api/sandbox/clock', { by: 'month' });
    expect(moved.status).toBeLessThan(400);
    await until(
      async () => {
        await owner.enter({ email: EMAIL, password: PASSWORD });
        return (await owner.api.subLog.getSubLog.query(APP)).expirePayment;
      },
      (owed) => owed !== null,
    );
    await signedIn();
    await page.goto(`${server.url}/image`);
    const bar = page.getByRole('region', { name: say('billing.banner.label') });
    await bar.getByText(/^Your payment of €26\.97 failed\. We’ll try again on /).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await bar.getByRole('link', { name: say('billing.banner.details'), exact: true }).click();
    await page.getByRole('main').getByText('Your payment of €26.97 failed').waitFor();
    // The page says it itself.
    await bar.waitFor({ state: 'hidden' });
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/ar/explore`);
    await page.getByRole('region', { name: saying('ar')('billing.banner.label') }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`${server.url}/billing`);
    await press(say('billing.outstanding.pay'));
    await page.waitForURL('**/api/sandbox/portal/**');
    await page.locator('label').filter({ hasText: '4242' }).click();
    await press('Use it and pay the outstanding amount', page);
    await page.getByRole('link', { name: 'Go back' }).click();
    await page.getByRole('main').getByText('Visa ending in 4242').waitFor();
    await until(
      () => page.getByRole('main').getByText(say('billing.outstanding.pay')).count(),
      (shown) => shown === 0,
    );
    await page
      .getByRole('main')
      .getByRole('link', { name: say('billing.actions.packs'), exact: true })
      .click();
    // The buttons of the plans go by what the bar goes by.
    await page.getByRole('button', { name: 'Upgrade to Kinora Unlimited', exact: true }).waitFor();
    expect(await bar.count()).toBe(0);
  });

  it.each([
    ['', 1440, 'light'],
    ['', 390, 'dark'],
    ['/ar', 1440, 'dark'],
    ['/ar', 390, 'light'],
    ['/de', 768, 'light'],
  ] as const)(
    'breaks no rule of axe and does not scroll sideways: "%s" at %i, %s',
    async (prefix, width, colorScheme) => {
      const words = saying(prefix === '' ? 'en' : prefix.slice(1));
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.goto(`${server.url}${prefix}/billing`);
      await page.getByRole('main').getByRole('link', { name: /PDF/ }).first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await press(words('billing.actions.cancel'));
      await dialog(words('billing.cancel.title').replace('{plan}', 'Kinora Pro')).waitFor();
      expect(await axeViolations(page)).toEqual([]);
    },
  );

  it('meets no broken script', () => expect(faults).toEqual([]));
});
