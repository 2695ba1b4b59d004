/** What is hashed for one number. */
export const workText = (nonce: string, number: number): string => `${nonce}.${number}`;

/** An answer as it is sent: the challenge's token and the number that was found. */
export const workAnswer = (token: string, number: number): string => `${token}~${number}`;

/** Zero bits that a hash begins with. @param hash hex */
export function leadingZeros(hash: string): number {
  const zeros = /^0*/.exec(hash)?.[0].length ?? 0;
  const next = hash[zeros];
  return zeros * 4 + (next === undefined ? 0 : Math.clz32(Number.parseInt(next, 16)) - 28);
}
