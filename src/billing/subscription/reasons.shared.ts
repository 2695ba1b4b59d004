/** Why someone cancels, by their own choice of any of these or none. */
export const CANCEL_REASONS = ['too-expensive', 'not-used', 'missing-features', 'quality', 'technical', 'other-service', 'other'] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
