import { table, type RowOf } from '../../kernel/table.shared.js';

const INVOICE = [
  ['invoiceId', 'text', '', 'Kinora’s id of the invoice'],
  ['invoiceNumber', 'text', '', 'the printed number'],
  ['gatewayInvoiceId', 'text', '', 'the gateway’s id of the invoice'],
  ['gateway', 'text', '', 'payment gateway'],
  ['userId', 'text', '', 'opaque id of the customer'],
  ['appName', 'text', '', 'app'],
] as const;
const SOLD = [
  ['soldKind', 'text', '', '`subscription` or `purchase`'],
  ['soldId', 'text', '', 'Kinora’s id of the subscription or purchase'],
] as const;
const CURRENCY = [
  ['currency', 'text', '', 'ISO 4217, lower case; different currencies are never added'],
  [
    'exponent',
    'integer',
    '',
    'decimal places of the minor units: an amount divided by ten to this power is in whole units of the currency',
  ],
] as const;
const FILTERS = ['gateway', 'currency', 'userId'] as const;

export const PAYMENTS = table(
  'payments',
  'one paid invoice',
  'moments',
  [
    ['at', 'time', 'UTC', 'time of the payment by the gateway’s clock; the period selects by it'],
    ...INVOICE,
    ...SOLD,
    ['priceId', 'text', '', 'price that was paid'],
    ['reason', 'text', '', '`start`, `renewal`, `upgrade`, `trial` or `once`'],
    ['amount', 'integer', 'minor units', 'paid, tax included'],
    ['tax', 'integer', 'minor units', 'tax in the amount'],
    ...CURRENCY,
    ['periodStart', 'time', 'UTC', 'start of the paid period; empty for a one-time purchase'],
    ['periodEnd', 'time', 'UTC', 'end of the paid period (exclusive)'],
    [
      'recognition',
      'text',
      '',
      'how the payment becomes revenue: `period` evenly over the paid period; a one-time purchase `at-once`, `by-use 12` as its credits are used, at the latest after 12 months, or `by-time 12` evenly over 12 months (adr/0077)',
    ],
    ['factId', 'text', '', 'the gateway’s id of the report'],
  ],
  [...FILTERS, 'priceId'],
);
export type PaymentRow = RowOf<typeof PAYMENTS>;

export const REFUNDS = table(
  'refunds',
  'one refund',
  'moments',
  [
    ['at', 'time', 'UTC', 'time of the refund by the gateway’s clock; the period selects by it'],
    ['refundId', 'text', '', 'the gateway’s id of the refund'],
    ...INVOICE,
    ['amount', 'integer', 'minor units', 'returned, tax included; positive'],
    ...CURRENCY,
    ['factId', 'text', '', 'the gateway’s id of the report'],
  ],
  FILTERS,
);
export type RefundRow = RowOf<typeof REFUNDS>;

export const DISPUTES = table(
  'disputes',
  'one dispute',
  'moments',
  [
    ['at', 'time', 'UTC', 'time at which the dispute was opened, by the gateway’s clock; the period selects by it'],
    ['disputeId', 'text', '', 'the gateway’s id of the dispute'],
    ...INVOICE,
    ['amount', 'integer', 'minor units', 'disputed, tax included; positive'],
    ...CURRENCY,
    ['outcome', 'text', '', '`won` or `lost`; empty while the dispute was open at the end of the period'],
    ['closedAt', 'time', 'UTC', 'time of the outcome'],
    ['factId', 'text', '', 'the gateway’s id of the report'],
  ],
  FILTERS,
);
export type DisputeRow = RowOf<typeof DISPUTES>;

export const INVOICES_TABLE = table(
  'invoices',
  'one invoice with all that is known of it at the time of the export',
  'moments',
  [
    [
      'listedAt',
      'time',
      'UTC',
      'time of the payment, or of the last failure before it; the period selects by it; empty for a trial that costs nothing, which only an export without a period has',
    ],
    ...INVOICE,
    ...SOLD,
    ['paidAt', 'time', 'UTC', 'time of the payment; empty for an unpaid invoice'],
    ['priceId', 'text', '', 'price that was paid'],
    ['reason', 'text', '', '`start`, `renewal`, `upgrade`, `trial` or `once`'],
    ['amount', 'integer', 'minor units', 'paid, tax included'],
    ['tax', 'integer', 'minor units', 'tax in the amount'],
    ['refunded', 'integer', 'minor units', 'sum of the refunds in this currency'],
    ['disputed', 'integer', 'minor units', 'sum of the disputes in this currency that were not won'],
    ...CURRENCY,
    ['failedAt', 'time', 'UTC', 'time of the last failed payment'],
    ['amountDue', 'integer', 'minor units', 'amount of the last failed payment'],
    ['attempts', 'integer', 'events', 'number of attempts up to that failure'],
  ],
  FILTERS,
);
export type InvoiceRow = RowOf<typeof INVOICES_TABLE>;

