import type { Millis } from '../../kernel/clock.js';
import { decodeMetadata } from '../../kernel/event-sourcing/chain.js';
import type { RecordedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { accountOf, type AccountKey } from '../account/account.key.js';
import type { AccountEvent } from '../account/events.js';
import type { Difference } from '../books/finance.shared.js';
import type { CausedEvent, CauseOwners, Subject } from './owners.js';
import type { Seen } from './reconcile.documents.js';

/** What an account's events say about their causes. */
export interface AccountCauses {
  /** Events that another context must explain. */
  readonly caused: readonly CausedEvent[];
  /** Expiries before their time, which nothing can explain. */
  readonly differences: readonly Difference[];
}

/**
 * The causes that the events of an account need. Expiries need none but their time; checkpoints repeat what was already
 * recorded; adjustments are compared with the requests of operators.
 */
export function causesOf(stream: StreamName, recorded: readonly RecordedEvent[], seen: Seen): AccountCauses {
  const account = accountOf(stream);
  if (account === undefined) return { caused: [], differences: [] };
  const ends = new Map<string, Millis>();
  const caused: CausedEvent[] = [];
  const differences: Difference[] = [];
  for (const [index, { event, revision }] of seen.entries()) {
    const stored = recorded[index];
    if (stored === undefined) continue;
    const early = tooEarly(ends, event);
    if (early !== undefined)
      differences.push({ code: 'event-unexplained', where: nameOf(stream, revision), what: early });
    const subject = subjectOf(event);
    if (subject !== undefined)
      caused.push({
        account,
        revision,
        type: event.type,
        at: event.at,
        recordedAt: stored.recordedAt,
        causedBy: decodeMetadata(stored.metadata).causedBy,
        subject,
      });
  }
  return { caused, differences };
}

const nameOf = (stream: string, revision: number): string => `event ${revision} of ${stream}`;

/** Notes when holds and grants end. @returns a description of an expiry that comes before that time */
function tooEarly(ends: Map<string, Millis>, { type, at, data }: AccountEvent): string | undefined {
  switch (type) {
    case 'CreditsGranted':
      return void ends.set(`grant ${data.grantId}`, data.expiresAt ?? Infinity);
    case 'CreditsHeld':
    case 'HoldExtended':
      return void ends.set(`hold ${data.holdId}`, data.expiresAt);
    case 'HoldExpired':
      return at < (ends.get(`hold ${data.holdId}`) ?? 0) ? `hold ${data.holdId} expired before its end` : undefined;
    case 'GrantExpired':
      return at < (ends.get(`grant ${data.grantId}`) ?? 0) ? `grant ${data.grantId} expired before its end` : undefined;
    default:
      return undefined;
  }
}

function subjectOf({ type, data }: AccountEvent): Subject | undefined {
  switch (type) {
    case 'CreditsGranted':
      return {
        kind: 'grant',
        id: data.grantId,
        source: data.source,
        amount: data.amount,
        expiresAt: data.expiresAt ?? null,
        isFreeOnly: data.eligibility === 'free-models',
      };
    case 'GrantRevoked':
      return { kind: 'revocation', id: data.grantId, reference: data.reference };
    case 'CreditsHeld':
    case 'HoldExtended':
    case 'HoldCaptured':
    case 'HoldReleased':
      return { kind: 'work', id: data.holdId };
    case 'UsageRecorded':
      return { kind: 'work', id: data.usageId };
    case 'HoldExpired':
    case 'GrantExpired':
    case 'CreditsAdjusted':
    case 'AccountCheckpointed':
      return undefined;
    default:
      return type satisfies never;
  }
}

const streamOf = ({ userId, appName, usageType }: AccountKey): string => `credits-${userId}.${appName}.${usageType}`;

/**
 * Asks the contexts again about events that none of them explained at first, because their own records may lag behind.
 * Reports those that stay unexplained.
 * @throws StoreUnavailable
 */
export async function reportUnexplained(
  owners: Pick<CauseOwners, 'unexplained'>,
  suspects: readonly CausedEvent[],
  pause: () => Promise<void>,
  report: (difference: Difference) => void,
): Promise<void> {
  if (suspects.length === 0) return;
  await pause();
  for (const { account, revision, type, causedBy, subject } of await owners.unexplained(suspects)) {
    report({
      code: 'event-unexplained',
      where: nameOf(streamOf(account), revision),
      what: `${type} of ${subject.kind === 'work' ? 'work' : 'grant'} ${subject.id}: ${causedBy === undefined ? 'it names no cause' : `nothing known has the cause ${causedBy}`}`,
    });
  }
}
