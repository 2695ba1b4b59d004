import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { charge, cost, costNow, outputCost, type CostRule } from './cost.shared.js';

const rules: fc.Arbitrary<CostRule> = fc.record({
  base: fc.nat(50),
  perOutput: fc.nat(50),
  perSecond: fc.nat(20),
  resolution: fc
    .uniqueArray(
      fc.record({ upToPixels: fc.integer({ min: 1, max: 9_000_000 }), percent: fc.integer({ min: 0, max: 800 }) }),
      { minLength: 1, maxLength: 5, selector: (step) => step.upToPixels },
    )
    .map((steps) => {
      const percents = steps.map((step) => step.percent).sort((a, b) => a - b);
      return [...steps]
        .sort((a, b) => a.upToPixels - b.upToPixels)
        .map((step, index) => ({ ...step, percent: percents[index] ?? 0 }));
    }),
});
const facts = fc.record({
  outputs: fc.integer({ min: 1, max: 8 }),
  pixels: fc.integer({ min: 1, max: 10_000_000 }),
  seconds: fc.double({ min: 0, max: 60, noNaN: true }),
});

describe('the cost of a creation', () => {
  const image: CostRule = {
    base: 2,
    perOutput: 3,
    perSecond: 0,
    resolution: [
      { upToPixels: 1_000_000, percent: 100 },
      { upToPixels: 4_000_000, percent: 250 },
    ],
  };

  test('is the base and each output, by the resolution step that holds it', () => {
    expect(cost(image, { outputs: 1, pixels: 1_000_000, seconds: 0 })).toBe(5);
    expect(cost(image, { outputs: 4, pixels: 1_000_000, seconds: 0 })).toBe(14);
    expect(cost(image, { outputs: 1, pixels: 1_000_001, seconds: 0 })).toBe(2 + 8);
  });

  test('takes the last step for anything larger', () => {
    expect(outputCost(image, { pixels: 90_000_000, seconds: 0 })).toBe(8);
  });

  test('rounds begun seconds and parts of a credit up', () => {
    expect(
      outputCost(
        { base: 0, perOutput: 0, perSecond: 2, resolution: [{ upToPixels: 1, percent: 100 }] },
        { pixels: 1, seconds: 4.2 },
      ),
    ).toBe(10);
  });

  test('is whole, never negative, and made of the base and equal parts', () => {
    fc.assert(
      fc.property(rules, facts, (rule, request) => {
        const whole = cost(rule, request);
        expect(Number.isInteger(whole) && whole >= 0).toBe(true);
        expect(whole).toBe(rule.base + request.outputs * outputCost(rule, request));
      }),
    );
  });

  test('never falls when more is asked for', () => {
    fc.assert(
      fc.property(rules, facts, fc.nat(3), fc.nat(3_000_000), fc.nat(30), (rule, request, outputs, pixels, seconds) => {
        const more = {
          outputs: request.outputs + outputs,
          pixels: request.pixels + pixels,
          seconds: request.seconds + seconds,
        };
        expect(cost(rule, more)).toBeGreaterThanOrEqual(cost(rule, request));
      }),
    );
  });
});

describe('what somebody is charged now', () => {
  test('is the price that the button computes from the same rule, nothing for a draft or with a relaxed model while some of today is left, and then what it would have cost is known', () => {
    fc.assert(
      fc.property(
        rules,
        facts,
        fc.boolean(),
        fc.record({ relaxed: fc.nat(2), drafts: fc.nat(2) }),
        (rule, request, relaxed, left) => {
          const model = { cost: rule, relaxed };
          const charged = charge(model, request, left);
          expect(charged.amount).toBe(cost(costNow(model, left), request));
          expect(charged.amount).toBe(charged.base + request.outputs * charged.perOutput);
          const list = { amount: cost(rule, request), base: rule.base, perOutput: outputCost(rule, request) };
          const free = { amount: 0, base: 0, perOutput: 0 };
          expect(charged).toEqual(
            left.drafts > 0
              ? { ...free, draft: list }
              : relaxed && left.relaxed > 0
                ? { ...free, relaxed: list }
                : list,
          );
        },
      ),
    );
  });
});
