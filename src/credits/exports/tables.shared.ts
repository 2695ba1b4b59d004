import { table, type RowOf } from '../../kernel/table.shared.js';

const ACCOUNT = [
  ['userId', 'text', '', 'opaque id of the account’s owner'],
  ['appName', 'text', '', 'app of the account'],
  ['usageType', 'text', '', 'usage type of the account; different usage types are different units and are never added'],
] as const;

/** What the hash of an event is computed from, and the hash. */
const STORED = [
  ['position', 'integer', '', 'position in the log of the whole product, ascending'],
  ['stream', 'text', '', 'stream of the event'],
  ['revision', 'integer', '', 'number of the event in its stream, from 0'],
  ['type', 'text', '', 'type of the event'],
  ['version', 'integer', '', 'schema version of the stored data'],
  ['at', 'time', 'UTC', 'time of the event; the period selects by it'],
  ['causedBy', 'text', '', 'opaque id of the message or policy that caused the event; never an empty text'],
  ['traceparent', 'text', '', 'W3C trace context in which the event was decided'],
  ['data', 'text', '', 'the stored canonical JSON (RFC 8785), byte for byte'],
  ['previousHash', 'text', '', 'hash of the previous event of the stream; 64 zeros for the first'],
  ['hash', 'text', '', 'SHA-256 that chains the event, hex'],
  ['eventId', 'text', '', 'UUID made of the first 128 bits of the hash'],
  ['recordedAt', 'time', 'UTC', 'time at which the store recorded the event'],
] as const;

const MOVED = [
  ['granted', 'integer', 'credits', 'added by a grant'],
  ['adjusted', 'integer', 'credits', 'added by an operator; negative when taken'],
  ['held', 'integer', 'credits', 'set aside for a task'],
  ['spent', 'integer', 'credits', 'captured from a hold'],
  [
    'released',
    'integer',
    'credits',
    'not captured from a hold; also counted as expired or revoked if the grant had ended',
  ],
  ['expired', 'integer', 'credits', 'expired'],
  ['revoked', 'integer', 'credits', 'taken back after a refund or a chargeback'],
] as const;

const OPENING = [
  ['openingAvailable', 'integer', 'credits', 'available before the first day'],
  ['openingHeld', 'integer', 'credits', 'on hold before the first day'],
] as const;
const CLOSING = [
  ['closingAvailable', 'integer', 'credits', 'available at the end of the day'],
  ['closingHeld', 'integer', 'credits', 'on hold at the end of the day'],
] as const;

export const LEDGER = table('ledger', 'one event of an account, in the order of the log', 'moments', [
  ...STORED,
  ...ACCOUNT,
  ['actor', 'text', '', 'opaque id of the operator who made an adjustment, where known'],
  ['subject', 'text', '', 'id of the grant, hold, adjustment or usage'],
  ['source', 'text', '', 'source of the grant that the event creates'],
  ...MOVED,
  ['available', 'integer', 'credits', 'available in the account after the event, as the event states it'],
  ['receivable', 'integer', 'credits', 'spent from a grant whose payment was returned'],
  ['listPrice', 'integer', 'credits', 'list price of free work'],
  ['expiresAt', 'time', 'UTC', 'end of the grant or hold'],
  ['validAt', 'time', 'UTC', 'earlier time at which an adjustment should have been made; empty if none was given'],
  ['reason', 'text', '', 'reason code'],
  ['reference', 'text', '', 'task, case or invoice that the event refers to'],
  ['note', 'text', '', 'why the event could not be read; empty otherwise'],
]);
export type LedgerRow = RowOf<typeof LEDGER>;

export const OTHER_EVENTS = table(
  'other-events',
  'one event of any other stream (subscriptions, purchases, closed months, the operators’ log), in the order of the log',
  'moments',
  [...STORED, ['note', 'text', '', 'why the event could not be read; empty otherwise']],
);

const OF_AN_EVENT = [
  ['stream', 'text', '', 'stream of the event'],
  ['revision', 'integer', '', 'number of the event in its stream; with the stream, the key of its row in `ledger`'],
  ['at', 'time', 'UTC', 'time of the event; the period selects by it'],
  ...ACCOUNT,
  ['type', 'text', '', 'type of the event'],
  ['subject', 'text', '', 'id of the grant, hold or adjustment that the event is about'],
  ['grantId', 'text', '', 'the grant that moved'],
  ['source', 'text', '', 'source of the grant'],
  ['expiresAt', 'time', 'UTC', 'expiry of the grant; empty if it never expires'],
] as const;

export const GRANT_MOVEMENTS = table(
  'grant-movements',
  'one movement of one grant by one event, account by account',
  'moments',
  [
    ...OF_AN_EVENT,
    ['kind', 'text', '', '`granted`, `adjusted`, `held`, `spent`, `released`, `expired` or `revoked`'],
    ['amount', 'integer', 'credits', 'amount moved; negative only when an adjustment takes credits'],
    ['availableAfter', 'integer', 'credits', 'available in the grant after the movement'],
    ['heldAfter', 'integer', 'credits', 'on hold from the grant after the movement'],
    ['validAt', 'time', 'UTC', 'earlier time at which an adjustment should have been made; empty if none was given'],
  ],
);
export type GrantMovementRow = RowOf<typeof GRANT_MOVEMENTS>;

