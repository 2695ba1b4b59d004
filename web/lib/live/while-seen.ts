/**
 * Keeps something going while a page is seen. A browser has six connections to a server for all of its tabs together: a stream of each tab that nobody
 * looks at would take them from the one that somebody does.
 * @param page the document @param begin starts it and answers what ends it @returns what ends it for good
 */
export function whileSeen(page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>, begin: () => () => void): () => void {
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
