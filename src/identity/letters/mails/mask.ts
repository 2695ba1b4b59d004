import type { OutgoingMail } from '../../../platform/mail/port.js';

const HIDDEN = '••••••';
/** Six digits alone, but no colour of a style. */
const CODE = /(?<![\d#])\d{6}(?!\d)/g;
/** What follows the path of a link: there tokens stand. */
const QUERY = /(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/g;

/** A text without what would let its reader act as whom it is addressed to: codes, and links cut behind their path. */
export const maskSecrets = (text: string): string => text.replace(QUERY, '$1').replace(CODE, HIDDEN);

/** A letter as someone else than its addressee may see it. */
export const maskLetter = (mail: OutgoingMail): OutgoingMail => ({ ...mail, subject: maskSecrets(mail.subject), text: maskSecrets(mail.text), html: maskSecrets(mail.html) });
