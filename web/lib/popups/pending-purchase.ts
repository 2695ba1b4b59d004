import { openPopup } from './queue';

/** Session storage key: what somebody was about to buy when they had to sign in first. */
const KEY = 'kinora.to-buy';
/** Nobody is surprised by what they wanted longer ago; milliseconds. */
export const KEPT_MS = 30 * 60_000;

/** What somebody is about to buy. */
export interface PendingPurchase {
  readonly priceId: string;
  /** That prices are seen in; ISO 4217, lower case. */
  readonly currency: string;
  readonly coupon?: string;
}

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const ownShelf = (): Shelf => sessionStorage;

/** Keeps it over a sign-in, which may lead away from the page. @param now milliseconds since 1970 */
export function storePendingPurchase(wanted: PendingPurchase, now: number, shelfOf = ownShelf): void {
  try {
    shelfOf().setItem(KEY, JSON.stringify({ ...wanted, at: now }));
  } catch {
    // Nothing can be kept: whoever comes back presses again.
  }
}

/** What was kept, once; undefined for nothing, and for what is too old. @param now milliseconds since 1970 */
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
  if (typeof kept !== 'object' || kept === null || !('priceId' in kept) || !('currency' in kept) || !('at' in kept)) return undefined;
  const { priceId, currency, at } = kept;
  if (typeof priceId !== 'string' || typeof currency !== 'string' || typeof at !== 'number' || now - at > KEPT_MS) return undefined;
  return { priceId, currency, ...('coupon' in kept && typeof kept.coupon === 'string' ? { coupon: kept.coupon } : {}) };
}

/**
 * Begins to buy: whoever has an account confirms it at once; anybody else signs in first, and it goes on from there.
 * @param open opens the next popup, where it takes the place of one
 */
export function startPurchase(wanted: PendingPurchase, isMember: boolean, open: typeof openPopup = openPopup): void {
  if (isMember) {
    open('paymentConfirm', wanted);
    return;
  }
  storePendingPurchase(wanted, Date.now());
  open('tipsSignIn', { about: 'plan' });
}
