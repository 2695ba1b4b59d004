import type { CommandBus } from '@nestjs/cqrs';
import { ChangeCredits } from '../credits/index.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import type { RewardGrant } from './grant.policy.js';

/** Requests grants from Credits. */
export class RewardGrants {
  constructor(private readonly commands: Pick<CommandBus, 'execute'>) {}

  /**
   * Grants credits. Safe to repeat, because the grant has an id.
   * @param causedBy id of the message that requests it
   * @returns the revision of the account; undefined if the grant exists on other terms, or would have expired already
   * @throws StoreUnavailable to be called again; Error if the ledger refuses it for another reason
   */
  async give({ account, change }: RewardGrant, causedBy: string): Promise<ConsistencyToken | undefined> {
    const answer = await this.commands.execute(new ChangeCredits(account, change, causedBy));
    if (answer.ok) return answer.value.token;
    const { identifier } = answer.error;
    if (identifier === 'TRY_AGAIN')
      throw new StoreUnavailable('event store', 'failed', 'a reward could not be granted');
    if (identifier === 'IDEMPOTENCY_MISMATCH' || identifier === 'REQUEST_TOO_OLD') return undefined;
    throw new Error(`a reward was refused: ${identifier}`);
  }
}
