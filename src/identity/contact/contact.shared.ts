import { z } from 'zod';
import { nameText } from '../profile/profile.shared.js';

/** What a message may be about; in the order in which it is offered. */
export const CONTACT_TOPICS = ['question', 'problem', 'credits', 'account', 'idea', 'other'] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number];

/** Characters, after blanks at both ends are gone. */
export const CONTACT_LENGTH = { name: 100, email: 254, minMessage: 10, message: 4_000, answer: 8_000 } as const;

/** Whether someone still waits for an answer. */
export const CONTACT_STATES = ['open', 'answered', 'closed'] as const;
export type ContactState = (typeof CONTACT_STATES)[number];

/** What someone writes, as the browser checks it before it is sent and the server when it comes. */
export const contactForm = z.object({
  name: z.string().overwrite(nameText).min(1).max(CONTACT_LENGTH.name),
  email: z.email().max(CONTACT_LENGTH.email),
  topic: z.enum(CONTACT_TOPICS),
  message: z.string().trim().min(CONTACT_LENGTH.minMessage).max(CONTACT_LENGTH.message),
  /** Of one's creations, which one it is about. */
  creationId: z.uuid().exactOptional(),
});
export type ContactForm = z.infer<typeof contactForm>;

/** The form as it is sent. */
export const contactInput = contactForm.extend({
  /** Minted by the browser once a message: the same id again is the same message. */
  id: z.uuid(),
  /** A field that people do not see. Whoever fills it in is a program. */
  website: z.string().max(1_000).default(''),
});
export type ContactInput = z.infer<typeof contactInput>;

/** An answer by letter. */
export const contactAnswer = z.object({
  id: z.uuid(),
  /** Minted by the browser once an answer: the same id again is the same answer. */
  answerId: z.uuid(),
  text: z.string().trim().min(1).max(CONTACT_LENGTH.answer),
});
export type ContactAnswer = z.infer<typeof contactAnswer>;

/** A message as a list shows it. Times in milliseconds since the epoch. */
export interface ContactSummary {
  readonly id: string;
  readonly at: number;
  readonly state: ContactState;
  readonly topic: ContactTopic;
  readonly name: string;
  /** How the message begins. */
  readonly begins: string;
}

/** A message, whole, for whoever answers it. */
export interface ContactView extends Omit<ContactSummary, 'begins'> {
  readonly email: string;
  readonly message: string;
  readonly language: string;
  /** The opaque id of who was signed in or visiting; null for no one. */
  readonly userId: string | null;
  /** Whether the writer was signed in with this very address: otherwise anybody may have given it. */
  readonly isOwnAddress: boolean;
  /** As it was given; not checked to be the writer's. */
  readonly creationId: string | null;
  readonly answers: readonly { readonly id: string; readonly at: number; readonly text: string }[];
}

/** A page of messages, newest first. */
export interface ContactPage {
  readonly items: readonly ContactSummary[];
  /** Absent on the last page. */
  readonly next?: string;
  /** How many wait for an answer, in all. */
  readonly open: number;
}
