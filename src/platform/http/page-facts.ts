/** Where a page that is drawn on request is told what it is drawn with: JSON, percent-encoded. */
export const FACTS_HEADER = 'kinora-facts';

/** A page's path, in any language; and the call that says what it shows. */
const PAGES: readonly { readonly page: RegExp; readonly call: (name: string) => string }[] = [
  { page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v\/([0-9a-f-]{1,60})$/, call: (id) => `/api/works/${id}` },
];

/** The call whose answer a page is drawn with. @param url of the page, with its query; nothing for the pages that are built ahead or ask by themselves */
export function factsOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  for (const { page, call } of PAGES) {
    const name = page.exec(path)?.[1];
    if (name !== undefined) return call(name);
  }
  return undefined;
}
