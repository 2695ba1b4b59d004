import { z } from 'zod';
import { APP_NAMES, GRANT_SOURCES, USAGE_TYPES } from '../credits.shared.js';

/** A day, `YYYY-MM-DD`, in UTC. */
export const bookDay = z.iso.date();

/** Movements in whole credits; all but `adjusted` are never negative. */
export const movements = z.object({
  granted: z.int(),
  adjusted: z.int(),
  held: z.int(),
  spent: z.int(),
  released: z.int(),
  expired: z.int(),
  revoked: z.int(),
});
/** Liability to users: available credits, and credits on hold. */
export const outstanding = z.object({ available: z.int(), held: z.int() });

const line = z.object({
  opening: outstanding,
  moved: movements,
  closing: outstanding,
  /** From the first event on. */
  toDate: movements,
});

/** Selects accounts by app and by usage type; without either, all accounts. */
export const booksOf = z.object({ appName: z.enum(APP_NAMES).optional(), usageType: z.enum(USAGE_TYPES).optional() });
export type BooksOf = z.infer<typeof booksOf>;

/**
 * The time by which adjustments count: `recorded`, when they were made; `valid`, when they should have been made, if
 * that was given. Everything else counts by its recorded time in both.
 */
export const BASES = ['recorded', 'valid'] as const;
export type Basis = (typeof BASES)[number];
export const basis = z.enum(BASES).default('recorded');

/** An event that the books could not enter. All later events of its stream are left out too. */
export const leftOut = z.object({
  stream: z.string(),
  position: z.int(),
  type: z.string(),
  reason: z.string(),
  at: z.int(),
});

/**
 * `finance.trialBalance` at the end of `day`; `moved` covers the time since the start of `from`. Debits say where the
 * credits are: available as stated by the events, held, spent, expired, revoked. Credits say where they came from:
 * granted and adjusted. Both count from the first event on.
 */
export const trialBalance = z.object({
  from: bookDay,
  day: bookDay,
  total: line,
  bySource: z.array(line.extend({ source: z.enum(GRANT_SOURCES) })),
  byApp: z.array(line.extend({ appName: z.enum(APP_NAMES) })),
  byUsageType: z.array(line.extend({ usageType: z.enum(USAGE_TYPES) })),
  debits: z.int(),
  credits: z.int(),
  balanced: z.boolean(),
  /** Spent but never paid for, to date. */
  receivable: z.int(),
  /** Free work at list price, to date. */
  listPrice: z.int(),
  incomplete: z.array(leftOut),
});
export type TrialBalance = z.infer<typeof trialBalance>;

/** `finance.rollForward`: each day opens with the closing of the day before. Days without movements are included. */
export const rollForward = z.object({
  days: z.array(z.object({ day: bookDay, opening: outstanding, moved: movements, closing: outstanding })),
  incomplete: z.array(leftOut),
});
export type RollForward = z.infer<typeof rollForward>;

/**
 * `finance.liability`: credits that could still be spent at the end of a day, by month of expiry (UTC). Null, sorted
 * last, is for credits that never expire.
 */
export const liability = z.object({
  day: bookDay,
  months: z.array(outstanding.extend({ month: z.string().nullable() })),
  total: outstanding,
  incomplete: z.array(leftOut),
});
export type Liability = z.infer<typeof liability>;

/**
 * A user id as used in stream names: no dot, because dots separate the parts, and no whitespace, which could break a
 * line of the hashed text.
 */
export const accountOwner = z.string().regex(/^[^.\s]{1,100}$/);

/** A moment as text: a day (its start, UTC) or an ISO time with offset. Parsed to milliseconds since the epoch. */
export const momentOf = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).transform((text) => Date.parse(text));

const account = { userId: z.string(), appName: z.enum(APP_NAMES), usageType: z.enum(USAGE_TYPES) };

/**
 * `finance.history`: an account at a moment, folded from its stream. `available` is what its events say; `spendable`
 * leaves out grants that were due by then although their expiry was recorded later. By valid time, `corrections` lists
 * the adjustments that were recorded later but count already.
 */
