/** The interface languages; `zh` is Simplified, `tw` Traditional Chinese. */
export const LANGUAGES = ['en', 'zh', 'tw', 'th', 'it', 'pl', 'tr', 'fr', 'ko', 'de', 'ja', 'ru', 'pt', 'ar', 'no', 'nl', 'da', 'es', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/**
 * Words of one group, by language, between bars, as a reader writes them. `stem~` matches whatever begins so; `word!`
 * counts only when the interface is in that language, for elsewhere it means something harmless ("seks" is six in
 * Norwegian). In Chinese, Japanese and Thai words are found anywhere in the text, in Korean at the beginning of a word.
 */
export type Words = { readonly [language in Language]: string };
