import type { Understanding } from '../../engine/progress.shared.js';

/** What of a call's words will be in the result, what will not, and what could be written instead. */
export interface WordsView extends Understanding {
  /** Why nothing would be made of them; the reason that a press is refused with. */
  readonly lacks?: 'nothing-drawn' | 'nothing-changed' | 'no-sound';
  readonly near: readonly { readonly word: string; readonly offers: readonly string[] }[];
}
