import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { RecordFacts, RecordPurchase, type ReportedFact } from '../../../src/billing/index.js';
import type { ReportedPurchase } from '../../../src/billing/gateways/port.js';
import { SubscriptionModule } from '../../../src/billing/subscription.module.js';
import { GetAdjustments } from '../../../src/credits/adjustments/adjustments.queries.js';
import { GetBalance } from '../../../src/credits/index.js';
import { GetAccountHistory } from '../../../src/credits/statement/history.queries.js';
import { addMonths } from '../../../src/kernel/months.js';
import { Checkpoints } from '../../../src/platform/projections/checkpoints.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const owner = { appName: 'kinora', gateway: 'stripe', platformName: 'card', userId: 'ann' } as const;

const paid: ReportedPurchase = {
  type: 'PurchasePaid',
  data: {
    factId: 'e1',
    occurredAt: START,
    amountPaid: 800,
    currency: 'usd',
    invoiceId: 'i1',
    priceId: 'kinora-credits-100',
  },
};
const disputed: ReportedPurchase = {
  type: 'PurchaseDisputed',
  data: { factId: 'e2', occurredAt: START + DAY, amount: 800, currency: 'usd', disputeId: 'd1', invoiceId: 'i1' },
};
const won: ReportedPurchase = {
  type: 'PurchaseDisputeClosed',
  data: { factId: 'e3', occurredAt: START + 2 * DAY, disputeId: 'd1', invoiceId: 'i1', outcome: 'won' },
};
const refunded: ReportedPurchase = {
  type: 'PurchaseRefunded',
  data: { factId: 'e4', occurredAt: START + 3 * DAY, amount: 800, currency: 'usd', invoiceId: 'i1', refundId: 'r1' },
};

/** Every order of some things. */
const orders = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  all.length === 0 ? [[]] : all.flatMap((one, index) => orders(all.toSpliced(index, 1)).map((rest) => [one, ...rest]));

