import { expect } from '@jest/globals';
import type { Decider } from '../../src/kernel/event-sourcing/decider.js';
import type { ErrorIdentifier, ProductError } from '../../src/kernel/errors.shared.js';

/** What follows from the command: events, nothing, or a refusal. */
export interface Then<Event> {
  then(events: readonly Event[]): void;
  thenNothing(): void;
  thenRefused(identifier: ErrorIdentifier, params?: ProductError['params']): void;
}

/**
 * Speaks of a decider in sentences: `given([…]).when(…).then([…])`.
 * @returns `given`, which takes what has happened
 */
export function specification<Command, State, Event>(
  decider: Decider<Command, State, Event>,
): (events: readonly Event[]) => { when(command: Command): Then<Event> } {
  return (events) => ({
    when: (command) => {
      const decided = decider.decide(command, events.reduce(decider.evolve, decider.initial));
      return {
        then: (expected) => expect(decided).toEqual({ ok: true, value: expected }),
        thenNothing: () => expect(decided).toEqual({ ok: true, value: [] }),
        thenRefused: (identifier, params) =>
          expect(decided).toEqual({
            ok: false,
            error: params === undefined ? expect.objectContaining({ identifier }) : { identifier, params },
          }),
      };
    },
  });
}
