import type { BoardState } from './board-store';

/** What is told over the board. `over`: there is more on it than can be kept. */
export type Note =
  | 'full'
  | 'over'
  | 'dearer'
  | 'fileLost'
  | 'joined'
  | 'late'
  | 'notOffered'
  | 'notTaken'
  | 'someoneElse'
  | 'tooOften'
  | 'unsaved'
  | undefined;

/** How a board stands, as far as notes speak of it. */
export type SaveStatus = Pick<BoardState, 'saving' | 'joined'>;

/**
 * The note once a board stands otherwise: what is over is told no longer, and what has just come about is; what was put
 * away stays so. Pure.
 */
export function noteAfter(note: Note, before: SaveStatus, now: SaveStatus): Note {
  if (now.saving === 'full') return before.saving === 'full' ? note : 'over';
  if (now.joined !== before.joined) return 'joined';
  return note === 'over' || (note === 'unsaved' && now.saving === 'saved') ? undefined : note;
}
