/** Milliseconds since the epoch, UTC. */
export type Millis = number;

/** Source of time. Only adapters hold a clock; the core receives times as arguments. */
export interface Clock {
  now(): Millis;
}
