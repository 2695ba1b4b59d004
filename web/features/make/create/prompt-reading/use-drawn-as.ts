'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import type { Understanding } from '@src/creation/tasks/task.shared';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';

type Term = Understanding['understood'][number];

/**
 * What is drawn for a word of a prompt, by its name in the language of the page, where that is something like what was written: a lion for a
 * tiger. Undefined where it is the very thing, and until the names are known.
 */
export function useDrawnAs(terms: readonly Term[]): (term: Term) => string | undefined {
  const locale = useLocale();
  const ready = useVisitor().status === 'ready';
  const { data: names } = useQuery({
    queryKey: ['drawn-names', locale], queryFn: ({ signal }) => client.task.drawnNames.query(undefined, { signal }), enabled: ready && terms.some(({ isLike }) => isLike === true),
    staleTime: Infinity, meta: { skipErrorChain: true },
  });
  return ({ isLike, means }) => (isLike === true ? names?.[means] : undefined);
}
