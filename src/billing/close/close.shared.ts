import { z } from 'zod';
import { caseReference } from '../../credits/adjustments/adjustment.shared.js';
import { publicKey } from '../../credits/proof/root.shared.js';
import { accountingSettings } from '../accounting/settings.shared.js';
import { comparedFigure, monthFigures } from './figures.shared.js';
import { monthName } from './month.shared.js';

/** What is checked before a month is closed, in the order of display. */
export const CLOSE_CHECKS = [
  'over',
  'previous',
  'complete',
  'reconciled',
  'balanced',
  'adjustments',
  'roots',
  'transactions',
  'journal',
] as const;
export type CloseCheckName = (typeof CLOSE_CHECKS)[number];

/** Why a check fails. */
export const CLOSE_PROBLEMS = [
  'not-over',
  'previous-open',
  'left-out',
  'not-reconciled',
  'differences',
  'unbalanced',
  'waiting',
  'root-due',
  'roots-missing',
  'not-read',
  'unmatched',
  'not-tied',
] as const;
export type CloseProblem = (typeof CLOSE_PROBLEMS)[number];

/** Why a failed check is accepted: its cause is explained in the case, it was compensated, or it is immaterial. */
export const ACCEPT_REASONS = ['explained', 'compensated', 'immaterial'] as const;
/**
 * Why a month is re-opened: facts that became known late, an error, other rules of bookkeeping, a request of an
 * auditor.
 */
export const REOPEN_REASONS = ['late-facts', 'error', 'rules-changed', 'audit'] as const;

/** A step that may be decided and still wait for its event: to close a month, or to re-open it. */
export const CLOSE_STEPS = ['close', 'reopen'] as const;

/** Result of a check: `problem` is null when it passed. */
export const checkResult = z.object({
  name: z.enum(CLOSE_CHECKS),
  problem: z.enum(CLOSE_PROBLEMS).nullable(),
  /** How many, which day or which month. */
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Whether somebody may accept the problem, with a reason and a case. */
  acceptable: z.boolean(),
});
export type CheckResult = z.infer<typeof checkResult>;

/** A failed check that somebody accepted. */
export const acceptance = z.strictObject({
  check: z.enum(CLOSE_CHECKS),
  reason: z.enum(ACCEPT_REASONS),
  case: caseReference,
});
export type Acceptance = z.infer<typeof acceptance>;

/** What a closing signs, besides its kind. */
export const closingBody = z.strictObject({
  kind: z.literal('kinora-month-close'),
  version: z.literal(1),
  kid: z.string().max(100),
  month: monthName,
  /** 1 for the first closing of the month, plus one after each re-opening. */
  closing: z.int().min(1),
  closedAt: z.int(),
  /** Opaque id of the user who signed. */
  actor: z.string(),
  checks: z.array(z.enum(CLOSE_CHECKS)),
  accepted: z.array(acceptance),
  /** Number of events of subscriptions and purchases that the figures know. Later ones became known after closing. */
  known: z.int().min(0),
  /** The accounts of the journal; closings of earlier versions have none. */
  accounts: accountingSettings.shape.accounts.optional(),
  figures: monthFigures,
});
export type ClosingBody = z.infer<typeof closingBody>;

/** The file of a closing: the exact bytes that were signed, their Ed25519 signature, and the key. */
export const closingFile = z.strictObject({
  body: z.string().max(4_000_000),
  signature: z.string().regex(/^[\w-]{86}$/),
  key: publicKey,
});
export type ClosingFile = z.infer<typeof closingFile>;

/** A person: the opaque id, and a name or address for display while the account exists. */
const person = z.object({ id: z.string(), name: z.string().nullable() });
export type Person = z.infer<typeof person>;

/** A closing, and its re-opening if there was one. */
export const closingView = z.object({
  closing: z.int(),
  at: z.int(),
  actor: person,
  figures: z.string(),
  document: z.string(),
  accepted: z.array(acceptance),
  reopened: z.object({ at: z.int(), actor: person, reason: z.enum(REOPEN_REASONS), case: z.string() }).nullable(),
});
export type ClosingView = z.infer<typeof closingView>;

/**
 * A step that was decided, but not completed, because its process ended: it is repeated, or withdrawn. Who decided it,
 * and when, is null for earlier versions.
 */
const waitingStep = z.object({
  step: z.enum(CLOSE_STEPS),
  closing: z.int(),
  actor: person.nullable(),
  at: z.int().nullable(),
});
export type WaitingStep = z.infer<typeof waitingStep>;

/** Why a closing has no signed figures: its document is gone or was changed, or is not the one that was signed. */
export const DOCUMENT_FAULTS = ['missing', 'not-signed'] as const;
export type DocumentFault = (typeof DOCUMENT_FAULTS)[number];
/** A closing whose document was checked; `fault` is null if it is the signed one. */
const checkedClosing = closingView.extend({ fault: z.enum(DOCUMENT_FAULTS).nullable() });
export type CheckedClosing = z.infer<typeof checkedClosing>;

/** `running`: not over yet. `open`: not closed, or re-opened. */
export const MONTH_STATES = ['running', 'open', 'closed'] as const;

/** `close.months`: every month since the first activity, newest first, with its last closing. */
export const closeMonths = z.object({
  months: z.array(
    z.object({
      month: monthName,
      state: z.enum(MONTH_STATES),
      last: closingView.nullable(),
      waiting: waitingStep.nullable(),
    }),
  ),
});

/** `close.month`. */
export const closeMonth = z.object({
  month: monthName,
  state: z.enum(MONTH_STATES),
  waiting: waitingStep.nullable(),
  /** Only while the month is not closed. */
  checks: z.array(checkResult),
  figures: z.array(comparedFigure),
  /** Whether the figures of the closed month changed without a re-opening, or its document is not the signed one. */
  differs: z.boolean(),
  /** Newest first. */
  history: z.array(checkedClosing),
  /** Who would sign: the caller. */
  signer: person,
});
export type CloseMonth = z.infer<typeof closeMonth>;

export const monthInput = z.object({ month: monthName });
/** `close.sign`: the caller creates the closing's id, so a repeat closes once. */
export const signInput = monthInput.extend({
  closingId: z.uuid(),
  accepted: z.array(acceptance).max(CLOSE_CHECKS.length).default([]),
});
/** `close.reopen`: `closing` is the one that is re-opened, so a repeat re-opens once. */
export const reopenInput = monthInput.extend({
  closing: z.int().min(1),
  reason: z.enum(REOPEN_REASONS),
  case: caseReference,
});
/** `close.withdraw`: the step that waits. A repeat changes nothing. */
export const withdrawInput = monthInput.extend({ closing: z.int().min(1), step: z.enum(CLOSE_STEPS) });
