import { CommandBus } from '@nestjs/cqrs';
import { ClosingService } from '../../../src/billing/close/closing-service.js';
import type { Acceptance } from '../../../src/billing/close/close.shared.js';
import { monthOf, monthsLater } from '../../../src/billing/close/month.shared.js';
import { RecordFacts, RecordPurchase } from '../../../src/billing/index.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import type { TransactionKind } from '../../../src/billing/settlement/transaction.shared.js';
import { makeDailyRoots, type DailyRootsParts } from '../../../src/credits/proof/daily-roots.js';
import { DAILY_ROOTS } from '../../../src/credits/proof/proof.module.js';
import { catchUp } from '../../../src/credits/reconcile/reconcile.cli.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import type { CliTools } from '../../../src/platform/cli.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';

const ACTOR = 'fay';
const DAY_MS = 86_400_000;
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'late-buyer' } as const;

/** The last two months that are over, older first. */
export function closedMonths(): readonly [string, string] {
  const running = monthOf(Date.now());
  return [monthsLater(running, -2), monthsLater(running, -1)];
}

/** Checks that the sample history need not pass, for it has no gateway and no server that keeps its operators' log. */
const ACCEPTED: readonly Acceptance[] = (['reconciled', 'roots', 'transactions', 'journal'] as const).map((check) => ({
  check,
  reason: 'explained',
  case: 'CASE-1',
}));

/** Closes a month as the product does, through its service. */
async function sign({ get }: CliTools, month: string, closing: number): Promise<void> {
  const done = await get(ClosingService).sign({
    month,
    closingId: `${month}.${closing}`,
    actor: ACTOR,
    accepted: ACCEPTED,
  });
  if (!done.ok) throw new Error(`${month} was not closed: ${done.error.identifier}`);
}

/**
 * Closes every month that is over, the last two before facts of them arrive late: a payment, a refund, the end of a
 * subscription, and a transaction of the gateway. The last month is closed, re-opened and closed again with what became
 * known of the one before. While the first of the two is signed, a fact without effect arrives.
 */
export async function closeMonths(tools: CliTools): Promise<void> {
  const { get } = tools;
  const months = closedMonths();
  const [first, second] = months.map((month) => Date.parse(`${month}-10`)) as [number, number]; // one for each of the two months
  const record = async (id: string, fact: RecordPurchase['facts'][number]): Promise<void> => {
    const done = await get(CommandBus).execute(new RecordPurchase(owner, id, [fact]));
    if (!done.ok) throw new Error(done.error.identifier);
  };
  const purchase = (id: string, at: number): Promise<void> =>
    record(id, {
      type: 'PurchasePaid',
      data: {
        factId: `paid-${id}`,
        occurredAt: at,
        amountPaid: 2_380,
        tax: 380,
        currency: 'eur',
        invoiceId: `in-${id}`,
        priceId: 'kinora-credits-500',
      },
    });
  const read = async (transactionId: string, kind: TransactionKind, at: number, amount: number): Promise<void> =>
    get(Transactions).keep(
      [
        {
          gateway: 'sandbox',
          transactionId,
          kind,
          at,
          amount,
          fee: 7,
          currency: 'eur',
          original: null,
          subjectId: null,
          payoutId: null,
        },
      ],
      { now: Date.now },
    );
  const period = {
    anchor: first,
    periodStart: first,
    periodEnd: first + 30 * DAY_MS,
    months: 1,
    reason: 'start' as const,
    priceId: 'kinora-pro-monthly',
  };
  // No server follows the log, so its readers are brought up when the service waits for them.
  let meanwhile = async (): Promise<unknown> => undefined;
  Object.assign(get(LogRuntime), {
    isAt: async (): Promise<boolean> => {
      await meanwhile();
      await catchUp(tools);
      return true;
    },
  });
  await get(CommandBus).execute(
    new RecordFacts(owner, 'sub-late', [
      {
        type: 'PaymentSucceeded',
        data: {
          ...period,
          factId: 'paid-sub-late',
          occurredAt: first,
          amountPaid: 3_451,
          tax: 551,
          currency: 'eur',
          invoiceId: 'in-sub-late',
        },
      },
    ]),
  );
  await purchase('before', first);
  await read('txn-payout', 'payout', first, -900);
  await makeDailyRoots(get<DailyRootsParts>(DAILY_ROOTS), Date.now());
  await catchUp(tools);
  await get(CommandBus).execute(new ReconcileLedger(() => undefined, true));
  for (const month of (await get(ClosingService).months()).filter((one) => one < months[0]))
    await sign(tools, month, 1);
  meanwhile = () =>
    record('before', {
      type: 'PurchaseDisputeClosed',
      data: {
        factId: 'won-unknown',
        disputeId: 'dp-unknown',
        invoiceId: 'in-before',
        occurredAt: first + DAY_MS,
        outcome: 'won',
      },
    });
  await sign(tools, months[0], 1);
  meanwhile = async () => undefined;

  await purchase('late', first + DAY_MS);
  await record('before', {
    type: 'PurchaseRefunded',
    data: {
      factId: 'back-before',
      occurredAt: first + 2 * DAY_MS,
      amount: 1_000,
      currency: 'eur',
      invoiceId: 'in-before',
      refundId: 're-before',
    },
  });
  await get(CommandBus).execute(
    new RecordFacts(owner, 'sub-late', [
      {
        type: 'SubscriptionEnded',
        data: { factId: 'end-sub-late', occurredAt: first + 5 * DAY_MS, reason: 'canceled' },
      },
    ]),
  );
  await read('txn-late', 'other', first + DAY_MS, 321);
  await sign(tools, months[1], 1);

  await purchase('later', second);
  const reopened = await get(ClosingService).reopen({
    actor: ACTOR,
    case: 'CASE-1',
    closing: 1,
    month: months[1],
    reason: 'late-facts',
  });
  if (!reopened.ok) throw new Error(reopened.error.identifier);
  await sign(tools, months[1], 2);
  await purchase('last', second + DAY_MS);
  await purchase('last-of-first', first);
}
