import { timingSafeEqual } from 'node:crypto';

/** Compares two texts in constant time: the time reveals whether the lengths match, but not where the texts differ. */
export function isSameText(one: string, other: string): boolean {
  // Compares lengths in bytes, because non-ASCII characters have several and `timingSafeEqual` throws for buffers of
  // different lengths.
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.byteLength === second.byteLength && timingSafeEqual(first, second);
}
