import type { Question } from '@/lib/press/press';

/**
 * Why a press has to be confirmed: the price has risen, another user is signed in, or the press is old. A key of
 * `canvas.notes`.
 */
export type Unconfirmed = 'dearer' | 'someoneElse' | 'late';

/** The note of the board about a press that was not sent and has to be repeated. */
export function unconfirmedOf(kind: Extract<Question<never>['kind'], 'dearer' | 'late' | 'someone-else'>): Unconfirmed {
  return kind === 'someone-else' ? 'someoneElse' : kind;
}
