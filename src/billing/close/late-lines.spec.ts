import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { JournalLine } from '../journal/journal.shared.js';
import { journalTotals, lateLines, type ClosedJournal } from './late-lines.js';

type Role = JournalLine['role'];
/** Both lines of an entry. */
const entry = (
  day: string,
  amount: number,
  [debit, credit]: readonly [Role, Role] = ['clearing', 'deferred'],
  currency = 'usd',
): JournalLine[] => {
  const of = {
    entryId: `${day}.sandbox.${currency}.payment`,
    day,
    gateway: 'sandbox',
    currency,
    kind: 'payment' as const,
  };
  return [
    { ...of, role: debit, debit: amount, credit: 0 },
    { ...of, role: credit, debit: 0, credit: amount },
  ];
};
const october = entry('2026-10-05', 100);
const closedAs = (month: string, lines: readonly JournalLine[]): ClosedJournal => ({
  month,
  totals: journalTotals(lines),
  accounts: null,
});
const briefly = (lines: readonly JournalLine[]) =>
  lines.map(({ day, role, debit, credit }) => [day, role, debit - credit]);
/** Net movement of each account. */
const net = (lines: readonly Pick<JournalLine, 'gateway' | 'currency' | 'role' | 'debit' | 'credit'>[]) =>
  Object.fromEntries(
    journalTotals(lines).flatMap(({ gateway, currency, role, debit, credit }) =>
      debit === credit ? [] : [[`${gateway} ${currency} ${role}`, debit - credit]],
    ),
  );

describe('late lines', () => {
  it('are none while everything is as signed, or nothing is closed', () => {
    expect(lateLines([closedAs('2026-10', october)], october)).toEqual([]);
    expect(lateLines([], october)).toEqual([]);
  });

  it('take what became known later out of the closed month and enter it in the next', () => {
    const late = lateLines([closedAs('2026-10', october)], [...october, ...entry('2026-10-31', 30)]);
    expect(briefly(late)).toEqual([
      ['2026-10-31', 'clearing', -30],
      ['2026-10-31', 'deferred', 30],
      ['2026-11-01', 'clearing', 30],
      ['2026-11-01', 'deferred', -30],
    ]);
    expect(new Set(late.map(({ kind, entryId }) => `${kind} ${entryId}`))).toEqual(
      new Set(['late 2026-10-31.sandbox.usd.late', 'late 2026-11-01.sandbox.usd.late']),
    );
  });

  it('are booked once, in the month that is closed with them', () => {
    const facts = [...october, ...entry('2026-10-31', 30), ...entry('2026-11-04', 7)];
    const first = closedAs('2026-10', october);
    const november = [...facts, ...lateLines([first], facts)].filter(({ day }) => day.startsWith('2026-11'));
    const late = lateLines([first, closedAs('2026-11', november)], facts);
    expect(briefly(late)).toEqual([
      ['2026-10-31', 'clearing', -30],
      ['2026-10-31', 'deferred', 30],
      ['2026-11-30', 'clearing', 30],
      ['2026-11-30', 'deferred', -30],
    ]);
  });

  it('keep every closed month as signed and the whole as the facts say, whatever is closed, re-opened and reported when', () => {
    const months = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;
    const fact = fc.record({
      month: fc.constantFrom(...months),
      day: fc.integer({ min: 1, max: 28 }),
      amount: fc.integer({ min: 1, max: 1_000 }),
      currency: fc.constantFrom('usd', 'eur'),
      roles: fc.constantFrom<readonly [Role, Role]>(
        ['clearing', 'deferred'],
        ['deferred', 'revenue-plans'],
        ['fees', 'clearing'],
        ['deferred', 'clearing'],
      ),
    });
    const step = fc.oneof(
      { weight: 3, arbitrary: fact.map((of) => ({ do: 'report' as const, of })) },
      { weight: 2, arbitrary: fc.constant({ do: 'close' as const }) },
      fc.constant({ do: 'reopen' as const }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let facts: readonly JournalLine[] = [];
        const closed: ClosedJournal[] = [];
        const signed: [string, string][] = [];
        for (const one of steps) {
          const next = months[closed.length];
          if (one.do === 'report')
            facts = [
              ...facts,
              ...entry(
                `${one.of.month}-${String(one.of.day).padStart(2, '0')}`,
                one.of.amount,
                one.of.roles,
                one.of.currency,
              ),
            ];
          else if (one.do === 'reopen') closed.pop();
          else if (next !== undefined) {
            closed.push(
              closedAs(
                next,
                [...facts, ...lateLines(closed, facts)].filter(({ day }) => day.startsWith(next)),
              ),
            );
            signed.push([next, JSON.stringify(closed.at(-1))]);
          }
          const whole = [...facts, ...lateLines(closed, facts)];
          expect(net(whole)).toEqual(net(facts));
          for (const { month, totals } of closed)
            expect(net(whole.filter(({ day }) => day.startsWith(month)))).toEqual(net(totals));
          for (const month of closed) expect(signed).toContainEqual([month.month, JSON.stringify(month)]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
