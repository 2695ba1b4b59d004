import type { Board, Versioned } from './board-store';

/**
 * Calls back once the server has all of a board, or what it has not is sent no more: it is kept elsewhere, or was
 * refused for good.
 */
export function onceSent(board: Board, then: () => void): void {
  const look = (): void => {
    const { saving } = board.get();
    if (saving !== 'saved' && saving !== 'full' && (saving !== 'failed' || board.isResting())) return;
    end();
    then();
  };
  const end = board.subscribe(look);
  queueMicrotask(look);
}

/**
 * Boards that were left before the server had all of them: whoever comes back meanwhile goes on with the same one, and
 * misses nothing that was drawn.
 */
export function leftBoards() {
  const left = new Map<string, Board>();
  return {
    /** A project's board: the one that was left unsent, else a new one. */
    open: (projectId: string, fresh: () => Board): Board => left.get(projectId) ?? fresh(),
    /**
     * Attends to a project's board. @param theirs as the server has it @returns what ends that: it is remembered here
     * until all of it is sent
     */
    attend: (projectId: string, board: Board, theirs: Versioned): (() => void) => {
      if (theirs.version > board.get().version) board.adopt(theirs);
      const end = board.attend();
      return () => {
        left.set(projectId, board);
        end();
        onceSent(board, () => left.get(projectId) === board && left.delete(projectId));
      };
    },
  };
}
