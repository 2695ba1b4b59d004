import { createSubscriptionLoop, subscriptionIdOf, subscriptionStream } from '../../../src/billing/commands.js';
import { createPurchaseLoop, purchaseIdOf, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { reversalIdOf } from '../../../src/credits/account/reversal.js';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { account } from '../people/credits.js';
import { daysUpTo, writeYear } from '../people/year.js';
import { DAY_MS } from '../people/year-life.js';
import { choosePackRules, liveThroughPacks } from './history-packs.js';

const fail = (error: unknown): never => {
  throw error;
};

async function executeAll(events: EventStore, owner: string, steps: readonly AccountCommand[]): Promise<void> {
  const loop = createAccountLoop(events, fail);
  for (const step of steps) {
    const done = await loop.execute(accountStream(account(owner)), step);
    if (!done.ok) throw new Error(`${step.type}: ${done.error.identifier}`);
  }
}

/**
 * An account whose credits are spent, partly given back, taken back after they were spent, and expired under a hold.
 */
async function liveThroughReceivables(events: EventStore, now: number): Promise<void> {
  const steps: readonly AccountCommand[] = [
    { type: 'grant', at: now, grantId: 'pack.sandbox.in-owed', source: 'purchase', amount: 100, eligibility: 'any' },
    {
      type: 'hold',
      at: now + 1,
      holdId: 'first',
      amount: 40,
      eligibility: 'any',
      expiresAt: now + DAY_MS,
      reference: '=task:first',
    },
    { type: 'capture', at: now + 2, holdId: 'first', amount: 25 },
    {
      type: 'hold',
      at: now + 3,
      holdId: 'second',
      amount: 30,
      eligibility: 'any',
      expiresAt: now + DAY_MS,
      reference: 'said "now",\r\nthen went',
    },
    {
      type: 'revoke',
      at: now + 4,
      grantId: 'pack.sandbox.in-owed',
      reason: 'chargeback',
      reference: 'invoice:in-owed',
    },
    { type: 'capture', at: now + 5, holdId: 'second', amount: 20 },
    {
      type: 'grant',
      at: now + 6,
      grantId: 'short',
      source: 'signup',
      amount: 9,
      eligibility: 'any',
      expiresAt: now + 1_000,
    },
    {
      type: 'grant',
      at: now + 7,
      grantId: 'long',
      source: 'invite',
      amount: 9,
      eligibility: 'any',
      expiresAt: now + 90 * DAY_MS,
    },
    {
      type: 'hold',
      at: now + 8,
      holdId: 'third',
      amount: 12,
      eligibility: 'any',
      expiresAt: now + DAY_MS,
      reference: 'task:third',
    },
    { type: 'expire', at: now + 2_000 },
    { type: 'release', at: now + 3_000, holdId: 'third', reason: 'engine-failed' },
    {
      type: 'adjust',
      at: now + 4_000,
      adjustmentId: 'case-1',
      amount: -3,
      reasonCode: 'correction',
      actor: 'finance-1',
      reference: 'case 1',
    },
  ];
  await executeAll(events, 'owing', steps);
}

/**
 * An account whose finals deduct the price of their drafts: one after another final failed, and one that is covered.
 */
async function liveThroughDrafts(events: EventStore, now: number): Promise<void> {
  const hold = { type: 'hold', expiresAt: now + DAY_MS, eligibility: 'any' } as const;
  const steps: readonly AccountCommand[] = [
    { type: 'grant', at: now, grantId: 'gift', source: 'signup', amount: 20, eligibility: 'any' },
    { ...hold, at: now + 1, holdId: 'draft', amount: 2, reference: 'task:draft' },
    { type: 'capture', at: now + 2, holdId: 'draft', amount: 2 },
    {
      ...hold,
      at: now + 3,
      holdId: 'final',
      amount: 4,
      reference: 'task:final',
      deducted: { amount: 2, holdId: 'draft' },
    },
    { type: 'capture', at: now + 4, holdId: 'final', amount: 3 },
    { type: 'recordUsage', at: now + 5, usageId: 'covered', listPrice: 1, reference: 'task:covered' },
  ];
  await executeAll(events, 'drafting', steps);
}

/** An account that pays the surcharge of a work, and the author who gets a share of what sold credits have paid. */
async function liveThroughSurcharges(events: EventStore, now: number): Promise<void> {
  const steps: readonly AccountCommand[] = [
    {
      type: 'grant',
      at: now,
      grantId: 'gift',
      source: 'signup',
      amount: 4,
      expiresAt: now + DAY_MS,
      eligibility: 'any',
    },
    { type: 'grant', at: now, grantId: 'plan', source: 'plan', amount: 20, eligibility: 'any' },
    {
      type: 'hold',
      at: now + 1,
      holdId: 'remix',
      amount: 13,
      eligibility: 'any',
      expiresAt: now + DAY_MS,
      reference: 'task:remix',
      surcharge: { amount: 10, work: 'work' },
    },
    { type: 'capture', at: now + 2, holdId: 'remix', amount: 13 },
  ];
  await executeAll(events, 'remixing', steps);
  const grantId = 'author-share.author.work.share.0';
  await executeAll(events, 'author', [
    { type: 'grant', at: now + 3, grantId, source: 'author-share', amount: 4, eligibility: 'free-models' },
  ]);
}

/** An account whose revoked credits are given back after a won dispute, and that has an adjustment reversed. */
async function liveThroughAdjustments(events: EventStore, now: number): Promise<void> {
  const steps: readonly AccountCommand[] = [
    { type: 'grant', at: now, grantId: 'pack.sandbox.in-won', source: 'purchase', amount: 50, eligibility: 'any' },
    {
      type: 'hold',
      at: now + 1,
      holdId: 'fourth',
      amount: 20,
      eligibility: 'any',
      expiresAt: now + DAY_MS,
      reference: 'task:fourth',
    },
    { type: 'capture', at: now + 2, holdId: 'fourth', amount: 20 },
    { type: 'revoke', at: now + 3, grantId: 'pack.sandbox.in-won', reason: 'chargeback', reference: 'invoice:in-won' },
    {
      type: 'adjust',
      at: now + 4,
      adjustmentId: 'won',
      amount: 30,
      settles: 15,
      reasonCode: 'dispute-won',
      actor: 'billing',
      reference: 'invoice:in-won',
    },
    {
      type: 'adjust',
      at: now + 5,
      adjustmentId: 'won-rest',
      amount: 0,
      settles: 5,
      reasonCode: 'dispute-won',
      actor: 'billing',
      reference: 'invoice:in-won',
    },
    {
      type: 'grant',
      at: now + 6,
      grantId: 'soon',
      source: 'signup',
      amount: 10,
      eligibility: 'any',
      expiresAt: now + 30 * DAY_MS,
    },
    {
      type: 'adjust',
      at: now + 7,
      adjustmentId: 'case-2',
      amount: 5,
      reasonCode: 'goodwill',
      actor: 'finance-1',
      reference: 'case 2',
    },
    {
      type: 'adjust',
      at: now + 8,
      adjustmentId: reversalIdOf('case-2'),
      amount: -5,
      reverses: 'case-2',
      reasonCode: 'reversal',
      actor: 'finance-1',
      approver: 'finance-2',
      reference: 'case 3',
    },
  ];
  await executeAll(events, 'restored', steps);
}

/**
 * Taxed payments in several currencies: partly and wholly refunded, also before they are known, disputed, won and lost,
 * failed, ended early.
 */
async function liveThroughPayments(events: EventStore, now: number): Promise<void> {
  const [subscriptions, purchases] = [createSubscriptionLoop(events, fail), createPurchaseLoop(events, fail)];
  const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'buyer' } as const;
  const stream = subscriptionStream(subscriptionIdOf('sandbox', 'sub-eur'));
  const start = now - 45 * DAY_MS;
  const period = {
    anchor: start,
    months: 1,
    priceId: 'kinora-pro-monthly',
    usage: [{ amount: 600, usageType: 'credits' as const }],
  };
  const subscribed = await subscriptions.execute(stream, {
    type: 'record',
    at: now,
    owner,
    facts: [
      {
        type: 'PaymentSucceeded',
        data: {
          ...period,
          factId: 'f1',
          occurredAt: start,
          amountPaid: 3_451,
          tax: 551,
          currency: 'eur',
          invoiceId: 'in-eur-1',
          periodStart: start,
          periodEnd: start + 30 * DAY_MS,
          reason: 'start',
        },
      },
      {
        type: 'PaymentRefunded',
        data: {
          factId: 'f2',
          occurredAt: start + 4 * DAY_MS,
          amount: 1_000,
          currency: 'eur',
          invoiceId: 'in-eur-1',
          refundId: 're-1',
        },
      },
      {
        type: 'PaymentFailed',
        data: {
          factId: 'f3',
          occurredAt: start + 30 * DAY_MS,
          amountDue: 3_451,
          attempts: 1,
          currency: 'eur',
          invoiceId: 'in-eur-2',
          nextAttemptAt: null,
        },
      },
      {
        type: 'PaymentSucceeded',
        data: {
          ...period,
          factId: 'f4',
          occurredAt: start + 31 * DAY_MS,
          amountPaid: 3_451,
          tax: 551,
          currency: 'eur',
          invoiceId: 'in-eur-2',
          periodStart: start + 30 * DAY_MS,
          periodEnd: start + 60 * DAY_MS,
          reason: 'renewal',
        },
      },
      {
        type: 'PaymentDisputed',
        data: {
          factId: 'f5',
          occurredAt: start + 33 * DAY_MS,
          amount: 3_451,
          currency: 'eur',
          disputeId: 'dp-1',
          invoiceId: 'in-eur-2',
        },
      },
      {
        type: 'DisputeClosed',
        data: {
          factId: 'f6',
          occurredAt: start + 38 * DAY_MS,
          disputeId: 'dp-1',
          invoiceId: 'in-eur-2',
          outcome: 'won',
        },
      },
      { type: 'SubscriptionEnded', data: { factId: 'f7', occurredAt: start + 42 * DAY_MS, reason: 'canceled' } },
    ],
  });
  if (!subscribed.ok) throw new Error(subscribed.error.identifier);
  for (const [id, currency, facts] of [
    ['yen', 'jpy', 'refund'],
    ['lost', 'usd', 'dispute'],
  ] as const) {
    const origin = { factId: `paid-${id}`, occurredAt: now - 9 * DAY_MS, currency, invoiceId: `in-${id}` };
    const bought = await purchases.execute(purchaseStream(purchaseIdOf('sandbox', id)), {
      type: 'record',
      at: now,
      owner,
      facts: [
        {
          type: 'PurchasePaid',
          data: {
            ...origin,
            amountPaid: 1_200,
            tax: 109,
            priceId: 'kinora-credits-100',
            usage: [{ amount: 100, usageType: 'credits' }],
          },
        },
        ...(facts === 'refund'
          ? [
              {
                type: 'PurchaseRefunded' as const,
                data: { ...origin, factId: 'back', occurredAt: now - 2 * DAY_MS, amount: 1_200, refundId: 're-2' },
              },
            ]
          : [
              {
                type: 'PurchaseDisputed' as const,
                data: { ...origin, factId: 'opened', occurredAt: now - 5 * DAY_MS, amount: 1_200, disputeId: 'dp-2' },
              },
              {
                type: 'PurchaseDisputeClosed' as const,
                data: {
                  factId: 'closed',
                  occurredAt: now - DAY_MS,
                  disputeId: 'dp-2',
                  invoiceId: `in-${id}`,
                  outcome: 'lost' as const,
                },
              },
            ]),
      ],
    });
    if (!bought.ok) throw new Error(bought.error.identifier);
  }
  // The payment is not reported yet.
  const early = await purchases.execute(purchaseStream(purchaseIdOf('sandbox', 'early')), {
    type: 'record',
    at: now,
    owner,
    facts: [
      {
        type: 'PurchaseRefunded',
        data: {
          factId: 'early',
          occurredAt: now - DAY_MS,
          amount: 1_200,
          currency: 'eur',
          invoiceId: 'in-early',
          refundId: 're-early',
        },
      },
    ],
  });
  if (!early.ok) throw new Error(early.error.identifier);
}

/**
 * Fills a data folder with some days of accounts up to yesterday (UTC) through the deciders, and with what few accounts
 * may lack.
 * @throws StoreUnavailable; Error when a command is refused
 */
export async function writeHistory(
  dataDir: string,
  { accounts, days }: { readonly accounts: number; readonly days: number },
): Promise<void> {
  const clock = { now: 0 };
  const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => clock.now } });
  try {
    const span = daysUpTo(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10), days);
    await writeYear(folder.events(), clock, { accounts, seed: 3, ...span }, folder.documents());
    // All of it happens in the last minute of the last day.
    const now = span.first + span.days * DAY_MS - 60_000;
    await liveThroughPayments(folder.events(), now);
    await liveThroughReceivables(folder.events(), now);
    await liveThroughDrafts(folder.events(), now);
    await liveThroughSurcharges(folder.events(), now);
    await liveThroughAdjustments(folder.events(), now);
    await liveThroughPacks(folder.events(), now);
    await choosePackRules(folder.documents(), now);
  } finally {
    await folder.close();
  }
}
