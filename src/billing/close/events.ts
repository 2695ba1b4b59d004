import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { productError, type ProductError } from '../../kernel/errors.shared.js';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import type { Decider } from '../../kernel/event-sourcing/decider.js';
import type { DomainEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { err, ok, type Result } from '../../kernel/result.js';
import { ACCEPT_REASONS, CLOSE_STEPS, REOPEN_REASONS } from './close.shared.js';
import { monthName } from './month.shared.js';

/** Prefix of the streams of closings, one per month. */
export const CLOSE_PREFIX = 'close-';

/** @param month `2026-10` */
export const closeStream = (month: string): StreamName => `${CLOSE_PREFIX}${month}` as StreamName; // the only place that builds the name of such a stream

/** SHA-256, hex. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const actor = z.string().min(1).max(120);
const reference = z.string().regex(/^[\w:./#-]{1,100}$/);
const closing = z.int().min(1);

/** `document` is the hash of the signed body, `figures` that of the canonical JSON of its figures. */
const monthClosed = z.strictObject({
  // Names of checks are text, because later versions may have others.
  accepted: z.array(z.strictObject({ case: reference, check: z.string(), reason: z.enum(ACCEPT_REASONS) })),
  actor,
  checks: z.array(z.string()),
  closing,
  closingId: z.string().min(1).max(120),
  document: hash,
  figures: hash,
  month: monthName,
});
const monthReopened = z.strictObject({
  actor,
  case: reference,
  closing,
  month: monthName,
  reason: z.enum(REOPEN_REASONS),
});
/** A step that was decided, but has no event, is given up; its event can no longer follow. */
const monthStepWithdrawn = z.strictObject({ actor, closing, month: monthName, step: z.enum(CLOSE_STEPS) });

export type MonthClosed = z.infer<typeof monthClosed>;
export type MonthReopened = z.infer<typeof monthReopened>;
export type MonthStepWithdrawn = z.infer<typeof monthStepWithdrawn>;
export type CloseEvent =
  | DomainEvent<'MonthClosed', MonthClosed>
  | DomainEvent<'MonthReopened', MonthReopened>
  | DomainEvent<'MonthStepWithdrawn', MonthStepWithdrawn>;

export const closeCodec = createCodec<CloseEvent>({
  MonthClosed: { version: 1, schema: monthClosed },
  MonthReopened: { version: 1, schema: monthReopened },
  MonthStepWithdrawn: { version: 1, schema: monthStepWithdrawn },
});

/** A closing of the month, and its re-opening. */
export interface Closing extends MonthClosed {
  readonly at: Millis;
  readonly reopened: (Omit<MonthReopened, 'closing' | 'month'> & { readonly at: Millis }) | null;
}

/** Every closing of a month, oldest first. */
export type CloseState = readonly Closing[];

/** The stream of a month. */
export interface CloseStream {
  readonly closings: CloseState;
  readonly withdrawals: readonly (MonthStepWithdrawn & { readonly at: Millis })[];
}
export const UNTOUCHED: CloseStream = { closings: [], withdrawals: [] };

/**
 * `withdrawals` is their number when the step was decided: after another one, its event does not follow. Nor does that
 * of a closing after `until`.
 */
export type CloseCommand =
  | {
      readonly type: 'close';
      readonly at: Millis;
      readonly until: Millis;
      readonly withdrawals: number;
      readonly data: MonthClosed;
    }
  | { readonly type: 'reopen'; readonly at: Millis; readonly withdrawals: number; readonly data: MonthReopened }
  | { readonly type: 'withdraw'; readonly at: Millis; readonly withdrawals: number; readonly data: MonthStepWithdrawn };

/** The closing in force; undefined while the month is open. */
export function closedBy(state: CloseState): Closing | undefined {
  const last = state.at(-1);
  return last?.reopened === null ? last : undefined;
}

export function evolve({ closings, withdrawals }: CloseStream, { type, at, data }: CloseEvent): CloseStream {
  switch (type) {
    case 'MonthClosed':
      return { closings: [...closings, { ...data, at, reopened: null }], withdrawals };
    case 'MonthReopened': {
      const { actor: by, case: about, reason } = data;
      return {
        closings: closings.map((one) =>
          one.closing === data.closing ? { ...one, reopened: { at, actor: by, case: about, reason } } : one,
        ),
        withdrawals,
      };
    }
    case 'MonthStepWithdrawn':
      return { closings, withdrawals: [...withdrawals, { ...data, at }] };
    default:
      return type satisfies never;
  }
}

/** Never before the last event of the stream. */
const timeAfter = ({ closings, withdrawals }: CloseStream, at: Millis): Millis =>
  Math.max(at, ...closings.flatMap((one) => [one.at, one.reopened?.at ?? 0]), ...withdrawals.map((one) => one.at));

type Decided = Result<readonly CloseEvent[], ProductError>;
type Of<Type extends CloseCommand['type']> = Extract<CloseCommand, { readonly type: Type }>;

function close({ data, until, withdrawals }: Of<'close'>, stream: CloseStream, at: Millis): Decided {
  const same = stream.closings.find(({ closingId }) => closingId === data.closingId);
  if (same !== undefined)
    return same.actor === data.actor ? ok([]) : err(productError('IDEMPOTENCY_MISMATCH', { id: data.closingId }));
  if (closedBy(stream.closings) !== undefined) return err(productError('MONTH_CLOSED', { month: data.month }));
  const isNext =
    at <= until && data.closing === stream.closings.length + 1 && withdrawals === stream.withdrawals.length;
  return isNext ? ok([{ type: 'MonthClosed', at, data }]) : err(productError('TRY_AGAIN'));
}

function reopen({ data, withdrawals }: Of<'reopen'>, stream: CloseStream, at: Millis): Decided {
  const open = err(productError('MONTH_OPEN', { month: data.month }));
  const last = stream.closings.at(-1);
  if (last === undefined || last.closing !== data.closing) return open;
  if (last.reopened === null)
    return withdrawals === stream.withdrawals.length
      ? ok([{ type: 'MonthReopened', at, data }])
      : err(productError('TRY_AGAIN'));
  const { actor: by, case: about, reason } = last.reopened;
  return by === data.actor && about === data.case && reason === data.reason ? ok([]) : open;
}

function withdraw({ data, withdrawals }: Of<'withdraw'>, stream: CloseStream, at: Millis): Decided {
  if (withdrawals !== stream.withdrawals.length) return ok([]); // somebody else was first
  const closing = closedBy(stream.closings);
  if (data.step === 'close')
    return data.closing > stream.closings.length
      ? ok([{ type: 'MonthStepWithdrawn', at, data }])
      : err(productError('MONTH_CLOSED', { month: data.month }));
  return closing?.closing === data.closing
    ? ok([{ type: 'MonthStepWithdrawn', at, data }])
    : err(productError('MONTH_OPEN', { month: data.month }));
}

/**
 * Closes and re-opens a month, and withdraws what was decided without an event. A repeat changes nothing. MONTH_CLOSED
 * {month} for a month that is closed, MONTH_OPEN {month} for one that is not, IDEMPOTENCY_MISMATCH {id} for a closing
 * id of another person, TRY_AGAIN when somebody else closed and re-opened the month meanwhile, or withdrew the step, or
 * the closing comes too late.
 */
export const closeDecider: Decider<CloseCommand, CloseStream, CloseEvent> = {
  initial: UNTOUCHED,
  decide: (command, stream) => {
    const at = timeAfter(stream, command.at);
    switch (command.type) {
      case 'close':
        return close(command, stream, at);
      case 'reopen':
        return reopen(command, stream, at);
      case 'withdraw':
        return withdraw(command, stream, at);
      default:
        return command satisfies never;
    }
  },
  evolve,
};
