/** Something that was asked of the payment provider, whose answer comes by a delivery of its own. */
export interface AwaitedChange<Shown> {
  /** Whether what is shown knows of it. */
  readonly isThere: (shown: Shown) => boolean;
  /** Until when it is looked for, milliseconds since the epoch: what takes longer is seen when the page is opened again. */
  readonly until: number;
}

/** How often it is looked for, and for how long. */
export const SETTLE_EVERY_MS = 1_000;
export const SETTLE_FOR_MS = 30_000;

/**
 * Whether to look again, and when.
 * @param shown undefined as long as nothing is known
 * @param now milliseconds since the epoch
 * @returns milliseconds; false when it is there, or is not waited for any longer
 */
export function refetchIntervalFor<Shown>(awaited: AwaitedChange<Shown> | undefined, shown: Shown | undefined, now: number): number | false {
  if (awaited === undefined || now >= awaited.until) return false;
  return shown !== undefined && awaited.isThere(shown) ? false : SETTLE_EVERY_MS;
}
