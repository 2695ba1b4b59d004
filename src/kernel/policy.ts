import type { EventCodec } from './codec.js';
import type { DomainEvent } from './event.js';
import { derivedId } from './ids.js';
import type { SeenEvent } from './projection.js';

/**
 * What follows from an event: commands. Pure; the runtime is platform/projections. A policy has a checkpoint of its own and no
 * rebuild replays it; an event may still be reacted to twice, so its commands are ones that may be sent again.
 */
export interface Policy<Event extends DomainEvent, Command> {
  /** Never changes: checkpoint and command ids hang on it. */
  readonly name: string;
  /** What the names of its streams begin with. */
  readonly prefix: string;
  readonly codec: EventCodec<Event>;
  readonly handles: readonly Event['type'][];
  /** @param commandId gives the id for the reaction's nth command: the same event always the same ids */
  readonly react: (seen: SeenEvent<Event>, commandId: (nth: number) => string) => readonly Command[];
}

/** The id of the nth command that a policy sends because of an event. */
export function policyCommandId(policy: string, eventId: string, nth: number): string {
  return derivedId('policy', policy, eventId, nth);
}
