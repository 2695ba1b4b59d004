import { describe, expect, it } from '@jest/globals';
import { forfeitOf } from './forfeit';

describe("what a plan's end takes", () => {
  it("is what is left of the plan's credits, by when it expires; others stay", () => {
    const expiring = [
      { at: 10, source: 'plan' as const, available: 120, held: 8 },
      { at: 15, source: 'check-in' as const, available: 4, held: 0 },
      { at: 20, source: 'plan' as const, available: 40, held: 0 },
    ];
    expect(forfeitOf({ expiring }, { available: 264 })).toEqual({
      lots: [
        { at: 10, amount: 120 },
        { at: 20, amount: 40 },
      ],
      ofPlan: 160,
      others: 104,
    });
  });

  it('is nothing where all of them are spent, or set aside for what is being made', () => {
    expect(forfeitOf({ expiring: [{ at: 10, source: 'plan', available: 0, held: 3 }] }, { available: 30 })).toEqual({
      lots: [],
      ofPlan: 0,
      others: 30,
    });
  });

  it('never leaves less than nothing where one answer is older than the other', () => {
    expect(forfeitOf({ expiring: [{ at: 10, source: 'plan', available: 9, held: 0 }] }, { available: 5 }).others).toBe(
      0,
    );
  });
});
