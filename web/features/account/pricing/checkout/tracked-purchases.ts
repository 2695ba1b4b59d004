/** Local storage key: orders whose purchase event was sent, the latest last. */
const KEY = 'kinora.purchases-told';
/** Maximum number of orders stored. */
const MAX_ORDERS = 20;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether the purchase event of an order was not sent yet in this browser; marks it as sent. True without storage.
 * @param shelfOf returns the storage; it may throw, as `localStorage` does where the browser blocks it
 */
export function isNewPurchase(orderId: string, shelfOf: () => Shelf = () => localStorage): boolean {
  try {
    const shelf = shelfOf();
    const kept = read(shelf.getItem(KEY));
    if (kept.includes(orderId)) return false;
    shelf.setItem(KEY, JSON.stringify([...kept, orderId].slice(-MAX_ORDERS)));
    return true;
  } catch {
    return true;
  }
}

function read(kept: string | null): readonly string[] {
  try {
    const known: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
