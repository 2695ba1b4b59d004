import type { CommandBus } from '@nestjs/cqrs';
import { ChangeCredits } from '../credits/index.js';
import type { ConsistencyToken } from '../kernel/event-sourcing/event.js';
import { StoreUnavailable } from '../platform/unavailable.js';
import { takenBackReference, type RewardGrant, type TakenBackReward } from './grant.policy.js';

/** The ledger has refused a grant for good: a repeat would be refused as well. */
export class RewardRefused extends Error {}

/** Requests grants from Credits. */
export class RewardGrants {
  constructor(private readonly commands: Pick<CommandBus, 'execute'>) {}

  /**
   * Grants credits. Safe to repeat, because the grant has an id.
   * @param causedBy id of the message that requests it
   * @returns the revision of the account; undefined if the grant exists on other terms, or would have expired already
   * @throws StoreUnavailable to be called again; RewardRefused if the ledger refuses it for another reason
   */
  async give({ account, change }: RewardGrant, causedBy: string): Promise<ConsistencyToken | undefined> {
    const answer = await this.commands.execute(new ChangeCredits(account, change, causedBy));
    if (answer.ok) return answer.value.token;
    const { identifier } = answer.error;
    if (identifier === 'TRY_AGAIN')
      throw new StoreUnavailable('event store', 'failed', 'a reward could not be granted');
    if (identifier === 'IDEMPOTENCY_MISMATCH' || identifier === 'REQUEST_TOO_OLD') return undefined;
    throw new RewardRefused(`a reward was refused: ${identifier}`);
  }

  /**
   * Revokes what is unspent of a grant; Credits records the rest as a receivable. Safe to repeat.
   * @param causedBy id of the message that requests it
   * @throws StoreUnavailable to be called again; Error if the ledger refuses it for another reason
   */
  async takeBack({ account, change }: RewardGrant, reason: TakenBackReward['reason'], causedBy: string): Promise<void> {
    const { grantId, at, source } = change;
    const revoke = { type: 'revoke', grantId, at, reason, reference: takenBackReference(source) } as const;
    const answer = await this.commands.execute(new ChangeCredits(account, revoke, causedBy));
    if (answer.ok) return;
    const { identifier } = answer.error;
    if (identifier === 'TRY_AGAIN')
      throw new StoreUnavailable('event store', 'failed', 'a reward could not be taken back');
    // Never granted because it would have expired already, or forgotten, or revoked by an operator.
    if (identifier === 'GRANT_NOT_FOUND' || identifier === 'IDEMPOTENCY_MISMATCH') return;
    throw new Error(`taking back a reward was refused: ${identifier}`);
  }
}
