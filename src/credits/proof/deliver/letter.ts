import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../kernel/escape-html.js';
import { directionOf } from '../../../kernel/locales.shared.js';
import type { OutgoingMail } from '../../../platform/mail/port.js';
import { endOfDay } from '../root.shared.js';
import type { ReadRoot } from '../root-store.js';
import { ROOT_LETTER_WORDS, rootLetterLanguage } from './letter.words.js';

/** Where the email goes, and the recipient's language (BCP 47; English if there is no translation). */
export interface RootRecipient {
  readonly address: string;
  readonly language: string;
}

/**
 * The email with a signed root. The root is in it as the file that `ledger verify --roots` reads.
 * @param origin of the site, without a trailing slash; undefined when the installation has no public address
 */
export function rootLetter(
  { signed, body: { day, events, streams, kid } }: ReadRoot,
  to: RootRecipient,
  origin: string | undefined,
): OutgoingMail {
  const file = JSON.stringify({ day, ...signed });
  const language = rootLetterLanguage(to.language);
  const words = ROOT_LETTER_WORDS[language];
  const values = {
    day,
    events: String(events),
    streams: String(streams),
    kid,
    command: 'npm run ledger -- verify --roots root.json',
    address: `${origin ?? ''}/.well-known/kinora/ledger-key`,
  };
  const filled = (text: string): string =>
    Object.entries(values).reduce((all, [name, value]) => all.replaceAll(`{${name}}`, value), text);
  const lines = words.before.map(filled);
  const last = filled(origin === undefined ? words.key : words.publishedKey);
  return {
    id: `ledger-root.${day}.${createHash('sha256').update(to.address).digest('hex').slice(0, 16)}`,
    at: endOfDay(day),
    to: to.address,
    language,
    subject: filled(words.subject),
    text: `${[...lines, file, last].join('\n\n')}\n`,
    html: `<div lang="${language}" dir="${directionOf(language)}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<pre dir="ltr" style="white-space:pre-wrap;word-break:break-all">${escapeHtml(file)}</pre><p>${escapeHtml(last)}</p></div>`,
  };
}
