import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { defined, type Defined } from './defined.shared.js';

interface Named {
  readonly id: number;
  readonly name?: string;
}

describe('defined', () => {
  it('leaves out what is undefined, and that alone', () => {
    expect(Object.entries(defined({ a: undefined, b: null, c: 0, d: '', e: false, f: Number.NaN }))).toEqual([
      ['b', null],
      ['c', 0],
      ['d', ''],
      ['e', false],
      ['f', Number.NaN],
    ]);
  });

  it('keeps the order and the values of the others, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), fc.option(fc.anything(), { nil: undefined })),
        (values) => {
          expect(Object.entries(defined(values))).toEqual(
            Object.entries(values).filter(([, value]) => value !== undefined),
          );
        },
      ),
    );
  });

  it('may be spread into what has optional properties, which are then absent or of their type', () => {
    const named = (name: string | undefined): Named => ({ id: 1, ...defined({ name }) });
    expect([named('Ann'), named(undefined)].map((one) => 'name' in one)).toEqual([true, false]);
    const wanted: Defined<{ id: number; name: string | undefined }> = { id: 1 };
    expect(wanted).toEqual(named(undefined));
  });
});
