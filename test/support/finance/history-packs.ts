import { ACCOUNTING, AccountingStore } from '../../../src/billing/accounting/settings.js';
import {
  accountingSettings,
  DEFAULT_SETTINGS,
  type PackPolicy,
} from '../../../src/billing/accounting/settings.shared.js';
import type { PurchaseFact } from '../../../src/billing/purchase/events.js';
import { createPurchaseLoop, purchaseIdOf, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { accountStream, type AccountCommand, type AccountKey } from '../../../src/credits/index.js';
import type { DocumentStore } from '../../../src/platform/documents/port.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { account } from '../people/credits.js';
import { DAY_MS } from '../people/year-life.js';

type UsageType = AccountKey['usageType'];

/** A pack that was paid some days ago, with its use and what became of its money; days are counted from the payment. */
interface Pack {
  readonly id: string;
  readonly daysAgo: number;
  readonly gives: Readonly<Partial<Record<UsageType, number>>>;
  readonly uses: readonly (readonly [day: number, usageType: UsageType, amount: number])[];
  readonly back?: readonly [day: number, kind: 'part' | 'refund' | 'won'];
}

/** At least one of each rule of `choosePackRules`. */
const PACKS: readonly Pack[] = [
  { id: 'at-once', daysAgo: 80, gives: { credits: 100 }, uses: [[2, 'credits', 10]] },
  {
    id: 'month-over',
    daysAgo: 65,
    gives: { credits: 300 },
    uses: [
      [0, 'credits', 31],
      [9, 'credits', 7],
    ],
  },
  {
    id: 'used-up',
    daysAgo: 65,
    gives: { credits: 30 },
    uses: [
      [1, 'credits', 11],
      [2, 'credits', 19],
    ],
  },
  { id: 'by-time', daysAgo: 45, gives: { credits: 100 }, uses: [], back: [11, 'part'] },
  {
    id: 'in-use',
    daysAgo: 20,
    gives: { credits: 300 },
    uses: [
      [1, 'credits', 31],
      [5, 'credits', 60],
    ],
    back: [7, 'part'],
  },
  {
    id: 'two-types',
    daysAgo: 18,
    gives: { credits: 100, api_credits: 30 },
    uses: [
      [1, 'credits', 90],
      [3, 'api_credits', 7],
    ],
  },
  { id: 'returned', daysAgo: 17, gives: { credits: 100 }, uses: [[1, 'credits', 40]], back: [3, 'refund'] },
  { id: 'won', daysAgo: 17, gives: { credits: 100 }, uses: [[1, 'credits', 40]], back: [3, 'won'] },
];

function factsOf({ id, daysAgo, gives, back }: Pack, now: number): readonly PurchaseFact[] {
  const at = now - daysAgo * DAY_MS;
  const of = { currency: 'eur', invoiceId: `in-pack-${id}` };
  const usage = (['credits', 'api_credits'] as const).flatMap((usageType) =>
    gives[usageType] === undefined ? [] : [{ usageType, amount: gives[usageType] }],
  );
  const paid: PurchaseFact = {
    type: 'PurchasePaid',
    data: {
      ...of,
      factId: `paid-${id}`,
      occurredAt: at,
      amountPaid: 1_189,
      tax: 189,
      priceId: 'kinora-credits-100',
      usage,
    },
  };
  if (back === undefined) return [paid];
  const [day, kind] = back;
  const returned = {
    ...of,
    factId: `back-${id}`,
    occurredAt: at + day * DAY_MS,
    amount: kind === 'part' ? 333 : 1_189,
  };
  if (kind !== 'won') return [paid, { type: 'PurchaseRefunded', data: { ...returned, refundId: `re-${id}` } }];
  return [
    paid,
    { type: 'PurchaseDisputed', data: { ...returned, disputeId: `dp-${id}` } },
    {
      type: 'PurchaseDisputeClosed',
      data: {
        factId: `closed-${id}`,
        occurredAt: returned.occurredAt + 5 * DAY_MS,
        disputeId: `dp-${id}`,
        invoiceId: of.invoiceId,
        outcome: 'won',
      },
    },
  ];
}

function commandsOf(
  { id, daysAgo, gives, uses, back }: Pack,
  usageType: UsageType,
  now: number,
): readonly AccountCommand[] {
  const at = now - daysAgo * DAY_MS;
  const grantId = `pack.sandbox.in-pack-${id}`;
  const used = uses
    .filter(([, type]) => type === usageType)
    .flatMap(([day, , amount], index): readonly AccountCommand[] => {
      const holdId = `${id}-${usageType}-${index}`;
      return [
        {
          type: 'hold',
          at: at + day * DAY_MS + 1,
          holdId,
          amount,
          eligibility: 'any',
          expiresAt: at + (day + 2) * DAY_MS,
          reference: `task:${holdId}`,
        },
        { type: 'capture', at: at + day * DAY_MS + 2, holdId, amount },
      ];
    });
  const isRevoked = back !== undefined && back[1] !== 'part';
  return [
    { type: 'grant', at, grantId, source: 'purchase', amount: gives[usageType] ?? 0, eligibility: 'any' },
    ...used,
    ...(isRevoked
      ? [
          {
            type: 'revoke' as const,
            at: at + back[0] * DAY_MS,
            grantId,
            reason: 'refund',
            reference: `invoice:in-pack-${id}`,
          },
        ]
      : []),
  ];
}

/** Packs, each of its own user. @throws Error when a command is refused */
export async function liveThroughPacks(events: EventStore, now: number): Promise<void> {
  const fail = (error: unknown): never => {
    throw error;
  };
  const [purchases, accounts] = [createPurchaseLoop(events, fail), createAccountLoop(events, fail)];
  for (const pack of PACKS) {
    const userId = `pack-${pack.id}`;
    const bought = await purchases.execute(purchaseStream(purchaseIdOf('sandbox', pack.id)), {
      type: 'record',
      at: now,
      owner: { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId },
      facts: factsOf(pack, now),
    });
    if (!bought.ok) throw new Error(bought.error.identifier);
    for (const usageType of ['credits', 'api_credits'] as const) {
      for (const command of pack.gives[usageType] === undefined ? [] : commandsOf(pack, usageType, now)) {
        const done = await accounts.execute(accountStream({ ...account(userId), usageType }), command);
        if (!done.ok) throw new Error(`${command.type}: ${done.error.identifier}`);
      }
    }
  }
}

/** Each way of recognising packs for some days; older ones are recognised when they are paid. */
export async function choosePackRules(documents: DocumentStore, now: number): Promise<void> {
  const from = (daysAgo: number): string => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const packs: readonly PackPolicy[] = [
    { from: from(70), rule: { kind: 'by-use', months: 1 } },
    { from: from(50), rule: { kind: 'by-time', months: 1 } },
    { from: from(25), rule: { kind: 'by-use', months: 12 } },
  ];
  const accounting = new AccountingStore(
    await documents.collection(ACCOUNTING, (stored) => accountingSettings.parse(stored)),
  );
  if (!(await accounting.replace({ ...DEFAULT_SETTINGS, packs: [...packs] }, 0)))
    throw new Error('the settings exist already');
}
