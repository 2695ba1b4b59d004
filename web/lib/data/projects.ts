'use client';

import { hashKey, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { ProjectOrder, ProjectView } from '@src/creation/projects/project.shared';
import { useVisitor } from '@/lib/session/store';
import { client, queryClient, trpc } from '@/lib/trpc/client';
import { forgetSelectedProject, selectProject, useSelectedProjectId } from './selected-project';
import { putTask, taskListKey } from './task-cache';

/** Projects per page. The covers of a page load in one request. */
const PAGE_SIZE = 24;
/** The server's maximum per request. */
const ALL_AT_ONCE = 100;
const SHOWN_IN_PAGE = { shownInPage: true } as const;

/** Refetches all project data. */
export const refreshProjects = (): Promise<void> => queryClient.invalidateQueries(trpc.project.pathFilter());

/** The visitor's projects, the default one first, page by page. */
export function useProjectPages(order: ProjectOrder) {
  const ready = useVisitor().status === 'ready';
  return useInfiniteQuery(
    trpc.project.list.infiniteQueryOptions(
      { limit: PAGE_SIZE, order },
      { enabled: ready, initialCursor: null, getNextPageParam: (page) => page.next ?? null, meta: SHOWN_IN_PAGE },
    ),
  );
}

async function allProjects(signal: AbortSignal): Promise<readonly ProjectView[]> {
  const found: ProjectView[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.project.list.query(
      { limit: ALL_AT_ONCE, order: 'name', ...defined({ cursor }) },
      { signal },
    );
    found.push(...page.projects);
    cursor = page.next;
  } while (cursor !== undefined);
  return found;
}

/** All of the visitor's projects, for pickers: the default one first, the others by name. */
export function useAllProjects() {
  const ready = useVisitor().status === 'ready';
  const query = useQuery({
    queryKey: [...trpc.project.list.pathKey(), 'all'],
    queryFn: ({ signal }) => allProjects(signal),
    enabled: ready,
    staleTime: 60_000,
    meta: SHOWN_IN_PAGE,
  });
  return { ...query, projects: query.data ?? [] };
}

/** One project. Fails if the visitor has none with this id. */
export function useProject(id: string) {
  const ready = useVisitor().status === 'ready';
  return useQuery(
    trpc.project.get.queryOptions({ id }, { enabled: ready, retry: false, meta: { skipErrorChain: true } }),
  );
}

/** Number of creations and newest images of projects, by project id. */
export function useSummaries(ids: readonly string[]) {
  const { data } = useQuery(
    trpc.project.summaries.queryOptions({ ids: [...ids] }, { enabled: ids.length > 0, meta: SHOWN_IN_PAGE }),
  );
  return useMemo(() => new Map(data?.map((summary) => [summary.id, summary])), [data]);
}

/** The project that receives new creations: the selected one if it exists, else the default project. */
export function useSelectedProject() {
  const { projects, isSuccess } = useAllProjects();
  const id = useSelectedProjectId();
  const standard = projects.find(({ kind }) => kind === 'default');
  const chosen = projects.find((project) => project.id === id);
  useEffect(() => {
    if (isSuccess && id !== undefined && chosen === undefined) forgetSelectedProject();
  }, [isSuccess, id, chosen]);
  return {
    projects,
    selected: chosen ?? standard,
    select: (next: string) => selectProject(next === standard?.id ? undefined : next),
  };
}

/** Creates a project. */
export function useCreateProject() {
  return useMutation(trpc.project.create.mutationOptions({ onSuccess: refreshProjects }));
}

/** Renames a project. */
export function useRenameProject() {
  return useMutation(trpc.project.rename.mutationOptions({ onSuccess: refreshProjects }));
}

/** Deletes a project and moves its creations to the default project. */
export function useDeleteProject() {
  return useMutation(
    trpc.project.delete.mutationOptions({
      onSuccess: (_answer, { id }) => {
        // The project's own page is about to be left. A refetch there would report it as missing.
        const own = [trpc.project.get.queryKey({ id }), taskListKey(id)].map(hashKey);
        const predicate = ({ queryHash }: { readonly queryHash: string }): boolean => !own.includes(queryHash);
        void queryClient.invalidateQueries({ ...trpc.project.pathFilter(), predicate });
        void queryClient.invalidateQueries({ ...trpc.task.pathFilter(), predicate });
      },
    }),
  );
}

/** Moves creations to a project. */
export function useMoveTasks() {
  return useMutation(
    trpc.project.move.mutationOptions({
      onSuccess: ({ tasks }) => {
        for (const task of tasks) putTask(task);
        void refreshProjects();
      },
    }),
  );
}
