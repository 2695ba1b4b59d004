import { escapeHtml } from '../../../kernel/escape-html.js';
import { directionOf } from '../../../kernel/locales.shared.js';
import { LETTER_WORDS, type LetterKind, type LetterWords, type MailLanguage } from './words.js';

/** Content of an email with predefined words. */
export interface Letter {
  readonly kind: LetterKind;
  readonly language: MailLanguage;
  /** Absolute URL of the button. */
  readonly link: string;
  /** Six digits, for `verify`. */
  readonly code?: string;
  /** User text quoted in emails to or from the operator; line breaks are kept. */
  readonly quoted?: readonly string[];
}

/** An email with complete text from another context. */
export interface WordedLetter extends Omit<Letter, 'kind' | 'code'> {
  readonly words: LetterWords;
  /** Further links below the button. */
  readonly more: readonly { readonly label: string; readonly link: string }[];
}

export interface ComposedLetter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Composes an email as plain text and as HTML. The HTML loads nothing from other servers. */
export function composeLetter(letter: Letter | WordedLetter): ComposedLetter {
  const { language, link, quoted = [] } = letter;
  const [words, code, more] =
    'words' in letter ? [letter.words, undefined, letter.more] : [LETTER_WORDS[language][letter.kind], letter.code, []];
  const filled = (text: string): string => text.replaceAll('{code}', code ?? '');
  const subject = filled(words.subject);
  const text = [
    ...[words.heading, ...words.before, ...(code === undefined ? [] : [code])].map(filled),
    ...quoted,
    ...[`${words.action}:\n${link}`, ...more.map((one) => `${one.label}:\n${one.link}`), ...words.after].map(filled),
  ].join('\n\n');
  const paragraph = (line: string): string => `<p style="margin:0 0 16px">${escapeHtml(filled(line))}</p>`;
  const html = [
    '<!doctype html>',
    `<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0;padding:24px;background:#f4f3f1;color:#1b1a18;font:16px/1.5 system-ui,-apple-system,\'Segoe UI\',sans-serif">',
    '<main style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">',
    '<p style="margin:0 0 24px;font-weight:700">Kinora</p>',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(words.heading)}</h1>`,
    ...words.before.map(paragraph),
    ...(code === undefined
      ? []
      : [
          `<p dir="ltr" style="margin:0 0 16px;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:6px">${escapeHtml(code)}</p>`,
        ]),
    ...quoted.map(
      (said) =>
        `<p dir="auto" style="margin:0 0 16px;padding:12px 16px;background:#f4f3f1;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(said)}</p>`,
    ),
    ...[{ label: words.action, link }, ...more].map(
      (one) =>
        `<p style="margin:0 0 16px"><a href="${escapeHtml(one.link)}" style="color:#4338ca;font-weight:600">${escapeHtml(one.label)}</a></p>`,
    ),
    ...words.after.map(paragraph),
    '</main></body></html>',
  ].join('\n');
  return { subject, text: `${text}\n`, html };
}
