'use client';

import { useQuery } from '@tanstack/react-query';
import { useLocale } from 'next-intl';
import type { Understanding } from '@src/creation/tasks/task.shared';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';

type Term = Understanding['understood'][number];

/** The localised names of what the engine draws; undefined until they have loaded, and while they are not wanted. */
export function useDrawnNames(isWanted: boolean): Readonly<Record<string, string>> | undefined {
  const locale = useLocale();
  const ready = useVisitor().status === 'ready';
  return useQuery({
    queryKey: ['drawn-names', locale],
    queryFn: ({ signal }) => client.task.drawnNames.query(undefined, { signal }),
    enabled: ready && isWanted,
    staleTime: Infinity,
    meta: { skipErrorChain: true },
  }).data;
}

/**
 * The localised name of what is drawn for a word, where it is only similar: a lion for a tiger. Undefined for an
 * exact match, and until the names have loaded.
 */
export function useDrawnAs(terms: readonly Term[]): (term: Term) => string | undefined {
  const names = useDrawnNames(terms.some(({ isLike }) => isLike === true));
  return ({ isLike, means }) => (isLike === true ? names?.[means] : undefined);
}
