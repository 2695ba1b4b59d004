import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { derivedId } from './ids.js';

describe('a derived id', () => {
  it('is a UUID that its parts alone decide', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.oneof(fc.string(), fc.integer())), (namespace, parts) => {
        const id = derivedId(namespace, ...parts);
        expect(validate(id)).toBe(true);
        expect(version(id)).toBe(8);
        expect(derivedId(namespace, ...parts)).toBe(id);
      }),
    );
  });

  it('differs when the parts are cut elsewhere, reordered or of another kind', () => {
    const ids = [
      derivedId('a', 'bc', 'd'),
      derivedId('a', 'b', 'cd'),
      derivedId('a', 'd', 'bc'),
      derivedId('ab', 'c', 'd'),
      derivedId('a', 'bcd'),
      derivedId('a', 1),
      derivedId('a', '1'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stays what it has always been', () => {
    expect(derivedId('policy', 'event', 1)).toBe('94dd8606-c078-82be-a8e5-a094c321c5ae');
  });
});
