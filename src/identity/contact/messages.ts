import { z } from 'zod';
import type { OutboxMessage } from '../../platform/documents/port.js';

/**
 * Within this context: an email about a message is due. Its content is read when it is composed, so this contains no
 * personal data.
 */
export const CONTACT_LETTER_DUE = 'ContactLetterDue';
export const contactLetterDueData = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('received'), contactId: z.string() }),
  z.object({ kind: z.literal('operator'), contactId: z.string() }),
  z.object({ kind: z.literal('answer'), contactId: z.string(), answerId: z.string() }),
]);
export type ContactLetterDue = z.infer<typeof contactLetterDueData>;

/** The outbox message. Its id identifies the email. */
export function contactLetterDue(data: ContactLetterDue): OutboxMessage {
  return {
    id: `letter.contact-${data.kind}.${data.contactId}${data.kind === 'answer' ? `.${data.answerId}` : ''}`,
    type: CONTACT_LETTER_DUE,
    data,
  };
}

/** Sent once per answer, so that the sender gets a notification. */
export const CONTACT_ANSWERED = 'ContactAnswered';
export const contactAnsweredData = z.object({ contactId: z.string(), answerId: z.string(), at: z.int() });
export type ContactAnswered = z.infer<typeof contactAnsweredData>;

export function contactAnswered(data: ContactAnswered): OutboxMessage {
  return { id: `contact-answered.${data.contactId}.${data.answerId}`, type: CONTACT_ANSWERED, data };
}
