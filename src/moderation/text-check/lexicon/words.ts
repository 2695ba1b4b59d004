import type { Language } from '../../languages.shared.js';

/**
 * Words of one group by language, separated by bars, in normal spelling. `stem~` matches any word that starts with the
 * stem. `word!` applies only to that interface language, because it is harmless in others ("seks" is six in Norwegian).
 * Chinese, Japanese and Thai words match anywhere in the text, Korean ones at the start of a word.
 */
export type Words = { readonly [language in Language]: string };
