import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../kernel/escape-html.js';
import type { OutgoingMail } from '../../../platform/mail/port.js';
import { endOfDay } from '../root.shared.js';
import type { ReadRoot } from '../root-store.js';

/**
 * The email with a signed root. English, as every email to operators. The root is in it as the file that
 * `ledger verify --roots` reads.
 * @param origin of the site, without a trailing slash; undefined when the installation has no public address
 */
export function rootLetter({ signed, body: { day, events, streams, kid } }: ReadRoot, to: string, origin: string | undefined): OutgoingMail {
  const file = JSON.stringify({ day, ...signed });
  const lines = [
    `The ledger’s root of ${day} is signed. It also covers all earlier days. Events: ${events}. Streams: ${streams}.`,
    'Keep this email. To compare the ledger with it, save the line below as root.json and run: npm run ledger -- verify --roots root.json',
  ];
  const last = `Key: ${kid}${origin === undefined ? '' : `, published at ${origin}/.well-known/kinora/ledger-key`}`;
  return {
    id: `ledger-root.${day}.${createHash('sha256').update(to).digest('hex').slice(0, 16)}`,
    at: endOfDay(day), to, language: 'en', subject: `Ledger root of ${day}`,
    text: `${[...lines, file, last].join('\n\n')}\n`,
    html: `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}<pre style="white-space:pre-wrap;word-break:break-all">${escapeHtml(file)}</pre><p>${escapeHtml(last)}</p>`,
  };
}
