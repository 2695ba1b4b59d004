import { z } from 'zod';
import { createCodec } from '../../../kernel/event-sourcing/codec.js';
import type { Decider } from '../../../kernel/event-sourcing/decider.js';
import type { DomainEvent, StreamName } from '../../../kernel/event-sourcing/event.js';
import type { Millis } from '../../../kernel/clock.js';
import type { Permission } from '../../../kernel/permissions.shared.js';
import { ok } from '../../../kernel/result.js';
import type { UserId } from '../../../platform/http/security/session-user.js';

const acted = z.strictObject({
  who: z.string().min(1).transform((id) => id as UserId), // the brand is applied when the event is read
  // Old events may contain permissions that no longer exist.
  permission: z.string().transform((name) => name as Permission),
  what: z.string(),
  subjects: z.record(z.string(), z.string()),
});
export type Acted = z.infer<typeof acted>;
export type OperatorActed = DomainEvent<'OperatorActed', Acted>;

/** One stream for the whole installation: its hash chain is the log (adr/0059). */
export const OPERATOR_STREAM = 'operators-log' as StreamName; // the brand is applied here

/** Prefixes of the streams of this context, which the daily roots of the ledger cover. */
export const IDENTITY_STREAMS: readonly { readonly prefix: string }[] = [{ prefix: OPERATOR_STREAM }];

export const operatorCodec = createCodec<OperatorActed>({ OperatorActed: { version: 1, schema: acted } });

/** A call to record, with its time. */
export interface Act {
  readonly acted: Acted;
  readonly at: Millis;
}

/** Records every call. The state is the time of the last record; the next one is never earlier. */
export const operatorDecider: Decider<Act, Millis, OperatorActed> = {
  initial: 0,
  decide: ({ acted: data, at }, last) => ok([{ type: 'OperatorActed', at: Math.max(at, last), data }]),
  evolve: (_last, { at }) => at,
};
