/** Local storage key of specification section 7. */
const KEY = '__discountModalActiveState';

/**
 * Specification section 4: after a sign-in the discount modal opens if it is allowed. `waiting` is what a sign-in leaves for it; there is
 * no promotion yet that could open it, so its popup is reserved.
 */
export function discountModalMayOpen(): void {
  try {
    localStorage.setItem(KEY, 'waiting');
  } catch {
    // No room, or no storage at all: then there is nothing to wait for.
  }
}
