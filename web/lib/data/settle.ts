/** A change requested from the payment provider. Its result arrives in a separate delivery. */
export interface AwaitedChange<Shown> {
  /** Whether the shown data includes the change. */
  readonly isThere: (shown: Shown) => boolean;
  /** Time to stop polling, in milliseconds since the epoch. Later changes appear when the page is opened again. */
  readonly until: number;
}

/** Poll interval and maximum duration. */
export const SETTLE_EVERY_MS = 1_000;
export const SETTLE_FOR_MS = 30_000;

/**
 * The poll interval while a change is awaited.
 * @param shown undefined as long as nothing is known
 * @param now milliseconds since the epoch
 * @returns milliseconds; false once the change is visible or the wait is over
 */
export function refetchIntervalFor<Shown>(
  awaited: AwaitedChange<Shown> | undefined,
  shown: Shown | undefined,
  now: number,
): number | false {
  if (awaited === undefined || now >= awaited.until) return false;
  return shown !== undefined && awaited.isThere(shown) ? false : SETTLE_EVERY_MS;
}
