import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import { SubscriptionModule } from '../../../src/billing/subscription.module.js';
import { SUBSCRIPTION_LOOP, type SubscriptionLoop } from '../../../src/billing/commands.js';
import {
  GetEntitlements,
  GetSubLog,
  RecordFacts,
  type Recorded,
  type ReportedFact,
} from '../../../src/billing/index.js';
import { BillingReads } from '../../../src/billing/queries.js';
import { addMonths } from '../../../src/kernel/months.js';
import { sweepMonths } from '../../../src/billing/sweep.js';
import { GetBalance, GetStatement } from '../../../src/credits/index.js';
import { sweepExpiries } from '../../../src/credits/account/sweep.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { verifyChain } from '../../../src/kernel/event-sourcing/chain.js';
import type { ProductError } from '../../../src/kernel/errors.shared.js';
import type { Result } from '../../../src/kernel/result.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 10);
const END = addMonths(START, 1);
const YEAR = addMonths(START, 12);
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } as const;

const started = (priceId = 'kinora-lite-monthly', periodEnd = END): ReportedFact => ({
  type: 'SubscriptionStarted',
  data: {
    factId: 'e1',
    occurredAt: START,
    currency: 'usd',
    customSub: 0,
    customerId: 'c1',
    discountRate: 0,
    periodEnd,
    periodStart: START,
    priceId,
    status: 'active',
  },
});
const paid = (more: object = {}): ReportedFact => ({
  type: 'PaymentSucceeded',
  data: {
    factId: 'e2',
    occurredAt: START,
    amountPaid: 1_500,
    anchor: START,
    currency: 'usd',
    invoiceId: 'in1',
    periodEnd: END,
    periodStart: START,
    priceId: 'kinora-lite-monthly',
    reason: 'start',
    ...more,
  },
});
const refunded: ReportedFact = {
  type: 'PaymentRefunded',
  data: { factId: 'e3', occurredAt: START + DAY, amount: 1_500, currency: 'usd', invoiceId: 'in1', refundId: 'r1' },
};