export const REVENUE = table(
  'revenue',
  'one invoice on one day on which money moved or revenue was recognised, purchase by purchase',
  'days',
  [
    ['day', 'day', 'UTC', 'the day'],
    ...INVOICE,
    ['priceId', 'text', '', 'price that was paid'],
    ...CURRENCY,
    ['paid', 'integer', 'minor units', 'paid, tax included'],
    ['refunded', 'integer', 'minor units', 'refunded, tax included; positive'],
    ['disputed', 'integer', 'minor units', 'taken by disputes that were opened, tax included; positive'],
    ['returned', 'integer', 'minor units', 'returned by disputes that were won, tax included; positive'],
    ['lost', 'integer', 'minor units', 'amount of disputes that were lost; it left when they were opened'],
    ['tax', 'integer', 'minor units', 'tax received less tax returned'],
    ['net', 'integer', 'minor units', 'paid − refunded − disputed + returned − tax'],
    ['recognised', 'integer', 'minor units', 'earned on the day, without tax (adr/0038, adr/0077)'],
    ['refundIds', 'text', '', 'ids of the refunds, separated by spaces'],
    ['disputeIds', 'text', '', 'ids of the disputes that were opened, won or lost, separated by spaces'],
  ],
  [...FILTERS, 'priceId'],
);
export type RevenueRow = RowOf<typeof REVENUE>;

export const DEFERRED = table(
  'deferred',
  'one day of one currency: paid but undelivered revenue, without tax; days without changes are included',
  'days',
  [
    ['day', 'day', 'UTC', 'the day'],
    ...CURRENCY,
    ['opening', 'integer', 'minor units', 'deferred at the start of the day'],
    ['billed', 'integer', 'minor units', 'paid, without tax'],
    ['refunded', 'integer', 'minor units', 'refunded and disputed less returned by won disputes, without tax'],
    ['recognised', 'integer', 'minor units', 'earned on the day'],
    ['closing', 'integer', 'minor units', 'opening + billed − refunded − recognised'],
  ],
  ['currency'],
);
export type DeferredRow = RowOf<typeof DEFERRED>;

export const TRACE = table(
  'trace',
  'one grant of one invoice, and what became of its credits until the time of the export',
  'moments',
  [
    ['paidAt', 'time', 'UTC', 'time of the payment; the period selects by it'],
    ...INVOICE,
    ['amount', 'integer', 'minor units', 'paid for the invoice, tax included; repeated in each of its grants'],
    ...CURRENCY,
    ['grantId', 'text', '', 'the grant; with the stream, its key in `grant-movements`'],
    ['stream', 'text', '', 'stream of the account'],
    ['usageType', 'text', '', 'usage type of the account'],
    ['requested', 'integer', 'credits', 'credits that the payment requested'],
    ['startsAt', 'time', 'UTC', 'start of the grant'],
    ['expiresAt', 'time', 'UTC', 'expiry of the grant; empty if it never expires'],
    ['revocation', 'text', '', '`refund` or `chargeback` if the grant was taken back'],
    ['grantedAt', 'time', 'UTC', 'time of the grant in the ledger; empty if the ledger has none, as the columns below'],
    ['granted', 'integer', 'credits', 'granted'],
    ['held', 'integer', 'credits', 'on hold'],
    ['spent', 'integer', 'credits', 'spent'],
    ['expired', 'integer', 'credits', 'expired'],
    ['revoked', 'integer', 'credits', 'taken back'],
    ['adjusted', 'integer', 'credits', 'taken by an operator'],
    ['left', 'integer', 'credits', 'available or on hold'],
  ],
  FILTERS,
);
export type TraceRow = RowOf<typeof TRACE>;

