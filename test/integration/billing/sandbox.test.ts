import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { billingCli } from '../../../src/billing/finance/cli.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { GetGatewayTransactions } from '../../../src/billing/settlement/settlement.queries.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import { FinanceExports } from '../../../src/credits/index.js';
import { runCli, type CliTools } from '../../../src/platform/cli.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import { SandboxTime } from '../../../src/billing/gateways/sandbox/time.js';
import type { MethodId } from '../../../src/billing/gateways/sandbox/methods.js';
import { OfferAdministration } from '../../../src/identity/index.js';
import type { UserId } from '../../../src/kernel/ids.js';
import type { SessionId, SessionUser } from '../../../src/platform/http/security/session-user.js';
import { callerOf } from '../../../src/platform/http/trpc/trpc.js';
import { lettersTo, member, outboxOf, type Person } from '../../support/people/account.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { until } from '../../support/until.js';

const DAY = 86_400_000;
const LITE = 'kinora-lite-monthly';

describe('what is bought at the sandbox', () => {
  let app: TestApp;
  let admin: Person;
  let user: SessionUser;
  beforeAll(async () => {
    app = await startApp({ env: { ROLES: 'api,projector' } });
    admin = await member(app, 'ada@example.org');
    await admin.api.account.claimAdmin.mutate({
      token: (await app.nest.get(CommandBus).execute(new OfferAdministration())) ?? '',
    });
  });
  afterAll(() => app.close());
  beforeEach(() => {
    user = {
      id: randomUUID() as UserId,
      email: 'ann@example.org',
      dateCreated: 0,
      anonymous: false,
      roles: [],
      sid: randomUUID() as SessionId,
    }; // a test's own
  });

  const caller = () =>
    callerOf(app.router)({ user, request: { ip: '', language: 'en', requestId: 'r', origin: app.url } });
  const form = (url: string, fields: Readonly<Record<string, string>>, origin = app.url) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers: { origin } });
  const page = async (url: string): Promise<string> => (await fetch(url)).text();
  const order = (priceId = LITE, minor = 1_500, more: { readonly language?: string; readonly country?: string } = {}) =>
    callerOf(app.router)({
      user,
      request: { ip: '', language: more.language ?? 'en', requestId: 'r', origin: app.url, country: more.country },
    }).billing.checkout({
      requestId: randomUUID(),
      appName: 'kinora',
      priceId,
      price: { minor, currency: 'usd' },
      platformName: 'card',
      returnPath: '/en/billing',
    });
  const isPaid = (orderId: string) =>
    until(
      () => caller().billing.order({ orderId }),
      ({ status }) => status === 'paid',
    );
  const buy = async (method: MethodId, priceId = LITE, minor = 1_500): Promise<string> => {
    const { orderId, url } = await order(priceId, minor);
    const answer = await form(url, { method });
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      expect.stringContaining(`/en/billing?order=${orderId}`),
    ]);
    await isPaid(orderId);
    return orderId;
  };
  const log = () => caller().subLog.getSubLog({ appName: 'kinora' });
  const credits = async (): Promise<number> =>
    (await caller().credits.balance({ appName: 'kinora', usageType: 'credits' })).available;
  const moveOn = async (ms: number): Promise<void> => {
    const time = app.nest.get(SandboxTime);
    const to = time.clock.now() + ms;
    await time.request(to);
    await until(
      () => time.target(),
      (target) => target === undefined,
    );
    expect(time.clock.now()).toBeGreaterThanOrEqual(to);
  };
  /** What the administrator's page has of the last sale: its forms, as a browser would send them. */
  const deed = async (path: 'sales' | 'invoices', fields: Readonly<Record<string, string>>): Promise<string> => {
    const shown = await (await admin.fetch('/api/sandbox')).text();
    const action = new RegExp(`action="(/api/sandbox/${path}/[^"?]+)`).exec(shown)?.[1] ?? '';
    const invoiceId = /name="invoiceId" value="([^"]+)"/.exec(shown)?.[1] ?? '';
    const answer = await admin.post(
      action,
      { wish: randomUUID(), ...(path === 'invoices' ? { invoiceId } : {}), ...fields },
      { origin: app.url },
    );
    return new URL(answer.headers.get('location') ?? '', app.url).searchParams.get('said') ?? '';
  };

  it('is paid for on its page, renewed when its month is over, and gives each month its credits', async () => {
    await buy('pays');
    expect(await log()).toMatchObject({ isActiveSub: true, currentPlan: { subProductRelation: [{ priceId: LITE }] } });
    await until(credits, (now) => now === 300);
    const {
      currentPlan: { currentPeriodEnd: before },
    } = await log();
    await moveOn(32 * DAY);
    expect(await until(log, ({ currentPlan }) => (currentPlan.currentPeriodEnd ?? 0) > (before ?? 0))).toMatchObject({
      isActiveSub: true,
      expirePayment: null,
    });
    await until(credits, (now) => now === 300);
  });

  it('has moved when the answer says so: everything due by then is recorded, at its own time, and every page shows it', async () => {
    await buy('pays');
    await until(credits, (now) => now === 300);
    const from = app.nest.get(SandboxTime).clock.now();
    const answer = await admin.post('/api/sandbox/clock', { by: 'month' }, { origin: app.url });
    expect(answer.headers.get('location')).toContain('said=moved');
    expect(await app.nest.get(SandboxTime).target()).toBeUndefined();
    const { lines } = await caller().credits.statement({ appName: 'kinora', usageType: 'credits', limit: 50 });
    const given = lines.filter(({ kind }) => kind === 'grant');
    const ended = lines.filter(({ kind }) => kind === 'expiry');
    // What was left of the first month ended at its end, not when the sweep came by.
    expect(ended.map(({ net, at }) => [net, at])).toEqual([[-300, given.at(-1)?.paidBy[0]?.expiresAt]]);
    expect(ended[0]?.at).toBeGreaterThan(from);
    expect(await credits()).toBe(300);
  });

  it('gives a year month by month while time is moved over half of it at once', async () => {
    await buy('pays', 'kinora-lite-yearly', 12_000);
    await until(credits, (now) => now === 300);
    await moveOn(170 * DAY);
    await until(credits, (now) => now === 300);
    const { lines } = await caller().credits.statement({
      appName: 'kinora',
      usageType: 'credits',
      limit: 50,
      kinds: ['grant'],
    });
    expect(lines).toHaveLength(6);
  });

  it('loses no letter while a year is moved over at once: each payment has one, and the year that ends is told of once; what was told long ago is forgotten', async () => {
    const email = 'bob@example.org';
    const bob = await member(app, email);
    user = { ...user, id: (await bob.me()).id as UserId }; // the id that the session has
    await buy('pays', 'kinora-lite-yearly', 12_000);
    await moveOn(369 * DAY);
    const subjects = (await lettersTo(outboxOf(app), email))
      .filter(({ id }) => id.startsWith('billing.'))
      .map(({ subject }) => subject.replaceAll(/\s/g, ' ').replaceAll(/(?<=on ).*/g, 'a day'))
      .toSorted();
    expect(subjects).toEqual(['Kinora Lite renews on a day', 'Receipt for USD 120.00', 'Receipt for USD 120.00']);
    const news = await app.parts.documents.collection({ name: 'billing_news_v1', indexes: [['at']] }, (stored) =>
      z.object({ at: z.int() }).parse(stored),
    );
    const { items } = await news.find({ limit: 500 });
    expect(items.length).toBeGreaterThan(0);
    expect(Math.min(...items.map(({ document }) => document.at))).toBeGreaterThan(
      app.nest.get(SandboxTime).clock.now() - 92 * DAY,
    );
  });

  it('is charged after the bank has asked, and not when that is refused', async () => {
    const { orderId, url } = await order();
    expect((await form(url, { method: 'asks' })).headers.get('location')).toBe(new URL(url).pathname);
    expect(await page(url)).toContain('Approve this payment?');
    await form(`${url}/bank`, { answer: 'refuse' });
    expect(await page(url)).toContain('The card was declined');
    await until(
      () => caller().billing.order({ orderId }),
      ({ status }) => status === 'declined',
    );
    await form(url, { method: 'asks' });
    expect((await form(`${url}/bank`, { answer: 'approve' })).headers.get('location')).toContain('/en/billing');
    await isPaid(orderId);
  });

  it('says so where a card is declined, and another may pay', async () => {
    const { orderId, url } = await order();
    await form(url, { method: 'declines' });
    expect(await page(url)).toContain('role="alert"');
    await form(url, { method: 'pays' });
    await form(url, { method: 'pays' });
    await isPaid(orderId);
    expect((await log()).otherPlan).toHaveLength(0);
  });

  it('is past due when its renewal fails, and recovers when another card pays what is outstanding', async () => {
    await buy('fails-later');
    await moveOn(31 * DAY + 3 * DAY);
    const { currentPlan, expirePayment } = await until(log, (now) => now.expirePayment !== null);
    expect([currentPlan.status, expirePayment?.amountDue]).toEqual(['past_due', 1_500]);
    const { url } = await caller().billing.portal({
      subscriptionId: currentPlan.subscriptionId ?? '',
      returnPath: '/en/billing',
    });
    expect(await page(url)).toContain('Outstanding');
    expect((await form(url, { method: 'fails-later' })).headers.get('location')).toContain('said=declined');
    expect((await form(url, { method: 'pays' })).headers.get('location')).toContain('said=paid');
    await until(log, (now) => now.isActiveSub && now.expirePayment === null);
  });

  it('is over after the last try', async () => {
    await buy('fails-later');
    await moveOn(60 * DAY);
    await until(log, ({ currentPlan }) => currentPlan.status === 'canceled');
  });

  it('goes back by the administrator’s page, in part, as a whole and by a dispute', async () => {
    await buy('pays');
    await until(credits, (now) => now === 300);
    expect(await deed('invoices', { deed: 'refund', amount: '20.00' })).toBe('not-now');
    expect(await deed('invoices', { deed: 'refund', amount: 'much' })).toBe('amount');
    expect(await deed('invoices', { deed: 'refund', amount: '5' })).toBe('done');
    expect(await deed('invoices', { deed: 'refund', amount: '10.00' })).toBe('done');
    await until(credits, (now) => now === 0);
    expect(await deed('sales', { deed: 'end' })).toBe('done');
    await until(log, ({ isActiveSub }) => !isActiveSub);
  });

  it('is disputed, and the dispute is closed', async () => {
    await buy('pays', 'kinora-credits-100', 800);
    await until(credits, (now) => now === 100);
    expect(await deed('invoices', { deed: 'dispute' })).toBe('done');
    await until(credits, (now) => now === 0);
    expect(await deed('invoices', { deed: 'lost' })).toBe('done');
    expect(await deed('invoices', { deed: 'won' })).toBe('not-now');
  });

  it('lets nobody but an administrator play the bank, and takes no form of another page', async () => {
    const { url } = await order();
    expect((await form(url, { method: 'pays' }, 'https://elsewhere.example')).status).toBe(403);
    expect((await form(`${app.url}/api/sandbox/clock`, { by: 'month' })).status).toBe(401);
    const eve = await member(app, 'eve@example.org');
    expect((await eve.fetch('/api/sandbox')).status).toBe(403);
    expect((await fetch(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(404);
    expect((await form(url, { method: 'gold' })).status).toBe(400);
  });

  it('speaks the language of who buys, runs no script and offers alipay in China alone, for what is bought once', async () => {
    const { url } = await order('kinora-credits-100', 800, { language: 'ar', country: 'CN' });
    const answer = await fetch(url);
    const shown = await answer.text();
    expect(shown).toContain('<html lang="ar" dir="rtl">');
    expect(shown).toContain('value="alipay"');
    expect(shown).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
    user = { ...user, id: randomUUID() as UserId }; // a test's own
    expect(await page((await order('kinora-credits-100', 800)).url)).not.toContain('alipay');
    expect(await page((await order(LITE, 1_500, { country: 'CN' })).url)).not.toContain('alipay');
  });

  // The last one: it compares everything above.
  it('ties out: each payment, refund and dispute has its transaction at the sandbox, and the balance is paid out', async () => {
    await moveOn(5 * DAY);
    const finance = callerOf(app.router)({
      user: { ...user, roles: ['finance'] },
      request: { ip: '', language: 'en', requestId: 'r', origin: app.url },
    }).finance;
    expect(await finance.readTransactions()).toEqual({ failed: [] });
    const today = new Date(app.nest.get(SandboxTime).clock.now()).toISOString().slice(0, 10);
    const view = await finance.tieOut({ from: '2020-01-01', to: today });
    expect(view).toMatchObject({
      unmatched: 0,
      overdue: 0,
      lines: [],
      contradicted: 0,
      contradictions: [],
      gateways: ['sandbox'],
      reads: [{ gateway: 'sandbox', at: expect.any(Number) }],
    });
    expect(view.matched).toBeGreaterThan(10);
    const [usd] = view.balances;
    expect(usd).toMatchObject({ gateway: 'sandbox', currency: 'usd', opening: 0 });
    for (const moved of [usd?.payments, usd?.fees, usd?.paidOut, -(usd?.refunds ?? 0), -(usd?.disputes ?? 0)])
      expect(moved).toBeGreaterThan(0);
    const days: GatewayTransaction[] = [];
    for await (const one of await app.nest
      .get(QueryBus)
      .execute(new GetGatewayTransactions({ from: '2020-01-01', to: today, gateway: 'sandbox', currency: 'usd' })))
      days.push(one);
    expect(days.reduce((sum, { amount, fee }) => sum + amount - fee, 0)).toBe(usd?.closing);
    const said: string[] = [];
    // As on servers: here the projector keeps the read models up to date.
    const parts = {
      ...app.parts,
      documents: Object.create(app.parts.documents, { shared: { value: true } }) as DocumentStore,
    }; // the same store
    const tools: CliTools = { parts, get: (token) => app.nest.get(token), say: (line) => void said.push(line) };
    const code = await runCli(
      [billingCli],
      ['billing', 'tie-out', '--all'],
      async () => ({ tools, close: async () => undefined }),
      { say: tools.say, complain: tools.say },
    );
    expect([code, said]).toEqual([
      0,
      [`${days.length} transactions, ${view.matched} matched, 0 unmatched: no difference.`],
    ]);
    const rows = async (name: string): Promise<number> => {
      const found = app.nest.get(FinanceExports).find({ name }, app.nest.get(SandboxTime).clock.now());
      if (!found.ok) throw new Error(found.error.identifier);
      let count = 0;
      for await (const _row of found.value.rows(await app.parts.events.head())) count += 1;
      return count;
    };
    expect([await rows('gateway-transactions'), await rows('tie-out')]).toEqual([days.length, view.matched]);
    // What a later reading states differently is shown among its own days alone.
    const [first] = days;
    if (first === undefined) throw new Error('nothing was paid');
    await app.nest.get(Transactions).keep([{ ...first, amount: first.amount + 1 }], app.parts.clock);
    const shown = async (from: string, to: string): Promise<readonly (number | string | undefined)[]> => {
      const { contradicted, contradictions } = await finance.tieOut({ from, to });
      return [contradicted, ...contradictions.map(({ transactionId }) => transactionId)];
    };
    expect([await shown('2020-01-01', today), await shown('2020-01-01', '2020-01-31')]).toEqual([
      [1, first.transactionId],
      [0],
    ]);
  });
});
