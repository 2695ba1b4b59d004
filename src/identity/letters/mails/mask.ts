import type { OutgoingMail } from '../../../platform/mail/port.js';

const HIDDEN = '••••••';
/** Six digits on their own, except colours in styles. */
const CODE = /(?<![\d#])\d{6}(?!\d)/g;
/** Query and fragment of a link, which may contain tokens. */
const QUERY = /(https?:\/\/[^\s"'<>?#]+)[?#][^\s"'<>]*/g;

/** Removes what would let a reader act as the recipient: hides codes, and cuts links after their path. */
export const maskSecrets = (text: string): string => text.replace(QUERY, '$1').replace(CODE, HIDDEN);

/** An email as readers other than its recipient may see it. */
export const maskLetter = (mail: OutgoingMail): OutgoingMail => ({
  ...mail,
  subject: maskSecrets(mail.subject),
  text: maskSecrets(mail.text),
  html: maskSecrets(mail.html),
});
