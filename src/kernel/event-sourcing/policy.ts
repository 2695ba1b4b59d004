import type { EventCodec } from './codec.js';
import type { DomainEvent } from './event.js';
import { derivedId } from '../ids.js';
import type { SeenEvent } from './projection.js';

/**
 * Derives commands from events. Pure; run by platform/projections. A policy has its own checkpoint and is not replayed
 * by rebuilds. An event may be handled twice, so its commands must be idempotent.
 */
export interface Policy<Event extends DomainEvent, Command> {
  /** Must never change: the checkpoint and the command ids depend on it. */
  readonly name: string;
  /** Prefix of the names of its streams. */
  readonly prefix: string;
  readonly codec: EventCodec<Event>;
  readonly handles: readonly Event['type'][];
  /** @param commandId returns the id of the reaction's nth command: deterministic per event */
  readonly react: (seen: SeenEvent<Event>, commandId: (nth: number) => string) => readonly Command[];
}

/** The id of the nth command that a policy sends for an event. */
export function policyCommandId(policy: string, eventId: string, nth: number): string {
  return derivedId('policy', policy, eventId, nth);
}
