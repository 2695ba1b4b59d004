import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PersistentMap } from './persistent-map.js';

const steps = fc.array(
  fc.record({ from: fc.nat(), key: fc.integer({ min: 0, max: 14 }), value: fc.option(fc.nat(), { nil: undefined }) }),
  { maxLength: 80 },
);

describe('a persistent map', () => {
  it('behaves as a copy made at each step would, whichever version is extended or read', () => {
    fc.assert(
      fc.property(steps, fc.array(fc.nat(), { maxLength: 20 }), (changes, reads) => {
        const many = Array.from({ length: 10 }, (_, n) => [n, n] as const);
        const versions = [PersistentMap.of<number, number>([[0, 7]]), PersistentMap.of<number, number>(many)];
        const copies = [new Map([[0, 7]]), new Map(many)];
        for (const { from, key, value } of changes) {
          const index = from % versions.length;
          const version = versions[index];
          const copy = new Map(copies[index]);
          if (!version) throw new Error('the index is in range');
          versions.push(value === undefined ? version.delete(key) : version.set(key, value));
          if (value === undefined) copy.delete(key);
          else copy.set(key, value);
          copies.push(copy);
        }
        for (const read of [...reads.map((one) => one % versions.length), ...versions.keys()]) {
          const version = versions[read];
          const copy = copies[read] ?? new Map<number, number>();
          expect(version?.size).toBe(copy.size);
          for (let key = 0; key <= 14; key += 1) expect(version?.get(key)).toBe(copy.get(key));
          expect([...(version?.values() ?? [])].sort()).toEqual([...copy.values()].sort());
        }
      }),
    );
  });
});
