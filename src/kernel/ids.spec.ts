import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { derivedId, uuidV7 } from './ids.js';

describe('a derived id', () => {
  it('is a UUID that its parts alone decide', () => {
    fc.assert(fc.property(fc.string(), fc.array(fc.oneof(fc.string(), fc.integer())), (namespace, parts) => {
      const id = derivedId(namespace, ...parts);
      expect(validate(id)).toBe(true);
      expect(version(id)).toBe(8);
      expect(derivedId(namespace, ...parts)).toBe(id);
    }));
  });

  it('differs when the parts are cut elsewhere, reordered or of another kind', () => {
    const ids = [derivedId('a', 'bc', 'd'), derivedId('a', 'b', 'cd'), derivedId('a', 'd', 'bc'), derivedId('ab', 'c', 'd'), derivedId('a', 'bcd'), derivedId('a', 1), derivedId('a', '1')];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('stays what it has always been', () => {
    expect(derivedId('policy', 'event', 1)).toBe('94dd8606-c078-82be-a8e5-a094c321c5ae');
  });
});

describe('a UUID of version 7', () => {
  it('carries its time and sorts by it', () => {
    fc.assert(fc.property(fc.nat(2 ** 47), fc.uint8Array({ minLength: 10, maxLength: 10 }), fc.uint8Array({ minLength: 10, maxLength: 10 }), (at, early, late) => {
      const id = uuidV7(at, early);
      expect(version(id)).toBe(7);
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at);
      expect(id < uuidV7(at + 1, late)).toBe(true);
    }));
  });

  it('refuses too little chance and impossible times', () => {
    expect(() => uuidV7(0, new Uint8Array(9))).toThrow(RangeError);
    expect(() => uuidV7(-1, new Uint8Array(10))).toThrow(RangeError);
    expect(() => uuidV7(2 ** 48, new Uint8Array(10))).toThrow(RangeError);
  });
});
