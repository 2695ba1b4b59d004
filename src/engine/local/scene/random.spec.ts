import { describe, expect, it } from '@jest/globals';
import { createRandom, hashNumber, hashPoint, hashText } from './random.js';

describe('createRandom', () => {
  it('gives the same numbers for the same seed and label on every machine', () => {
    const random = createRandom(42, 'sky');
    expect([random.int(0, 999_999), random.int(0, 999_999), random.int(0, 999_999)]).toEqual([474817, 274755, 632244]);
    expect(hashText('Kinora')).toBe(3944834206);
  });

  it('gives unrelated numbers for another label, and a fork that does not depend on what was drawn', () => {
    expect(createRandom(1, 'a').next()).not.toBe(createRandom(1, 'b').next());
    const drawn = createRandom(1, 'a');
    drawn.next();
    expect(drawn.fork('x').next()).toBe(createRandom(1, 'a').fork('x').next());
  });

  it('is even, and normal where asked', () => {
    const random = createRandom(7, 'even');
    const values = Array.from({ length: 20_000 }, () => random.next());
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1);
    const tenths = Array.from(
      { length: 10 },
      (_, tenth) => values.filter((value) => Math.floor(value * 10) === tenth).length,
    );
    expect(Math.min(...tenths)).toBeGreaterThan(1_800);
    const normal = Array.from({ length: 20_000 }, () => random.gaussian());
    const mean = normal.reduce((sum, value) => sum + value, 0) / normal.length;
    expect(Math.abs(mean)).toBeLessThan(0.05);
    expect(Math.sqrt(normal.reduce((sum, value) => sum + (value - mean) ** 2, 0) / normal.length)).toBeCloseTo(1, 1);
  });

  it('stays within its bounds', () => {
    const random = createRandom(3, 'bounds');
    for (let count = 0; count < 2_000; count += 1) {
      expect([2, 3, 4]).toContain(random.int(2, 4));
      expect(random.range(-1, 1)).toBeLessThan(1);
      expect(['a', 'b']).toContain(random.pick(['a', 'b']));
      expect(hashPoint(count, -count, 9)).toBeLessThan(1);
    }
    expect(random.chance(0)).toBe(false);
    expect(random.chance(1)).toBe(true);
    expect(() => random.pick([])).toThrow(RangeError);
    expect(hashNumber(1)).not.toBe(hashNumber(2));
  });
});
