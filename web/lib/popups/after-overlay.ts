import type { PopupName, PopupProps } from './names';
import { openPopup } from './queue';

/**
 * Opens a popup from within a menu or a sheet that closes by the same press: once the focus is back where it was, so that the popup
 * leads it back there too.
 */
export function openAfterOverlay<Name extends PopupName>(name: Name, props: PopupProps[Name]): void {
  // An overlay hands the focus back in a task of its own after it has gone.
  requestAnimationFrame(() => setTimeout(() => openPopup(name, props)));
}
