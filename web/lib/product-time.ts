const HEADER = 'kinora-ahead';
let ahead = 0;

/** Takes from an answer how far the product's clock is ahead: it is moved on at the sandbox alone (adr/0035). */
export function hearProductTime(headers: Pick<Headers, 'get'>): void {
  const told = Number(headers.get(HEADER) ?? '0');
  // Forward only, as the clock itself: answers come in any order.
  if (Number.isSafeInteger(told)) ahead = Math.max(ahead, told);
}

/** The time that the product lives by, milliseconds since the epoch. */
export const productNow = (): number => Date.now() + ahead;
