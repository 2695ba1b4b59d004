/**
 * Stages of one output in order; a job passes through those that apply. `waiting`, `checking` and `done` are set
 * outside the engine.
 */
export const STAGES = [
  'waiting',
  'understanding',
  'reading',
  'drawing',
  'working',
  'styling',
  'encoding',
  'checking',
  'done',
] as const;
export type Stage = (typeof STAGES)[number];

/** How an engine understood a prompt. */
export interface Understanding {
  /** `isLike`: a similar thing was drawn instead of the one named. */
  readonly understood: readonly {
    readonly text: string;
    readonly kind: string;
    readonly means: string;
    readonly isLike?: true;
  }[];
  readonly ignored: readonly string[];
}
