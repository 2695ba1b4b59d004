/** Shares of authors in the surcharges of their recipes (adr/0114). */

/** An author's part of a surcharge that was paid with sold credits, in per cent; rounded down for each paying grant. */
export const SHARE_PERCENT = 70;
/** Days from the capture until the share is granted, in which a returned payment simply cancels it. */
export const SHARE_WAITS_DAYS = 14;
/** Days after which a granted share expires. */
export const SHARE_LASTS_DAYS = 180;
/** The most credits that an author earns by the captures of a day (UTC). */
export const SHARES_A_DAY = 200;

/** What an author has earned by a work; whole credits. */
export interface WorkEarnings {
  readonly workId: string;
  /** Creations whose surcharge earned something. */
  readonly creations: number;
  /** Earned, but not granted yet. */
  readonly waiting: number;
  /** Granted, without what was taken back. */
  readonly granted: number;
}

/** What an author has earned: works with the most creations first. */
export interface Earnings {
  readonly works: readonly WorkEarnings[];
  /** When the latest share was earned or granted, milliseconds since the epoch; 0 without shares. */
  readonly latestAt: number;
  /** When the next share is due, milliseconds since the epoch; absent if none waits. */
  readonly nextAt?: number;
}

/** Answer of `rewards.earnings`: the first works, each with its title; null for a work that was deleted. */
export interface EarningsView extends Pick<Earnings, 'nextAt'> {
  readonly works: readonly (WorkEarnings & { readonly title: string | null })[];
}
