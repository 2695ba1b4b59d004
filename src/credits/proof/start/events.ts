import { z } from 'zod';
import type { Millis } from '../../../kernel/clock.js';
import { createCodec } from '../../../kernel/event-sourcing/codec.js';
import type { Decider } from '../../../kernel/event-sourcing/decider.js';
import type { DomainEvent, StreamName } from '../../../kernel/event-sourcing/event.js';
import { ok } from '../../../kernel/result.js';
import { utcDay } from '../root.shared.js';

/** A root by its day and the SHA-256 (hex) of its body. */
const rootId = { bodyHash: z.string().regex(/^[0-9a-f]{64}$/), day: utcDay };

/** Roots up to this one were signed. */
const rootSigned = z.strictObject({ ...rootId, kid: z.string().min(1) });
/** An operator accepted that roots up to this one are lost or no longer fit. `reason` is a case id or a word. */
const rootsRestarted = z.strictObject({ ...rootId, reason: z.string().regex(/^[\w.:-]{1,200}$/) });

export type RootEvent =
  DomainEvent<'RootSigned', z.infer<typeof rootSigned>> | DomainEvent<'RootsRestarted', z.infer<typeof rootsRestarted>>;

/** One stream for the whole installation: it tells from the log that roots were signed (adr/0074). */
export const ROOTS_STREAM = 'ledger-roots' as StreamName; // the brand is applied here

export const rootCodec = createCodec<RootEvent>({
  RootSigned: { version: 1, schema: rootSigned },
  RootsRestarted: { version: 1, schema: rootsRestarted },
});

/** A signed root, by its day and the hash of its body. */
export interface RootId {
  readonly day: string;
  readonly bodyHash: string;
}

/** The newest root that was signed, and the newest up to which an operator accepted a loss. */
export interface RootNotes {
  readonly signed?: RootId;
  readonly accepted?: RootId;
}

export type RootNote =
  | { readonly type: 'signed'; readonly at: Millis; readonly root: RootId & { readonly kid: string } }
  | { readonly type: 'restarted'; readonly at: Millis; readonly root: RootId & { readonly reason: string } };

const isAfter = ({ day }: RootId, other: RootId | undefined): boolean => other === undefined || day > other.day;

export function evolve(notes: RootNotes, { type, data: { day, bodyHash } }: RootEvent): RootNotes {
  return type === 'RootSigned' ? { ...notes, signed: { day, bodyHash } } : { ...notes, accepted: { day, bodyHash } };
}

/** Notes each root once; a root that is not newer than the noted one changes nothing. */
export const rootDecider: Decider<RootNote, RootNotes, RootEvent> = {
  initial: {},
  decide: (note, { signed, accepted }) => {
    const { at } = note;
    if (note.type === 'signed')
      return ok(isAfter(note.root, signed) ? [{ type: 'RootSigned', at, data: note.root }] : []);
    return ok(isAfter(note.root, accepted) ? [{ type: 'RootsRestarted', at, data: note.root }] : []);
  },
  evolve,
};
