import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AccountingStore } from '../../../src/billing/accounting/settings.js';
import { Closings, hashesOf } from '../../../src/billing/close/closings.js';
import type { MonthReopened } from '../../../src/billing/close/events.js';
import { FigureSource } from '../../../src/billing/close/figures.js';
import { MoneyLog } from '../../../src/billing/close/known-events.js';
import { journalTotals } from '../../../src/billing/close/late-lines.js';
import { monthOf, monthsLater } from '../../../src/billing/close/month.shared.js';
import { RevenueReads } from '../../../src/billing/finance/revenue.queries.js';
import { RecordFacts, RecordPurchase } from '../../../src/billing/index.js';
import { GetJournal } from '../../../src/billing/journal/journal.queries.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import type { TransactionKind } from '../../../src/billing/settlement/transaction.shared.js';
import { makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { DAILY_ROOTS } from '../../../src/credits/proof/proof.module.js';
import { SignDocument } from '../../../src/credits/proof/signed-documents.js';
import { catchUp } from '../../../src/credits/reconcile/reconcile.cli.js';
import type { CliTools } from '../../../src/platform/cli.js';

const ACTOR = 'fay';
const DAY_MS = 86_400_000;
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'late-buyer' } as const;

/** The last two months that are over, older first. */
export function closedMonths(): readonly [string, string] {
  const running = monthOf(Date.now());
  return [monthsLater(running, -2), monthsLater(running, -1)];
}

/**
 * Signs a month with its figures of now, as the product does once its checks have passed.
 * @param after the signature is later than this time
 * @returns the time of the signature
 */
async function sign({ get, parts }: CliTools, month: string, after = 0): Promise<number> {
  const queries = get(QueryBus);
  const closings = get(Closings);
  const figures = await new FigureSource(queries, async (days) => {
    const found = await queries.execute(new GetJournal(days));
    return found.ok ? { ok: true, value: journalTotals(found.value.lines) } : found;
  }).of(month, new Date().toISOString().slice(0, 10));
  if (!figures.ok) throw new Error(figures.error.identifier);
  const content = { month, closing: (await closings.of(month)).length + 1, actor: ACTOR, checks: ['over' as const], accepted: [] };
  const known = await new MoneyLog(parts.events, get(RevenueReads).packs).count();
  const closedAt = Math.max(Date.now(), after + 1);
  const file = await get(CommandBus).execute(new SignDocument('kinora-month-close', { ...content, version: 1, closedAt, known, accounts: (await get(AccountingStore).read()).settings.accounts, figures: figures.value }));
  const data = { ...content, closingId: `${month}.${content.closing}`, ...hashesOf(file) };
  await closings.keep(data, file);
  const done = await closings.carryOut({ type: 'close', at: Date.now(), data });
  if (!done.ok) throw new Error(done.error.identifier);
  return closedAt;
}

/**
 * Closes two months, each before facts of it arrive late: a payment, a refund, the end of a subscription, and a
 * transaction of the gateway. The second month is closed, re-opened and closed again with what became known of the first.
 */
export async function closeMonths(tools: CliTools): Promise<void> {
  const { get } = tools;
  const months = closedMonths();
  const [first, second] = months.map((month) => Date.parse(`${month}-10`)) as [number, number]; // one for each of the two months
  const purchase = async (id: string, at: number): Promise<unknown> => get(CommandBus).execute(new RecordPurchase(owner, id, [{ type: 'PurchasePaid', data: { factId: `paid-${id}`, occurredAt: at, amountPaid: 2_380, tax: 380, currency: 'eur', invoiceId: `in-${id}`, priceId: 'kinora-credits-500' } }]));
  const read = async (transactionId: string, kind: TransactionKind, at: number, amount: number, readAt: number): Promise<void> => get(Transactions).keep([{ gateway: 'sandbox', transactionId, kind, at, amount, fee: 7, currency: 'eur', original: null, subjectId: null, payoutId: null }], readAt);
  const period = { anchor: first, periodStart: first, periodEnd: first + 30 * DAY_MS, months: 1, reason: 'start' as const, priceId: 'kinora-pro-monthly' };
  await get(CommandBus).execute(new RecordFacts(owner, 'sub-late', [{ type: 'PaymentSucceeded', data: { ...period, factId: 'paid-sub-late', occurredAt: first, amountPaid: 3_451, tax: 551, currency: 'eur', invoiceId: 'in-sub-late' } }]));
  await purchase('before', first);
  await read('txn-payout', 'payout', first, -900, Date.now() - DAY_MS);
  await makeDailyRoots(get<DailyRootsParts>(DAILY_ROOTS), Date.now());
  await catchUp(tools);
  const signedAt = await sign(tools, months[0]);

  await purchase('late', first + DAY_MS);
  await get(CommandBus).execute(new RecordPurchase(owner, 'before', [{ type: 'PurchaseRefunded', data: { factId: 'back-before', occurredAt: first + 2 * DAY_MS, amount: 1_000, currency: 'eur', invoiceId: 'in-before', refundId: 're-before' } }]));
  await get(CommandBus).execute(new RecordFacts(owner, 'sub-late', [{ type: 'SubscriptionEnded', data: { factId: 'end-sub-late', occurredAt: first + 5 * DAY_MS, reason: 'canceled' } }]));
  await read('txn-late', 'other', first + DAY_MS, 321, signedAt + 1);
  await catchUp(tools);
  await sign(tools, months[1], signedAt + 1);

  await purchase('later', second);
  const reopened: MonthReopened = { actor: ACTOR, case: 'CASE-1', closing: 1, month: months[1], reason: 'late-facts' };
  await get(Closings).carryOut({ type: 'reopen', at: Date.now(), data: reopened });
  await catchUp(tools);
  await sign(tools, months[1], signedAt + 1);
  await purchase('last', second + DAY_MS);
  await purchase('last-of-first', first);
}
