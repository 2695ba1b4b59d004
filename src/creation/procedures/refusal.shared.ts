import type { ToolReason } from '../../engine/refusals.shared.js';
import type { ErrorIdentifier } from '../../kernel/errors.shared.js';

/** What would help after a failure. Each has its words in `creations.failure.help`. */
export const FAILURE_HELPS = ['crop', 'face', 'other', 'words', 'again'] as const;
export type FailureHelp = (typeof FAILURE_HELPS)[number];

/** How a refusal is reported. */
export interface Refusal {
  /** The error of the task. */
  readonly error: ErrorIdentifier;
  /** Left out where the words of the reason say what to do. */
  readonly help?: FailureHelp;
}

/** Refusals by their reasons. */
export type Refusals = Readonly<Partial<Record<ToolReason, Refusal>>>;
