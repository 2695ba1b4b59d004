import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson } from '../../kernel/event-sourcing/canonical.js';
import { findProduct } from '../plans/products.seed.shared.js';
import type { PurchaseEvent, PurchaseFact } from './events.js';
import { recordablePurchase, type RecordablePurchase } from './facts.js';
import { purchaseDecider } from './purchase.js';
import type { Buyer, PurchaseState } from './purchase.state.js';

const owner: Buyer = { appName: 'kinora', gateway: 'sandbox', platformName: 'card', userId: 'u1' };
const usage = [{ amount: 100, usageType: 'credits' as const }];
const paid = (more: object = {}): Extract<PurchaseFact, { readonly type: 'PurchasePaid' }> => ({
  type: 'PurchasePaid',
  data: {
    factId: 'f1',
    occurredAt: 10,
    amountPaid: 800,
    currency: 'usd',
    invoiceId: 'i1',
    priceId: 'kinora-credits-100',
    usage,
    ...more,
  },
});
const refunded = (amount: number, id = 'r1', at = 20): PurchaseFact => ({
  type: 'PurchaseRefunded',
  data: { factId: `f.${id}`, occurredAt: at, amount, currency: 'usd', invoiceId: 'i1', refundId: id },
});
const disputed: PurchaseFact = {
  type: 'PurchaseDisputed',
  data: { factId: 'f3', occurredAt: 30, amount: 800, currency: 'usd', disputeId: 'd1', invoiceId: 'i1' },
};
const won: PurchaseFact = {
  type: 'PurchaseDisputeClosed',
  data: { factId: 'f4', occurredAt: 40, disputeId: 'd1', invoiceId: 'i1', outcome: 'won' },
};

interface Decided {
  readonly state: PurchaseState;
  readonly events: readonly PurchaseEvent[];
}
const nothing: Decided = { state: purchaseDecider.initial, events: [] };
const answerTo = (before: Decided, facts: readonly RecordablePurchase[], at = 100, whose = owner) =>
  purchaseDecider.decide({ type: 'record', at, owner: whose, facts }, before.state);
function record(before: Decided, ...facts: readonly RecordablePurchase[]): Decided {
  const answer = answerTo(before, facts);
  if (!answer.ok) throw new Error(answer.error.identifier);
  return {
    state: answer.value.reduce(purchaseDecider.evolve, before.state),
    events: [...before.events, ...answer.value],
  };
}
const types = ({ events }: Decided): readonly string[] => events.map(({ type }) => type);
/** What is left of what was requested. */
function liveGrants({ events }: Decided): readonly string[] {
  const back = new Set(
    events.flatMap((event) => (event.type === 'PurchaseRevocationRequested' ? [event.data.grantId] : [])),
  );
  return events
    .flatMap((event) =>
      event.type === 'PurchaseGrantRequested' && !back.has(event.data.grantId) ? [canonicalJson(event.data)] : [],
    )
    .sort();
}

