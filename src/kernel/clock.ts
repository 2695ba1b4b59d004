/** Milliseconds since the epoch, UTC. */
export type Millis = number;

/** Where time comes from. Only the edges hold a clock; the core is given the time. */
export interface Clock {
  now(): Millis;
}
