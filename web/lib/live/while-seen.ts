/**
 * Runs something while the page is visible. A browser opens at most six connections to a server for all tabs
 * together, so streams of hidden tabs would block the visible one.
 * @param page the document
 * @param begin starts it and returns a function that stops it
 * @returns a function that stops it for good
 */
export function whileSeen(
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  begin: () => () => void,
): () => void {
  let end: (() => void) | undefined;
  const look = (): void => {
    if (page.visibilityState === 'hidden') {
      end?.();
      end = undefined;
    } else end ??= begin();
  };
  look();
  page.addEventListener('visibilitychange', look);
  return () => {
    page.removeEventListener('visibilitychange', look);
    end?.();
  };
}
