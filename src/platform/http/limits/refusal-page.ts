import { acceptedLocale, directionOf } from '../../../kernel/locales.shared.js';

interface Words {
  readonly lang: string;
  readonly title: string;
  readonly text: string;
  readonly again: string;
}

const ENGLISH: Words = {
  lang: 'en',
  title: 'Too many requests',
  text: 'Too many requests came from your network. Wait a few seconds and try again.',
  again: 'Try again',
};
const WORDS: readonly Words[] = [
  ENGLISH,
  {
    lang: 'de',
    title: 'Zu viele Anfragen',
    text: 'Aus deinem Netz kamen zu viele Anfragen. Warte einige Sekunden und versuch es noch einmal.',
    again: 'Noch einmal versuchen',
  },
  {
    lang: 'ar',
    title: 'طلبات كثيرة جدًا',
    text: 'وصلت طلبات كثيرة جدًا من شبكتك. انتظر بضع ثوانٍ ثم حاول مرة أخرى.',
    again: 'حاول مرة أخرى',
  },
];

/**
 * The page that a browser shows for a refused page. It is self-contained, because the refused client could not load its
 * files.
 * @param accepted the `Accept-Language` header; English if no language matches
 */
export function refusalPage(accepted: string | undefined): string {
  const code = acceptedLocale(
    accepted ?? '',
    WORDS.map(({ lang }) => lang),
  );
  const { lang, title, text, again } = WORDS.find((one) => one.lang === code) ?? ENGLISH;
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Kinora</title>
<style>body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;padding:1rem;font:1rem/1.5 system-ui,sans-serif;background:#0a090b;color:#f5f3f0}a{color:inherit}</style></head>
<body><main><h1>${title}</h1><p>${text}</p><p><a href="">${again}</a></p></main></body></html>
`;
}
