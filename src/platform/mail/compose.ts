import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutgoingMail } from './port.js';

/** The address in `Name <address>`, or the whole text. */
export const addressOf = (from: string): string => /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from.trim();

/**
 * Composes a mail by RFC 5322, with text and HTML as alternatives (RFC 2046, 5.1.4). The Message-ID is derived from the
 * mail's id, so that a repeat is recognised; `Auto-Submitted` suppresses out-of-office replies (RFC 3834).
 * @param from the sender, an address with or without a name
 */
export async function compose(mail: OutgoingMail, from: string): Promise<Buffer> {
  const composer = new MailComposer({
    from,
    // As an object, because nodemailer would parse names and further addresses out of a string.
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
