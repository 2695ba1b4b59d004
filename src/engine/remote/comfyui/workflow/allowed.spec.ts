import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { optionWithin } from './allowed.shared.js';

const steps = { kind: 'range', min: 1, max: 100, step: 1, initial: 20 } as const;
const sampler = { kind: 'choice', values: ['euler', 'heun', 'lms'], initial: 'euler' } as const;

describe('the limits that a person gives a field', () => {
  it('may be narrower or wider than those that were found, within what the node takes', () => {
    expect(optionWithin(steps, { min: 1, max: 10_000 }, { min: 10, max: 150 })).toEqual({
      ...steps,
      min: 10,
      max: 150,
    });
    expect(optionWithin(steps, { min: 1, max: 120 }, { max: 150 })).toBeUndefined();
    expect(optionWithin(steps, { min: 1 }, { min: 0 })).toBeUndefined();
  });

  it('contain the value of the workflow, and are whole where the field is', () => {
    expect(optionWithin(steps, {}, { min: 21 })).toBeUndefined();
    expect(optionWithin(steps, {}, { min: 20, max: 20 })).toBeUndefined();
    expect(optionWithin(steps, {}, { min: 1.5 })).toBeUndefined();
    fc.assert(
      fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (min, max) => {
        const made = optionWithin({ ...steps, step: 0.1 }, {}, { min, max });
        return made === undefined || (made.kind === 'range' && made.min <= 20 && made.max >= 20 && made.min < made.max);
      }),
    );
  });

  it('are some of the found values, with the one of the workflow', () => {
    expect(optionWithin(sampler, {}, { values: ['lms', 'euler'] })).toEqual({ ...sampler, values: ['euler', 'lms'] });
    expect(optionWithin(sampler, {}, { values: ['lms'] })).toBeUndefined();
    expect(optionWithin(sampler, {}, { values: ['euler', 'other'] })).toBeUndefined();
    expect(optionWithin(sampler, {}, {})).toEqual(sampler);
  });
});
