/**
 * The only source of randomness for all renderers. It uses 32-bit integers only, so the same seed gives the same
 * numbers on every machine. It reads neither a clock nor the platform's generator.
 */

/** A stream of seeded numbers. Streams with the same seed and different labels are independent. */
export interface Random {
  /** Uniform in [0, 1), a multiple of 2^-32. */
  next(): number;
  /** Uniform in [from, to). */
  range(from: number, to: number): number;
  /** Uniform whole number, both ends included. */
  int(from: number, to: number): number;
  /**
   * A uniformly chosen item.
   * @throws RangeError when the list is empty
   */
  pick<T>(list: readonly T[]): T;
  /** True with the given probability, 0..1. */
  chance(probability: number): boolean;
  /**
   * Approximately normal: mean 0, deviation 1, always within −6..6 (a sum of twelve uniforms; it needs no logarithm and
   * is exact everywhere).
   */
  gaussian(): number;
  /** Another stream of the same seed, independent of how many values were drawn so far. */
  fork(label: string): Random;
}

/**
 * Hashes text to 32 bits (FNV-1a over UTF-16 units, then the finaliser of MurmurHash3).
 * @param text any string
 * @param start a value to begin from, to hash several things into one
 * @returns 0 to 2^32 − 1
 */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start >>> 0;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hashNumber(hash);
}

/**
 * Mixes the bits of an integer (MurmurHash3's finaliser), so that neighbouring inputs give unrelated outputs.
 * @param value taken modulo 2^32
 * @returns 0 to 2^32 − 1
 */
export function hashNumber(value: number): number {
  let hash = value >>> 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * A hash for a point of an integer lattice: noise without a table.
 * @param x column, any integer
 * @param y row, any integer
 * @param seed 0 to 2^32 − 1
 * @returns uniform in [0, 1)
 */
export function hashPoint(x: number, y: number, seed: number): number {
  return hashNumber(Math.imul(x | 0, 0x9e3779b1) ^ hashNumber(Math.imul(y | 0, 0x85ebca77) ^ seed)) / 4294967296;
}

/**
 * Makes a seeded stream (mulberry32).
 * @param seed 0 to 2^32 − 1; other numbers are taken modulo 2^32
 * @param label purpose of the numbers, so that drawing more for one purpose does not change another
 */
export function createRandom(seed: number, label: string): Random {
  let state = hashText(label, hashNumber((seed >>> 0) ^ 0x9e3779b9));
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    range: (from, to) => from + (to - from) * next(),
    int: (from, to) => from + Math.floor((to - from + 1) * next()),
    pick: <T>(list: readonly T[]): T => {
      if (list.length === 0) {
        throw new RangeError('nothing to choose from');
      }
      // The index is within the list: `as` only tells the compiler so, since T itself may include undefined.
      return list[Math.floor(list.length * next())] as T;
    },
    chance: (probability) => next() < probability,
    gaussian: () => {
      let sum = -6;
      for (let count = 0; count < 12; count += 1) {
        sum += next();
      }
      return sum;
    },
    fork: (inner) => createRandom(seed, `${label}/${inner}`),
  };
}
