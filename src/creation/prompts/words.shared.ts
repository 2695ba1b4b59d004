import type { Understanding } from '../../engine/progress.shared.js';

/** Which words of a prompt will appear in the result, which will not, and alternatives. */
export interface WordsView extends Understanding {
  /** Why nothing would be drawn; a submission is refused with the same reason. */
  readonly lacks?: 'nothing-drawn' | 'nothing-changed' | 'no-sound';
  /** More of the prompt is left out than drawn. */
  readonly partly?: true;
  /** A logo, or something written, was asked for: the local engine draws no letters. */
  readonly letters?: true;
  readonly near: readonly { readonly word: string; readonly offers: readonly string[] }[];
}
