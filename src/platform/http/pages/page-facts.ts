import type { MissingPage } from './pages.js';

/** Header with the data of a page rendered on request: JSON, percent-encoded. */
export const FACTS_HEADER = 'kinora-facts';

interface FactsPage {
  /** Paths of such pages in any language. */
  readonly under: RegExp;
  /** The page's path there. */
  readonly page: RegExp;
  /** The call that returns its data. @param query of the page, with its question mark, or empty */
  readonly call: (name: string, query: string) => string;
  /** What is missing when there is no data; absent for a page that is rendered without data, too. */
  readonly missing?: MissingPage;
}

const PAGES: readonly FactsPage[] = [
  {
    under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v(?:\/|$)/,
    page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/v\/([0-9a-f-]{1,60})$/,
    call: (id) => `/api/works/${id}`,
    missing: 'work',
  },
  {
    under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/u(?:\/|$)/,
    page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/u\/([0-9a-f-]{1,60})$/,
    call: (id) => `/api/explore/authors/${id}`,
    missing: 'page',
  },
  {
    under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(?:explore|all)$/,
    page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(explore|all)$/,
    call: (_name, query) => `/api/explore${query}`,
  },
  {
    under: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/tag-detail$/,
    page: /^(?:\/[a-z]{2}(?:-[A-Z]{2})?)?\/(tag-detail)$/,
    call: (_name, query) => `/api/explore/tags${query}`,
  },
];

const pageAt = (url: string): FactsPage | undefined =>
  PAGES.find(({ under }) => under.test(url.split('?', 1)[0] ?? ''));

/** Whether rendering this address needs data. */
export const isDrawnWithFacts = (url: string): boolean => pageAt(url) !== undefined;

/** What is missing when there is no data for an address; undefined for a page that is rendered without data, too. */
export const missingWithoutFacts = (url: string): MissingPage | undefined => pageAt(url)?.missing;

/**
 * The call whose answer a page is rendered with.
 * @param url of the page, with its query
 * @returns undefined for static pages and pages that fetch their own data
 */
export function factsOf(url: string): string | undefined {
  const [path = ''] = url.split('?', 1);
  const found = pageAt(url);
  const name = found?.page.exec(path)?.[1];
  return name === undefined ? undefined : found?.call(name, url.slice(path.length));
}
