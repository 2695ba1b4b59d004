/** Local storage key of specification section 7. */
const KEY = '__discountModalActiveState';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => localStorage;

/** Specification section 4: after a sign-in the discount modal opens if it is allowed. `waiting` is what a sign-in leaves for it; once it was `shown` it stays so. */
export function discountModalMayOpen(shelfOf = ownShelf): void {
  try {
    if (shelfOf().getItem(KEY) !== 'shown') shelfOf().setItem(KEY, 'waiting');
  } catch {
    // No room, or no storage at all: then there is nothing to wait for.
  }
}

/** Whether a sign-in has left it waiting. */
export function discountModalWaits(shelfOf = ownShelf): boolean {
  try {
    return shelfOf().getItem(KEY) === 'waiting';
  } catch {
    return false;
  }
}

/** Keeps that it is not waited for any more: it was shown, or nothing is there to be shown. */
export function storeDiscountModalState(state: 'shown' | 'idle', shelfOf = ownShelf): void {
  try {
    shelfOf().setItem(KEY, state);
  } catch {
    // What could not be kept was not waiting either.
  }
}
