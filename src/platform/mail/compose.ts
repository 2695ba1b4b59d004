import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import type { OutgoingMail } from './port.js';

/** The bare address in `Name <address>`, or what stands there alone. */
export const addressOf = (from: string): string => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim();

/**
 * The letter by RFC 5322, text and HTML as alternatives (RFC 2046, 5.1.4). Its Message-ID follows from the letter's id, so that a
 * repeat is recognised; `Auto-Submitted` keeps out-of-office answers away (RFC 3834).
 * @param from whom it is from, an address with or without a name
 */
export async function compose(mail: OutgoingMail, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // As an object: nodemailer would read names and further addresses out of a text.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: new Date(mail.at),
    messageId: `<${mail.id}@${addressOf(from).split('@')[1] ?? 'localhost'}>`,
    headers: { 'Content-Language': mail.language, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}
