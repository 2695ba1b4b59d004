/** What is given, whole credits. The operator's defaults; nowhere else. */
export const REWARDS = {
  /** Once a device, to its visitor. */
  anonymous: 10,
  /** Once a user, for an account with a verified address. */
  signup: 30,
} as const;

/** How long credits that are given away can be spent. */
export const REWARDS_LAST_DAYS = 30;
