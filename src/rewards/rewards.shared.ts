/** Amounts of gifted credits, in whole credits. The only place for the operator's defaults. */
export const REWARDS = {
  /** Once per device, to its visitor. */
  anonymous: 10,
  /** Once per user, for an account with a verified address. */
  signup: 30,
} as const;

/** How long gifted credits can be spent. */
export const REWARDS_LAST_DAYS = 30;