export const RECEIVABLES = table(
  'receivables',
  'one grant whose credits were spent although its payment was returned, or an adjustment that settles this, by event, account by account',
  'moments',
  [
    ...OF_AN_EVENT,
    ['reason', 'text', '', 'reason code of the revocation or adjustment'],
    ['reference', 'text', '', 'invoice or case of the revocation or adjustment'],
    ['amount', 'integer', 'credits', 'added to the receivable by the event; negative if it is settled'],
    ['accountReceivable', 'integer', 'credits', 'receivable of the account after it'],
  ],
);
export type ReceivableRow = RowOf<typeof RECEIVABLES>;

export const TRIAL_BALANCE = table(
  'trial-balance',
  'one source of grants of one app and usage type at the end of the last day; the row without a source is their total',
  'days',
  [
    ['from', 'day', 'UTC', 'first day of the movements'],
    ['day', 'day', 'UTC', 'day at whose end the balance stands'],
    ['appName', 'text', '', 'app'],
    ['usageType', 'text', '', 'usage type'],
    ['source', 'text', '', 'source of the grants; empty in the total'],
    ...OPENING,
    ...MOVED,
    ...CLOSING,
    ['grantedToDate', 'integer', 'credits', 'granted from the first event on'],
    ['adjustedToDate', 'integer', 'credits', 'adjusted from the first event on'],
    ['spentToDate', 'integer', 'credits', 'spent from the first event on'],
    ['expiredToDate', 'integer', 'credits', 'expired from the first event on'],
    ['revokedToDate', 'integer', 'credits', 'revoked from the first event on'],
    [
      'debits',
      'integer',
      'credits',
      'in the total: available as the events state it, held, spent, expired and revoked',
    ],
    ['credits', 'integer', 'credits', 'in the total: granted and adjusted'],
    ['receivable', 'integer', 'credits', 'in the total: spent from grants whose payment was returned, to date'],
    ['listPrice', 'integer', 'credits', 'in the total: free work at list price, to date'],
  ],
);
export type TrialBalanceRow = RowOf<typeof TRIAL_BALANCE>;

export const ROLL_FORWARD = table(
  'roll-forward',
  'one day of one app and usage type; days without movements are included',
  'days',
  [
    ['day', 'day', 'UTC', 'the day'],
    ['appName', 'text', '', 'app'],
    ['usageType', 'text', '', 'usage type'],
    ...OPENING,
    ...MOVED,
    ...CLOSING,
  ],
);
export type RollForwardRow = RowOf<typeof ROLL_FORWARD>;

export const LIABILITY = table(
  'liability',
  'credits that can still be spent at the end of the last day, by month of expiry',
  'days',
  [
    ['day', 'day', 'UTC', 'day at whose end the liability stands'],
    ['appName', 'text', '', 'app'],
    ['usageType', 'text', '', 'usage type'],
    ['month', 'text', 'UTC', 'month of expiry, `YYYY-MM`; empty for credits that never expire'],
    ['available', 'integer', 'credits', 'available'],
    ['held', 'integer', 'credits', 'on hold'],
  ],
);
export type LiabilityRow = RowOf<typeof LIABILITY>;

export const CREDIT_JOURNAL = table(
  'credit-journal',
  'one account of one entry of the double-entry journal of credits; an entry has all movements of one kind on one day in one app and usage type',
  'days',
  [
    ['entryId', 'text', '', 'the same for both rows of the entry, whose debits and credits are equal'],
    ['day', 'day', 'UTC', 'the day'],
    ['appName', 'text', '', 'app'],
    ['usageType', 'text', '', 'usage type'],
    ['kind', 'text', '', '`granted`, `adjusted`, `held`, `spent`, `released`, `expired` or `revoked`'],
    [
      'account',
      'text',
      '',
      '`available`, `held`, `spent`, `expired`, `revoked`, `granted` or `adjusted`; its balance is that of the trial balance',
    ],
    ['debit', 'integer', 'credits', 'amount in debit; 0 if the row is a credit'],
    ['credit', 'integer', 'credits', 'amount in credit; 0 if the row is a debit'],
  ],
);
export type CreditJournalRow = RowOf<typeof CREDIT_JOURNAL>;

/** The exports of this context, in the order in which they are offered. */
export const CREDIT_TABLES = [
  LEDGER,
  GRANT_MOVEMENTS,
  RECEIVABLES,
  TRIAL_BALANCE,
  ROLL_FORWARD,
  LIABILITY,
  OTHER_EVENTS,
  CREDIT_JOURNAL,
] as const;
