/** What is given, whole credits (product decisions, "Credits"). The operator's defaults; nowhere else. */
export const REWARDS = {
  /** Once a device, to its visitor. */
  anonymous: 10,
} as const;
