import type { ProductError } from '../errors.shared.js';
import type { Result } from '../result.js';

/**
 * A decider: two pure functions over a union of states (ADR 0005). `decide` returns the events of a command, `[]` when
 * it was already carried out, or an error as a value. `evolve` folds one event into the state; it never fails, because
 * an event is a fact.
 */
export interface Decider<Command, State, Event> {
  readonly initial: State;
  readonly decide: (command: Command, state: State) => Result<readonly Event[], ProductError>;
  readonly evolve: (state: State, event: Event) => State;
}
