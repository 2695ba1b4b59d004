import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ReportedPurchase } from '../port.js';
import type { GivingBack } from './giving-back.js';
import { buyOnce, giveBackPurchase, type SandboxPurchase } from './purchase.js';

const START = Date.UTC(2026, 0, 10);
const bought = () =>
  buyOnce({ externalId: 's1', priceId: 'kinora-credits-100', currency: 'usd', amount: 800, at: START });

const action: fc.Arbitrary<GivingBack & { readonly invoiceId: string }> = fc
  .tuple(
    fc.oneof(
      fc.record({
        type: fc.constant('refund' as const),
        amount: fc.oneof(fc.integer({ min: -5, max: 900 }), fc.constant(0.5)),
      }),
      fc.record({ type: fc.constant('dispute' as const) }),
      fc.record({
        type: fc.constant('close-dispute' as const),
        outcome: fc.constantFrom<'won' | 'lost'>('won', 'lost'),
      }),
    ),
    fc.constantFrom('in_s1', 'in_s1', 'in_s1', 'in_s2'),
  )
  .map(([what, invoiceId]) => ({ ...what, invoiceId }));

function lead(actions: readonly (GivingBack & { readonly invoiceId: string })[]): {
  readonly purchase: SandboxPurchase;
  readonly facts: readonly ReportedPurchase[];
  readonly refused: number;
} {
  const first = bought();
  return actions.reduce<{ purchase: SandboxPurchase; facts: readonly ReportedPurchase[]; refused: number }>(
    (life, one, index) => {
      const acted = giveBackPurchase(life.purchase, one, START + index);
      return acted.ok
        ? { purchase: acted.value.purchase, facts: [...life.facts, ...acted.value.facts], refused: life.refused }
        : { ...life, refused: life.refused + 1 };
    },
    { purchase: first.purchase, facts: first.facts, refused: 0 },
  );
}

describe('what is bought once at the sandbox', () => {
  it('is paid for at once, with a line of tax', () => {
    expect(bought().facts).toEqual([
      {
        type: 'PurchasePaid',
        data: {
          factId: 'evt_s1_0',
          occurredAt: START,
          sequence: 0,
          amountPaid: 800,
          currency: 'usd',
          invoiceId: 'in_s1',
          priceId: 'kinora-credits-100',
          tax: 0,
        },
      },
    ]);
  });

  it('tells each refund by an id of its own, and of a dispute how it was closed', () => {
    const { facts } = lead([
      { type: 'refund', amount: 300, invoiceId: 'in_s1' },
      { type: 'refund', amount: 300, invoiceId: 'in_s1' },
    ]);
    expect(facts.slice(1).map(({ data }) => ('refundId' in data ? data.refundId : ''))).toEqual([
      're_in_s1_300',
      're_in_s1_600',
    ]);
    const disputed = lead([
      { type: 'dispute', invoiceId: 'in_s1' },
      { type: 'refund', amount: 1, invoiceId: 'in_s1' },
      { type: 'close-dispute', outcome: 'won', invoiceId: 'in_s1' },
    ]);
    expect([disputed.refused, disputed.facts.map(({ type }) => type)]).toEqual([
      1,
      ['PurchasePaid', 'PurchaseDisputed', 'PurchaseDisputeClosed'],
    ]);
  });

  it('gives back no more than was paid, whatever is asked, and tells all that was done and no more', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 12 }), (actions) => {
        const { purchase, facts, refused } = lead(actions);
        const refunds = facts.flatMap((fact) => (fact.type === 'PurchaseRefunded' ? [fact.data.amount] : []));
        expect(refunds.reduce((sum, one) => sum + one, 0)).toBe(purchase.refunded);
        expect(purchase.refunded).toBeLessThanOrEqual(800);
        expect(new Set(facts.map(({ data }) => data.factId)).size).toBe(facts.length);
        expect(facts.length - 1 + refused).toBe(actions.length);
      }),
    );
  });
});
