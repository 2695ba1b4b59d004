import { timingSafeEqual } from 'node:crypto';

/** Whether two texts are the same, in a time that says nothing of where they differ, only whether they are as long. */
export function isSameText(one: string, other: string): boolean {
  // Counted in bytes: letters that are not ASCII are several, and buffers of other lengths are not compared but thrown at.
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.byteLength === second.byteLength && timingSafeEqual(first, second);
}
