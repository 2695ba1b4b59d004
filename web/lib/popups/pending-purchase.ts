import { openPopup } from './queue';

/** Session storage key: the purchase that was interrupted by a sign-in. */
const KEY = 'kinora.to-buy';
/** Maximum age of a pending purchase, milliseconds. */
export const KEPT_MS = 30 * 60_000;

/** A purchase that has been started. */
export interface PendingPurchase {
  readonly priceId: string;
  /** Displayed currency; ISO 4217, lower case. */
  readonly currency: string;
  readonly coupon?: string;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const ownShelf = (): Shelf => sessionStorage;

/** Stores the purchase during a sign-in, which may leave the page. @param now milliseconds since 1970 */
export function storePendingPurchase(wanted: PendingPurchase, now: number, shelfOf = ownShelf): void {
  try {
    shelfOf().setItem(KEY, JSON.stringify({ ...wanted, at: now }));
  } catch {
    // Without storage the user has to start the purchase again.
  }
}

/**
 * Reads and removes the pending purchase; undefined if there is none or it is too old. @param now milliseconds since
 * 1970
 */
export function takePendingPurchase(now: number, shelfOf = ownShelf): PendingPurchase | undefined {
  try {
    const kept = shelfOf().getItem(KEY);
    if (kept === null) return undefined;
    shelfOf().removeItem(KEY);
    return readToBuy(JSON.parse(kept), now);
  } catch {
    return undefined;
  }
}

function readToBuy(kept: unknown, now: number): PendingPurchase | undefined {
  if (typeof kept !== 'object' || kept === null || !('priceId' in kept) || !('currency' in kept) || !('at' in kept))
    return undefined;
  const { priceId, currency, at } = kept;
  if (typeof priceId !== 'string' || typeof currency !== 'string' || typeof at !== 'number' || now - at > KEPT_MS)
    return undefined;
  return { priceId, currency, ...('coupon' in kept && typeof kept.coupon === 'string' ? { coupon: kept.coupon } : {}) };
}

/**
 * Starts a purchase: a member confirms it at once; a visitor signs in first, then it continues.
 * @param open opens the next popup; given where it replaces an open one
 */
export function startPurchase(wanted: PendingPurchase, isMember: boolean, open: typeof openPopup = openPopup): void {
  if (isMember) {
    open('paymentConfirm', wanted);
    return;
  }
  storePendingPurchase(wanted, Date.now());
  open('tipsSignIn', { about: 'plan' });
}
