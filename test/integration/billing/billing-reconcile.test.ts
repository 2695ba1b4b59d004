import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { BillingGateways, RecordFacts, RecordPurchase, type ReportedFact } from '../../../src/billing/index.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from '../../../src/billing/finance/revenue.sources.js';
import { RETURNS } from '../../../src/billing/register/returns.projection.js';
import { INVOICES } from '../../../src/billing/invoices/invoices.projection.js';
import { packsProjection } from '../../../src/billing/finance/packs/packs.projection.js';
import { REVENUE_VERSION } from '../../../src/billing/finance/revenue.projection.js';
import { subscriptionProjection } from '../../../src/billing/subscription/subscription.projection.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { accountStream, type AccountCommand, type Difference } from '../../../src/credits/index.js';
import { GetReconciliationRuns } from '../../../src/credits/books/finance.queries.js';
import { createAccountLoop } from '../../../src/credits/commands.js';
import { ReconcileLedger } from '../../../src/credits/reconcile/reconcile.commands.js';
import { projectionCollection } from '../../../src/kernel/event-sourcing/projection.js';
import { addMonths } from '../../../src/kernel/months.js';
import { LogRuntime } from '../../../src/platform/projections/log-runtime.js';
import { Notices } from '../../../src/identity/notices/notices.js';
import { Operators } from '../../../src/identity/operators/operators.js';
import type { UserId } from '../../../src/kernel/ids.js';
import { member } from '../../support/people/account.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { account } from '../../support/people/credits.js';
import { startApp, type TestApp } from '../../support/servers/app.js';
import { fakeGateway, fakeOwner } from '../../support/servers/fake-gateway.js';
import { until } from '../../support/until.js';

const ann = account('ann');
const DAY = 86_400_000;
const START = Math.floor(Date.now() / DAY) * DAY - 2 * DAY;
const PAID_ON = new Date(START).toISOString().slice(0, 10);
const END = addMonths(START, 1);
const owner = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'ann' } as const;
const facts: readonly ReportedFact[] = [
  {
    type: 'SubscriptionStarted',
    data: {
      factId: 'e1',
      occurredAt: START,
      currency: 'usd',
      customSub: 0,
      customerId: 'c1',
      discountRate: 0,
      periodEnd: END,
      periodStart: START,
      priceId: 'kinora-lite-monthly',
      status: 'active',
    },
  },
  {
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
    },
  },
  {
    type: 'PaymentRefunded',
    data: { factId: 'e3', occurredAt: START + DAY, amount: 500, currency: 'usd', invoiceId: 'in1', refundId: 'r1' },
  },
];

