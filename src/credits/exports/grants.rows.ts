import type { Position, StreamName } from '../../kernel/event-sourcing/event.js';
import type { EventStore } from '../../platform/event-store/port.js';
import { streamEvents, streamNames } from '../../platform/event-store/streams.js';
import { ACCOUNT_PREFIX, accountOf } from '../account/account.key.js';
import { accountCodec, type AccountEvent, type Allocation, type Returned } from '../account/events.js';
import type { Movements } from '../books/books.entries.js';
import type { GrantSource } from '../credits.shared.js';
import type { ExportRange } from './events.rows.js';
import type { GrantMovementRow, ReceivableRow } from './tables.shared.js';

interface Grant {
  readonly source: GrantSource;
  readonly expiresAt: number | null;
  available: number;
  held: number;
  spent: number;
  /** The revocation, once there was one. */
  revoked: { readonly reason: string; readonly reference: string } | undefined;
}

type Kind = keyof Movements;
/** A movement of one grant. `amount` is negative only for credits that an adjustment takes. */
interface Movement {
  readonly grantId: string;
  readonly kind: Kind;
  readonly amount: number;
}

/** Effect of a movement on the available and held credits of its grant. */
const EFFECT: Readonly<Record<Kind, readonly [available: number, held: number]>> = {
  granted: [1, 0],
  adjusted: [1, 0],
  held: [-1, 1],
  spent: [0, -1],
  released: [1, -1],
  expired: [-1, 0],
  revoked: [-1, 0],
};

type Log = Pick<EventStore, 'follow' | 'readStream'>;
/** An event with the grants of its account just before it. */
interface Step {
  readonly stream: StreamName;
  readonly revision: number;
  readonly event: AccountEvent;
  readonly grants: Map<string, Grant>;
}

async function* steps(log: Log, end: Position): AsyncGenerator<Step, void, undefined> {
  for await (const stream of streamNames(log, [ACCOUNT_PREFIX], end)) {
    const grants = new Map<string, Grant>();
    for await (const recorded of streamEvents(log, stream))
      yield { stream, revision: recorded.revision, event: accountCodec.decode(recorded).event, grants };
  }
}

const open = (source: GrantSource, expiresAt: number | undefined): Grant => ({
  source,
  expiresAt: expiresAt ?? null,
  available: 0,
  held: 0,
  spent: 0,
  revoked: undefined,
});

/** Movements of an event, in order. Adds the grant that the event creates, or that it revokes. */
function movementsOf(event: AccountEvent, grants: Map<string, Grant>): readonly Movement[] {
  const each = (parts: readonly Allocation[], kind: Kind): readonly Movement[] =>
    parts.map(({ grantId, amount }) => ({ grantId, kind, amount }));
  switch (event.type) {
    case 'CreditsGranted':
      grants.set(event.data.grantId, open(event.data.source, event.data.expiresAt));
      return each([event.data], 'granted');
    case 'CreditsAdjusted': {
      const { adjustmentId, amount, taken } = event.data;
      // It only settles a receivable.
      if (amount === 0) return [];
      if (amount < 0) return taken.map((part) => ({ grantId: part.grantId, kind: 'adjusted', amount: -part.amount }));
      if (amount === 0) return [];
      grants.set(adjustmentId, open('adjustment', undefined));
      return [{ grantId: adjustmentId, kind: 'adjusted', amount }];
    }
    case 'CreditsHeld':
      return each(event.data.allocations, 'held');
    case 'HoldCaptured':
      return [...each(event.data.captured, 'spent'), ...returned(event.data.returned)];
    case 'HoldReleased':
    case 'HoldExpired':
      return returned(event.data.returned);
    case 'GrantExpired':
      return event.data.amount === 0 ? [] : each([event.data], 'expired');
    case 'GrantRevoked':
      return event.data.amount === 0 ? [] : each([event.data], 'revoked');
    case 'HoldExtended':
    case 'UsageRecorded':
    case 'AccountCheckpointed':
      return [];
    default:
      return event satisfies never;
  }
}

/** Credits of an ended grant are released and end at once. */
const returned = (parts: readonly Returned[]): readonly Movement[] =>
  parts.flatMap(({ grantId, amount, to }): readonly Movement[] =>
    to === 'available'
      ? [{ grantId, kind: 'released', amount }]
      : [
          { grantId, kind: 'released', amount },
          { grantId, kind: to, amount },
        ],
  );

