import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { balanceEntries, type CurrencyMovement } from './balance.js';

const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 5);
const payment: CurrencyMovement = { kind: 'payment', at: FIRST + 1, amount: 3_500, subjectId: 'in_1', currency: 'usd' };
const entries = (movements: readonly CurrencyMovement[], now: number) =>
  balanceEntries('sandbox', movements, now).map(({ transaction }) => transaction);

const movements = fc
  .array(
    fc.record({
      kind: fc.constantFrom('payment' as const, 'refund' as const, 'dispute' as const, 'dispute-won' as const),
      at: fc.nat({ max: 20 * DAY }).map((at) => FIRST + at),
      size: fc.integer({ min: 1, max: 10_000 }),
      currency: fc.constantFrom('usd', 'jpy'),
    }),
    { maxLength: 30 },
  )
  .map((all) =>
    all.map(({ size, kind, ...one }, index): CurrencyMovement => ({
      ...one,
      kind,
      amount: kind === 'payment' || kind === 'dispute-won' ? size : -size,
      subjectId: `s${index}`,
    })),
  );

describe('the balance of the sandbox', () => {
  it('takes 2.9 % and 30 minor units of a payment, and pays the rest out an hour after the day', () => {
    expect(entries([payment], FIRST + DAY)).toEqual([
      {
        gateway: 'sandbox',
        transactionId: 'txn_payment_in_1',
        kind: 'payment',
        at: FIRST + 1,
        amount: 3_500,
        fee: 132,
        currency: 'usd',
        original: null,
        subjectId: 'in_1',
        payoutId: null,
      },
    ]);
    expect(entries([payment], FIRST + DAY + 3_600_000)).toEqual([
      expect.objectContaining({ transactionId: 'txn_payment_in_1', payoutId: 'po_usd_2026-01-05' }),
      {
        gateway: 'sandbox',
        transactionId: 'txn_po_usd_2026-01-05',
        kind: 'payout',
        at: FIRST + DAY + 3_600_000,
        amount: -3_368,
        fee: 0,
        currency: 'usd',
        original: null,
        subjectId: null,
        payoutId: 'po_usd_2026-01-05',
      },
    ]);
  });

  it('takes 1,500 for a dispute, gives no fee back, and pays nothing out below 0', () => {
    const all = entries(
      [
        payment,
        { ...payment, kind: 'dispute', amount: -3_500, subjectId: 'dp_1', at: FIRST + 2 },
        { ...payment, kind: 'dispute-won', subjectId: 'dp_1', at: FIRST + 3 * DAY },
      ],
      FIRST + 9 * DAY,
    );
    expect(all.map(({ kind, amount, fee }) => [kind, amount, fee])).toEqual([
      ['payment', 3_500, 132],
      ['dispute', -3_500, 1_500],
      ['dispute-won', 3_500, 0],
      ['payout', -1_868, 0],
    ]);
  });

  it('is the same for any order of movements, and later only adds transactions and payouts', () =>
    fc.assert(
      fc.property(movements, fc.nat({ max: 25 * DAY }), (all, passed) => {
        const now = FIRST + passed;
        const known = entries(
          all.filter(({ at }) => at <= now),
          now,
        );
        expect(entries(all.filter(({ at }) => at <= now).toReversed(), now)).toEqual(known);
        const later = new Map(entries(all, FIRST + 40 * DAY).map((one) => [one.transactionId, one]));
        for (const one of known)
          expect(later.get(one.transactionId)).toEqual({
            ...one,
            payoutId: one.payoutId ?? later.get(one.transactionId)?.payoutId,
          });
      }),
    ));

  it('pays out what its transactions add up to, each in one payout at most', () =>
    fc.assert(
      fc.property(movements, (all) => {
        const found = entries(all, FIRST + 40 * DAY);
        for (const payout of found.filter(({ kind }) => kind === 'payout')) {
          expect(
            found
              .filter(({ payoutId }) => payoutId === payout.payoutId)
              .reduce((sum, { amount, fee }) => sum + amount - fee, 0),
          ).toBe(0);
        }
        expect(new Set(found.map(({ transactionId }) => transactionId)).size).toBe(found.length);
      }),
    ));
});
