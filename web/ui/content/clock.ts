/** Minutes and seconds, such as 0:05. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(Math.max(0, seconds) / 60)}:${String(Math.floor(Math.max(0, seconds)) % 60).padStart(2, '0')}`;

/** A rounded time for messages: whole seconds, and whole minutes from 90 seconds on. */
export type RoughTime = Readonly<{ unit: 'seconds' | 'minutes'; time: number }>;

/**
 * Rounds a time that need not be exact: "30 s", "41 min".
 * @param ms milliseconds; less than a second counts as one
 */
export function roughTime(ms: number): RoughTime {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90 ? { unit: 'seconds', time: seconds } : { unit: 'minutes', time: Math.round(seconds / 60) };
}