/** Applies a movement to its grant. @throws Error when the account has no such grant */
function moved(grants: ReadonlyMap<string, Grant>, { grantId, kind, amount }: Movement, stream: string): Grant {
  const grant = grants.get(grantId);
  if (grant === undefined) throw new Error(`${stream} has no grant ${grantId}`);
  const [available, held] = EFFECT[kind];
  grant.available += available * amount;
  grant.held += held * amount;
  if (kind === 'spent') grant.spent += amount;
  return grant;
}

const subjectOf = ({ data }: AccountEvent): string | null =>
  'holdId' in data ? data.holdId : 'grantId' in data ? data.grantId : 'adjustmentId' in data ? data.adjustmentId : null;

function columnsOf(
  { stream, revision, event }: Step,
  grantId: string,
  { source, expiresAt }: Pick<Grant, 'source' | 'expiresAt'>,
) {
  const account = accountOf(stream);
  return {
    stream,
    revision,
    at: new Date(event.at),
    userId: account?.userId ?? null,
    appName: account?.appName ?? null,
    usageType: account?.usageType ?? null,
    type: event.type,
    subject: subjectOf(event),
    grantId,
    source,
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
}

const validAtOf = (event: AccountEvent): Date | null =>
  event.type === 'CreditsAdjusted' && event.data.validAt !== undefined ? new Date(event.data.validAt) : null;

/**
 * Every movement of every grant, account by account.
 * @throws StoreUnavailable, UnreadableEvent; Error when an event names a grant that its account never had
 */
export async function* grantMovements(
  log: Log,
  end: Position,
  { from = -Infinity, to = Infinity }: ExportRange,
): AsyncGenerator<GrantMovementRow, void, undefined> {
  for await (const step of steps(log, end)) {
    const isMeant = step.event.at >= from && step.event.at < to;
    for (const movement of movementsOf(step.event, step.grants)) {
      const grant = moved(step.grants, movement, step.stream);
      if (isMeant)
        yield {
          ...columnsOf(step, movement.grantId, grant),
          kind: movement.kind,
          amount: movement.amount,
          availableAfter: grant.available,
          heldAfter: grant.held,
          validAt: validAtOf(step.event),
        };
    }
  }
}

/** An adjustment that only settles a receivable creates no grant. */
const NO_GRANT = { source: 'adjustment', expiresAt: null } as const;

/** What an event adds to the receivable, by grant. Needs the grants after the event. */
function receivableOf(event: AccountEvent, grants: ReadonlyMap<string, Grant>): readonly Allocation[] {
  if (event.type === 'GrantRevoked')
    return event.data.receivable === 0 ? [] : [{ grantId: event.data.grantId, amount: event.data.receivable }];
  return event.type === 'HoldCaptured'
    ? event.data.captured.filter(({ grantId }) => grants.get(grantId)?.revoked !== undefined)
    : [];
}

/**
 * Credits that were spent from grants whose payment was returned, account by account.
 * @throws as `grantMovements`
 */
export async function* receivables(
  log: Log,
  end: Position,
  { from = -Infinity, to = Infinity }: ExportRange,
): AsyncGenerator<ReceivableRow, void, undefined> {
  let sum = 0;
  for await (const step of steps(log, end)) {
    const { event, grants, revision, stream } = step;
    if (revision === 0) sum = 0;
    for (const movement of movementsOf(event, grants)) moved(grants, movement, stream);
    if (event.type === 'GrantRevoked') {
      const grant = grants.get(event.data.grantId);
      if (grant === undefined) throw new Error(`${stream} has no grant ${event.data.grantId}`);
      grant.revoked = { reason: event.data.reason, reference: event.data.reference };
    }
    for (const { grantId, amount } of receivableOf(event, grants)) {
      const grant = grants.get(grantId);
      sum += amount;
      if (grant === undefined || event.at < from || event.at >= to) continue;
      yield {
        ...columnsOf(step, grantId, grant),
        reason: grant.revoked?.reason ?? null,
        reference: grant.revoked?.reference ?? null,
        amount,
        accountReceivable: sum,
      };
    }
    if (event.type !== 'CreditsAdjusted' || event.data.settles === undefined) continue;
    const { adjustmentId, reasonCode, reference, settles } = event.data;
    sum -= settles;
    if (event.at < from || event.at >= to) continue;
    yield {
      ...columnsOf(step, adjustmentId, grants.get(adjustmentId) ?? NO_GRANT),
      reason: reasonCode,
      reference,
      amount: 0 - settles,
      accountReceivable: sum,
    };
  }
}
