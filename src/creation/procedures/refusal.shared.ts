import type { ToolReason } from '../../engine/refusals.shared.js';
import type { ErrorIdentifier } from '../../kernel/errors.shared.js';

/** Possible advice after a failure. The texts are in `creations.failure.help`. */
export const FAILURE_HELPS = ['crop', 'face', 'other', 'words', 'again'] as const;
export type FailureHelp = (typeof FAILURE_HELPS)[number];

/** How a refusal is reported. */
export interface Refusal {
  /** The error of the task. */
  readonly error: ErrorIdentifier;
  /** Absent if the reason's text already says what to do. */
  readonly help?: FailureHelp;
}

/** Refusals by reason. */
export type Refusals = Readonly<Partial<Record<ToolReason, Refusal>>>;
