import { createStore } from './store';

const HEADER = 'kinora-ahead';
/** Milliseconds by which the product's clock is ahead of this machine's. */
const ahead = createStore(0);

/** Takes from an answer how far the product's clock is ahead: it is moved on at the sandbox alone (adr/0035). */
export function readProductTime(headers: Pick<Headers, 'get'>): void {
  const told = Number(headers.get(HEADER) ?? '0');
  // Forward only, as the clock itself: answers come in any order.
  if (Number.isSafeInteger(told)) ahead.update((known) => Math.max(known, told));
}

/** Hears of it whenever the product's clock is found to be further ahead than was known: of a page that is opened, with its first answer. @returns how to stop */
export const onProductTimeChange = ahead.subscribe;

/** The time that the product lives by, milliseconds since the epoch. */
export const productNow = (): number => Date.now() + ahead.get();
