/** Local storage key: the orders that analytics was told of, the latest last. */
const KEY = 'kinora.purchases-told';
/** Nobody comes back to an order before so many others. */
const MAX_ORDERS = 20;

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Whether a purchase was not told of before in this browser; from now on it was. Where nothing can be kept it was not.
 * @param shelfOf finds the shelf; it may throw, as local storage does where a browser keeps nothing
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
