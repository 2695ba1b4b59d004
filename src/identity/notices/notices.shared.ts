import { z } from 'zod';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';

/** How long a notification is kept, in milliseconds, and the maximum per user; the oldest are deleted first. */
export const NOTICES_KEPT = { ms: 90 * 86_400_000, each: 200 } as const;
/** Page size, and number of notifications in live updates. */
export const NOTICES_PAGE = 20;

const media = z.enum(['image', 'video']);
const reason = z.enum(REVIEW_REASONS);
/**
 * Amount in the currency's minor units (hundredths, or whole units for currencies without them), and the ISO 4217 code
 * in lower case.
 */
const money = { minor: z.int().min(0), currency: z.string() };
/** Name of a plan or a pack. */
const productName = z.string();

/**
 * Content of a notification. The text is composed when it is read, in the reader's current language. So the content has
 * neither display text nor personal data.
 */
export const noticeContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('creation-finished'), taskId: z.string(), media, count: z.int().min(1) }),
  /** `error`: the cause, from the error catalogue; absent from older notifications. */
  z.object({
    kind: z.literal('creation-failed'),
    taskId: z.string(),
    media,
    error: z
      .object({ identifier: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
      .exactOptional(),
  }),
  z.object({ kind: z.literal('work-published'), workId: z.string(), media }),
  z.object({ kind: z.literal('work-rejected'), taskId: z.string(), media, reason }),
  z.object({ kind: z.literal('work-removed'), taskId: z.string(), media, reason }),
  /** For a reporter: whether moderators have done something about it. It names nobody, and not what was done. */
  z.object({ kind: z.literal('report-handled'), about: z.enum(['work', 'author']), acted: z.boolean() }),
  /** For an author: `until` is the end of the restriction. */
  z.object({ kind: z.literal('publishing-restricted'), until: z.int(), reason }),
  z.object({ kind: z.literal('publishing-banned'), reason }),
  z.object({ kind: z.literal('appeal-answered'), about: z.enum(['remove', 'restrict', 'ban']), granted: z.boolean() }),
  /** The answer to an appeal against a refused text. */
  z.object({ kind: z.literal('refusal-answered'), refusalId: z.string(), granted: z.boolean() }),
  z.object({ kind: z.literal('credits-given'), source: z.enum(['signup', 'invite']), amount: z.int().min(1) }),
  /** `at`: expiry time, milliseconds since the epoch. */
  z.object({ kind: z.literal('credits-expiring'), amount: z.int().min(1), at: z.int() }),
  z.object({ kind: z.literal('account-restored') }),
  z.object({ kind: z.literal('message-answered'), contactId: z.string() }),
  z.object({ kind: z.literal('payment-received'), productName, ...money }),
  /** `nextAttemptAt`: null when there is no automatic retry. */
  z.object({ kind: z.literal('payment-failed'), productName, ...money, nextAttemptAt: z.int().nullable() }),
  z.object({ kind: z.literal('payment-refunded'), ...money }),
  z.object({ kind: z.literal('plan-ended'), productName }),
  /**
   * `at`: time at which the plan ends (`plan-canceled`), changes (`plan-changes`) or is paid for again (`plan-resumed`,
   * `renewal-soon`).
   */
  z.object({ kind: z.literal('plan-canceled'), productName, at: z.int() }),
  z.object({ kind: z.literal('plan-resumed'), productName, at: z.int() }),
  z.object({ kind: z.literal('plan-changes'), productName, at: z.int() }),
  z.object({ kind: z.literal('renewal-soon'), productName, at: z.int() }),
  /** Deliveries to an address of the user have failed for too long. */
  z.object({ kind: z.literal('webhook-disabled') }),
  /** For finance operators: a reconciliation of the ledger has found differences. */
  z.object({ kind: z.literal('ledger-differs'), found: z.int().min(1) }),
]);
export type NoticeContent = z.infer<typeof noticeContent>;

/** A notification as its reader sees it. */
export interface NoticeView {
  /** Unique among the reader's notifications. */
  readonly id: string;
  /** Time of the event, milliseconds since the epoch. */
  readonly at: number;
  readonly unread: boolean;
  readonly content: NoticeContent;
}

/** A page of notifications, newest first. */
export interface NoticePage {
  readonly items: readonly NoticeView[];
  /** Absent on the last page. */
  readonly next?: string;
  /** Total number of unread notifications. */
  readonly unread: number;
}

/** Notifications to mark as read: some by id, or all up to a time, so that newer ones stay unread. */
export const noticesRead = z.union([
  z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(100) }),
  z.object({ upTo: z.int() }),
]);
export type NoticesRead = z.infer<typeof noticesRead>;
