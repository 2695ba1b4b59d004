import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { badgeSays, heading, newPerson } from '../support/browser/account-pages.js';
import { rulesIn, type Rules } from '../support/browser/axe.js';
import { chromiumPath, PATIENCE_MS } from '../support/browser/browser.js';
import { FinancePages, YESTERDAY } from '../support/browser/finance-pages.js';
import { describeWith } from '../support/needs.js';
import { signInVisitor } from '../support/people/visitor.js';
import { DAY_MS } from '../support/people/year-life.js';
import type { Server } from '../support/servers/server.js';
import { until } from '../support/until.js';
import { say } from '../support/words.js';

const VIEWS = [
  '',
  '/days',
  '/movements?column=granted',
  '/liability',
  '/liability?month=never',
  '/account',
  '/account?user=user00000',
  '/grants',
  '/adjustments',
  '/receivables',
  '/failed',
  '/failed?reason=failed',
  '/checks',
  '/close',
  '/revenue',
  '/payments',
  '/deferred',
  '/schedule?figure=deferred',
  '/gateway',
  '/journal',
  '/trace',
  '/trace?of=user00000',
  '/accounting',
  '/export',
];

describeWith(chromiumPath, 'Chromium', 'the pages of the books', () => {
  let pages: FinancePages;
  let server: Server;
  let browser: Browser;
  let finance: BrowserContext;
  let faults: string[];
  const open = (context: BrowserContext, path: string): Promise<Page> => pages.open(context, path);
  const go = (page: Page, path: string): Promise<void> => pages.go(page, path);
  const stands = (page: Page, rules?: Rules): Promise<void> => pages.stands(page, rules);

  beforeAll(async () => {
    pages = await FinancePages.start();
    ({ server, browser, finance, faults } = pages);
  });
  afterAll(() => pages.end());

  it.each([
    ['', 'en'],
    ['/ar', 'ar'],
  ])('tell whoever may not see them so, with a way on, "%s"', async (prefix, language) => {
    const context = await newPerson(browser, { width: 390 });
    const page = await open(context, `${prefix}/finance/days`);
    await page.getByText(say('finance.denied.title', language)).waitFor();
    expect(await page.getByRole('table').count()).toBe(0);
    await stands(page);
    await page
      .getByRole('main')
      .getByRole('link', { name: say('finance.denied.credits', language) })
      .click();
    await page.waitForURL('**/credits');
    await context.close();
  });

  it('are refused by the server to whoever may not, and not led to', async () => {
    const visitor = await signInVisitor(server.url);
    expect((await visitor.fetch('/api/trpc/finance.trialBalance')).status).toBe(403);
    expect((await visitor.fetch('/api/finance/export')).status).toBe(403);
    const context = await newPerson(browser);
    const page = await open(context, '/credits');
    await badgeSays(page, 10);
    await page.getByRole('button', { name: 'Account', exact: true }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'Create an account' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Finance' }).count()).toBe(0);
    await context.close();
  });

  it('say that the books balance, and over which days and accounts', async () => {
    const page = await open(finance, '/credits');
    await page.getByRole('button', { name: 'Account', exact: true }).filter({ visible: true }).click();
    await page.getByRole('menuitem', { name: 'Finance' }).click();
    await heading(page, 'Trial balance');
    await page.getByRole('heading', { level: 2, name: 'Balanced', exact: true }).waitFor();
    const all = page.getByRole('row', { name: /^All/ });
    await until(
      () => all.getByRole('cell').first().textContent(),
      (opening) => opening !== null && opening !== '0',
    );
    await page.getByRole('combobox', { name: 'App' }).click();
    await page.getByRole('option', { name: 'Kinora Writer' }).click();
    await page.waitForURL(/app=kinora-writer/);
    // Usage types stand side by side, without a sum.
    await page.getByRole('radio', { name: 'Usage type' }).click();
    await page.getByRole('row', { name: /^GPT-3.5 words/ }).waitFor();
    await until(
      () => page.getByRole('row').count(),
      (rows) => rows === 2,
    );
    await page.reload();
    await page.getByRole('row', { name: /^GPT-3.5 words/ }).waitFor();
    await page.getByRole('link', { name: 'Roll-forward', exact: true }).click();
    await page.waitForURL(/finance\/days\?.*app=kinora-writer/);
    await page.close();
  });

  it('roll forward from day to day, each opening with what the one before closed with, as a table and as charts', async () => {
    const page = await open(finance, '/finance/days');
    const rows = page.getByRole('table', { name: 'Roll-forward by period' }).getByRole('row');
    await until(
      () => rows.count(),
      (count) => count === 32,
    );
    const moved = page.getByRole('img', { name: 'Movements' });
    await moved.locator('rect').first().waitFor();
    // Either chart points at the same day, and the lower one says what moved on it.
    await page.getByRole('img', { name: 'Closing balance' }).hover();
    await moved.getByText(/^Closing/).waitFor();
    const figures = await rows.evaluateAll((found) =>
      found.slice(1, -1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    );
    // The newest stands first.
    const closings = figures.slice(1).map((cells) => cells[6]);
    expect(closings).toEqual(figures.slice(0, -1).map((cells) => cells[0]));
    await page.getByRole('radio', { name: 'Weeks' }).click();
    await until(
      () => rows.count(),
      (count) => count >= 6 && count <= 8,
    );
    await page.close();
  });

  it('show any account as of any moment, and refuse a time that has not come', async () => {
    const page = await open(finance, '/finance/grants?source=plan');
    await page.getByRole('table', { name: 'Grants from this source' }).getByRole('link').first().click();
    await page.waitForURL(/finance\/account\?/);
    await page.getByRole('table', { name: 'Events up to then' }).waitFor();
    await page.getByLabel('As of (UTC)').fill('2000-01-01T00:00:00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('This account had no activity by then.').waitFor();
    await page.getByLabel('As of (UTC)').fill('2999-01-01T00:00:00');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'That time is in the future' }).waitFor();
    await page.goto(`${server.url}/finance/account?user=nobody`);
    await page.getByText('No activity in this account').waitFor();
    await page.goto(`${server.url}/finance?to=2999-01-01`);
    await page.getByRole('button', { name: 'Show up to today' }).click();
    await page.getByRole('heading', { level: 2, name: 'Balanced', exact: true }).waitFor();
    // The browser itself notes each refused call in its console.
    expect(faults.splice(0).filter((fault) => !/status of 40[04]/.test(fault))).toEqual([]);
    await page.close();
  });

  it('answer why a customer has so many credits in three steps from any page, by the search', async () => {
    const page = await open(finance, '/finance/checks');
    const search = page.getByRole('textbox', { name: say('finance.search.title') });
    await search.fill('nothing of that name');
    await search.press('Enter');
    await page.getByText(say('finance.search.noneText')).waitFor();
    await search.fill('user00000');
    await search.press('Enter');
    const account = page.getByRole('link', { name: /^Kinora, Credits: [\d,]+ available/ });
    const available = /: ([\d,]+) available/.exec((await account.textContent()) ?? '')?.[1] ?? '';
    await stands(page);
    await account.focus();
    await page.keyboard.press('Escape');
    await account.waitFor({ state: 'hidden' });
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    await search.press('Enter');
    await account.waitFor();
    // By keyboard alone: the results follow the button.
    await search.press('Tab');
    await page.keyboard.press('Tab');
    expect(await account.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/finance\/account\?user=user00000/);
    const events = page.getByRole('table', { name: 'Events up to then' }).getByRole('row');
    // The newest event that states a balance states the one that was found.
    await until(
      () => events.nth(1).getByRole('cell').nth(4).textContent(),
      (after) => after === available,
    );
    await page.getByRole('table', { name: 'Grants', exact: true }).waitFor();
    const hold = await events.filter({ hasText: 'Captured' }).first().getByRole('cell').nth(5).textContent();
    await search.fill(hold?.split(' · ')[0] ?? '');
    await search.press('Enter');
    await page
      .getByRole('link', { name: /^In the account/ })
      .first()
      .click();
    await page.waitForURL(/subject=/);
    await page.locator('tr[aria-current=true]').first().waitFor();
    // What was searched for, perhaps an address, is in no address.
    await search.fill('ann@example.org');
    await search.press('Enter');
    await page.getByText(say('finance.search.noneText')).waitFor();
    expect(page.url()).not.toContain('ann');
    await page.close();
  });

  it('list what failed work cost, by reason and hold, and lead from the receivable to its rows', async () => {
    const page = await open(finance, '/finance');
    await page.getByRole('link', { name: /^Receivable:/ }).click();
    await page.waitForURL(/finance\/receivables/);
    await page.getByRole('link', { name: 'Failed work' }).click();
    const reasons = page.getByRole('table', { name: 'Failed work by reason' });
    await reasons.getByRole('link').first().click();
    await page.waitForURL(/reason=/);
    await page
      .getByRole('table', { name: /^Not charged/ })
      .getByRole('link')
      .first()
      .click();
    await page.locator('tr[aria-current=true]').first().waitFor();
    await page.close();
  });

  it('reconcile when asked, and say what it came to', async () => {
    const page = await open(finance, '/finance/checks');
    await page.getByText('No parked events').waitFor();
    await page.getByRole('button', { name: 'Reconcile now' }).click();
    const verdict = page.getByRole('status').filter({ hasText: /ifference/ });
    await verdict.waitFor();
    // The sample has no differences but those that were planted.
    await page
      .getByText(/in_unknown/)
      .first()
      .waitFor();
    await page.reload();
    await verdict.waitFor();
    await page
      .getByText(/in_unknown/)
      .first()
      .waitFor();
    await page.close();
  });

  it('compare payments with the transactions of the gateways, and read new ones when asked', async () => {
    const page = await open(finance, '/finance/gateway');
    const row = page.getByRole('table', { name: 'Unmatched' }).getByRole('row').filter({ hasText: 'in_unknown' });
    await row.getByText('Unknown to Kinora').waitFor();
    await row.getByText('9 days').waitFor();
    await page
      .getByRole('table', { name: 'Balances at the gateways' })
      .getByRole('row', { name: /^sandbox USD/ })
      .waitFor();
    await page.getByRole('button', { name: 'Read transactions now' }).click();
    await page.getByText('All new transactions were read.').waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('adjust an account, show the balance before, and leave what is above the limit to another person', async () => {
    const page = await open(finance, '/finance/adjustments');
    const fill = async (credits: string, about: string): Promise<void> => {
      await page.getByLabel('User ID', { exact: true }).first().fill('user00000');
      await page.getByLabel('Credits', { exact: true }).fill(credits);
      await page.getByLabel('Case', { exact: true }).first().fill(about);
    };
    await fill('25', 'Ann called');
    await page.getByText('Available afterwards').waitFor();
    await page.getByRole('button', { name: 'Apply adjustment' }).click();
    await page.getByText('without spaces.').waitFor();
    await fill('25', 'CASE-1');
    await page.getByRole('button', { name: 'Apply adjustment' }).click();
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText(/^\+25 credits for user00000\.kinora\.credits\. Available afterwards: [\d,]+\.$/).waitFor();
    await confirm.getByRole('button', { name: 'Apply adjustment' }).click();
    await page.getByText('Applied: +25 credits for user00000.').waitFor();
    const row = page
      .getByRole('table', { name: 'Register of adjustments' })
      .getByRole('row')
      .filter({ hasText: 'CASE-1' });
    await row.getByRole('button', { name: 'Reverse' }).click();
    await page.getByRole('dialog').getByLabel('Case').fill('CASE-2');
    await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
    await page.getByText('Reversed', { exact: true }).waitFor();
    await fill('1001', 'CASE-3');
    await page.getByText('This will wait for another person’s approval.').waitFor();
    await page.getByRole('button', { name: 'Request adjustment' }).click();
    await page.getByText('Requested. Another person has to approve it.').waitFor();
    await page
      .getByRole('table', { name: 'Register of adjustments' })
      .getByText('Another person has to decide on your own requests.')
      .waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });

  it('close a month by name, accept what is known with a case, give the signed file, and re-open it', async () => {
    const page = await open(finance, '/finance/close');
    // The sample accounts have unexplained events.
    await page
      .getByRole('list', { name: 'Checks before closing' })
      .getByText(/^The last reconciliation found/)
      .waitFor();
    await page.getByRole('button', { name: /^Close \w{3} \d{4}$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Sign and close' }).click();
    await dialog.getByText('without spaces.').first().waitFor();
    for (const field of await dialog.getByLabel('Case', { exact: true }).all()) await field.fill('CASE-9');
    await dialog.getByRole('button', { name: 'Sign and close' }).dblclick();
    await page.getByText(/^Closed by /).waitFor();
    await page.getByRole('columnheader', { name: 'As signed' }).first().waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download closing 1' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain('kinora-month-close');
    await stands(page);
    await page.getByRole('button', { name: 'Re-open', exact: true }).click();
    await dialog.getByLabel('Case', { exact: true }).fill('CASE-10');
    await dialog.getByRole('button', { name: 'Re-open month' }).click();
    await page.getByText(/^Re-opened by /).waitFor();
    await page.getByRole('button', { name: /^Close \w{3} \d{4}$/ }).waitFor();
    await page.close();
  });

  it('lead from a receivable’s age to its rows', async () => {
    const page = await open(finance, '/finance/receivables?age=over-90');
    await page.getByText(say('finance.receivables.none.title')).waitFor();
    await page
      .getByRole('table', { name: 'Receivables by age' })
      .getByRole('link', { name: /^31–60 days: / })
      .click();
    await page.waitForURL(/age=31-60/);
    await page
      .getByRole('table', { name: 'Receivables', exact: true })
      .getByRole('row', { name: /debtor\.kinora\.credits 30 Payment disputed/ })
      .waitFor();
    await page.close();
  });

  it('keep settings of bookkeeping, say what is wrong with them, and show figures in the reporting currency', async () => {
    const page = await open(finance, '/finance/accounting');
    const bank = page.getByRole('group', { name: 'Bank', exact: true });
    await bank.getByLabel('Code').fill('not a code');
    await page.getByRole('button', { name: 'Save accounts' }).click();
    await bank.getByText(/^Bank: enter a code/).waitFor();
    await bank.getByLabel('Code').fill('1200');
    // Somebody else saves first.
    const second = await open(finance, '/finance/accounting');
    await second.getByRole('button', { name: 'Add rule' }).click();
    await second.getByText('Added.').waitFor();
    await page.getByRole('button', { name: 'Save accounts' }).click();
    await page.getByText(/^These settings were changed meanwhile/).waitFor();
    expect(await bank.getByLabel('Code').inputValue()).toBe('1200');
    await page
      .getByRole('table', { name: 'Rules for packs' })
      .getByText('As its credits are used, within 12 months')
      .waitFor();
    await page.getByRole('button', { name: 'Save accounts' }).click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('2020-01-01');
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByText(/^That day is before the current month/).waitFor();
    await page.getByRole('combobox', { name: 'Reporting currency' }).click();
    await page.getByRole('option', { name: /^EUR/ }).click();
    await page.getByRole('button', { name: 'Save currency' }).click();
    // The revenue page names the missing rates; approximate ones are entered and marked.
    await second.goto(`${server.url}/finance/revenue`);
    await second.getByText(/^These rates are missing/).waitFor();
    await page.getByRole('button', { name: 'Insert approximate rates' }).click();
    const lines = page.getByLabel('Month, currency and rate, one line each');
    const months = [
      YESTERDAY,
      new Date(Date.parse(YESTERDAY) - 32 * DAY_MS).toISOString(),
      new Date(Date.parse(YESTERDAY) - 60 * DAY_MS).toISOString(),
      new Date().toISOString(),
    ].map((day) => day.slice(0, 7));
    await lines.fill(`${await lines.inputValue()}\n2026-99,usd,1`);
    await page.getByRole('button', { name: 'Save rates' }).click();
    await page
      .getByText(/The month isn’t of the form 2026-01/)
      .first()
      .waitFor();
    await lines.fill(
      [...new Set(months)]
        .flatMap((month) => ['usd,0.93', 'gbp,1.15', 'jpy,0.0062', 'inr,0.0112'].map((rate) => `${month},${rate}`))
        .join('\n'),
    );
    await page.getByRole('button', { name: 'Save rates' }).click();
    await page.getByRole('table', { name: 'Rates by month' }).getByText('approximate').first().waitFor();
    await second.reload();
    const totals = second.getByRole('table', { name: 'In EUR' });
    await totals
      .getByRole('row', { name: /^All currencies/ })
      .getByText(/€/)
      .first()
      .waitFor();
    expect(faults.splice(0).filter((fault) => !/status of 409/.test(fault))).toEqual([]);
    await page.close();
    await second.close();
  });

  it('save a page with its filters for everybody, and open, rename and delete it', async () => {
    const page = await open(finance, '/finance/revenue');
    await page.getByRole('radio', { name: 'Last month' }).click();
    await page.waitForURL(/from=/);
    const days = new URL(page.url()).search;
    await page.getByRole('button', { name: 'Saved reports' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('No saved reports yet.').waitFor();
    await dialog.getByLabel(/^Name for this page/).fill('Revenue of the month');
    await dialog.getByRole('button', { name: 'Save this page' }).click();
    await dialog.getByRole('button', { name: 'Rename Revenue of the month' }).click();
    await dialog.getByLabel('New name').fill('Monthly revenue');
    await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
    await dialog.getByRole('link', { name: 'Monthly revenue' }).waitFor();
    await stands(page);
    await page.goto(`${server.url}/finance/checks`);
    await page.getByRole('button', { name: 'Saved reports' }).click();
    await dialog.getByRole('link', { name: 'Monthly revenue' }).click();
    await page.waitForURL(/finance\/revenue/);
    expect(new URL(page.url()).search).toBe(days);
    await page.getByRole('button', { name: 'Saved reports' }).click();
    await dialog.getByRole('button', { name: 'Delete Monthly revenue' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await dialog.getByText('No saved reports yet.').waitFor();
    await page.close();
  });

  it('give the chosen days as a file', async () => {
    const page = await open(finance, '/finance/export');
    for (const [format, begins] of [
      ['CSV', 'position,stream'],
      ['Parquet', 'PAR1'],
    ] as const) {
      await page.getByRole('radio', { name: format }).click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: `Download ${format}` }).click(),
      ]);
      const bytes = await readFile(await file.path());
      expect(bytes.subarray(0, begins.length).toString()).toBe(begins);
      expect(bytes.length).toBeGreaterThan(5_000);
    }
    await page.close();
  });

  it.each([
    {
      prefix: '',
      looks: [
        { width: 1440, scheme: 'dark' },
        { width: 390, scheme: 'light' },
      ],
    },
    {
      prefix: '/ar',
      looks: [
        { width: 1440, scheme: 'light' },
        { width: 390, scheme: 'dark' },
      ],
    },
  ] as const)('stand in every look, "$prefix"', async ({ prefix, looks }) => {
    const context = await browser.newContext({
      storageState: await finance.storageState(),
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await open(context, `${prefix}/finance`);
    for (const view of VIEWS) {
      await go(page, `${prefix}/finance${view}`);
      expect(await page.locator('html').getAttribute('dir')).toBe(prefix === '/ar' ? 'rtl' : 'ltr');
      await page.getByRole('main').getByRole('navigation').waitFor();
      for (const { width, scheme } of looks) {
        // The whole page, so that the bar at the bottom of a phone covers nothing of it.
        await page.setViewportSize({ width, height: 4_000 });
        await page.emulateMedia({ colorScheme: scheme });
        await page.locator(`html[data-theme=${scheme}]`).waitFor();
        await stands(page, rulesIn({ width, scheme, prefix }));
      }
    }
    await context.close();
  });

  it('meet no broken script on the way', () => {
    expect(faults).toEqual([]);
  });
});
