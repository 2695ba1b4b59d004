import { matchLocale } from '../../../kernel/locales.shared.js';

const LETTER_LANGUAGES = ['en', 'de', 'ar'] as const;
type LetterLanguage = (typeof LETTER_LANGUAGES)[number];

/** @param wanted BCP 47. English for a language without a translation */
export const rootLetterLanguage = (wanted: string): LetterLanguage => matchLocale(wanted, LETTER_LANGUAGES) ?? 'en';

export interface RootLetterWords {
  readonly subject: string;
  /** The paragraphs before the root. */
  readonly before: readonly string[];
  readonly key: string;
  /** Used where the installation has a public address. */
  readonly publishedKey: string;
}

/** The texts of the email with a signed root. The command is the same in every language. */
export const ROOT_LETTER_WORDS: Readonly<Record<LetterLanguage, RootLetterWords>> = {
  en: {
    subject: 'Ledger root of {day}',
    before: [
      'The ledger’s root of {day} is signed. It also covers all earlier days. Events: {events}. Streams: {streams}.',
      'Keep this email. To compare the ledger with it, save the line below as root.json and run: {command}',
    ],
    key: 'Key: {kid}',
    publishedKey: 'Key: {kid}, published at {address}',
  },
  de: {
    subject: 'Wurzel des Ledgers vom {day}',
    before: [
      'Die Wurzel des Ledgers vom {day} ist signiert. Sie deckt auch alle früheren Tage ab. Ereignisse: {events}. Streams: {streams}.',
      'Bewahre diese E-Mail auf. Um den Ledger damit zu vergleichen, speichere die Zeile unten als root.json und führe aus: {command}',
    ],
    key: 'Schlüssel: {kid}',
    publishedKey: 'Schlüssel: {kid}, veröffentlicht unter {address}',
  },
  ar: {
    subject: 'جذر دفتر الأستاذ ليوم {day}',
    before: [
      'وُقّع جذر دفتر الأستاذ ليوم {day}، وهو يشمل كل الأيام السابقة أيضًا. الأحداث: {events}. التدفقات: {streams}.',
      'احتفظ بهذه الرسالة. لمقارنة الدفتر بها احفظ السطر أدناه في ملف root.json ثم نفّذ: {command}',
    ],
    key: 'المفتاح: {kid}',
    publishedKey: 'المفتاح: {kid}، منشور على {address}',
  },
};
