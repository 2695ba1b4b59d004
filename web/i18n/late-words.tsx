'use client';

import { useLocale } from 'next-intl';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { DEVELOPMENT } from '@/lib/env';
import { reportError } from '@/lib/errors/bus';
import { keepTrying } from '@/lib/keep-trying';
import { fetchOnline } from '@/lib/press/network';
import { DEFAULT_LOCALE, PSEUDO_LOCALE, TRANSLATED } from './locales';
import { MoreWords } from './more-words';

/** Fetches the words of an area in a language; English where it has none of its own. */
async function fetchArea(locale: string, area: string): Promise<readonly [string, unknown]> {
  const file = (await import(`../messages/${TRANSLATED.includes(locale) ? locale : DEFAULT_LOCALE}/${area}.json`)) as { readonly default: unknown }; // a file of messages; what is in it is not part of its type
  if (!DEVELOPMENT || locale !== PSEUDO_LOCALE) return [area, file.default];
  const { pseudo } = await import('./pseudo');
  return [area, pseudo(file.default)];
}

interface LateWordsProps {
  readonly areas: readonly string[];
  readonly meanwhile?: ReactNode;
  /** Told of each time that they could not be fetched; without it the first of them is reported. */
  readonly onFailed?: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Draws what is fetched late, as soon as its words are there; they are asked for again as long as they are not. */
export function LateWords({ areas, meanwhile = null, onFailed, children }: LateWordsProps) {
  const locale = useLocale();
  const [words, setWords] = useState<object>();
  const failed = useEffectEvent((error: unknown, failures: number) => {
    if (onFailed !== undefined) onFailed(error);
    else if (failures === 1) reportError(error);
  });
  useEffect(() => keepTrying(() => fetchOnline(() => Promise.all(areas.map((area) => fetchArea(locale, area)))), (all) => setWords(Object.fromEntries(all)), (error, failures) => failed(error, failures)), [areas, locale]);
  return words === undefined ? meanwhile : <MoreWords words={words}>{children}</MoreWords>;
}
