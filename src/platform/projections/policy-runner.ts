import { CommandHandlerNotFoundException } from '@nestjs/cqrs';
import type { DomainEvent, LoggedEvent, Position } from '../../kernel/event-sourcing/event.js';
import { policyCommandId, type Policy } from '../../kernel/event-sourcing/policy.js';
import type { ProductError } from '../../kernel/errors.shared.js';
import { passedOver, see } from '../../kernel/event-sourcing/projection.js';
import type { Result } from '../../kernel/result.js';
import { pause } from '../pause.js';
import { StoreUnavailable } from '../unavailable.js';
import type { Follower } from './follower.js';
import type { ParkedStreams } from './parked.js';

const PREFIX = 'policy_';
/** Number of tries while a starting process has not registered its command handlers yet, with a pause between them. */
const STARTING_TRIES = 600;
const STARTING_MS = 50;

/** Whether a follower is a policy, by its name; the others are projections, named after their collections. */
export const isPolicy = (follower: string): boolean => follower.startsWith(PREFIX);

/**
 * Sends the commands of a policy. Each event is handled at least once, in stream order. A refused command parks the
 * stream; a command that temporarily failed is sent again, with all that follow it.
 */
export class PolicyRunner<Event extends DomainEvent, Command> implements Follower {
  readonly name: string;
  readonly reader: string;
  readonly prefix: string;
  readonly retryFrom = 'parkedEvent';
  private readonly passesOver: ReadonlySet<string>;

  /**
   * @param send executes a command; `TRY_AGAIN` or StoreUnavailable for a temporary failure, any other error for a
   * refusal
   * @param begin start position of a new policy: −1 also handles the past, the log's head only new events
   */
  constructor(
    private readonly policy: Policy<Event, Command>,
    private readonly send: (command: Command) => Promise<Result<unknown, ProductError>>,
    private readonly parked: ParkedStreams,
    readonly begin: Position = -1,
  ) {
    this.name = `${PREFIX}${policy.name}`;
    this.reader = this.name;
    this.prefix = policy.prefix;
    this.passesOver = passedOver(policy);
  }

  async apply(events: readonly LoggedEvent[]): Promise<void> {
    for (const recorded of events) {
      if (this.passesOver.has(recorded.type) || this.parked.has(this.name, recorded.stream)) continue;
      try {
        await this.react(recorded);
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error;
        if (error instanceof CommandHandlerNotFoundException)
          throw new StoreUnavailable(this.name, 'unreachable', 'its commands have no handler yet');
        await this.parked.park(this.name, recorded, error);
      }
    }
  }

  private async react(recorded: LoggedEvent): Promise<void> {
    const seen = see(this.policy.codec, recorded);
    for (const command of this.policy.react(seen, (nth) => policyCommandId(this.policy.name, seen.id, nth))) {
      const answer = await this.sent(command);
      if (answer.ok) continue;
      if (answer.error.identifier === 'TRY_AGAIN')
        throw new StoreUnavailable(this.name, 'unreachable', 'a command could not be carried out; it is retried');
      throw new Error(`a command was refused: ${answer.error.identifier}`);
    }
  }

  /**
   * The log is followed from the start, so earlier events may arrive before the handlers are registered. It waits for
   * them.
   */
  private async sent(command: Command): Promise<Result<unknown, ProductError>> {
    for (let tries = STARTING_TRIES; ; tries -= 1) {
      try {
        return await this.send(command);
      } catch (error) {
        if (tries === 0 || !(error instanceof CommandHandlerNotFoundException)) throw error;
        await pause(STARTING_MS);
      }
    }
  }
}
