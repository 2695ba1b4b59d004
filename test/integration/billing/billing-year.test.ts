import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { SubscriptionModule } from '../../../src/billing/subscription.module.js';
import { GetDeferred, GetRevenue } from '../../../src/billing/finance/revenue.queries.js';
import type { Revenue } from '../../../src/billing/finance/revenue.shared.js';
import { TraceModule } from '../../../src/billing/finance/trace.module.js';
import { GetTrace } from '../../../src/billing/finance/trace.queries.js';
import { PaidGrantsOwner, RecordPurchase } from '../../../src/billing/index.js';
import { InvoicesModule } from '../../../src/billing/invoices/invoices.module.js';
import { JournalModule } from '../../../src/billing/journal/journal.module.js';
import { GetJournal, GetJournalView } from '../../../src/billing/journal/journal.queries.js';
import type { GatewayTransaction } from '../../../src/billing/settlement/transaction.shared.js';
import { Transactions } from '../../../src/billing/settlement/transactions.js';
import { Books, GetTrialBalance } from '../../../src/credits/books/finance.queries.js';
import { GrantOwners, HoldOwners } from '../../../src/credits/index.js';
import { CreditsReads } from '../../../src/credits/queries.js';
import { ADJUSTMENT_DOCUMENTS, adjustmentRequests } from '../../../src/credits/adjustments/adjustments.queries.js';
import type { AdjustmentDocument } from '../../../src/credits/adjustments/request.js';
import type { Collection } from '../../../src/platform/documents/port.js';
import { reconcile, type Difference, type Looked } from '../../../src/credits/reconcile/reconcile.js';
import { openEmbeddedFolder } from '../../../src/platform/data-folder/embedded.js';
import { API_KEY_READER, OPERATOR_LOG, SESSION_READER, TIER_READER } from '../../../src/platform/tokens.js';
import { account, startCredits, type TestCredits } from '../../support/people/credits.js';
import { subscriberLife, type Subscriber } from '../../support/people/subscribers.js';
import { liveThrough, Pump, type Lived } from '../../support/people/subscribers-year.js';
import { DAY_MS } from '../../support/people/year-life.js';

/** `SUBSCRIBERS=10000` lives through the year with ten thousand: some minutes, and so not with every change. */
const SUBSCRIBERS = Number(process.env['SUBSCRIBERS'] ?? 120);
const MAX_IN_MEMORY = 1_000;
const FIRST = Date.UTC(2026, 0, 1);
const YEAR = { first: FIRST, days: 365 };
// Each question is asked of all of them.
jest.setTimeout(SUBSCRIBERS > MAX_IN_MEMORY ? 3_600_000 : 300_000);

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
const RANGE = { from: dayOf(FIRST), to: dayOf(FIRST + 364 * DAY_MS) };

/** Nobody calls over HTTP here. */
@Global()
@Module({
  providers: [
    { provide: SESSION_READER, useValue: undefined },
    { provide: TIER_READER, useValue: undefined },
    { provide: OPERATOR_LOG, useValue: undefined },
    { provide: API_KEY_READER, useValue: undefined },
  ],
  exports: [SESSION_READER, TIER_READER, OPERATOR_LOG, API_KEY_READER],
})
class NobodyCalls {}

