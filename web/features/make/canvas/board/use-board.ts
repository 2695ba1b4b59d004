import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { defined } from '@src/kernel/defined.shared';
import type { BoardView, BoardStateView, RunQuote } from '@src/creation/boards/board.shared';
import { reportError } from '@/lib/errors/bus';
import { useStore } from '@/lib/store';
import { trpc } from '@/lib/trpc/client';
import { shouldRetry } from '@/lib/trpc/retry';
import { fetchBoard, fetchQuote, saveBoard, watchBoard } from './board-calls';
import { openBoard, type Board, type BoardState, type Unsent, type Versioned } from './board-store';
import { leftBoards, onceSent } from './left-boards';
import { passesIn, restOf } from '../nodes/passed-inputs';
import { keepUnsent, takeUnsent } from './unsent-edits';

/** For as long as the page is there. */
const boards = leftBoards();

/** Another tab's changes are looked for when this one is seen again. */
function useFresh(projectId: string, board: Board): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'hidden') return void board.flush();
      fetchBoard(projectId).then(
        ({ version, nodes, edges }) => board.adopt({ version, content: { nodes, edges } }),
        () => undefined,
      ); // the next save says it as well
    };
    const leave = (event: BeforeUnloadEvent): void => {
      if (board.get().saving === 'saved') return;
      void board.flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', look);
    addEventListener('beforeunload', leave);
    return () => {
      document.removeEventListener('visibilitychange', look);
      // What the server has not taken yet is still sent from here: until then the tab is not closed without a word.
      onceSent(board, () => removeEventListener('beforeunload', leave));
    };
  }, [projectId, board]);
}

/**
 * What a save was refused with is told, but for one that only comes too soon: the board itself says that it is not
 * saved yet.
 */
const reportUnknown = (error: unknown): void => (restOf(error) === undefined ? reportError(error) : undefined);

/** Keeps for the tab what could not be sent; where that cannot be done it is told, for then it is lost. */
function keep(projectId: string, left: Unsent): void {
  try {
    keepUnsent(projectId, left);
  } catch (error) {
    reportError(error);
  }
}

/** Opens a project's board for as long as it is shown. */
export function useBoard({ projectId, version, nodes, edges }: BoardView): {
  readonly board: Board;
  readonly state: BoardState;
} {
  const [opened] = useState((): Versioned => ({ version, content: { nodes, edges } }));
  const [board] = useState(() =>
    boards.open(projectId, () =>
      openBoard({
        opened,
        save: (content, at) => saveBoard(projectId, content, at),
        onTrouble: reportUnknown,
        passesIn,
        after: (ms, then) => {
          const timer = setTimeout(then, ms);
          return () => clearTimeout(timer);
        },
        keep: (left) => keep(projectId, left),
      }),
    ),
  );
  useEffect(() => {
    const left = takeUnsent(projectId);
    if (left !== undefined) board.resume(left);
    return boards.attend(projectId, board, opened);
  }, [projectId, board, opened]);
  useFresh(projectId, board);
  const state = useStore(board);
  return { board, state };
}

/** What the server makes of a board, from the view with which it was opened on. */
export function useWork(
  { projectId, run }: Pick<BoardView, 'projectId' | 'run'>,
  board: Board,
): { readonly work: BoardStateView; readonly put: (run: NonNullable<BoardStateView['run']>) => void } {
  const [work, setWork] = useState<BoardStateView>({ projectId, version: 0, made: {}, ...defined({ run }) });
  useEffect(
    () =>
      watchBoard(projectId, (next) => {
        board.learn(next.made);
        setWork((known) => (next.version < known.version ? known : next));
      }),
    [projectId, board],
  );
  // What is watched may have told of its end before the answer that it has begun.
  return {
    work,
    put: (next) =>
      setWork((known) => (known.run?.id === next.id && next.status === 'running' ? known : { ...known, run: next })),
  };
}

/** What the board would cost as it was saved last; as it was known before, while it is asked for. */
export function useQuote(
  projectId: string,
  { version, saving, base }: BoardState,
  work: BoardStateView,
): RunQuote | undefined {
  const { data } = useQuery({
    queryKey: [...trpc.board.quote.pathKey(), projectId, version, work.version, work.run?.status],
    queryFn: () => fetchQuote(projectId),
    enabled:
      version > 0 && base.nodes.some(({ kind }) => kind === 'creation') && (saving === 'saved' || saving === 'waiting'),
    placeholderData: (known) => known,
    retry: (failures, error) => restOf(error) !== undefined || shouldRetry(failures, error),
    retryDelay: (failures, error) => restOf(error) ?? Math.min(1_000 * 2 ** failures, 30_000),
    meta: { skipErrorChain: true },
  });
  return data;
}
