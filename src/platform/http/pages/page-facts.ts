/** Header with the data of a page rendered on request: JSON, percent-encoded. */
export const FACTS_HEADER = 'kinora-facts';

/** Paths of such pages in any language; the page's path there; and the call that returns its data. */
const PAGES: readonly { readonly under: RegExp; readonly page: RegExp; readonly call: (name: string) => string }[] = [
  {
    under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v(?:\/|$)/,
    page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v\/([0-9a-f-]{1,60})$/,
    call: (id) => `/api/works/${id}`,
  },
];

/** Whether rendering this address needs data. */
export const isDrawnWithFacts = (url: string): boolean =>
  PAGES.some(({ under }) => under.test(url.split('?', 1)[0] ?? ''));

/**
 * The call whose answer a page is rendered with.
 * @param url of the page, with its query
 * @returns undefined for static pages and pages that fetch their own data
 */
export function factsOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  for (const { page, call } of PAGES) {
    const name = page.exec(path)?.[1];
    if (name !== undefined) return call(name);
  }
  return undefined;
}
