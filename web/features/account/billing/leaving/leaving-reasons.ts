import type { CancelReason } from '@src/billing/subscription/reasons.shared';

/** Reasons for a cancellation, and free text; both optional. */
export interface LeavingReasons {
  readonly reasons: readonly CancelReason[];
  readonly text: string;
}

export const NO_REASONS: LeavingReasons = { reasons: [], text: '' };

/** Whether free text is asked for: once a reason is chosen. The text is kept when the choice changes. */
export const needsText = ({ reasons }: LeavingReasons): boolean => reasons.length > 0;

/** What is sent: the text only if its field is visible, trimmed. */
export const trimmedReasons = (said: LeavingReasons): LeavingReasons => ({
  reasons: said.reasons,
  text: needsText(said) ? said.text.trim() : '',
});
