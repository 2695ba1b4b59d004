'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import type { Understanding } from '@src/creation/tasks/task.shared';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';

type Term = Understanding['understood'][number];

/**
 * The localised name of what is drawn for a word, where it is only similar: a lion for a tiger. Undefined for an
 * exact match, and until the names have loaded.
 */
export function useDrawnAs(terms: readonly Term[]): (term: Term) => string | undefined {
  const locale = useLocale();
  const ready = useVisitor().status === 'ready';
  const { data: names } = useQuery({
    queryKey: ['drawn-names', locale],
    queryFn: ({ signal }) => client.task.drawnNames.query(undefined, { signal }),
    enabled: ready && terms.some(({ isLike }) => isLike === true),
    staleTime: Infinity,
    meta: { skipErrorChain: true },
  });
  return ({ isLike, means }) => (isLike === true ? names?.[means] : undefined);
}
