/** Local storage key of the state of the discount modal. */
const KEY = '__discountModalActiveState';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => localStorage;

/** Allows the discount modal to open after a sign-in by storing `waiting`. A stored `shown` stays. */
export function discountModalMayOpen(shelfOf = ownShelf): void {
  try {
    if (shelfOf().getItem(KEY) !== 'shown') shelfOf().setItem(KEY, 'waiting');
  } catch {
    // Without storage the modal does not open.
  }
}

/** Whether a sign-in asked for the modal and it was not shown yet. */
export function discountModalWaits(shelfOf = ownShelf): boolean {
  try {
    return shelfOf().getItem(KEY) === 'waiting';
  } catch {
    return false;
  }
}

/** Stores that the modal was shown, or that there is nothing to show. */
export function storeDiscountModalState(state: 'shown' | 'idle', shelfOf = ownShelf): void {
  try {
    shelfOf().setItem(KEY, state);
  } catch {
    // Without storage the modal was not waiting either.
  }
}