describe('billing', () => {
  let credits: TestCredits;
  beforeEach(async () => {
    credits = await startCredits({ now: START, modules: [SubscriptionModule] });
  });
  afterEach(() => credits.close());

  const report = (
    facts: readonly ReportedFact[],
    externalId = 'sub_1',
    whose: { readonly userId: string } = owner,
  ): Promise<Result<Recorded, ProductError>> =>
    credits.nest.get(CommandBus).execute(new RecordFacts({ ...owner, ...whose }, externalId, facts));
  const received = async (...facts: readonly ReportedFact[]): Promise<Recorded> => {
    const answer = await report(facts);
    if (!answer.ok) throw new Error(answer.error.identifier);
    return answer.value;
  };
  const available = async (): Promise<number> => (await credits.ask(new GetBalance(ann))).available;
  const sweep = async (): Promise<number> => {
    const { now } = credits;
    const loop = credits.nest.get<SubscriptionLoop>(SUBSCRIPTION_LOOP);
    await sweepExpiries(
      credits.nest.get(CreditsReads).balance,
      now,
      ({ account: whose, change }) => credits.change(whose, change),
      { warn: () => undefined },
    );
    return sweepMonths(
      credits.nest.get(BillingReads).subscriptions,
      now,
      (stream) => loop.execute(stream, { type: 'advance', at: now }),
      { warn: () => undefined },
    );
  };

  it('shows whoever has no subscription the free plan', async () => {
    expect(await credits.ask(new GetSubLog(ann.userId, 'kinora'))).toMatchObject({
      isSub: false,
      isActiveSub: false,
      currentPlan: { status: 'active', subProductRelation: [{ productName: 'Kinora Free' }] },
    });
    expect(await credits.ask(new GetEntitlements(ann.userId, 'kinora'))).toMatchObject({
      tier: 'free',
      parallelTasks: 1,
    });
  });

  it('turns a payment into a plan and its credits, once however often it is told', async () => {
    const { token, subscriptionId } = await received(paid(), started());
    expect(await credits.ask(new GetSubLog(ann.userId, 'kinora', token))).toMatchObject({
      isSub: true,
      isActiveSub: true,
      expirePayment: null,
      currentPlan: {
        subscriptionId,
        customerId: 'c1',
        status: 'active',
        currentPeriodEnd: END,
        subProductRelation: [{ priceId: 'kinora-lite-monthly' }],
      },
    });
    expect(await credits.ask(new GetEntitlements(ann.userId, 'kinora'))).toMatchObject({
      tier: 'basic',
      parallelTasks: 2,
    });
    await until(available, (now) => now === 300);
    expect((await received(started(), paid())).events).toBe(0);
    const { lines } = await credits.ask(new GetStatement(ann, { limit: 10 }));
    expect(lines.map(({ id, net }) => [id, net])).toEqual([['plan.sandbox.in1.0', 300]]);
    expect(lines[0]?.paidBy).toEqual([{ grantId: 'plan.sandbox.in1.0', source: 'plan', amount: 300, expiresAt: END }]);
  });

  it('gives a year’s credits month by month, and what is left of a month ends with it', async () => {
    await received(
      started('kinora-lite-yearly', YEAR),
      paid({ priceId: 'kinora-lite-yearly', amountPaid: 12_000, periodEnd: YEAR }),
    );
    await until(available, (now) => now === 300);
    await credits.done(ann, {
      type: 'hold',
      at: START,
      holdId: 'h',
      amount: 100,
      eligibility: 'free-models',
      expiresAt: START + DAY,
      reference: 'task',
    });
    await credits.done(ann, { type: 'capture', at: START, holdId: 'h', amount: 100 });
    await until(available, (now) => now === 200);
    for (let month = 1; month < 12; month += 1) {
      credits.now = addMonths(START, month);
      expect(await available()).toBe(0);
      await until(
        async () => {
          await sweep();
          return available();
        },
        (now) => now === 300,
      );
    }
    credits.now = YEAR;
    expect([await sweep(), await available()]).toEqual([0, 0]);
  });

  it('takes back what is unspent of a refunded payment, and what was spent is owed', async () => {
    await received(started(), paid());
    await until(available, (now) => now === 300);
    await credits.done(ann, {
      type: 'hold',
      at: START,
      holdId: 'h',
      amount: 100,
      eligibility: 'free-models',
      expiresAt: START + DAY,
      reference: 'task',
    });
    await credits.done(ann, { type: 'capture', at: START, holdId: 'h', amount: 100 });
    await received(refunded);
    await until(available, (now) => now === 0);
    const { lines } = await credits.ask(new GetStatement(ann, { limit: 10 }));
    expect(lines.find(({ kind }) => kind === 'revocation')).toMatchObject({
      net: -200,
      steps: [{ what: 'revoked', amount: 200, spent: 100, reason: 'refund' }],
    });
  });

  it('ends with the same whatever comes first', async () => {
    await received(refunded);
    await received(paid());
    await received(started());
    const { token } = await received({
      type: 'SubscriptionEnded',
      data: { factId: 'e9', occurredAt: START + DAY, reason: 'canceled' },
    });
    expect(await credits.ask(new GetSubLog(ann.userId, 'kinora', token))).toMatchObject({
      isSub: true,
      isActiveSub: false,
      currentPlan: { status: 'canceled', currentPeriodEnd: START + DAY },
    });
    expect(await available()).toBe(0);
    expect(await credits.ask(new GetEntitlements(ann.userId, 'kinora'))).toMatchObject({ tier: 'free' });
  });

  it('allows what the highest of several plans does, though another is paid for longer', async () => {
    await received(
      started('kinora-lite-yearly', YEAR),
      paid({ priceId: 'kinora-lite-yearly', amountPaid: 12_000, periodEnd: YEAR }),
    );
    const answer = await report(
      [started('kinora-plus-monthly'), paid({ priceId: 'kinora-plus-monthly', amountPaid: 13_900, invoiceId: 'in9' })],
      'sub_2',
    );
    if (!answer.ok) throw new Error(answer.error.identifier);
    expect(await credits.ask(new GetSubLog(ann.userId, 'kinora', answer.value.token))).toMatchObject({
      currentPlan: { subProductRelation: [{ priceId: 'kinora-lite-yearly' }] },
    });
    expect(await credits.ask(new GetEntitlements(ann.userId, 'kinora'))).toMatchObject({ tier: 'ultimate' });
  });

  it('settles without a word what comes too late to be given', async () => {
    credits.now = END + DAY;
    const { token } = await received(started(), paid(), refunded);
    await credits.ask(new GetSubLog(ann.userId, 'kinora', token));
    expect([await available(), credits.errors]).toEqual([0, []]);
  });

  it('keeps each user’s subscriptions apart, and refuses one that is another’s', async () => {
    const { token } = await received(started(), paid());
    await credits.ask(new GetSubLog(ann.userId, 'kinora', token));
    expect(await credits.ask(new GetSubLog(account('bob').userId, 'kinora'))).toMatchObject({ isSub: false });
    expect(await report([refunded], 'sub_1', { userId: 'bob' })).toEqual({
      ok: false,
      error: { identifier: 'IDEMPOTENCY_MISMATCH', params: { id: 'owner' } },
    });
  });

  it('records nothing of what could not be read again', async () => {
    expect(await report([started(), paid({ priceId: 'gone' })])).toEqual({
      ok: false,
      error: { identifier: 'VALIDATION_ERROR', params: { field: 'priceId' } },
    });
    expect(await credits.ask(new GetSubLog(ann.userId, 'kinora'))).toMatchObject({ isSub: false, otherPlan: [] });
  });

  it('keeps a chain over what it records', async () => {
    const { token } = await received(started(), paid());
    const recorded = await credits.events.readStream(token.stream, {});
    expect(recorded.map(({ type }) => type)).toEqual([
      'SubscriptionOpened',
      'SubscriptionStarted',
      'PaymentSucceeded',
      'GrantRequested',
    ]);
    expect(verifyChain(recorded)).toMatchObject({ intact: true, revision: 3 });
  });
});
