/** Maximum bytes and events of a receipt. Longer receipts are neither created nor read. */
export const RECEIPT_BYTES = 16 * 1_048_576;
export const RECEIPT_EVENTS = 20_000;
