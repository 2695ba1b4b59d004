import { z } from 'zod';
import { createCodec } from '../../kernel/event-sourcing/codec.js';
import type { DomainEvent } from '../../kernel/event-sourcing/event.js';
import { GRANT_SOURCES } from '../credits.shared.js';

/** Whole credits. */
const count = z.int().min(0);
const millis = z.int();
const id = z.string().min(1).max(200);
/**
 * What a grant may pay for, and what kind of work a hold is for. Any grant pays for a free model, only an `any` grant
 * pays for other work.
 */
const eligibility = z.enum(['any', 'free-models']);
export type Eligibility = z.infer<typeof eligibility>;

const allocation = z.strictObject({ grantId: id, amount: count });
/** The part of a hold that one grant pays. */
export type Allocation = z.infer<typeof allocation>;

/** Held credits that were not captured. They return to their grant unless it has ended meanwhile. */
const returned = z.strictObject({ grantId: id, amount: count, to: z.enum(['available', 'expired', 'revoked']) });
export type Returned = z.infer<typeof returned>;

/** Available credits of the account after the event: the running balance. */
const available = count;

const creditsGranted = z.strictObject({
  available,
  eligibility,
  expiresAt: millis.exactOptional(),
  grantId: id,
  amount: count,
  source: z.enum(GRANT_SOURCES),
});
/**
 * The price of a draft that is deducted from its final: `amount` credits, captured from the hold `holdId`. A draft is
 * deducted from one delivered final at most (adr/0092).
 */
const deducted = z.strictObject({ amount: count, holdId: id });
export type Deducted = z.infer<typeof deducted>;
/**
 * The part of a hold that the author of the published work `work` asks for its recipe (adr/0114). The first `amount`
 * credits of the hold in burn order pay it. `paid` lists those of them that were sold (`PAID_SOURCES`).
 */
const surcharge = z.strictObject({ amount: count, paid: z.array(allocation), work: id });
/** `amount` is the price after the deduction, with the surcharge. */
const creditsHeld = z.strictObject({
  allocations: z.array(allocation),
  amount: count,
  available,
  deducted: deducted.exactOptional(),
  eligibility,
  expiresAt: millis,
  holdId: id,
  reference: z.string().max(500),
  surcharge: surcharge.exactOptional(),
});
const creditsHeldV2 = creditsHeld.omit({ surcharge: true });
const creditsHeldV1 = creditsHeldV2.omit({ deducted: true });
const holdExtended = z.strictObject({ available, expiresAt: millis, holdId: id });
/** `receivable`: the amount captured from an already revoked grant, which nobody has paid for. */
const holdCaptured = z.strictObject({
  amount: count,
  available,
  captured: z.array(allocation),
  holdId: id,
  receivable: count.exactOptional(),
  returned: z.array(returned),
});
const holdReleased = z.strictObject({
  available,
  holdId: id,
  reason: z.string().max(200),
  returned: z.array(returned),
});
const holdExpired = z.strictObject({ available, holdId: id, returned: z.array(returned) });
const grantExpired = z.strictObject({ amount: count, available, grantId: id });
/** `receivable`: the amount of the grant that had been spent when it was revoked. */
const grantRevoked = z.strictObject({
  amount: count,
  available,
  grantId: id,
  reason: z.string().max(200),
  receivable: count,
  reference: z.string().max(500),
});
/**
 * A positive amount creates a grant with the adjustment's id; a negative amount is taken from the listed grants.
 * `actor` requested it and `approver` approved it: opaque user ids, `operator:…` or `policy:…`. The actor is null in
 * events of version 1, which named nobody. `reverses` is the id of the adjustment that this one undoes; `settles` is
 * the part of the receivable that is no longer owed, or, if negative, that is owed again. `validAt` is the earlier time
 * at which the adjustment should have been made, for books as of that time (adr/0082); it changes nothing else.
 */
const creditsAdjusted = z.strictObject({
  actor: id.nullable(),
  adjustmentId: id,
  amount: z.int(),
  approver: id.exactOptional(),
  available,
  reasonCode: z.string().max(200),
  reference: z.string().max(500),
  reverses: id.exactOptional(),
  settles: z.int().exactOptional(),
  taken: z.array(allocation),
  validAt: millis.exactOptional(),
});
const creditsAdjustedV2 = creditsAdjusted.omit({ validAt: true });
const creditsAdjustedV1 = creditsAdjustedV2.omit({ actor: true, approver: true, reverses: true, settles: true });
/** `deducted`: nothing was held, because the price of a draft covered the list price. */
const usageRecorded = z.strictObject({
  available,
  deducted: deducted.exactOptional(),
  listPrice: count,
  reference: z.string().max(500),
  usageId: id,
});
const usageRecordedV1 = usageRecorded.omit({ deducted: true });

const totals = z.strictObject({
  adjusted: z.int(),
  expired: count,
  granted: count,
  receivable: count,
  revoked: count,
  spent: count,
});
/** Lifetime sums of the account. Together with `available` and `held` they balance after every event. */
export type Totals = z.infer<typeof totals>;

