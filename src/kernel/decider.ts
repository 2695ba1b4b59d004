import type { ProductError } from './errors.shared.js';
import type { Result } from './result.js';

/**
 * A decision as two pure functions and a union of states (adr: deciders).
 * `decide` answers the events that follow from a command, `[]` when it was already carried out, or an error as a value.
 * `evolve` folds one event into the state; it never fails, for a fact cannot be refused.
 */
export interface Decider<Command, State, Event> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[], ProductError>;
  readonly evolve: (state: State, event: Event) => State;
}
