'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';

/** A word of a prompt, and what it was taken for. */
export interface Term {
  readonly text: string;
  readonly kind: string;
  readonly means: string;
}

const isSame = (text: string, name: string, locale: string): boolean => {
  const [one, other] = [text.toLocaleLowerCase(locale), name.toLocaleLowerCase(locale)];
  return one.startsWith(other) || other.startsWith(one);
};

/**
 * What is drawn for a word of a prompt, by its name in the language of the page, where that is another thing than was written: a lion for a
 * tiger. Undefined where it is the same, for words that are not things or places, and until the names are known.
 */
export function useDrawnAs(terms: readonly Term[]): (term: Term) => string | undefined {
  const locale = useLocale();
  const ready = useVisitor().status === 'ready';
  const isNamed = ({ kind }: Term): boolean => kind === 'subject' || kind === 'place';
  const { data: names } = useQuery({
    queryKey: ['drawn-names', locale], queryFn: ({ signal }) => client.task.drawnNames.query(undefined, { signal }), enabled: ready && terms.some(isNamed),
    staleTime: Infinity, meta: { skipErrorChain: true },
  });
  return (term) => {
    const name = isNamed(term) ? names?.[term.means] : undefined;
    return name === undefined || isSame(term.text, name, locale) ? undefined : name;
  };
}
