/** The text to hash for a candidate number. */
export const workText = (nonce: string, number: number): string => `${nonce}.${number}`;

/** The answer to submit: the challenge's token and the number found. */
export const workAnswer = (token: string, number: number): string => `${token}~${number}`;

/**
 * Number of leading zero bits of a hash.
 * @param hash hex
 */
export function leadingZeros(hash: string): number {
  const zeros = /^0*/.exec(hash)?.[0].length ?? 0;
  const next = hash[zeros];
  return zeros * 4 + (next === undefined ? 0 : Math.clz32(Number.parseInt(next, 16)) - 28);
}
