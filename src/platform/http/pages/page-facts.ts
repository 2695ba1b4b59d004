/** Where a page that is drawn on request is told what it is drawn with: JSON, percent-encoded. */
export const FACTS_HEADER = 'kinora-facts';

/** Where such pages are, in any language; a page's path there; and the call that says what it shows. */
const PAGES: readonly { readonly under: RegExp; readonly page: RegExp; readonly call: (name: string) => string }[] = [
  { under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v(?:\/|$)/, page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v\/([0-9a-f-]{1,60})$/, call: (id) => `/api/works/${id}` },
];

/** Whether what is drawn at an address needs facts. */
export const isDrawnWithFacts = (url: string): boolean => PAGES.some(({ under }) => under.test(url.split('?', 1)[0] ?? ''));

/** The call whose answer a page is drawn with. @param url of the page, with its query; nothing for the pages that are built ahead or ask by themselves */
export function factsOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  for (const { page, call } of PAGES) {
    const name = page.exec(path)?.[1];
    if (name !== undefined) return call(name);
  }
  return undefined;
}