describe('a dispute that is won', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits({ now: START + 5 * DAY, modules: [SubscriptionModule] });
  });
  afterEach(() => credits.close());

  const commands = () => credits.nest.get(CommandBus);
  const available = async (): Promise<number> => (await credits.ask(new GetBalance(ann))).available;
  const history = async () => {
    const found = await credits.ask(new GetAccountHistory(ann, undefined, { limit: 100 }));
    if (!found.ok) throw new Error(found.error.identifier);
    return found.value;
  };
  const register = async () =>
    (await credits.nest.get(QueryBus).execute(new GetAdjustments({}, { limit: 50 }))).adjustments;
  /** Waits until the policies have handled everything that is written down by now. */
  const settled = async (): Promise<void> => {
    const head = await credits.events.head();
    for (const reader of ['policy_billing_purchases', 'policy_billing_grants'])
      await until(
        () => credits.nest.get(Checkpoints).load(reader),
        (at) => (at ?? -1) >= head,
      );
  };
  async function record(...facts: readonly ReportedPurchase[]): Promise<void> {
    const answer = await commands().execute(new RecordPurchase(owner, 'p1', facts));
    if (!answer.ok) throw new Error(answer.error.identifier);
    await settled();
  }

  it.each(orders([paid, disputed, won]).map((order) => [order.map(({ type }) => type).join(', '), order] as const))(
    'gives back what was bought once, in the order %s',
    async (_name, order) => {
      for (const fact of order) await record(fact);
      await until(available, (now) => now === 100);
      for (const fact of order) await record(fact);
      await record(paid, won, disputed);
      expect(await available()).toBe(100);
      const made = await register();
      expect(made.length).toBeLessThanOrEqual(1);
      for (const one of made)
        expect(one).toMatchObject({
          state: 'applied',
          amount: 100,
          reason: 'dispute-won',
          reference: 'dispute:d1',
          actor: 'policy:won-dispute',
        });
    },
  );

  it('gives back what was not spent, and nothing is owed for the rest any more', async () => {
    await record(paid);
    await credits.done(ann, {
      type: 'hold',
      at: START + DAY,
      holdId: 'h',
      amount: 30,
      eligibility: 'any',
      expiresAt: START + 9 * DAY,
      reference: 'task',
    });
    await credits.done(ann, { type: 'capture', at: START + DAY, holdId: 'h', amount: 30 });
    await record(disputed);
    expect(await history()).toMatchObject({ available: 0, totals: { receivable: 30, revoked: 70 } });
    await record(won);
    await until(available, (now) => now === 70);
    expect(await history()).toMatchObject({
      available: 70,
      totals: { receivable: 0, revoked: 70, adjusted: 70, spent: 30 },
    });
    expect(await register()).toMatchObject([{ amount: 70, settles: 30 }]);
  });

  it('waits for a creation that still uses the revoked credits', async () => {
    await record(paid);
    await credits.done(ann, {
      type: 'hold',
      at: START + DAY,
      holdId: 'h',
      amount: 30,
      eligibility: 'any',
      expiresAt: START + 9 * DAY,
      reference: 'task',
    });
    await record(disputed, won);
    expect(await register()).toMatchObject([{ state: 'approved' }]);
    await credits.done(ann, { type: 'capture', at: START + 2 * DAY, holdId: 'h', amount: 10 });
    // The pause after the failed delivery passes by the product's clock.
    credits.now += 60_000;
    await until(register, ([one]) => one?.state === 'applied');
    expect(await history()).toMatchObject({ available: 90, totals: { receivable: 0, spent: 10 } });
  });

  it('gives nothing back when the money is refunded while a creation still uses the revoked credits', async () => {
    await record(paid);
    await credits.done(ann, {
      type: 'hold',
      at: START + DAY,
      holdId: 'h',
      amount: 30,
      eligibility: 'any',
      expiresAt: START + 9 * DAY,
      reference: 'task',
    });
    await record(disputed, won);
    expect(await register()).toMatchObject([{ state: 'approved' }]);
    await record(refunded);
    expect(await register()).toMatchObject([{ state: 'rejected' }]);
    await credits.done(ann, { type: 'release', at: START + 2 * DAY, holdId: 'h', reason: 'canceled' });
    credits.now += 60_000;
    await record(refunded);
    expect(await history()).toMatchObject({ available: 0, totals: { receivable: 0 } });
  });

  it('owes again what it had settled, when the money is refunded after all', async () => {
    await record(paid);
    await credits.done(ann, {
      type: 'hold',
      at: START + DAY,
      holdId: 'h',
      amount: 30,
      eligibility: 'any',
      expiresAt: START + 9 * DAY,
      reference: 'task',
    });
    await credits.done(ann, { type: 'capture', at: START + DAY, holdId: 'h', amount: 30 });
    await record(disputed, won);
    await until(available, (now) => now === 70);
    await record(refunded);
    await record(refunded);
    expect(await history()).toMatchObject({ available: 0, totals: { receivable: 30, spent: 30, adjusted: 70 } });
  });

  it.each([
    ['in order', false],
    ['with the second report first', true],
  ] as const)('that is the second of a payment replaces what the first gave back, %s', async (_name, isEarly) => {
    const again: ReportedPurchase = {
      type: 'PurchaseDisputed',
      data: { ...disputed.data, factId: 'e5', occurredAt: START + 3 * DAY, disputeId: 'd2' },
    };
    const wonAgain: ReportedPurchase = {
      type: 'PurchaseDisputeClosed',
      data: { factId: 'e6', occurredAt: START + 4 * DAY, disputeId: 'd2', invoiceId: 'i1', outcome: 'won' },
    };
    await record(paid);
    for (const fact of [disputed, won, ...(isEarly ? [wonAgain, again] : [again, wonAgain])]) await record(fact);
    await until(available, (now) => now === 100);
    await record(won, wonAgain);
    expect(await history()).toMatchObject({ available: 100, totals: { receivable: 0 } });
  });

  it.each(orders([disputed, won, refunded]).map((order) => [order.map(({ type }) => type).join(', '), order] as const))(
    'gives nothing back when the money was refunded, in the order %s',
    async (_name, order) => {
      await record(paid);
      for (const fact of order) await record(fact);
      expect(await available()).toBe(0);
    },
  );

  it('gives nothing back when it is lost', async () => {
    await record(paid, disputed, { ...won, data: { ...won.data, outcome: 'lost' } });
    expect([await available(), await register()]).toEqual([0, []]);
  });

  it('gives back the month of a plan that it took', async () => {
    const origin = { currency: 'usd', invoiceId: 'in1' };
    const facts: readonly ReportedFact[] = [
      {
        type: 'PaymentSucceeded',
        data: {
          factId: 'f2',
          occurredAt: START,
          amountPaid: 1_500,
          anchor: START,
          currency: 'usd',
          invoiceId: 'in1',
          periodEnd: addMonths(START, 1),
          periodStart: START,
          priceId: 'kinora-lite-monthly',
          reason: 'start',
        },
      },
      {
        type: 'PaymentDisputed',
        data: { factId: 'f3', occurredAt: START + DAY, amount: 1_500, disputeId: 'd1', ...origin },
      },
      {
        type: 'DisputeClosed',
        data: { factId: 'f4', occurredAt: START + 2 * DAY, disputeId: 'd1', invoiceId: 'in1', outcome: 'won' },
      },
    ];
    for (const [index, order] of orders(facts).entries()) {
      const whose = account(`user${index}`);
      for (const fact of order) {
        expect(
          await commands().execute(new RecordFacts({ ...owner, userId: whose.userId }, `sub_${index}`, [fact])),
        ).toMatchObject({ ok: true });
        await settled();
      }
      await until(
        async () => (await credits.ask(new GetBalance(whose))).available,
        (now) => now === 300,
      );
    }
  });
});
