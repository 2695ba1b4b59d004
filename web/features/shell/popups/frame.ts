import type { SwapPopup } from '@/lib/popups/queue';

/** Props that every popup receives besides its own. */
export interface PopupFrame {
  /** Closes this popup only. Does nothing if it is already closed. */
  readonly onClose: () => void;
  readonly swap: SwapPopup;
}
