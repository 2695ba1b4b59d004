/** Stages of one output, in order; a job passes through those that apply to it. `waiting`, `checking` and `done` are set around the engine's work. */
export const STAGES = ['waiting', 'understanding', 'reading', 'drawing', 'working', 'styling', 'encoding', 'checking', 'done'] as const;
export type Stage = (typeof STAGES)[number];

/** What an engine made of a prompt. */
export interface Understanding {
  /** `isLike`: something similar is drawn, not what the word names. */
  readonly understood: readonly { readonly text: string; readonly kind: string; readonly means: string; readonly isLike?: true }[];
  readonly ignored: readonly string[];
}
