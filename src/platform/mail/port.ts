import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';

/** A mail of the product: one text, in one language, for one person. */
export const outgoingMail = z.object({
  /** Permanent id of the mail: the same id is the same mail, and is delivered once if the transport supports that. */
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/),
  /** Time of its cause, milliseconds since the epoch; used as its `Date`. */
  at: z.int().min(0),
  /** The address without a name. */
  to: z.string().min(3).max(320),
  /** BCP 47. */
  language: z.string().min(2).max(35),
  subject: z.string().min(1).max(300),
  text: z.string(),
  html: z.string(),
});
export type OutgoingMail = z.infer<typeof outgoingMail>;

/** A mail in a list. */
export interface MailSummary {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: Millis;
  readonly to: string;
  readonly language: string;
  readonly subject: string;
}

export interface MailPage {
  /** Newest first. */
  readonly items: readonly MailSummary[];
  /** Position of the next page; absent on the last. */
  readonly next?: string;
}

/** Mails that are kept here instead of being sent, for the operator to read. */
export interface MailOutbox {
  /**
   * @param after `next` of the previous page; an unknown one starts at the newest
   * @param limit 1 or more
   */
  list(limit: number, after?: string): Promise<MailPage>;
  /** @returns undefined if it does not exist, or no longer does */
  get(id: string): Promise<OutgoingMail | undefined>;
  /**
   * Deletes older mails.
   * @returns how many
   */
  sweep(before: Millis): Promise<number>;
}

/**
 * Outcome of a mail: durably accepted, or permanently refused, with the server's code (not its text, which may contain
 * addresses).
 */
export type Sent = { readonly outcome: 'taken' } | { readonly outcome: 'refused'; readonly code: string };

/**
 * Sends mail.
 * @throws StoreUnavailable from every call if it cannot be sent now; the mail is retried later
 */
export interface MailPort {
  /**
   * Accepts a mail durably. A repeated id has no effect in an outbox, and is recognisable as the same mail to its
   * recipient, so in doubt send again. A refused mail must not be sent again.
   */
  send(mail: OutgoingMail): Promise<Sent>;
  /** Present if mails stay in this installation; absent if they are sent. */
  readonly outbox?: MailOutbox;
  ping(): Promise<void>;
  close(): Promise<void>;
}
