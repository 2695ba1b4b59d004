import { z } from 'zod';
import type { StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamEvents } from '../../platform/event-store/streams.js';
import { accountCodec, type AccountEvent, type Allocation, type Returned } from '../account/events.js';

const DAY_MS = 86_400_000;

export const dailyGrantUse = z.object({
  /** Stream of the account. Grants of several accounts may have the same id. */
  stream: z.string(),
  grantId: z.string(),
  /** UTC days, counted from the epoch, on which credits were used up: captured, or taken by an adjustment. In order. */
  days: z.array(z.int()),
  /** The credits used on each of these days. Two lists of numbers are read several times as fast as one of objects. */
  used: z.array(z.int()),
  /** The day on which the grant expired or was revoked: nothing can be used of it any more. */
  ended: z.int().nullable(),
});
/** How many credits of a grant were used on which days; a grant without any use and end has none. */
export type DailyGrantUse = z.infer<typeof dailyGrantUse>;

/** The id of a grant's use. */
export const grantUseKey = (stream: string, grantId: string): string => `${stream} ${grantId}`;

/** What an event changes in the use of one grant. */
export interface UseChange {
  readonly grantId: string;
  readonly used: number;
  readonly ends: boolean;
}

/** Types of the events that can use up credits or end a grant. */
export const USING = [
  'HoldCaptured',
  'HoldReleased',
  'HoldExpired',
  'GrantExpired',
  'GrantRevoked',
  'CreditsAdjusted',
] as const satisfies readonly AccountEvent['type'][];

/** The changes of an event, one for each grant. */
export function useChanges(event: AccountEvent): readonly UseChange[] {
  const changes = new Map<string, UseChange>();
  for (const { grantId, used, ends } of partsOf(event)) {
    const before = changes.get(grantId);
    changes.set(grantId, { grantId, used: used + (before?.used ?? 0), ends: ends || (before?.ends ?? false) });
  }
  return [...changes.values()].filter(({ used, ends }) => used > 0 || ends);
}

const usedOf = (parts: readonly Allocation[]): readonly UseChange[] =>
  parts.map(({ grantId, amount }) => ({ grantId, used: amount, ends: false }));
/** Credits go back to a grant that is open, and end with one that has ended. */
const endedBy = (parts: readonly Returned[]): readonly UseChange[] =>
  parts.map(({ grantId, to }) => ({ grantId, used: 0, ends: to !== 'available' }));

function partsOf(event: AccountEvent): readonly UseChange[] {
  switch (event.type) {
    case 'HoldCaptured':
      return [...usedOf(event.data.captured), ...endedBy(event.data.returned)];
    case 'HoldReleased':
    case 'HoldExpired':
      return endedBy(event.data.returned);
    case 'GrantExpired':
    case 'GrantRevoked':
      return [{ grantId: event.data.grantId, used: 0, ends: true }];
    case 'CreditsAdjusted':
      return event.data.amount < 0 ? usedOf(event.data.taken) : [];
    case 'CreditsGranted':
    case 'CreditsHeld':
    case 'HoldExtended':
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return [];
    default:
      return event satisfies never;
  }
}

/** The use of a grant after a change. @param at time of the event, milliseconds since the epoch */
export function withUse(
  before: DailyGrantUse | undefined,
  stream: string,
  { grantId, used, ends }: UseChange,
  at: number,
): DailyGrantUse {
  const day = Math.floor(at / DAY_MS);
  const {
    days,
    used: amounts,
    ended,
  }: Omit<DailyGrantUse, 'stream' | 'grantId'> = before ?? { days: [], used: [], ended: null };
  const after = { stream, grantId, days, used: amounts, ended: ends ? Math.min(ended ?? day, day) : ended };
  if (used === 0) return after;
  const place = days.findLastIndex((one) => one <= day);
  if (days[place] === day) return { ...after, used: amounts.with(place, used + (amounts[place] ?? 0)) };
  return { ...after, days: days.toSpliced(place + 1, 0, day), used: amounts.toSpliced(place + 1, 0, used) };
}

/**
 * The uses of an account's grants, by `grantUseKey`, from its events alone.
 * @param grants what the ids of the grants begin with
 * @throws StoreUnavailable, UnreadableEvent
 */
export async function readGrantUses(
  log: Pick<EventStore, 'readStream'>,
  stream: StreamName,
  grants: string,
): Promise<ReadonlyMap<string, DailyGrantUse>> {
  const uses = new Map<string, DailyGrantUse>();
  for await (const recorded of streamEvents(log, stream)) {
    const { event } = accountCodec.decode(recorded);
    for (const change of useChanges(event)) {
      const key = grantUseKey(stream, change.grantId);
      if (change.grantId.startsWith(grants)) uses.set(key, withUse(uses.get(key), stream, change, event.at));
    }
  }
  return uses;
}
