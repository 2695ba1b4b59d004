import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { BoardContent, NodeId, RunView } from '@src/creation/boards/board.shared';
import type { SourceRef, TaskView } from '@src/creation/tasks/task.shared';
import type { UploadView } from '@src/creation/uploads/upload.shared';
import { ofOutput, ofSources, ofUpload, type Given } from '@/features/make/create/draft/given-inputs';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import type { Kinds } from '../board/graph';
import { taskOf } from '../nodes/node-status';

/** A node's file: the task that makes it, the usable result, and whether it was deleted. */
export interface NodeFile {
  readonly task?: TaskView | undefined;
  readonly given?: Given | undefined;
  readonly gone?: boolean;
}
export type Files = ReadonlyMap<NodeId, NodeFile>;

interface Answer<T> {
  readonly data: T | undefined;
  readonly isError: boolean;
}

const QUIET = { retry: 1, staleTime: 60_000, meta: { skipErrorChain: true } } as const;
const byId = <T>(ids: readonly string[], answers: readonly Answer<T>[]): ReadonlyMap<string, Answer<T>> =>
  new Map(ids.map((id, index) => [id, { data: answers[index]?.data, isError: answers[index]?.isError ?? false }]));

const unique = (ids: readonly (string | undefined)[]): readonly string[] =>
  [...new Set(ids.flatMap((id) => id ?? []))].toSorted();

/** The file of a reference, from the answers so far. */
function fileOf(
  ref: SourceRef,
  uploads: ReadonlyMap<string, Answer<UploadView>>,
  tasks: ReadonlyMap<string, Answer<TaskView>>,
): NodeFile {
  if (ref.from === 'upload') {
    const answer = uploads.get(ref.id);
    return answer?.data === undefined ? { gone: answer?.isError ?? false } : { given: ofUpload(answer.data, '') };
  }
  const answer = tasks.get(ref.taskId);
  const task = answer?.data;
  if (task === undefined) return { gone: answer?.isError ?? false };
  if (ref.from === 'source') return { task, given: ofSources(task)[ref.role] };
  const output = task.outputs[ref.index];
  return output?.state === 'ready' ? { task, given: ofOutput(task, output) } : { task };
}

/** The files of a board's nodes. Live updates refresh those of tasks. */
export function useFiles(
  content: BoardContent,
  run: RunView | undefined,
): { readonly files: Files; readonly kinds: Kinds } {
  const ready = useVisitor().status === 'ready';
  const refs = content.nodes.flatMap((node): readonly SourceRef[] => {
    if (node.kind === 'given') return node.ref === null ? [] : [node.ref];
    const taskId = node.kind === 'creation' ? taskOf(node, run) : undefined;
    return taskId === undefined ? [] : [{ from: 'output', taskId, index: 0 }];
  });
  const uploadIds = unique(refs.map((ref) => (ref.from === 'upload' ? ref.id : undefined)));
  const taskIds = unique(refs.map((ref) => (ref.from === 'upload' ? undefined : ref.taskId)));
  const uploads = useQueries({
    queries: uploadIds.map((id) => trpc.upload.get.queryOptions({ id }, { enabled: ready, ...QUIET })),
    combine: (answers) => byId(uploadIds, answers),
  });
  const tasks = useQueries({
    queries: taskIds.map((id) => trpc.task.get.queryOptions({ id }, { enabled: ready, ...QUIET })),
    combine: (answers) => byId(taskIds, answers),
  });
  return useMemo(() => {
    const files = new Map<NodeId, NodeFile>();
    for (const node of content.nodes) {
      if (node.kind === 'given' && node.ref !== null) files.set(node.id, fileOf(node.ref, uploads, tasks));
      const taskId = node.kind === 'creation' ? taskOf(node, run) : undefined;
      if (node.kind === 'creation' && taskId !== undefined)
        files.set(
          node.id,
          fileOf({ from: 'output', taskId, index: node.made?.taskId === taskId ? node.made.index : 0 }, uploads, tasks),
        );
    }
    const kinds: Kinds = new Map(
      [...files].flatMap(([id, { given }]) => (given === undefined ? [] : [[id, given.kind] as const])),
    );
    return { files, kinds };
  }, [content, run, uploads, tasks]);
}
