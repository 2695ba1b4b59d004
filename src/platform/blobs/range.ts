/**
 * Clamps a byte range to a blob. An end past the last byte is clamped; a start past the last byte gives an empty range.
 * @param range bytes, both ends inclusive; absent for the whole blob
 * @param size bytes of the blob
 * @returns first byte and number of bytes
 * @throws RangeError if the ends are not whole numbers from 0, or cross
 */
export function cutRange(
  range: { readonly start: number; readonly end: number } | undefined,
  size: number,
): { readonly start: number; readonly length: number } {
  if (range === undefined) return { start: 0, length: size };
  const { start, end } = range;
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError(`not a byte range: ${start}-${end}`);
  }
  return { start: Math.min(start, size), length: Math.max(0, Math.min(end, size - 1) - start + 1) };
}
