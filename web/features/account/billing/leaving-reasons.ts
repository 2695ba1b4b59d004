import type { CancelReason } from '@src/billing/reasons.shared';

/** Why somebody leaves, by as many reasons as they like and in words of their own; nothing of it need be said. */
export interface LeavingReasons {
  readonly reasons: readonly CancelReason[];
  readonly text: string;
}

export const NO_REASONS: LeavingReasons = { reasons: [], text: '' };

/** Whether words of one's own are asked for: beside a reason. They are kept meanwhile for whoever takes one back and names another. */
export const isTextAsked = ({ reasons }: LeavingReasons): boolean => reasons.length > 0;

/** What of it is told: only what can be seen, without the space around it. */
export const trimmedReasons = (said: LeavingReasons): LeavingReasons => ({ reasons: said.reasons, text: isTextAsked(said) ? said.text.trim() : '' });
