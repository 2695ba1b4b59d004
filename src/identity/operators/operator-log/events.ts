import { z } from 'zod';
import { createCodec } from '../../../kernel/event-sourcing/codec.js';
import type { Decider } from '../../../kernel/event-sourcing/decider.js';
import type { DomainEvent, StreamName } from '../../../kernel/event-sourcing/event.js';
import type { Millis } from '../../../kernel/clock.js';
import type { Permission } from '../../../kernel/permissions.shared.js';
import { ok } from '../../../kernel/result.js';
import type { UserId } from '../../../platform/http/security/session-user.js';

const acted = z.strictObject({
  who: z
    .string()
    .min(1)
    .transform((id) => id as UserId), // the brand is applied when the event is read
  // Old events may contain permissions that no longer exist.
  permission: z.string().transform((name) => name as Permission),
  what: z.string(),
  subjects: z.record(z.string(), z.string()),
});
export type Acted = z.infer<typeof acted>;

const actor = z
  .string()
  .min(1)
  .transform((id) => id as UserId); // the brand is applied when the event is read

/**
 * A role was given to a user or taken away. `who` did it: a user id, or `operator:cli` for the command line; `what` is
 * the command, or the administrator link.
 */
const roleChanged = z.strictObject({
  // Old events may contain roles that no longer exist.
  role: z.string().min(1),
  userId: actor,
  what: z.string().min(1),
  who: actor,
});
export type RoleChanged = z.infer<typeof roleChanged>;

/** A command of the operator that changes how the ledger is proved. */
const commanded = z.strictObject({ subjects: z.record(z.string(), z.string()), what: z.string().min(1), who: actor });
export type Commanded = z.infer<typeof commanded>;

export type OperatorEvent =
  | DomainEvent<'OperatorActed', Acted>
  | DomainEvent<'RoleGranted', RoleChanged>
  | DomainEvent<'RoleRevoked', RoleChanged>
  | DomainEvent<'OperatorCommanded', Commanded>;

/** One stream for the whole installation: its hash chain is the log (adr/0059). */
export const OPERATOR_STREAM = 'operators-log' as StreamName; // the brand is applied here

/** Prefixes of the streams of this context, which the daily roots of the ledger cover. */
export const IDENTITY_STREAMS: readonly { readonly prefix: string }[] = [{ prefix: OPERATOR_STREAM }];

export const operatorCodec = createCodec<OperatorEvent>({
  OperatorActed: { version: 1, schema: acted },
  RoleGranted: { version: 1, schema: roleChanged },
  RoleRevoked: { version: 1, schema: roleChanged },
  OperatorCommanded: { version: 1, schema: commanded },
});

type Fact = OperatorEvent extends infer Event ? (Event extends OperatorEvent ? Omit<Event, 'at'> : never) : never;

/** A fact to record, with its time. */
export interface Act {
  readonly fact: Fact;
  readonly at: Millis;
}

/** Records every fact. The state is the time of the last record; the next one is never earlier. */
export const operatorDecider: Decider<Act, Millis, OperatorEvent> = {
  initial: 0,
  decide: ({ fact, at }, last) => ok([{ ...fact, at: Math.max(at, last) }]),
  evolve: (_last, { at }) => at,
};
