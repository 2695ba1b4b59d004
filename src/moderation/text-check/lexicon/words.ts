/** The interface languages; `zh` is Simplified, `tw` Traditional Chinese. */
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

/**
 * Words of one group by language, separated by bars, in normal spelling. `stem~` matches any word that starts with the
 * stem. `word!` applies only to that interface language, because it is harmless in others ("seks" is six in Norwegian).
 * Chinese, Japanese and Thai words match anywhere in the text, Korean ones at the start of a word.
 */
export type Words = { readonly [language in Language]: string };
