'use client';

import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { defined } from '@src/kernel/defined.shared';
import { CHANGED_MAX } from '@src/creation/library/library.shared';
import { shareDeletion, shareTrashed } from '@/lib/live/channel';
import { useVisitor } from '@/lib/session/store';
import { client, trpc } from '@/lib/trpc/client';
import { dropTask, PAGE_SIZE, putTask, refreshShelf } from './task-cache';

type ListInput = Parameters<typeof client.task.list.query>[0];
type Change = Parameters<typeof client.task.change.mutate>[0]['change'];
/** What of the visitor's creations is listed. Defaults are left out, so that lists share the cache. */
export type LibraryInput = Pick<ListInput & object, 'projectId' | 'shelf' | 'order' | 'filter'>;

/** Creations per page while all that match are collected: the server's maximum. */
const ALL_AT_ONCE = 100;

/** The visitor's creations that meet the conditions, by page. Live updates refresh them. */
export function useLibrary(input: LibraryInput) {
  const ready = useVisitor().status === 'ready';
  const query = useInfiniteQuery(
    trpc.task.list.infiniteQueryOptions(
      { limit: PAGE_SIZE, ...input },
      {
        enabled: ready,
        initialCursor: null,
        getNextPageParam: (page) => page.next ?? null,
        staleTime: 30_000,
        meta: { shownInPage: true },
      },
    ),
  );
  const tasks = useMemo(() => query.data?.pages.flatMap((page) => page.tasks) ?? [], [query.data]);
  return {
    ...query,
    tasks,
    isNear: query.data?.pages[0]?.isNear === true,
    loading: query.data === undefined && query.status !== 'error',
  };
}

/** Ids of all creations that meet the conditions, also of those on no loaded page. */
export async function allMatching(input: LibraryInput): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.task.list.query({ ...input, limit: ALL_AT_ONCE, ...defined({ cursor }) });
    ids.push(...page.tasks.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== undefined);
  return ids;
}

/**
 * Changes any number of creations, in all tabs.
 * @returns how many could not be changed
 */
async function changeTasks(ids: readonly string[], change: Change): Promise<number> {
  let refused = 0;
  for (let from = 0; from < ids.length; from += CHANGED_MAX) {
    const some = ids.slice(from, from + CHANGED_MAX);
    const answer = await client.task.change.mutate({ ids: some, change });
    refused += answer.refused;
    for (const task of answer.tasks) {
      putTask(task);
      if (task.deleted === true) shareTrashed(task);
    }
    for (const id of answer.deleted) {
      dropTask(id);
      shareDeletion(id);
    }
  }
  if (change.kind === 'trash') await refreshShelf('trash');
  if (change.kind === 'restore') await Promise.all([refreshShelf('library'), refreshShelf('archive')]);
  if (change.kind === 'archive') await refreshShelf(change.isSet ? 'archive' : 'library');
  return refused;
}

export function useChangeTasks() {
  return useMutation({
    mutationFn: ({ ids, change }: { readonly ids: readonly string[]; readonly change: Change }) =>
      changeTasks(ids, change),
  });
}
