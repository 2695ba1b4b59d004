/** Draws that follow from a seed: the same seed always gives the same ones (sfc32, Chris Doty-Humphrey's PractRand). */
export class Chance {
  private a: number;
  private b = 0x9e3779b9;
  private c = 0x243f6a88;
  private counter = 1;

  /** @param seed a whole number; its lower 32 bits count */
  constructor(seed: number) {
    this.a = seed | 0;
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** A number from 0 up to, not including, 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** Whether something of this probability, 0 to 1, happens. */
  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** One of a list. @throws RangeError when it is empty */
  pick<T>(list: readonly T[]): T {
    const index = this.between(0, list.length - 1);
    const found = list[index];
    if (found === undefined) throw new RangeError('nothing to choose from');
    return found;
  }

  /** Those of a list that a coin chose, in its order. */
  some<T>(list: readonly T[]): readonly T[] {
    return list.filter(() => this.is(0.5));
  }
}