export const accountHistory = z.object({
  ...account,
  asOf: z.int(),
  revision: z.int(),
  available: z.int(),
  spendable: z.int(),
  held: z.int(),
  totals: z.object({
    granted: z.int(),
    adjusted: z.int(),
    spent: z.int(),
    expired: z.int(),
    revoked: z.int(),
    receivable: z.int(),
  }),
  grants: z.array(
    z.object({
      grantId: z.string(),
      source: z.enum(GRANT_SOURCES),
      amount: z.int(),
      available: z.int(),
      held: z.int(),
      spent: z.int(),
      expiresAt: z.int().optional(),
      standing: z.enum(['open', 'expired', 'revoked']),
    }),
  ),
  holds: z.array(z.object({ holdId: z.string(), amount: z.int(), endsAt: z.int() })),
  corrections: z.array(z.object({ adjustmentId: z.string(), amount: z.int(), recordedAt: z.int(), validAt: z.int() })),
  /** Newest first. `subject` is the id of the grant, hold, adjustment or usage. */
  events: z.array(
    z.object({
      revision: z.int(),
      at: z.int(),
      type: z.string(),
      subject: z.string().nullable(),
      source: z.string().nullable(),
      moved: movements,
      available: z.int().nullable(),
      reason: z.string().nullable(),
      reference: z.string().nullable(),
      expiresAt: z.int().nullable(),
      validAt: z.int().nullable(),
      hash: z.string().nullable(),
    }),
  ),
  /** Pass as `before` to get the next page; absent on the last page. */
  next: z.int().optional(),
});
export type AccountHistory = z.infer<typeof accountHistory>;

/** `finance.grants`: grants, newest first. */
export const grantsPage = z.object({
  grants: z.array(
    z.object({
      account: z.string(),
      grantId: z.string(),
      source: z.enum(GRANT_SOURCES),
      amount: z.int(),
      at: z.int(),
      expiresAt: z.int().optional(),
    }),
  ),
  next: z.string().optional(),
});
export type GrantsPage = z.infer<typeof grantsPage>;

/** `finance.parked`: streams that a log reader has parked, each with the event that failed. */
export const parkedEvents = z.array(leftOut.extend({ reader: z.string(), eventId: z.string() }));

/**
 * Differences that reconciliation can find. A stream that a reader of the log has parked. Documents (`document-…`)
 * against events: missing, different, or without an event. Holds against their work: a hold without work, work without
 * a hold, another amount held, hold ended while the work goes on, hold open after the work ended, captured without
 * delivery, or another amount captured. Grants against payments: not given, expired before it could be given, given
 * differently, given without a payment, not revoked after the money was returned, or revoked although the payment
 * stands. An event that no command, policy or task explains. A receivable that differs from what was spent of revoked
 * grants. Adjustments against their requests: without one, missing although applied, or different. Payments, refunds
 * and disputes against the transactions of their gateway: missing there, unknown to Kinora, different, or not read for
 * too long; refunds and disputes whose payment is not known. Figures of a closed month that are not those that were
 * signed.
 */
export const DIFFERENCES = [
  'event-unreadable',
  'reader-parked',
  'document-missing',
  'document-differs',
  'document-unknown',
  'hold-without-work',
  'work-without-hold',
  'hold-amount-differs',
  'hold-ended-early',
  'hold-left-open',
  'captured-without-delivery',
  'capture-differs',
  'grant-missing',
  'grant-too-late',
  'grant-differs',
  'grant-without-payment',
  'revocation-missing',
  'revocation-without-cause',
  'event-unexplained',
  'receivable-differs',
  'adjustment-without-request',
  'adjustment-missing',
  'adjustment-differs',
  'gateway-missing',
  'gateway-unknown',
  'gateway-differs',
  'gateway-unread',
  'payment-missing',
  'closed-figures-differ',
] as const;

// The first stored differences had no code; all of them were about documents.
const difference = z.object({
  code: z.enum(DIFFERENCES).default('document-differs'),
  where: z.string(),
  what: z.string(),
});
/** A mismatch with the events: its kind, where it is, and a description for the operator. */
export type Difference = z.infer<typeof difference>;

/** `finance.reconcile` and `finance.reconciliation`: result of the last reconciliation; null before the first. */
export const reconciliation = z.object({
  /** When it ended. */
  at: z.int(),
  /** When it began; what it found may be as old as this. Runs of earlier versions did not record it. */
  began: z.int().exactOptional(),
  streams: z.int(),
  events: z.int(),
  documents: z.int(),
  /** How many pieces of work were compared with their holds. */
  works: z.int().default(0),
  /** How many grants were compared with their payments. */
  grants: z.int().default(0),
  /** How many events were compared with their causes. */
  causes: z.int().default(0),
  /** Read models of other contexts, with the number of documents compared. */
  models: z.array(z.object({ name: z.string(), documents: z.int() })).default([]),
  /** Duration in milliseconds; 0 for runs of earlier versions, which did not record it. */
  tookMs: z.int().default(0),
  /** Who started it: the schedule, or an operator. */
  startedBy: z.enum(['schedule', 'operator']).default('operator'),
  /** The first differences only; `found` is the total. */
  differences: z.array(difference),
  found: z.int(),
});
export type Reconciliation = z.infer<typeof reconciliation>;

/** `finance.reconciliations`: earlier runs, newest first, each without its differences but with their number. */
export const reconciliationRuns = z.array(
  reconciliation.omit({ differences: true }).extend({
    /** Number of differences by code. */
    codes: z.partialRecord(z.enum(DIFFERENCES), z.int()),
  }),
);
export type ReconciliationRun = z.infer<typeof reconciliationRuns>[number];
