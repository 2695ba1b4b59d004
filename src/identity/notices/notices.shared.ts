import { z } from 'zod';
import { REVIEW_REASONS } from '../../kernel/review.shared.js';

/** How long a notice is kept, milliseconds, and how many someone has at most: the oldest go first. */
export const NOTICES_KEPT = { ms: 90 * 86_400_000, each: 200 } as const;
/** Notices that a page of them shows, and that come live. */
export const NOTICES_PAGE = 20;

const media = z.enum(['image', 'video']);
const reason = z.enum(REVIEW_REASONS);
/** Minor units (hundredths, or whole units where none are paid in), ISO 4217 in lower case. */
const money = { minor: z.int().min(0), currency: z.string() };
/** What a plan or a pack is called. */
const productName = z.string();

/** What is told. The words are made where it is read, in the language of then; so nothing here is text to show, nor personal. */
export const noticeContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('creation-finished'), taskId: z.string(), media, count: z.int().min(1) }),
  /** `error`: why, by the error catalogue; older notices have none. */
  z.object({ kind: z.literal('creation-failed'), taskId: z.string(), media, error: z.object({ identifier: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) }).exactOptional() }),
  z.object({ kind: z.literal('work-published'), workId: z.string(), media }),
  z.object({ kind: z.literal('work-rejected'), taskId: z.string(), media, reason }),
  z.object({ kind: z.literal('work-removed'), taskId: z.string(), media, reason }),
  z.object({ kind: z.literal('credits-given'), source: z.enum(['signup']), amount: z.int().min(1) }),
  /** `at`: when they expire, milliseconds since the epoch. */
  z.object({ kind: z.literal('credits-expiring'), amount: z.int().min(1), at: z.int() }),
  z.object({ kind: z.literal('account-restored') }),
  z.object({ kind: z.literal('message-answered'), contactId: z.string() }),
  z.object({ kind: z.literal('payment-received'), productName, ...money }),
  /** `nextAttemptAt`: null when it is not tried again by itself. */
  z.object({ kind: z.literal('payment-failed'), productName, ...money, nextAttemptAt: z.int().nullable() }),
  z.object({ kind: z.literal('payment-refunded'), ...money }),
  z.object({ kind: z.literal('plan-ended'), productName }),
  /** `at`: until when the plan is there, from when on there is another, when it is paid for again. */
  z.object({ kind: z.literal('plan-canceled'), productName, at: z.int() }),
  z.object({ kind: z.literal('plan-resumed'), productName, at: z.int() }),
  z.object({ kind: z.literal('plan-changes'), productName, at: z.int() }),
  z.object({ kind: z.literal('renewal-soon'), productName, at: z.int() }),
]);
export type NoticeContent = z.infer<typeof noticeContent>;

/** A notice as its reader sees it. */
export interface NoticeView {
  /** Among the reader's own. */
  readonly id: string;
  /** When what it tells of happened, milliseconds since the epoch. */
  readonly at: number;
  readonly unread: boolean;
  readonly content: NoticeContent;
}

/** A page of notices, newest first. */
export interface NoticePage {
  readonly items: readonly NoticeView[];
  /** Absent on the last page. */
  readonly next?: string;
  /** How many are unread, in all. */
  readonly unread: number;
}

/** What has been read: some, or every one up to a time (so that what comes meanwhile stays unread). */
export const noticesRead = z.union([z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(100) }), z.object({ upTo: z.int() })]);
export type NoticesRead = z.infer<typeof noticesRead>;