describe('a year of subscribers, told late, twice and in any order', () => {
  let world: TestCredits;
  let pump: Pump;
  let subscribers: readonly Subscriber[];
  let lived: Lived;
  let closeStores = async (): Promise<void> => undefined;
  beforeAll(async () => {
    world = await startCredits({
      ...(await stores()),
      now: FIRST,
      roles: [],
      modules: [NobodyCalls, SubscriptionModule, InvoicesModule, TraceModule, JournalModule],
    });
    world.nest.get(GrantOwners).add(world.nest.get(PaidGrantsOwner).grants);
    subscribers = Array.from({ length: SUBSCRIBERS }, (_, index) => subscriberLife(7, index, YEAR));
    pump = new Pump(world);
    lived = await liveThrough(world, subscribers, YEAR, pump);
  }, 3_600_000);
  afterAll(async () => {
    await world.close();
    await closeStores();
  });

  /** So many as do not fit into memory are kept as the product keeps them. */
  const stores = async (): Promise<Pick<NonNullable<Parameters<typeof startCredits>[0]>, 'events' | 'documents'>> => {
    if (SUBSCRIBERS <= MAX_IN_MEMORY) return {};
    const dataDir = await mkdtemp(join(tmpdir(), 'kinora-year-'));
    const folder = await openEmbeddedFolder({ dataDir, clock: { now: () => Date.now() } });
    closeStores = async () => {
      await folder.close();
      await rm(dataDir, { recursive: true });
    };
    return { events: folder.events(), documents: folder.documents() };
  };

  const answer = <T>(
    result:
      | { readonly ok: true; readonly value: T }
      | { readonly ok: false; readonly error: { readonly identifier: string } },
  ): T => {
    if (!result.ok) throw new Error(result.error.identifier);
    return result.value;
  };
  const differences = async (): Promise<{ readonly looked: Looked; readonly found: readonly Difference[] }> => {
    const { balance, statement } = world.nest.get(CreditsReads);
    const found: Difference[] = [];
    const parts = {
      log: world.events,
      models: { balance, statement, books: world.nest.get(Books).follower.pages },
      owners: new HoldOwners(),
      payments: { owners: world.nest.get(GrantOwners), isStopped: false, now: world.now },
      requests: adjustmentRequests(world.nest.get<Collection<AdjustmentDocument>>(ADJUSTMENT_DOCUMENTS)),
      pause: async () => undefined,
    };
    return { looked: await reconcile(parts, (difference) => found.push(difference)), found };
  };
  const charged = (): readonly {
    readonly currency: string;
    readonly amount: number;
    readonly refunded: number;
    readonly dispute: string;
  }[] =>
    subscribers.flatMap(({ subscription, purchases }) => [
      ...subscription.invoices
        .filter(({ isPaid }) => isPaid)
        .map((invoice) => ({ ...invoice, currency: subscription.currency })),
      ...purchases,
    ]);

  it('has seen all that can happen', () => {
    const seen = new Set<string>(
      subscribers.flatMap(({ deliveries }) => deliveries.flatMap(({ facts }) => facts.map(({ type }) => type))),
    );
    for (const type of [
      'PaymentFailed',
      'PaymentRefunded',
      'PaymentDisputed',
      'DisputeClosed',
      'PlanChanged',
      'PlanChangeScheduled',
      'CancellationScheduled',
      'SubscriptionReactivated',
      'SubscriptionEnded',
      'PurchasePaid',
      'PurchaseRefunded',
    ] as const)
      expect(seen).toContain(type);
    expect(lived.deliveredCount).toBeGreaterThan(SUBSCRIBERS * 5);
    expect(lived.works - lived.refused).toBeGreaterThan(SUBSCRIBERS);
  });

  it('ends with books that balance', async () => {
    const books = answer(await world.ask(new GetTrialBalance()));
    expect(books).toMatchObject({ balanced: true, incomplete: [] });
    expect(books.bySource.map(({ source }) => source)).toEqual(['adjustment', 'plan', 'purchase']);
  });

  it('is reconciled without a difference: every payment with its grants, every grant with its payment', async () => {
    const { looked, found } = await differences();
    expect(found.filter(({ code }) => code !== 'captured-without-delivery')).toEqual([]);
    expect(looked.grants).toBeGreaterThan(SUBSCRIBERS * 2);
  });

  it('comes to the revenue that the gateway knows of, by currency', async () => {
    const { currencies, incomplete } = answer(await world.ask(new GetRevenue(RANGE, 'plan')));
    expect(incomplete).toEqual([]);
    expect(currencies.map(({ currency }) => currency)).toEqual(
      [...new Set(charged().map(({ currency }) => currency))].sort(),
    );
    for (const { currency, total, lines, days } of currencies) {
      const own = charged().filter((one) => one.currency === currency);
      const sumOf = (of: (one: (typeof own)[number]) => number): number => own.reduce((sum, one) => sum + of(one), 0);
      expect(total).toMatchObject({
        paid: sumOf(({ amount }) => amount),
        refunded: sumOf(({ refunded }) => refunded),
        payments: own.length,
        disputed: sumOf(({ amount, dispute }) => (dispute === 'none' ? 0 : amount)),
        returned: sumOf(({ amount, dispute }) => (dispute === 'won' ? amount : 0)),
        lost: sumOf(({ amount, dispute }) => (dispute === 'lost' ? amount : 0)),
      });
      const figures = ['paid', 'refunded', 'net', 'recognised'] as const;
      for (const figure of figures) {
        expect(lines.reduce((sum, line) => sum + line[figure], 0)).toBe(total[figure]);
        expect(days.flatMap((day) => day.lines).reduce((sum, line) => sum + line[figure], 0)).toBe(total[figure]);
      }
    }
  });

  it('is journalled in balance, and ties out to revenue, deferred revenue, credits and the gateway', async () => {
    const differing = async () =>
      answer(await world.ask(new GetJournal(RANGE))).ties.filter((tie) => tie.journal !== tie.source);
    const currencies = [...new Set(charged().map(({ currency }) => currency))].sort();
    // No transaction of the gateway is known yet, so all that it holds differs.
    const held = await differing();
    expect(held.map(({ name, gateway, currency }) => [name, gateway, currency])).toEqual(
      currencies.map((currency) => ['gateway', held[0]?.gateway, currency]),
    );
    const whole = held.map(({ gateway, currency, journal }): GatewayTransaction => ({
      gateway: gateway ?? '',
      transactionId: `all-${currency}`,
      kind: 'payment',
      at: FIRST,
      amount: journal,
      fee: 5,
      currency,
      original: null,
      subjectId: null,
      payoutId: null,
    }));
    await world.nest.get(Transactions, { strict: false }).keep(whole, { now: () => FIRST });
    expect(await differing()).toEqual([]);
    const { totals, credits, currency, lines } = answer(await world.ask(new GetJournalView(RANGE)));
    expect(totals.reduce((sum, { closing }) => sum + closing, 0)).toBe(0);
    expect(totals.find(({ role }) => role === 'fees')).toMatchObject({ code: '6100', debit: 5, currency });
    expect(new Set(lines.map(({ kind }) => kind))).toEqual(
      new Set(['payment', 'refund', 'dispute', 'dispute-won', 'recognition', 'fee']),
    );
    expect(credits.length).toBeGreaterThan(0);
    for (const { debits, credits: sources } of credits) expect(debits).toBe(sources);
  });

  it('rolls what is deferred forward from day to day, and recognises all of it once everything was delivered', async () => {
    const revenue = answer(await world.ask(new GetRevenue(RANGE, 'gateway')));
    const { currencies } = answer(await world.ask(new GetDeferred(RANGE)));
    for (const { currency, days, total, plans } of currencies) {
      let before = 0;
      for (const { opening, billed, refunded, recognised, closing } of days) {
        expect([opening, closing]).toEqual([before, opening + billed - refunded - recognised]);
        before = closing;
      }
      const own: Revenue['currencies'][number]['total'] | undefined = revenue.currencies.find(
        (one) => one.currency === currency,
      )?.total;
      expect([total.billed - total.refunded, total.recognised]).toEqual([own?.net, own?.recognised]);
      expect(total.closing).toBeGreaterThan(0);
      expect(plans.reduce((sum, { closing }) => sum + closing, 0)).toBe(total.closing);
    }
    world.now = FIRST + 3 * 366 * DAY_MS;
    const later = answer(await world.ask(new GetDeferred({ from: dayOf(world.now), to: dayOf(world.now) })));
    for (const { total } of later.currencies)
      expect(total).toEqual({ opening: 0, billed: 0, refunded: 0, recognised: 0, closing: 0 });
    world.now = FIRST + YEAR.days * DAY_MS - 1;
  });

  it('leads from a payment to its grants, and from a grant to its payment', async () => {
    const { userId } = subscribers.find(
      ({ subscription, works }) => subscription.invoices.filter(({ isPaid }) => isPaid).length > 2 && works.length > 5,
    ) ?? { userId: '' };
    const own = answer(await world.ask(new GetTrace(userId, 'kinora')));
    expect(own).toMatchObject({ found: 'user', unpaid: [] });
    const [payment] = own.payments.filter(({ grants }) => grants.length > 0);
    const [grant] = payment?.grants ?? [];
    expect(grant?.use).toMatchObject({ amount: grant?.amount, expiresAt: grant?.expiresAt });
    expect(answer(await world.ask(new GetTrace(grant?.grantId ?? '', 'kinora')))).toMatchObject({
      found: 'grant',
      payments: [{ invoiceId: payment?.invoiceId, grants: [{ grantId: grant?.grantId }] }],
    });
    expect(answer(await world.ask(new GetTrace(payment?.gatewayInvoiceId ?? '', 'kinora')))).toEqual({
      found: 'invoice',
      payments: [payment],
      unpaid: [],
    });
    expect(answer(await world.ask(new GetTrace('nobody', 'kinora')))).toEqual({
      found: 'nothing',
      payments: [],
      unpaid: [],
    });
  });

  it('finds what does not fit: a grant nobody paid for, one taken back by hand, a payment that gave nothing', async () => {
    const clean = await differences();
    const [someone] = subscribers;
    const whose = account(someone?.userId ?? '');
    await world.done(whose, {
      type: 'grant',
      at: world.now,
      grantId: 'plan.sandbox.in_forged.0',
      source: 'plan',
      amount: 4_000,
      eligibility: 'any',
      expiresAt: world.now + DAY_MS,
    });
    const open = subscribers.flatMap(({ userId, purchases }) =>
      purchases
        .filter(
          ({ dispute, refunded, priceId }) =>
            dispute === 'none' && refunded === 0 && priceId.startsWith('kinora-credits'),
        )
        .map((purchase) => ({ userId, ...purchase })),
    );
    const taken = open[0];
    await world.done(account(taken?.userId ?? ''), {
      type: 'revoke',
      at: world.now,
      grantId: `pack.sandbox.${taken?.invoiceId ?? ''}`,
      reason: 'by-hand',
      reference: 'ticket:1',
    });
    const externalId = 'pi_lost';
    const paid = {
      factId: 'evt_lost',
      occurredAt: world.now,
      amountPaid: 800,
      currency: 'usd',
      invoiceId: 'in_lost',
      priceId: 'kinora-credits-100',
    };
    expect(
      await world.nest
        .get(CommandBus)
        .execute(
          new RecordPurchase(
            { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'user-lost' },
            externalId,
            [{ type: 'PurchasePaid', data: paid }],
          ),
        ),
    ).toMatchObject({ ok: true });
    await pump.drain('policy_billing_purchases');
    const { found } = await differences();
    const planted = found.filter(({ where }) => !clean.found.some((before) => before.where === where));
    expect(planted.map(({ code, where }) => [code, where]).sort()).toEqual([
      ['grant-missing', 'grant pack.sandbox.in_lost of credits-user-lost.kinora.credits'],
      ['grant-without-payment', `grant plan.sandbox.in_forged.0 of credits-${whose.userId}.kinora.credits`],
      [
        'revocation-without-cause',
        `grant pack.sandbox.${taken?.invoiceId ?? ''} of credits-${taken?.userId ?? ''}.kinora.credits`,
      ],
    ]);
  });
});
