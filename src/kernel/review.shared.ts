/** Why something that was to be shown to others is not, by its moderator: told to its owner, so that contexts agree on the names. */
export const REVIEW_REASONS = ['sensitive', 'likeness', 'rights', 'misleading', 'spam', 'other'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
