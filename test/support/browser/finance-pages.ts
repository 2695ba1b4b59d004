import { expect } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { DAY_MS } from '../people/year-life.js';
import { daysUpTo, writeYear } from '../people/year.js';
import { startServer, type Server } from '../servers/server.js';
import { until } from '../until.js';
import { badgeSays, becomeAdministrator, newPerson } from './account-pages.js';
import { axeViolations, type Rules } from './axe.js';
import { launchBrowser } from './browser.js';

/** The last day of the sample data. */
export const YESTERDAY = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);

/** An account that spent 30 of 40 credits before their payment was disputed. @param at milliseconds since the epoch */
async function writeReceivable(events: EventStore, at: number): Promise<void> {
  const loop = createAccountLoop(events, (error) => {
    throw error;
  });
  const stream = accountStream({ userId: 'debtor' as UserId, appName: 'kinora', usageType: 'credits' }); // nobody else's
  for (const command of [
    { type: 'grant', at, grantId: 'pack.sandbox.in_debtor', source: 'purchase', amount: 40, eligibility: 'any' },
    {
      type: 'hold',
      at,
      holdId: 'work-of-debtor',
      amount: 30,
      eligibility: 'any',
      expiresAt: at + DAY_MS,
      reference: 'task',
    },
    { type: 'capture', at: at + 1, holdId: 'work-of-debtor', amount: 30 },
    {
      type: 'revoke',
      at: at + 2,
      grantId: 'pack.sandbox.in_debtor',
      reason: 'chargeback',
      reference: 'invoice:in_debtor',
    },
  ] satisfies AccountCommand[])
    expect(await loop.execute(stream, command)).toMatchObject({ ok: true });
}

/** Two months of two hundred accounts, and money at the gateway that no event states. */
async function writeBooks(dataDir: string): Promise<void> {
  const clock = { now: 0 };
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => clock.now } });
  const { events } = await writeYear(
    folder.events(),
    clock,
    { accounts: 200, seed: 7, ...daysUpTo(YESTERDAY, 60) },
    folder.documents(),
  );
  await (
    await Transactions.open(folder.documents())
  ).keep(
    [
      {
        gateway: 'sandbox',
        transactionId: 'txn_unknown',
        kind: 'payment',
        at: Date.now() - 9 * DAY_MS,
        amount: 3_500,
        fee: 132,
        currency: 'usd',
        original: null,
        subjectId: 'in_unknown',
        payoutId: null,
      },
    ],
    { now: Date.now },
  );
  await writeReceivable(folder.events(), clock.now - 40 * DAY_MS);
  await folder.close();
  expect(events).toBeGreaterThan(1_000);
}

/** A server with sample data, and somebody with the role finance in a browser. */
export class FinancePages {
  /** Errors of the pages, in the order in which they came. */
  readonly faults: string[] = [];

  private constructor(
    private readonly dataDir: string,
    readonly server: Server,
    readonly browser: Browser,
    readonly finance: BrowserContext,
  ) {}

  static async start(): Promise<FinancePages> {
    const dataDir = await mkdtemp(join(tmpdir(), 'kinora-finance-'));
    await writeBooks(dataDir);
    const server = await startServer({ dataDir });
    const browser = await launchBrowser();
    const pages = new FinancePages(dataDir, server, browser, await newPerson(browser, { offered: true }));
    const printed = await until(
      async () => /\/admin\/first\?token=[\w-]+/.exec(server.output())?.[0],
      (found) => found !== undefined,
    );
    const page = await pages.open(pages.finance, printed ?? '');
    await badgeSays(page, 10);
    await becomeAdministrator(page);
    await page.close();
    return pages;
  }

  async end(): Promise<void> {
    await this.browser.close();
    await this.server.kill9();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async open(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage();
    page.on('pageerror', (error) => this.faults.push(`${path}: ${error.message}`));
    page.on('console', (said) => {
      if (said.type() === 'error') this.faults.push(`${path}: ${said.text()}`);
    });
    await this.go(page, path);
    return page;
  }

  async go(page: Page, path: string): Promise<void> {
    await page.goto(`${this.server.url}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  }

  /** Everything that was asked is there, drawn, breaks no rule, and does not scroll sideways. */
  async stands(page: Page, rules: Rules = 'all'): Promise<void> {
    await until(
      () => page.locator('main [aria-busy=true], main .sheen').count(),
      (busy) => busy === 0,
    );
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect({ path: page.url(), wide: wide <= 0, violations: await axeViolations(page, rules) }).toEqual({
      path: page.url(),
      wide: true,
      violations: [],
    });
  }
}
