'use client';

import { useLocale } from 'next-intl';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { DEVELOPMENT } from '@/lib/env';
import { reportError } from '@/lib/errors/bus';
import { keepTrying } from '@/lib/keep-trying';
import { fetchOnline } from '@/lib/press/network';
import { DEFAULT_LOCALE, PSEUDO_LOCALE, TRANSLATED } from './locales';
import { MoreWords } from './more-words';

/** Loads the messages of an area in a language, or in English if there is no translation. */
async function fetchArea(locale: string, area: string): Promise<readonly [string, unknown]> {
  const file = (await import(`../messages/${TRANSLATED.includes(locale) ? locale : DEFAULT_LOCALE}/${area}.json`)) as {
    readonly default: unknown;
  }; // the JSON module has no static type
  if (!DEVELOPMENT || locale !== PSEUDO_LOCALE) return [area, file.default];
  const { pseudo } = await import('./pseudo');
  return [area, pseudo(file.default)];
}

interface LateWordsProps {
  readonly areas: readonly string[];
  readonly meanwhile?: ReactNode;
  /** Called at each failed load. Without it, the first failure is reported. */
  readonly onFailed?: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Renders lazily loaded content once its messages have loaded. Retries until they have. */
export function LateWords({ areas, meanwhile = null, onFailed, children }: LateWordsProps) {
  const locale = useLocale();
  const [words, setWords] = useState<object>();
  const failed = useEffectEvent((error: unknown, failures: number) => {
    if (onFailed !== undefined) onFailed(error);
    else if (failures === 1) reportError(error);
  });
  useEffect(
    () =>
      keepTrying(
        () => fetchOnline(() => Promise.all(areas.map((area) => fetchArea(locale, area)))),
        (all) => setWords(Object.fromEntries(all)),
        (error, failures) => failed(error, failures),
      ),
    [areas, locale],
  );
  return words === undefined ? meanwhile : <MoreWords words={words}>{children}</MoreWords>;
}
