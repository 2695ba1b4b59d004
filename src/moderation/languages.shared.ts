/** Languages of the word lists, the interface languages; `zh` is Simplified, `tw` Traditional Chinese. */
export const LANGUAGES = [
  'en',
  'zh',
  'tw',
  'th',
  'it',
  'pl',
  'tr',
  'fr',
  'ko',
  'de',
  'ja',
  'ru',
  'pt',
  'ar',
  'no',
  'nl',
  'da',
  'es',
  'id',
] as const;
export type Language = (typeof LANGUAGES)[number];
