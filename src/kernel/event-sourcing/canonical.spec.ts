import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { canonicalJson } from './canonical.js';

describe('canonical JSON', () => {
  it('writes the example of RFC 8785, section 3.2.3', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [...canonicalJson(value).matchAll(/"([^"]+)":/g)].map((match) => match[1]);
    expect(order).toEqual(['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
    expect(
      canonicalJson(JSON.parse('{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001,-0]}')),
    ).toBe('{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27,0]}');
  });

  it('equals the reference implementation for every JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same however the members were ordered, and leaves out what is undefined', () => {
    expect(canonicalJson({ b: 1, a: { d: undefined, c: [] } })).toBe(canonicalJson({ a: { c: [] }, b: 1 }));
    expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
  });

  it.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['\ud800'],
    [{ a: [undefined] }],
    [{ '\udc00': 1 }],
    [1n],
    [(): void => undefined],
  ])('refuses %p, which JSON cannot hold', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError);
  });
});
