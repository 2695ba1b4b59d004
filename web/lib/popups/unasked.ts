import type { PopupName, PopupProps } from './names';
import { currentPopup, openPopup } from './queue';

/** Session storage key: a popup was opened in this tab without being asked for. */
const KEY = 'kinora.unasked';

type Shelf = Pick<Storage, 'getItem' | 'setItem'>;
const ownShelf = (): Shelf => sessionStorage;

/** Whether a popup may open without being asked for: one in a tab's session, and none where nothing can be stored. */
export function mayOpenUnasked(shelfOf = ownShelf): boolean {
  try {
    return currentPopup() === undefined && shelfOf().getItem(KEY) === null;
  } catch {
    return false;
  }
}

/** Opens a popup that nobody asked for, if one may open. @returns whether it opened */
export function openUnasked<Name extends PopupName>(name: Name, props: PopupProps[Name], shelfOf = ownShelf): boolean {
  if (!mayOpenUnasked(shelfOf)) return false;
  try {
    shelfOf().setItem(KEY, name);
  } catch {
    return false;
  }
  openPopup(name, props);
  return true;
}
