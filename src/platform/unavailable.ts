/**
 * A store behind a port cannot be reached, or cannot do its work (disk full, read-only, shut down).
 * Callers tell the user to try again; nothing is known to have been written.
 */
export class StoreUnavailable extends Error {
  /**
   * @param store which port, e.g. `event store`
   * @param reason a stable word for what went wrong
   * @param detail the driver's own words, for the log only
   */
  constructor(
    readonly store: string,
    readonly reason: 'unreachable' | 'full' | 'closed' | 'failed' | 'contended',
    detail: string,
  ) {
    super(`${store} ${reason}: ${detail}`);
    this.name = 'StoreUnavailable';
  }
}
