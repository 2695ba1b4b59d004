/** A moderator's reasons for refusing publication, shown to the owner. Shared so that contexts use the same names. */
export const REVIEW_REASONS = ['sensitive', 'likeness', 'rights', 'misleading', 'spam', 'other'] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];
