import { z } from 'zod';
import { nameText } from '../profile/profile.shared.js';

/** Topics that the contact form offers, in display order. */
export const FORM_TOPICS = ['question', 'problem', 'credits', 'account', 'idea', 'other'] as const;
/** All topics. A review is written in its own popup. */
export const CONTACT_TOPICS = [...FORM_TOPICS, 'review'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Values of a review, from the worst to the best. */
export const RATINGS = [1, 2, 3, 4, 5] as const;

/** Lengths in characters, after trimming. */
export const CONTACT_LENGTH = { name: 100, email: 254, minMessage: 10, message: 4_000, answer: 8_000 } as const;

/** States of a message; `open` waits for an answer. */
export const CONTACT_STATES = ['open', 'answered', 'closed'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** The contact form, validated by the browser and the server. */
export const contactForm = z.object({
  name: z.string().overwrite(nameText).min(1).max(CONTACT_LENGTH.name),
  email: z.email().max(CONTACT_LENGTH.email),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string().trim().min(CONTACT_LENGTH.minMessage).max(CONTACT_LENGTH.message),
  /** The sender's creation that the message is about. */
  creationId: z.uuid().exactOptional(),
  /** Of a review. */
  rating: z.literal(RATINGS).exactOptional(),
});
export type ContactForm = z.infer<typeof contactForm>;

/** The submitted form. */
export const contactInput = contactForm.extend({
  /** Created by the browser once per message; the same id is the same message. */
  id: z.uuid(),
  /** A hidden field; only bots fill it in. */
  website: z.string().max(1_000).default(''),
});
export type ContactInput = z.infer<typeof contactInput>;

/** An answer by email. */
export const contactAnswer = z.object({
  id: z.uuid(),
  /** Created by the browser once per answer; the same id is the same answer. */
  answerId: z.uuid(),
  text: z.string().trim().min(1).max(CONTACT_LENGTH.answer),
});
export type ContactAnswer = z.infer<typeof contactAnswer>;

/** A message in a list. Times are in milliseconds since the epoch. */
export interface ContactSummary {
  readonly id: string;
  readonly at: number;
  readonly state: ContactState;
  readonly topic: ContactTopic;
  readonly name: string;
  /** The first characters of the message. */
  readonly begins: string;
}

/** A complete message, for administrators. */
export interface ContactView extends Omit<ContactSummary, 'begins'> {
  readonly email: string;
  readonly message: string;
  readonly language: string;
  /** The opaque user id of the sender; null without a session. */
  readonly userId: string | null;
  /** Whether the sender was signed in with this address; otherwise the address is unverified. */
  readonly isOwnAddress: boolean;
  /** As submitted; not verified to belong to the sender. */
  readonly creationId: string | null;
  /** Of a review; null for all other messages. */
  readonly rating: number | null;
  readonly answers: readonly { readonly id: string; readonly at: number; readonly text: string }[];
}

/** A page of messages, newest first. */
export interface ContactPage {
  readonly items: readonly ContactSummary[];
  /** Absent on the last page. */
  readonly next?: string;
  /** Total number of open messages. */
  readonly open: number;
}
