import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { GrowingMap } from './growing-map.js';

const steps = fc.array(fc.record({ from: fc.nat(), key: fc.integer({ min: 0, max: 12 }), value: fc.nat() }), {
  maxLength: 40,
});

describe('a growing map', () => {
  it('behaves as a copy made at each step would, whichever version is extended or read', () => {
    fc.assert(
      fc.property(steps, (additions) => {
        const versions = [
          GrowingMap.of<number, number>(),
          GrowingMap.of<number, number>([
            [0, 7],
            [1, 8],
            [0, 9],
          ]),
        ];
        const copies = [
          new Map<number, number>(),
          new Map([
            [0, 9],
            [1, 8],
          ]),
        ];
        for (const { from, key, value } of additions) {
          const index = from % versions.length;
          const version = versions[index];
          if (!version) throw new Error('the index is in range');
          versions.push(version.add(key, value));
          copies.push(new Map(copies[index]).set(key, value));
        }
        for (const [index, version] of versions.entries()) {
          const copy = copies[index] ?? new Map<number, number>();
          expect(version.size).toBe(copy.size);
          for (let key = 0; key <= 12; key += 1) expect(version.get(key)).toBe(copy.get(key));
          expect(version.values()).toEqual([...copy.values()]);
        }
      }),
    );
  });

  it('shows nothing of what other histories add to the same empty map', () => {
    const empty = GrowingMap.of<string, number>();
    const one = empty.add('a', 1);
    const other = empty.add('b', 2);
    expect([empty.size, one.get('b'), other.get('a')]).toEqual([0, undefined, undefined]);
  });
});
