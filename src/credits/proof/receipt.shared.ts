import { z } from 'zod';
import { RECEIPT_EVENTS } from './limits.shared.js';
import { publicKey, signedRoot } from './root.shared.js';

/** Kinds of statement lines that have a receipt. */
export const RECEIPT_KINDS = ['creation', 'grant', 'expiry', 'revocation', 'adjustment', 'usage'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** An event as stored; both texts are hashed. */
const receiptEvent = z.strictObject({
  type: z.string().max(100),
  data: z.string().max(4 * 1_048_576),
  metadata: z.string().max(10_000),
});
export type ReceiptEvent = z.infer<typeof receiptEvent>;

const inclusion = z.strictObject({
  index: z.int().min(0),
  path: z.array(hash).max(64),
  root: signedRoot,
  key: publicKey,
});

/**
 * A receipt: the stored events of one account, from the first event of a statement line to the account's last event on
 * the day of a root, plus the proof from there to the signed root. Events in between belong to the same account.
 */
export const receiptShape = z.strictObject({
  kind: z.literal('kinora-receipt'),
  version: z.literal(1),
  /** The account's stream. */
  stream: z.string().max(300),
  line: z.strictObject({ kind: z.enum(RECEIPT_KINDS), id: z.string().min(1).max(200) }),
  /** Revision of the first event. */
  from: z.int().min(0),
  events: z.array(receiptEvent).min(1).max(RECEIPT_EVENTS),
  /** Absent until a root covers the last event of the line. */
  proof: inclusion.exactOptional(),
});
export type Receipt = z.infer<typeof receiptShape>;

/**
 * The role of an event in a statement line: the line's kind, whether it opens the line, and the field that holds the
 * line's id.
 */
export interface LinePart<Field extends string = string> {
  readonly kind: ReceiptKind;
  readonly opens: boolean;
  readonly id: Field;
}

/**
 * The role of each type of account event; null for an event that belongs to no line. `statement.projection.ts` does not
 * compile while an event is missing here. This file cannot check it, because the browser loads it without the events.
 */
export const LINE_PARTS = {
  CreditsGranted: { kind: 'grant', opens: true, id: 'grantId' },
  CreditsHeld: { kind: 'creation', opens: true, id: 'holdId' },
  HoldExtended: { kind: 'creation', opens: false, id: 'holdId' },
  HoldCaptured: { kind: 'creation', opens: false, id: 'holdId' },
  HoldReleased: { kind: 'creation', opens: false, id: 'holdId' },
  HoldExpired: { kind: 'creation', opens: false, id: 'holdId' },
  GrantExpired: { kind: 'expiry', opens: true, id: 'grantId' },
  GrantRevoked: { kind: 'revocation', opens: true, id: 'grantId' },
  CreditsAdjusted: { kind: 'adjustment', opens: true, id: 'adjustmentId' },
  UsageRecorded: { kind: 'usage', opens: true, id: 'usageId' },
  AccountCheckpointed: null,
} as const satisfies Readonly<Record<string, LinePart | null>>;

type LineParts = typeof LINE_PARTS;
/** Types of events that statement lines consist of. */
export type StoryType = { [Type in keyof LineParts]: LineParts[Type] extends null ? never : Type }[keyof LineParts];

/** @param type of an event in a receipt, which may be any text */
const isStoryType = (type: string): type is StoryType =>
  Object.hasOwn(LINE_PARTS, type) && Reflect.get(LINE_PARTS, type) !== null;

/**
 * The role of an event in a statement line; undefined when it does not belong to the line.
 * @param data the parsed event data
 */
export function partOf(
  line: Receipt['line'],
  type: string,
  data: unknown,
): { readonly type: StoryType; readonly opens: boolean } | undefined {
  if (!isStoryType(type)) return undefined;
  const { kind, opens, id } = LINE_PARTS[type];
  if (kind !== line.kind || typeof data !== 'object' || data === null || Reflect.get(data, id) !== line.id)
    return undefined;
  return { type, opens };
}

/** Stored metadata of an event, as src/kernel/event-sourcing/chain.ts reads it. */
export const eventMetadata = z.strictObject({
  at: z.int(),
  causedBy: z.string().exactOptional(),
  hash,
  previousHash: hash,
  traceparent: z.string().max(100).exactOptional(),
  version: z.int().min(1),
});
export type ReceiptMetadata = z.infer<typeof eventMetadata>;

/**
 * The text (UTF-8) whose SHA-256 is the event's hash. src/kernel/event-sourcing/chain.ts builds the same text; a test
 * keeps both in sync.
 */
export function linkText(
  stream: string,
  revision: number,
  { type, data }: ReceiptEvent,
  { previousHash, version, at, causedBy, traceparent }: ReceiptMetadata,
): string {
  const cause = causedBy === undefined ? '' : JSON.stringify(causedBy);
  const trace = traceparent === undefined ? '' : `\t${traceparent}`;
  return `${previousHash}\n${stream}\n${revision}\n${type}\n${version}\n${at}\n${cause}${trace}\n${data}`;
}