describe('reconciling payments', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
    const commands = app.nest.get(CommandBus);
    // One fact after the other, so that the pages are changed and not only created.
    for (const fact of facts)
      expect(await commands.execute(new RecordFacts(owner, 'sub_1', [fact]))).toMatchObject({ ok: true });
    expect(
      await commands.execute(
        new RecordPurchase(owner, 'pi_1', [
          {
            type: 'PurchasePaid',
            data: {
              factId: 'p1',
              occurredAt: START,
              amountPaid: 3_500,
              currency: 'usd',
              invoiceId: 'in2',
              priceId: 'kinora-credits-500',
            },
          },
        ]),
      ),
    ).toMatchObject({ ok: true });
    // Both sales, and their grants in two accounts' lines.
    await until(
      () => app.parts.events.readStream(accountStream(ann)),
      (events) => events.length >= 2,
    );
    await settled();
  });
  afterEach(() => app.close());

  const settled = async (): Promise<void> => {
    const runtime = app.nest.get(LogRuntime);
    await until(
      async () => runtime.isAt(await app.parts.events.head()),
      (isThere) => isThere,
    );
  };

  async function differences(): Promise<readonly Difference[]> {
    const found: Difference[] = [];
    await app.nest.get(CommandBus).execute(new ReconcileLedger((difference) => found.push(difference), true));
    return found;
  }

  interface Stored {
    readonly data: Readonly<Record<string, unknown>>;
  }
  /** Edits every document of a read model by hand. */
  async function edit(name: string, change: (data: Stored['data']) => Stored['data']): Promise<void> {
    const collection = await app.parts.documents.collection<Stored>(
      { name, indexes: [] },
      (stored) => stored as Stored,
    ); // written by the projection
    const { items } = await collection.find({ limit: 100 });
    expect(items.length).toBeGreaterThan(0);
    for (const { id, version, document } of items)
      await collection.put({ id, document: { ...document, data: change(document.data) }, expectedVersion: version });
  }
  const morePaid = (data: Stored['data']): Stored['data'] => ({
    ...data,
    rows: (data['rows'] as readonly { readonly paid: number }[]).map((row) => ({ ...row, paid: row.paid * 10 })),
  }); // rows of a revenue page

  it('finds nothing where nobody has touched anything, and says what it has compared', async () => {
    expect(await differences()).toEqual([]);
    const { models, causes } = await app.nest.get(CommandBus).execute(new ReconcileLedger(undefined, true));
    expect(models.map(({ name }) => name)).toEqual([
      'subscriptions',
      'invoices',
      'returns',
      'billing_revenue_subscriptions',
      'billing_revenue_purchases',
      'billing_packs',
      'billing_pack_use',
      'gateway transactions',
      'closings',
    ]);
    expect(models.map(({ documents }) => documents)).toEqual([
      1,
      2,
      1,
      expect.any(Number),
      expect.any(Number),
      1,
      0,
      0,
      0,
    ]);
    expect(models.slice(3, 5).every(({ documents }) => documents > 0)).toBe(true);
    expect(causes).toBe(2);
  });

  it.each([SUBSCRIPTION_MONEY.name, PURCHASE_MONEY.name])(
    'names a page of %s that was edited by hand',
    async (name) => {
      await edit(`${name}_v${REVENUE_VERSION}`, morePaid);
      expect(await differences()).toEqual([
        {
          code: 'document-differs',
          where: `${name}: ${PAID_ON}`,
          what: expect.stringMatching(/^rows is .*"paid":(15000|35000).*, the events say .*"paid":(1500|3500)\b/),
        },
      ]);
    },
  );

  it('names a page that is gone', async () => {
    const collection = await app.parts.documents.collection<Stored>(
      { name: `${PURCHASE_MONEY.name}_v${REVENUE_VERSION}`, indexes: [] },
      (stored) => stored as Stored,
    ); // written by the projection
    const found = await collection.get(PAID_ON);
    await collection.delete(PAID_ON, found?.version ?? 0);
    expect(await differences()).toEqual([
      { code: 'document-missing', where: `${PURCHASE_MONEY.name}: ${PAID_ON}`, what: 'missing' },
    ]);
  });

  it('names invoices, refunds, subscriptions and packs that were edited by hand', async () => {
    await edit(`${INVOICES.name}_v${INVOICES.version}`, (data) => ({ ...data, paidAt: 7 }));
    await edit(`${RETURNS.name}_v${RETURNS.version}`, (data) => ({ ...data, at: 7 }));
    await edit(projectionCollection(subscriptionProjection).name, (data) => ({ ...data, nextGrantAt: 7 }));
    await edit(projectionCollection(packsProjection).name, (data) => ({ ...data, paidAt: 7 }));
    const found = await differences();
    expect(found.map(({ where, what }) => `${where.split(': ')[0] ?? ''} ${what}`).toSorted()).toEqual([
      `billing_packs paidAt is 7, the events say ${START}`,
      `invoices paidAt is 7, the events say ${START}`,
      `invoices paidAt is 7, the events say ${START}`,
      expect.stringMatching(/^returns at is 7, the events say \d+$/),
      'subscriptions nextGrantAt is 7, the events say null',
    ]);
  });

  it('names a stream that a reader has stopped at, although its documents agree up to there', async () => {
    const stream = accountStream(ann);
    const [first] = await app.parts.events.readStream(stream);
    if (first === undefined) throw new Error('no events');
    await app.nest
      .get(ParkedStreams)
      .park('credits_balance_v2', { ...first, stream, position: 1 }, new Error('a fault'));
    expect(await differences()).toEqual([
      { code: 'reader-parked', where: stream, what: 'credits_balance_v2 stopped at CreditsGranted: Error: a fault' },
    ]);
  });

  it('raises the alarm for differences: a metric, the log without ids, the health report, a notice to finance operators and the history of runs', async () => {
    const operator = (await (await member(app, 'finance@example.org')).me()).id as UserId; // the id that the session has
    await app.nest.get(Operators).grant(operator, 'finance', { who: operator, what: 'the test' });
    await settled();
    expect(await differences()).toEqual([]);
    expect([
      await app.parts.metrics.metrics(),
      (await app.parts.health.check()).checks['reconciliation']?.words,
    ]).toEqual([expect.stringContaining('kinora_ledger_differences 0'), 'well']);
    await edit(`${PURCHASE_MONEY.name}_v${REVENUE_VERSION}`, morePaid);
    expect(await differences()).toHaveLength(1);
    expect(await app.parts.metrics.metrics()).toContain('kinora_ledger_differences 1');
    expect(
      app.logged
        .filter(({ level, message }) => level === 'error' && message.includes('reconciliation'))
        .map(({ fields }) => fields),
    ).toEqual([{ found: 1, codes: { 'document-differs': 1 } }]);
    expect((await app.parts.health.check()).checks['reconciliation']).toMatchObject({
      ok: true,
      words: expect.stringMatching(/^1 differences at .*\/finance\/checks$/),
    });
    expect(
      (await app.nest.get(Notices).of(operator))
        .map(({ content }) => content)
        .filter(({ kind }) => kind === 'ledger-differs'),
    ).toEqual([{ kind: 'ledger-differs', found: 1 }]);
    const runs = await app.nest.get(QueryBus).execute(new GetReconciliationRuns(10));
    expect(runs.map(({ found, codes, startedBy }) => ({ found, codes, startedBy }))).toEqual([
      { found: 1, codes: { 'document-differs': 1 }, startedBy: 'operator' },
      { found: 0, codes: {}, startedBy: 'operator' },
    ]);
  });

  describe('against the transactions of the gateway', () => {
    const buy = async (invoiceId: string, amountPaid: number): Promise<void> => {
      const paid = {
        factId: `paid-${invoiceId}`,
        occurredAt: START,
        amountPaid,
        currency: 'usd',
        invoiceId,
        priceId: 'kinora-credits-500',
      };
      expect(
        await app.nest
          .get(CommandBus)
          .execute(new RecordPurchase(fakeOwner('ann'), invoiceId, [{ type: 'PurchasePaid', data: paid }])),
      ).toMatchObject({ ok: true });
      await until(
        () => app.parts.events.readStream(accountStream(ann)),
        (events) => events.some(({ data }) => JSON.stringify(data).includes(invoiceId)),
      );
      await settled();
    };
    const transaction = (invoiceId: string): GatewayTransaction => ({
      gateway: 'fake',
      transactionId: `txn_${invoiceId}`,
      kind: 'payment',
      at: START,
      amount: 3_500,
      fee: 132,
      currency: 'usd',
      original: null,
      subjectId: invoiceId,
      payoutId: null,
    });
    const atGateway = async (): Promise<readonly string[]> =>
      (await differences())
        .filter(({ where }) => where.includes('fake'))
        .map(({ code, where, what }) => `${code} ${where.replace(/KIN-.*/, 'KIN')}: ${what}`);

    it('names a payment of $35 that the log states as $350, however well its hashes and read models agree', async () => {
      const gateway = fakeGateway();
      app.nest.get(BillingGateways).add(gateway);
      gateway.balance = [transaction('pi_true'), transaction('pi_forged')];
      await buy('pi_true', 3_500);
      await buy('pi_forged', 35_000);
      expect(await atGateway()).toEqual([
        'gateway-differs payment pi_forged at fake of invoice KIN: Kinora has 35000 usd, the gateway 3500 usd',
      ]);
    });

    it('names a payment that the gateway does not have, and one that Kinora does not have, once they are three days old', async () => {
      const gateway = fakeGateway();
      app.nest.get(BillingGateways).add(gateway);
      gateway.balance = [transaction('pi_deleted')];
      await buy('pi_invented', 3_500);
      expect(await atGateway()).toEqual([]);
      app.pass(2 * DAY);
      expect((await atGateway()).toSorted()).toEqual([
        expect.stringMatching(
          /^gateway-missing payment pi_invented at fake of invoice KIN: Kinora has 3500 usd of .*, the gateway has no transaction$/,
        ),
        expect.stringMatching(
          /^gateway-unknown payment pi_deleted at fake: the gateway has 3500 usd of .*, Kinora has no event$/,
        ),
      ]);
    });

    it('goes on while the gateway is away, and names what it could not compare', async () => {
      const gateway = fakeGateway();
      app.nest.get(BillingGateways).add(gateway);
      gateway.isAway = true;
      await buy('pi_true', 3_500);
      app.pass(2 * DAY);
      expect(await atGateway()).toEqual([
        `gateway-unread transactions at fake: they were never read; they lack Kinora’s payments from ${PAID_ON} on`,
      ]);
    });
  });

  it.each<[string, AccountCommand, string | undefined, string]>([
    [
      'a paid grant that nothing requested',
      { type: 'grant', at: START, grantId: 'pack.sandbox.in9', source: 'purchase', amount: 500, eligibility: 'any' },
      undefined,
      'CreditsGranted of grant pack.sandbox.in9: it names no cause',
    ],
    [
      'a gift that no rule gives',
      { type: 'grant', at: START, grantId: 'mission.1', source: 'mission', amount: 500, eligibility: 'any' },
      'm1',
      'CreditsGranted of grant mission.1: nothing known has the cause m1',
    ],
    [
      'a revocation that nothing requested',
      { type: 'revoke', at: START, grantId: 'plan.sandbox.in1.0', reason: 'refund', reference: 'invoice:in1' },
      'm2',
      'GrantRevoked of grant plan.sandbox.in1.0: nothing known has the cause m2',
    ],
    [
      'free work that no task did',
      { type: 'recordUsage', at: START, usageId: 't1', listPrice: 4, reference: 'task:t1' },
      't1',
      'UsageRecorded of work t1: nothing known has the cause t1',
    ],
  ])('names %s', async (_what, command, causedBy, what) => {
    expect(
      await createAccountLoop(app.parts.events, () => undefined).execute(accountStream(ann), command, causedBy),
    ).toMatchObject({ ok: true });
    await settled();
    expect((await differences()).filter(({ code }) => code === 'event-unexplained')).toEqual([
      { code: 'event-unexplained', where: expect.stringMatching(/^event \d+ of credits-ann\.kinora\.credits$/), what },
    ]);
  });
});
