/** Asks for the command palette, which is fetched when it is first asked for. */
const EVENT = 'kinora:palette';

export function openPalette(): void {
  window.dispatchEvent(new Event(EVENT));
}

/** Hears the buttons and ⌘K or Ctrl+K. @returns what stops it */
export function onPaletteAsked(listener: () => void): () => void {
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
