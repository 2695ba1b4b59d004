/** Who speaks, and in what language. */
export const VOICES = ['woman', 'man', 'deep', 'bright'] as const;
export type Voice = (typeof VOICES)[number];

export const SPOKEN_LANGUAGES = ['en', 'de', 'ar', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'ru', 'tr', 'id', 'da', 'ko', 'zh'] as const;
export type SpokenLanguage = (typeof SPOKEN_LANGUAGES)[number];