export const JOURNAL = table(
  'journal',
  'one account of one entry of the double-entry journal; an entry has all movements of one kind on one day at one gateway in one currency',
  'days',
  [
    ['entryId', 'text', '', 'the same for each row of the entry, whose debits and credits are equal'],
    ['day', 'day', 'UTC', 'the day'],
    ['gateway', 'text', '', 'payment gateway'],
    ...CURRENCY,
    [
      'kind',
      'text',
      '',
      '`payment`, `refund`, `dispute`, `dispute-won`, `recognition`, `fee`, `payout`, `exchange`, `other` or `late`',
    ],
    [
      'role',
      'text',
      '',
      'what the account is for: `bank`, `clearing`, `deferred`, `tax`, `revenue-plans`, `revenue-packs`, `fees`, `exchange` or `suspense`',
    ],
    [
      'accountCode',
      'text',
      '',
      'the account in the operator’s bookkeeping, as set at the time of the export; in a closed month, as set when it was closed',
    ],
    ['accountName', 'text', '', 'its name'],
    ['debit', 'integer', 'minor units', 'amount in debit; 0 if the row is a credit'],
    ['credit', 'integer', 'minor units', 'amount in credit; 0 if the row is a debit'],
  ],
  ['gateway', 'currency'],
);
export type JournalRow = RowOf<typeof JOURNAL>;

export const GATEWAY_TRANSACTIONS = table(
  'gateway-transactions',
  'one transaction on the balance of a payment gateway, as it was first read',
  'moments',
  [
    ['at', 'time', 'UTC', 'time of the transaction by the gateway’s clock; the period selects by it'],
    ['gateway', 'text', '', 'payment gateway'],
    ['transactionId', 'text', '', 'the gateway’s id of the transaction'],
    [
      'kind',
      'text',
      '',
      '`payment`, `refund`, `dispute`, `dispute-won`, `fee` (of no single payment), `payout`, `payout-returned` or `other` (not caused by Kinora)',
    ],
    ['amount', 'integer', 'minor units', 'before the fee; negative when money left'],
    ['fee', 'integer', 'minor units', 'kept by the gateway; the balance changes by amount − fee'],
    ...CURRENCY,
    [
      'originalAmount',
      'integer',
      'minor units',
      'amount in the currency that the customer paid in; empty when nothing was converted',
    ],
    ['originalCurrency', 'text', '', 'that currency'],
    ['originalExponent', 'integer', '', 'decimal places of its minor units'],
    ['subjectId', 'text', '', 'the gateway’s id of the invoice, refund or dispute'],
    ['payoutId', 'text', '', 'the gateway’s id of the payout that contained it, once known'],
    ['readAt', 'time', 'UTC', 'time at which it was first read; empty if an earlier version of Kinora read it'],
  ],
  ['gateway', 'currency'],
);
export type GatewayTransactionRow = RowOf<typeof GATEWAY_TRANSACTIONS>;

export const TIE_OUT = table(
  'tie-out',
  'one payment, refund or dispute in one currency, with what Kinora and the gateway state of it; in no order',
  'moments',
  [
    ['at', 'time', 'UTC', 'earliest time on either side; the period selects by it'],
    ['gateway', 'text', '', 'payment gateway'],
    ['kind', 'text', '', '`payment`, `refund`, `dispute` or `dispute-won`'],
    ['subjectId', 'text', '', 'the gateway’s id of the invoice, refund or dispute'],
    [
      'outcome',
      'text',
      '',
      '`matched`, `differs`, `gateway-only`, `kinora-only` or `unbooked`, for all currencies of the subject; the last is a refund or dispute whose payment Kinora does not know, so that journal and revenue do not have it',
    ],
    ['kinoraAt', 'time', 'UTC', 'earliest time in Kinora’s events; empty if they do not know it'],
    ['gatewayAt', 'time', 'UTC', 'earliest time at the gateway; empty if it does not know it'],
    [
      'kinoraAmount',
      'integer',
      'minor units',
      'as Kinora’s events state it; negative when money went back; 0 if the gateway has undone it; empty if they do not state it, and for `unbooked`',
    ],
    [
      'gatewayAmount',
      'integer',
      'minor units',
      'as the gateway’s transactions state it, in the currency that the customer paid in; empty if they do not',
    ],
    ...CURRENCY,
    ['ageDays', 'integer', '', 'whole days from the time to the export'],
    ['invoiceId', 'text', '', 'Kinora’s id of the invoice; empty if it is unknown'],
    ['invoiceNumber', 'text', '', 'the printed number'],
    ['transactionIds', 'text', '', 'the gateway’s ids of the transactions, separated by spaces'],
  ],
  ['gateway', 'currency'],
);
export type TieOutRow = RowOf<typeof TIE_OUT>;

/** The exports of this context, in the order in which they are offered. */
export const BILLING_TABLES = [
  PAYMENTS,
  REFUNDS,
  DISPUTES,
  INVOICES_TABLE,
  REVENUE,
  DEFERRED,
  TRACE,
  JOURNAL,
  GATEWAY_TRANSACTIONS,
  TIE_OUT,
] as const;
