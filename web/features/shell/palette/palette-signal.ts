/** Event that opens the command palette, which is loaded at its first use. */
const EVENT = 'kinora:palette';

export function openPalette(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** Calls back at the event and at ⌘K or Ctrl+K. @returns unsubscribes */
export function onPaletteOpened(listener: () => void): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    listener();
  };
  window.addEventListener(EVENT, listener);
  window.addEventListener('keydown', onKey);
  return () => {
    window.removeEventListener(EVENT, listener);
    window.removeEventListener('keydown', onKey);
  };
}
