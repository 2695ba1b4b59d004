import type { PopupName, PopupProps } from '@/lib/popups/names';

/** Props that every popup gets besides its own. */
export interface PopupFrame {
  /** Closes this popup and no other; nothing when it is closed already. */
  readonly onClose: () => void;
  /** Opens another popup in its place; nothing when it is closed already. */
  readonly swap: <Name extends PopupName>(name: Name, props: PopupProps[Name]) => void;
}
