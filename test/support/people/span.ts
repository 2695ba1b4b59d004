export const DAY_MS = 86_400_000;

/**
 * The days to fill: `days` of them from `first` on, the midnight (UTC) of the first in milliseconds since the epoch.
 */
export interface Span {
  readonly first: number;
  readonly days: number;
}
