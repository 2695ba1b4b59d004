import { describe, expect, it, jest } from '@jest/globals';
import * as fc from 'fast-check';
import { accountStream, type AccountCommand } from '../../../src/credits/index.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import type { PackPolicy, PackRule } from '../../../src/billing/accounting/settings.shared.js';
import { deferredRows, revenueRows } from '../../../src/billing/exports/revenue.rows.js';
import type { PurchaseFact } from '../../../src/billing/purchase/events.js';
import { createPurchaseLoop, purchaseStream } from '../../../src/billing/shop/purchase.commands.js';
import { packsModel, packUseModel } from '../../../src/billing/reconcile/pack-models.js';
import { dayName, dayNumberOf } from '../../../src/billing/finance/recognition.js';
import type { RevenueReads } from '../../../src/billing/finance/revenue.queries.js';
import { sumDeferred, sumRevenue } from '../../../src/billing/finance/revenue.sums.js';
import { PACK_USE } from '../../../src/billing/finance/packs/packs.projection.js';
import { revenueReads } from '../../support/finance/revenue-reads.js';

// Some dozens of histories.
jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1);
const DAYS = 60;
const LAST = FIRST + 150 * DAY_MS;
const RANGE = { from: dayName(dayNumberOf(FIRST)), to: dayName(dayNumberOf(LAST)) };
const fail = (error: unknown): never => {
  throw error;
};
const ann = { userId: 'ann' as UserId, appName: 'kinora', usageType: 'credits' } as const; // a test's own user
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } as const;
const on = (day: number): number => FIRST + day * DAY_MS;

/** A pack of 100 credits, what is used of it, and what is returned of its price. */
interface Life {
  readonly paidOn: number;
  readonly uses: readonly { readonly day: number; readonly amount: number }[];
  readonly back: { readonly day: number; readonly kind: 'none' | 'part' | 'refund' | 'won' | 'lost' };
}

function factsOf(id: number, { paidOn, back: { day, kind } }: Life): readonly PurchaseFact[] {
  const invoiceId = `in-${id}`;
  const of = { currency: 'eur', invoiceId };
  const paid: PurchaseFact = {
    type: 'PurchasePaid',
    data: {
      ...of,
      factId: `${id}-paid`,
      occurredAt: on(paidOn),
      amountPaid: 1_190,
      tax: 190,
      priceId: 'kinora-credits-100',
      usage: [{ amount: 100, usageType: 'credits' }],
    },
  };
  const at = on(paidOn + day);
  switch (kind) {
    case 'none':
      return [paid];
    case 'part':
    case 'refund':
      return [
        paid,
        {
          type: 'PurchaseRefunded',
          data: {
            ...of,
            factId: `${id}-back`,
            occurredAt: at,
            amount: kind === 'part' ? 333 : 1_190,
            refundId: `re-${id}`,
          },
        },
      ];
    case 'won':
    case 'lost':
      return [
        paid,
        {
          type: 'PurchaseDisputed',
          data: { ...of, factId: `${id}-opened`, occurredAt: at, amount: 1_190, disputeId: `dp-${id}` },
        },
        {
          type: 'PurchaseDisputeClosed',
          data: {
            factId: `${id}-closed`,
            occurredAt: at + 9 * DAY_MS,
            disputeId: `dp-${id}`,
            invoiceId,
            outcome: kind,
          },
        },
      ];
  }
}

/** Records the lives: facts in the given order, and the account's commands in the order of time. */
async function record(events: EventStore, lives: readonly Life[], isReversed: boolean): Promise<void> {
  const [purchases, accounts] = [createPurchaseLoop(events, fail), createAccountLoop(events, fail)];
  const commands: AccountCommand[] = [];
  for (const [id, life] of lives.entries()) {
    const facts = factsOf(id, life);
    for (const fact of isReversed ? facts.toReversed() : facts)
      expect(
        await purchases.execute(purchaseStream(String(id)), { type: 'record', at: LAST, owner, facts: [fact, fact] }),
      ).toMatchObject({ ok: true });
    const grantId = `pack.sandbox.in-${id}`;
    commands.push({ type: 'grant', at: on(life.paidOn), grantId, source: 'purchase', amount: 100, eligibility: 'any' });
    if (life.back.kind !== 'none' && life.back.kind !== 'part')
      commands.push({
        type: 'revoke',
        at: on(life.paidOn + life.back.day),
        grantId,
        reason: 'refund',
        reference: `invoice:in-${id}`,
      });
    for (const [index, { day, amount }] of life.uses.entries()) {
      const holdId = `hold-${id}-${index}`;
      commands.push(
        {
          type: 'hold',
          at: on(life.paidOn + day),
          holdId,
          amount,
          eligibility: 'any',
          expiresAt: on(400),
          reference: holdId,
        },
        { type: 'capture', at: on(life.paidOn + day) + 1, holdId, amount },
      );
    }
  }
  // A refused hold is a customer without enough credits; its capture is then refused, too.
  for (const command of commands.toSorted((a, b) => a.at - b.at)) await accounts.execute(accountStream(ann), command);
}

async function reads(events: EventStore, packs: readonly PackPolicy[]): Promise<RevenueReads> {
  const { revenue, catchUp } = await revenueReads(events, packs, LAST);
  await catchUp();
  return revenue;
}

