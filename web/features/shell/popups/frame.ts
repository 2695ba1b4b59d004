import type { PopupName, PopupProps } from '@/lib/popups/names';

/** Props that every popup receives besides its own. */
export interface PopupFrame {
  /** Closes this popup only. Does nothing if it is already closed. */
  readonly onClose: () => void;
  /** Replaces this popup by another. Does nothing if it is already closed. */
  readonly swap: <Name extends PopupName>(name: Name, props: PopupProps[Name]) => void;
}
