import { ACCOUNT_PREFIX, accountCodec, accountOf, type AccountEvent, type Allocation } from '../../credits/index.js';
import type { Millis } from '../../kernel/clock.js';
import type { Policy } from '../../kernel/event-sourcing/policy.js';
import type { UserId } from '../../kernel/ids.js';
import type { TakenBackReward } from '../grant.policy.js';

/** What an account's event means for the shares in its surcharges. */
export type ShareStep =
  | {
      readonly kind: 'held';
      readonly holdId: string;
      readonly payer: UserId;
      readonly workId: string;
      readonly amount: number;
      readonly paid: readonly Allocation[];
    }
  | {
      readonly kind: 'captured';
      readonly holdId: string;
      readonly captured: readonly Allocation[];
      readonly at: Millis;
    }
  | { readonly kind: 'released'; readonly holdId: string }
  | {
      readonly kind: 'returned';
      readonly payer: UserId;
      readonly grantId: string;
      readonly reason: TakenBackReward['reason'];
    };

/**
 * Follows the holds of payers: what is held for a recipe, what becomes of it, and which payments are returned. Only
 * surcharges that sold credits pay, at least in part, have a share.
 */
export const sharePolicy: Policy<AccountEvent, ShareStep> = {
  name: 'rewards_shares',
  prefix: ACCOUNT_PREFIX,
  codec: accountCodec,
  handles: ['CreditsHeld', 'HoldCaptured', 'HoldReleased', 'HoldExpired', 'GrantRevoked'],
  react: ({ event, stream }) => {
    const account = accountOf(stream);
    if (account?.appName !== 'kinora' || account.usageType !== 'credits') return [];
    const step = stepOf(event, account.userId);
    return step === undefined ? [] : [step];
  },
};

function stepOf({ type, at, data }: AccountEvent, payer: UserId): ShareStep | undefined {
  switch (type) {
    case 'CreditsHeld': {
      const { holdId, surcharge } = data;
      if (surcharge === undefined || surcharge.paid.length === 0) return undefined;
      return { kind: 'held', holdId, payer, workId: surcharge.work, amount: surcharge.amount, paid: surcharge.paid };
    }
    case 'HoldCaptured':
      return { kind: 'captured', holdId: data.holdId, captured: data.captured, at };
    case 'HoldReleased':
    case 'HoldExpired':
      return { kind: 'released', holdId: data.holdId };
    case 'GrantRevoked':
      return {
        kind: 'returned',
        payer,
        grantId: data.grantId,
        reason: data.reason === 'chargeback' ? 'chargeback' : 'refund',
      };
    case 'CreditsGranted':
    case 'HoldExtended':
    case 'GrantExpired':
    case 'CreditsAdjusted':
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return undefined;
    default:
      return type satisfies never;
  }
}
