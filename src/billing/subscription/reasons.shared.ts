/** Reasons for a cancellation; a user may choose any number of them. */
export const CANCEL_REASONS = [
  'too-expensive',
  'not-used',
  'missing-features',
  'quality',
  'technical',
  'other-service',
  'other',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];
