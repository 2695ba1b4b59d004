import { z } from 'zod';
import { boardEdge, boardNode } from '@src/creation/boards/board.shared';
import type { Unsent } from './board-store';

/** What was drawn on a board that has too much on it to be saved, kept by the tab until the board is opened again. */

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
const ownShelf = (): Shelf => sessionStorage;

// There may be more on it than a board keeps: that is why it was not sent.
const drawn = z.object({ nodes: z.array(boardNode), edges: z.array(boardEdge) });
const unsent = z.object({ base: drawn, mine: drawn });
const keyOf = (projectId: string): string => `kinora.board.${projectId}`;

/** Keeps what a project's board has that was never sent. @throws where nothing can be kept */
export function keepUnsent(projectId: string, left: Unsent, shelfOf = ownShelf): void {
  shelfOf().setItem(keyOf(projectId), JSON.stringify(left));
}

/**
 * Takes what was kept of a project's board, which is kept no longer; nothing where there is none, or it is not as it
 * was kept.
 */
export function takeUnsent(projectId: string, shelfOf = ownShelf): Unsent | undefined {
  try {
    const kept = shelfOf().getItem(keyOf(projectId));
    if (kept === null) return undefined;
    shelfOf().removeItem(keyOf(projectId));
    return unsent.parse(JSON.parse(kept));
  } catch {
    return undefined;
  }
}
