import type { Metadata } from 'next';
import type { MessageKeys, Messages, NestedKeyOf } from 'next-intl';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import type { ReactNode } from 'react';

/** Full key of a message, e.g. `account.page.title`. */
type MessageKey = MessageKeys<Messages, NestedKeyOf<Messages>>;

/** Metadata of a page. */
export interface PageHead {
  /** Defaults to the product's title. */
  readonly title?: MessageKey;
  readonly description?: MessageKey;
  /** Keeps the page out of search engines. */
  readonly noIndex?: boolean;
}

interface LocaleParams {
  readonly locale: string;
}

interface PageProps<Params> {
  readonly params: Promise<LocaleParams & Params>;
}

/**
 * Makes the exports of a `page.tsx` under `[locale]`: the language is set before anything is drawn, so that the page
 * can be built ahead (adr/0025). A page that asks the server uses `dataPage` instead; the client for that is a separate
 * module so that no other page loads it.
 * @param head of the page, or how it follows from the parameters of the address; undefined adds nothing to the layout's
 * @param draw draws the page; it may call `notFound`
 * @returns to be exported as `generateMetadata` and as the default
 */
export function localePage<Params = object>(
  head: PageHead | ((params: LocaleParams & Params) => PageHead | undefined),
  draw: (params: LocaleParams & Params) => ReactNode,
) {
  async function generateMetadata({ params }: PageProps<Params>): Promise<Metadata> {
    const given = await params;
    const { title, description, noIndex = false } = (typeof head === 'function' ? head(given) : head) ?? {};
    const t = await getTranslations({ locale: given.locale });
    return {
      ...(title !== undefined && { title: t(title) }),
      ...(description !== undefined && { description: t(description) }),
      ...(noIndex && { robots: { index: false } }),
    };
  }

  async function Page({ params }: PageProps<Params>) {
    const given = await params;
    setRequestLocale(given.locale);
    return draw(given);
  }

  return { generateMetadata, Page };
}