const RULES: readonly PackRule[] = [
  { kind: 'at-once' },
  { kind: 'by-use', months: 1 },
  { kind: 'by-use', months: 2 },
  { kind: 'by-time', months: 1 },
  { kind: 'by-time', months: 2 },
];
const life: fc.Arbitrary<Life> = fc.record({
  paidOn: fc.nat(DAYS),
  uses: fc.array(fc.record({ day: fc.nat(40), amount: fc.integer({ min: 1, max: 60 }) }), { maxLength: 4 }),
  back: fc.record({ day: fc.nat(30), kind: fc.constantFrom('none', 'part', 'refund', 'won', 'lost') }),
});
const policies = fc
  .array(fc.record({ day: fc.nat(DAYS), rule: fc.constantFrom(...RULES) }), { maxLength: 3 })
  .map((all): readonly PackPolicy[] =>
    all.toSorted((a, b) => a.day - b.day).map(({ day, rule }) => ({ from: dayName(dayNumberOf(on(day))), rule })),
  );

describe('revenue with packs under rules', () => {
  it('is the same on the pages, in the exports and from reports in another order, and comes to what is kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 4 }), policies, async (lives, rules) => {
        const [events, reversed] = [
          createMemoryEventStore({ now: () => LAST }),
          createMemoryEventStore({ now: () => LAST }),
        ];
        await record(events, lives, false);
        await record(reversed, lives, true);
        const [read, again] = [await reads(events, rules), await reads(reversed, rules)];
        const pages = await read.upTo(RANGE.to);
        const [revenue] = sumRevenue(pages, { ...RANGE, by: 'plan' });
        expect(sumRevenue(await again.upTo(RANGE.to), { ...RANGE, by: 'plan' })).toEqual([revenue]);

        const exported = new Map<string, number>();
        for await (const { day, recognised } of revenueRows(events, read.packs, Infinity, {
          first: undefined,
          last: RANGE.to,
        }))
          exported.set(day ?? '', (exported.get(day ?? '') ?? 0) + (recognised ?? 0));
        const shown = new Map(
          revenue?.days.map(({ day, lines }) => [day, lines.reduce((sum, { recognised }) => sum + recognised, 0)]),
        );
        for (const day of new Set([...exported.keys(), ...shown.keys()]))
          expect([day, exported.get(day) ?? 0]).toEqual([day, shown.get(day) ?? 0]);

        const [deferred] = sumDeferred(pages, RANGE);
        // Every period is over: nothing is deferred, and all that was kept was recognised.
        expect([deferred?.total.closing, deferred?.plans, revenue?.total.recognised]).toEqual([
          0,
          [],
          revenue?.total.net,
        ]);
        for (const { closing } of deferred?.days ?? []) expect(closing).toBeGreaterThanOrEqual(0);
        for await (const { day, closing } of deferredRows(read, { first: undefined, last: RANGE.to }))
          expect([day, closing]).toEqual([day, deferred?.days.find((one) => one.day === day)?.closing]);
      }),
      { numRuns: 25 },
    );
  });

  it('does not change for packs that were paid before a rule that is added', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(life, { minLength: 1, maxLength: 3 }),
        policies,
        fc.constantFrom(...RULES),
        async (lives, rules, added) => {
          const events = createMemoryEventStore({ now: () => LAST });
          await record(events, lives, false);
          const from = dayName(dayNumberOf(on(Math.max(...lives.map(({ paidOn }) => paidOn)) + 1)));
          const [before, after] = [await reads(events, rules), await reads(events, [...rules, { from, rule: added }])];
          expect(sumDeferred(await after.upTo(RANGE.to), RANGE)).toEqual(
            sumDeferred(await before.upTo(RANGE.to), RANGE),
          );
        },
      ),
      { numRuns: 15 },
    );
  });

  it('is what the example of the decision says', async () => {
    const events = createMemoryEventStore({ now: () => LAST });
    await record(
      events,
      [
        {
          paidOn: 0,
          uses: [
            { day: 3, amount: 25 },
            { day: 5, amount: 50 },
          ],
          back: { day: 0, kind: 'none' },
        },
      ],
      false,
    );
    const read = await reads(events, [{ from: RANGE.from, rule: { kind: 'by-use', months: 1 } }]);
    const [deferred] = sumDeferred(await read.upTo('2026-02-01'), { from: RANGE.from, to: '2026-02-01' });
    expect(
      deferred?.days
        .filter(({ billed, recognised }) => billed !== 0 || recognised !== 0)
        .map(({ day, recognised, closing }) => [day, recognised, closing]),
    ).toEqual([
      ['2026-01-01', 0, 1_000],
      ['2026-01-04', 250, 750],
      ['2026-01-06', 500, 250],
      ['2026-02-01', 250, 0],
    ]);
    const [early] = sumDeferred(await read.upTo('2026-01-05'), { from: RANGE.from, to: '2026-01-05' });
    expect(early?.plans).toEqual([{ priceId: 'kinora-credits-100', closing: 750 }]);
  });

  it('is reconciled with the events, and names a use that was edited by hand', async () => {
    const events = createMemoryEventStore({ now: () => LAST });
    await record(events, [{ paidOn: 0, uses: [{ day: 3, amount: 25 }], back: { day: 9, kind: 'won' } }], false);
    const { packs } = await reads(events, []);
    const { pages } = packs.uses;
    for (const model of [packsModel(events, packs.packs), packUseModel(events, pages)])
      expect(await model.compare()).toEqual({ documents: 1, differences: [] });
    const where = `${PACK_USE.name}: ${accountStream(ann)} pack.sandbox.in-0`;
    const edited = await packUseModel(events, {
      find: async (query) => ({ items: (await pages.find(query)).items.map((use) => ({ ...use, used: [1] })) }),
    }).compare();
    expect(edited.differences).toEqual([{ code: 'document-differs', where, what: 'used is [1], the events say [25]' }]);
    expect((await packUseModel(events, { find: async () => ({ items: [] }) }).compare()).differences).toEqual([
      { code: 'document-missing', where, what: 'missing' },
    ]);
  });
});
