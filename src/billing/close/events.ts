import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { productError } from '../../kernel/errors.shared.js';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import type { Decider } from '../../kernel/event-sourcing/decider.js';
import type { DomainEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { err, ok } from '../../kernel/result.js';
import { ACCEPT_REASONS, REOPEN_REASONS } from './close.shared.js';
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
  actor, checks: z.array(z.string()), closing, closingId: z.string().min(1).max(120), document: hash, figures: hash, month: monthName,
});
const monthReopened = z.strictObject({ actor, case: reference, closing, month: monthName, reason: z.enum(REOPEN_REASONS) });

export type MonthClosed = z.infer<typeof monthClosed>;
export type MonthReopened = z.infer<typeof monthReopened>;
export type CloseEvent = DomainEvent<'MonthClosed', MonthClosed> | DomainEvent<'MonthReopened', MonthReopened>;

export const closeCodec = createCodec<CloseEvent>({
  MonthClosed: { version: 1, schema: monthClosed },
  MonthReopened: { version: 1, schema: monthReopened },
});

/** A closing of the month, and its re-opening. */
export interface Closing extends MonthClosed {
  readonly at: Millis;
  readonly reopened: (Omit<MonthReopened, 'closing' | 'month'> & { readonly at: Millis }) | null;
}

/** Every closing of a month, oldest first. */
export type CloseState = readonly Closing[];

export type CloseCommand =
  | { readonly type: 'close'; readonly at: Millis; readonly data: MonthClosed }
  | { readonly type: 'reopen'; readonly at: Millis; readonly data: MonthReopened };

/** The closing in force; undefined while the month is open. */
export function closedBy(state: CloseState): Closing | undefined {
  const last = state.at(-1);
  return last?.reopened === null ? last : undefined;
}

export function evolve(state: CloseState, { type, at, data }: CloseEvent): CloseState {
  if (type === 'MonthClosed') return [...state, { ...data, at, reopened: null }];
  const { actor: by, case: about, reason } = data;
  return state.map((one) => (one.closing === data.closing ? { ...one, reopened: { at, actor: by, case: about, reason } } : one));
}

/** Never before the last event of the stream. */
const timeAfter = (state: CloseState, at: Millis): Millis => Math.max(at, ...state.flatMap((one) => [one.at, one.reopened?.at ?? 0]));

/**
 * Closes and re-opens a month. A repeat changes nothing. MONTH_CLOSED {month} for a month that is closed, MONTH_OPEN
 * {month} for one that is not, IDEMPOTENCY_MISMATCH {id} for a closing id of another person, TRY_AGAIN when somebody
 * else closed and re-opened the month meanwhile.
 */
export const closeDecider: Decider<CloseCommand, CloseState, CloseEvent> = {
  initial: [],
  decide: (command, state) => {
    const { data: { month } } = command;
    const at = timeAfter(state, command.at);
    if (command.type === 'close') {
      const { data } = command;
      const same = state.find(({ closingId }) => closingId === data.closingId);
      if (same !== undefined) return same.actor === data.actor ? ok([]) : err(productError('IDEMPOTENCY_MISMATCH', { id: data.closingId }));
      if (closedBy(state) !== undefined) return err(productError('MONTH_CLOSED', { month }));
      return data.closing === state.length + 1 ? ok([{ type: 'MonthClosed', at, data }]) : err(productError('TRY_AGAIN'));
    }
    const { data } = command;
    const last = state.at(-1);
    if (last === undefined || last.closing !== data.closing) return err(productError('MONTH_OPEN', { month }));
    if (last.reopened === null) return ok([{ type: 'MonthReopened', at, data }]);
    const { actor: by, case: about, reason } = last.reopened;
    return by === data.actor && about === data.case && reason === data.reason ? ok([]) : err(productError('MONTH_OPEN', { month }));
  },
  evolve,
};
