'use client';

import { useLocale } from 'next-intl';
import { useEffect, useState, type ReactNode } from 'react';
import { DEVELOPMENT } from '@/lib/env';
import { reportError } from '@/lib/errors/bus';
import { DEFAULT_LOCALE, PSEUDO_LOCALE, TRANSLATED } from './locales';
import { MoreWords } from './more-words';

/** Fetches the words of an area in a language; English where it has none of its own. */
async function fetchArea(locale: string, area: string): Promise<readonly [string, unknown]> {
  const file = (await import(`../messages/${TRANSLATED.includes(locale) ? locale : DEFAULT_LOCALE}/${area}.json`)) as { readonly default: unknown }; // a file of messages; what is in it is not part of its type
  if (!DEVELOPMENT || locale !== PSEUDO_LOCALE) return [area, file.default];
  const { pseudo } = await import('./pseudo');
  return [area, pseudo(file.default)];
}

/** Draws what is fetched late, as soon as its words are there. */
export function LateWords({ areas, meanwhile = null, children }: { readonly areas: readonly string[]; readonly meanwhile?: ReactNode; readonly children: ReactNode }) {
  const locale = useLocale();
  const [words, setWords] = useState<object>();
  useEffect(() => {
    let wanted = true;
    Promise.all(areas.map((area) => fetchArea(locale, area))).then((all) => {
      if (wanted) setWords(Object.fromEntries(all));
    }, reportError);
    return () => {
      wanted = false;
    };
  }, [areas, locale]);
  return words === undefined ? meanwhile : <MoreWords words={words}>{children}</MoreWords>;
}