describe('what is bought once', () => {
  it('gives its credits once, however often it is told', () => {
    const once = record(nothing, paid());
    expect(types(once)).toEqual(['PurchaseOpened', 'PurchasePaid', 'PurchaseGrantRequested']);
    expect(once.events.at(-1)?.data).toEqual({
      amount: 100,
      appName: 'kinora',
      grantId: 'pack.sandbox.i1',
      invoiceId: 'i1',
      usageType: 'credits',
      userId: 'u1',
    });
    expect(types(record(once, paid(), paid()))).toEqual(types(once));
    expect(types(record(once, paid({ factId: 'f9', occurredAt: 11 })))).toEqual([...types(once), 'PurchasePaid']);
  });

  it.each([
    ['refunded as a whole', [refunded(800)], ['PurchaseRevocationRequested']],
    ['refunded in parts that make a whole', [refunded(300), refunded(500, 'r2', 21)], ['PurchaseRevocationRequested']],
    ['refunded in part', [refunded(799)], []],
    ['disputed', [disputed], ['PurchaseRevocationRequested']],
    ['disputed, which was won', [disputed, won], ['PurchaseRevocationRequested']],
    ['disputed and refunded', [disputed, refunded(800, 'r1', 50)], ['PurchaseRevocationRequested']],
  ] as const)('that is %s', (_what, facts, expected) => {
    const after = facts.reduce((before, fact) => record(before, fact), record(nothing, paid()));
    expect(types(after).filter((type) => type === 'PurchaseRevocationRequested')).toEqual(expected);
    // Told the other way round nothing is given first and taken back after.
    const late = record(
      [...facts].reverse().reduce((before, fact) => record(before, fact), nothing),
      paid(),
    );
    expect(liveGrants(late)).toEqual(liveGrants(after));
  });

  it('is of whom it was, and what was told stays as it was told', () => {
    const once = record(nothing, paid());
    expect(answerTo(once, [refunded(800)], 100, { ...owner, userId: 'u2' })).toMatchObject({
      ok: false,
      error: { identifier: 'IDEMPOTENCY_MISMATCH', params: { id: 'owner' } },
    });
    expect(answerTo(once, [paid({ amountPaid: 900 })])).toMatchObject({
      ok: false,
      error: { params: { id: 'fact f1' } },
    });
    expect(answerTo(once, [paid({ factId: 'f9', amountPaid: 900 })])).toMatchObject({
      ok: false,
      error: { params: { id: 'payment i1' } },
    });
  });

  it('gives what was written down with it, whatever the catalogue says by now; what it does not know is only known again', () => {
    const once = record(nothing, paid());
    expect(types(record(once, paid({ usage: [{ amount: 999, usageType: 'credits' }] })))).toEqual(types(once));
    const gone: RecordablePurchase = { type: 'PurchasePaid', data: { ...paid().data, usage: null } };
    expect(types(record(once, gone))).toEqual(types(once));
    expect(record(once, { ...gone, data: { ...gone.data, factId: 'f9' } }).events.at(-1)?.data).toMatchObject({
      factId: 'f9',
      usage,
    });
    expect(answerTo(nothing, [gone])).toMatchObject({
      ok: false,
      error: { identifier: 'VALIDATION_ERROR', params: { field: 'priceId' } },
    });
  });

  it('is the same whatever order its facts are told in and however often', () => {
    const history = fc
      .tuple(fc.uniqueArray(fc.constantFrom('refund', 'part', 'dispute', 'win', 'second', 'again')))
      .map(([steps]) => [
        paid(),
        ...steps.map((step): PurchaseFact => {
          switch (step) {
            case 'refund':
              return refunded(800, 'whole', 20);
            case 'part':
              return refunded(300, 'part', 21);
            case 'dispute':
              return disputed;
            case 'win':
              return won;
            case 'second':
              return paid({ factId: 'f8', invoiceId: 'i2', occurredAt: 60 });
            case 'again':
              return paid({ factId: 'f7', occurredAt: 11 });
            default:
              return step satisfies never;
          }
        }),
      ]);
    const deliveries = history.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.constantFrom(...all), { maxLength: 6 }),
      ),
    );
    fc.assert(
      fc.property(deliveries, ([all, order, repeats]) => {
        const inOrder = all.reduce((before, fact) => record(before, fact), nothing);
        const shuffled = [...order, ...repeats].reduce((before, fact) => record(before, fact), nothing);
        const factsOf = ({ state }: Decided) => (state.kind === 'known' ? state.facts : []);
        expect(canonicalJson(factsOf(shuffled))).toBe(canonicalJson(factsOf(inOrder)));
        expect(liveGrants(shuffled)).toEqual(liveGrants(inOrder));
        expect(shuffled.events.reduce(purchaseDecider.evolve, purchaseDecider.initial)).toEqual(shuffled.state);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a fact of what is bought once', () => {
  const { usage: _usage, ...reported } = paid().data;

  it('gives what the catalogue says', () => {
    expect(recordablePurchase({ type: 'PurchasePaid', data: reported }, 'kinora', findProduct)).toEqual({
      ok: true,
      value: paid(),
    });
    expect(
      recordablePurchase(
        { type: 'PurchasePaid', data: { ...reported, priceId: 'kinora-api-credits-1000' } },
        'kinora',
        findProduct,
      ),
    ).toMatchObject({ value: { data: { usage: [{ amount: 1_000, usageType: 'api_credits' }] } } });
    expect(
      recordablePurchase({ type: 'PurchasePaid', data: { ...reported, priceId: 'gone' } }, 'kinora', findProduct),
    ).toMatchObject({ ok: true, value: { data: { usage: null } } });
  });

  it.each([
    ['a plan', { ...reported, priceId: 'kinora-lite-monthly' }, 'priceId'],
    ['no amount', { ...reported, amountPaid: -1 }, 'amountPaid'],
    ['more than is known', { ...reported, surprise: 1 }, 'PurchasePaid'],
  ])('is refused for %s', (_what, data, field) => {
    expect(recordablePurchase({ type: 'PurchasePaid', data }, 'kinora', findProduct)).toEqual({
      ok: false,
      error: { identifier: 'VALIDATION_ERROR', params: { field } },
    });
  });

  it('of another app’s price is refused', () => {
    expect(recordablePurchase({ type: 'PurchasePaid', data: reported }, 'kinora-writer', findProduct)).toMatchObject({
      ok: false,
      error: { params: { field: 'priceId' } },
    });
  });
});
