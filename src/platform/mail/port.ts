import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';

/** A letter as the product hands it over: composed, in one language, for one person. */
export const outgoingMail = z.object({
  /** Names the letter for ever: the same id is the same letter, and is delivered once where the way allows it. */
  id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,149}$/),
  /** When its cause was, milliseconds since the epoch; the letter's `Date`. */
  at: z.int().min(0),
  /** The bare address, without a name. */
  to: z.string().min(3).max(320),
  /** BCP 47. */
  language: z.string().min(2).max(35),
  subject: z.string().min(1).max(300),
  text: z.string(),
  html: z.string(),
});
export type OutgoingMail = z.infer<typeof outgoingMail>;

/** What a list of letters shows of one. */
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
  /** Where the next page begins; absent on the last. */
  readonly next?: string;
}

/** Letters that stay here instead of going out, for who runs the installation to read. */
export interface MailOutbox {
  /** @param after `next` of the page before; an unknown one begins at the newest. @param limit 1 or more */
  list(limit: number, after?: string): Promise<MailPage>;
  /** @returns undefined when there is none, or no longer. */
  get(id: string): Promise<OutgoingMail | undefined>;
  /** Deletes what is older. @returns how many letters */
  sweep(before: Millis): Promise<number>;
}

/** What became of a letter: taken over durably, or refused permanently, with the server's code for it (no words, which may name people). */
export type Sent = { readonly outcome: 'taken' } | { readonly outcome: 'refused'; readonly code: string };

/**
 * Takes letters to people.
 * @throws StoreUnavailable from every call when it cannot do so now; the letter is given again later
 */
export interface MailPort {
  /**
   * Takes a letter over durably. The same id again changes nothing where letters stay, and is the same letter to whoever gets it
   * where they go out, so that who is in doubt sends again. What is refused is not to be sent again.
   */
  send(mail: OutgoingMail): Promise<Sent>;
  /** There when letters stay in this installation; absent when they go out. */
  readonly outbox?: MailOutbox;
  ping(): Promise<void>;
  close(): Promise<void>;
}
