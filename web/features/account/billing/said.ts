import type { CancelReason } from '@src/billing/subscription/reasons.shared';

/** Why somebody leaves, by as many reasons as they like and in words of their own; nothing of it need be said. */
export interface Said {
  readonly reasons: readonly CancelReason[];
  readonly text: string;
}

export const NOTHING_SAID: Said = { reasons: [], text: '' };

/** Whether words of one's own are asked for: beside a reason. They are kept meanwhile for whoever takes one back and names another. */
export const isTextAsked = ({ reasons }: Said): boolean => reasons.length > 0;

/** What of it is told: only what can be seen, without the space around it. */
export const toldOf = (said: Said): Said => ({ reasons: said.reasons, text: isTextAsked(said) ? said.text.trim() : '' });
