/** Local storage key of the state of the discount modal. */
const KEY = '__discountModalActiveState';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => localStorage;

/** After a sign-in the discount modal opens if it is allowed. `waiting` is what a sign-in leaves for it; once it was `shown` it stays so. */
export function discountModalMayOpen(shelfOf = ownShelf): void {
  try {
    if (shelfOf().getItem(KEY) !== 'shown') shelfOf().setItem(KEY, 'waiting');
  } catch {
    // No room, or no storage at all: then there is nothing to wait for.
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
    // What could not be kept was not waiting either.
  }
}
