import type { PopupName, PopupProps } from './names';
import { openPopup } from './queue';

/**
 * Opens a popup from a menu or sheet that closes at the same click. It waits until the focus is back where it was, so
 * that the popup returns it there too.
 */
export function openAfterOverlay<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  // An overlay returns the focus in a separate task after it has closed.
  requestAnimationFrame(() => setTimeout(() => openPopup(name, props)));
}
