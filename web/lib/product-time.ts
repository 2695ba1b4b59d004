import { createStore } from './store';

const HEADER = 'kinora-ahead';
/** Milliseconds by which the product's clock is ahead of this machine's. */
const ahead = createStore(0);

/** Reads the offset of the product's clock from a response; only the sandbox moves that clock (adr/0035). */
export function readProductTime(headers: Pick<Headers, 'get'>): void {
  const reported = Number(headers.get(HEADER) ?? '0');
  // The clock only moves forward, and responses may arrive out of order.
  if (Number.isSafeInteger(reported)) ahead.update((known) => Math.max(known, reported));
}

/**
 * Calls back when a response shows a larger offset than known; for a new page that is the first response. @returns
 * unsubscribes
 */
export const onProductTimeChange = ahead.subscribe;

/** Current product time, milliseconds since the epoch. */
export const productNow = (): number => Date.now() + ahead.get();
