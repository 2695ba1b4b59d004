/** Bytes of a receipt at most, and events in it: what is longer is not made, and not read. */
export const RECEIPT_BYTES = 16 * 1_048_576;
export const RECEIPT_EVENTS = 20_000;