const grant = z.strictObject({
  amount: count,
  available: count,
  eligibility,
  expiresAt: millis.exactOptional(),
  grantId: id,
  held: count,
  revokedBy: z.string().max(500).exactOptional(),
  source: z.enum(GRANT_SOURCES),
  spent: count,
  standing: z.enum(['open', 'expired', 'revoked']),
});
/** A grant with available or held credits. An `expired` or `revoked` grant remains only because of a hold. */
export type Grant = z.infer<typeof grant>;

const closedGrant = z.strictObject({
  amount: count,
  eligibility,
  expiresAt: millis.exactOptional(),
  grantId: id,
  revokedBy: z.string().max(500).exactOptional(),
  source: z.enum(GRANT_SOURCES),
  spent: count,
  until: millis.exactOptional(),
});
/**
 * A used-up grant, remembered for repeats and late refunds. It is kept until a time, or for ever if it had no expiry,
 * because nothing else would then stop a repeat.
 */
export type ClosedGrant = z.infer<typeof closedGrant>;

const hold = z.strictObject({
  allocations: z.array(allocation),
  amount: count,
  eligibility,
  endsAt: millis,
  expiresAt: millis,
  holdId: id,
});
/** An open hold. `expiresAt` is the original end, `endsAt` the extended one. */
export type Hold = z.infer<typeof hold>;

const remembered = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('hold'),
    amount: count,
    captured: count,
    eligibility,
    ended: z.enum(['captured', 'released', 'expired']),
    expiresAt: millis,
    id,
    until: millis,
  }),
  z.strictObject({ kind: z.literal('usage'), id, listPrice: count, until: millis }),
]);
/** An ended entry, remembered until a repeat would be refused as too old anyway. */
export type Remembered = z.infer<typeof remembered>;

const place = z.strictObject({ revision: z.int().min(0), until: millis });
/** A sealed checkpoint, and the time until which its list of ended entries, or any earlier list, still matters. */
export type CheckpointPosition = z.infer<typeof place>;

/**
 * All that deciding needs, so that a load can begin here. What has ended is listed since the last sealed checkpoint,
 * `previous`; a checkpoint whose list has grown long is sealed, so that no event grows without bound.
 */
const accountCheckpointed = z.strictObject({
  adjustments: z.array(z.strictObject({ adjustmentId: id, amount: z.int() })),
  available,
  closedGrants: z.array(closedGrant),
  grants: z.array(grant),
  holds: z.array(hold),
  previous: place.exactOptional(),
  remembered: z.array(remembered),
  revision: z.int().min(0),
  sealed: z.boolean(),
  totals,
});

export type AccountEvent =
  | DomainEvent<'CreditsGranted', z.infer<typeof creditsGranted>>
  | DomainEvent<'CreditsHeld', z.infer<typeof creditsHeld>>
  | DomainEvent<'HoldExtended', z.infer<typeof holdExtended>>
  | DomainEvent<'HoldCaptured', z.infer<typeof holdCaptured>>
  | DomainEvent<'HoldReleased', z.infer<typeof holdReleased>>
  | DomainEvent<'HoldExpired', z.infer<typeof holdExpired>>
  | DomainEvent<'GrantExpired', z.infer<typeof grantExpired>>
  | DomainEvent<'GrantRevoked', z.infer<typeof grantRevoked>>
  | DomainEvent<'CreditsAdjusted', z.infer<typeof creditsAdjusted>>
  | DomainEvent<'UsageRecorded', z.infer<typeof usageRecorded>>
  | DomainEvent<'AccountCheckpointed', z.infer<typeof accountCheckpointed>>;

/**
 * Storage format of account events. A changed shape needs a new version, an upcaster here and a fixture in
 * test/fixtures/events.
 */
export const accountCodec = createCodec<AccountEvent>({
  CreditsGranted: { version: 1, schema: creditsGranted },
  CreditsHeld: {
    version: 3,
    schema: creditsHeld,
    upcasters: { 1: (stored) => creditsHeldV1.parse(stored), 2: (stored) => creditsHeldV2.parse(stored) },
  },
  HoldExtended: { version: 1, schema: holdExtended },
  HoldCaptured: { version: 1, schema: holdCaptured },
  HoldReleased: { version: 1, schema: holdReleased },
  HoldExpired: { version: 1, schema: holdExpired },
  GrantExpired: { version: 1, schema: grantExpired },
  GrantRevoked: { version: 1, schema: grantRevoked },
  CreditsAdjusted: {
    version: 3,
    schema: creditsAdjusted,
    upcasters: {
      1: (stored) => ({ ...creditsAdjustedV1.parse(stored), actor: null }),
      2: (stored) => creditsAdjustedV2.parse(stored),
    },
  },
  UsageRecorded: { version: 2, schema: usageRecorded, upcasters: { 1: (stored) => usageRecordedV1.parse(stored) } },
  AccountCheckpointed: { version: 1, schema: accountCheckpointed },
});
