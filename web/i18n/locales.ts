/** An interface language. */
export interface InterfaceLanguage {
  /** Path prefix and locale, BCP 47. */
  readonly code: string;
  /** English name. */
  readonly name: string;
  readonly nativeName: string;
  /** ISO 3166-1 alpha-2, lower case. */
  readonly countryFlagCode: string;
  /** Value of the `user-language` header. */
  readonly header: string;
}

const language = (
  code: string,
  name: string,
  nativeName: string,
  countryFlagCode: string,
  header = code,
): InterfaceLanguage => ({ code, name, nativeName, countryFlagCode, header });

export const DEFAULT_LOCALE = 'en';

/** The 19 interface languages. */
export const INTERFACE_LANGUAGES: readonly InterfaceLanguage[] = [
  language('en', 'English', 'English', 'us'),
  language('zh', 'Simplified Chinese', '简体中文', 'cn'),
  language('th', 'Thai', 'ไทย', 'th'),
  language('it', 'Italian', 'Italiano', 'it'),
  language('pl', 'Polish', 'Polski', 'pl'),
  language('tr', 'Turkish', 'Türkçe', 'tr'),
  language('fr', 'French', 'Français', 'fr'),
  language('ko', 'Korean', '한국어', 'kr'),
  language('de', 'German', 'Deutsch', 'de'),
  language('ja', 'Japanese', '日本語', 'jp'),
  language('ru', 'Russian', 'Русский', 'ru'),
  language('pt', 'Portuguese', 'Português', 'pt'),
  language('ar', 'Arabic', 'العربية', 'sa'),
  language('no', 'Norwegian', 'Norsk', 'no'),
  language('nl', 'Dutch', 'Nederlands', 'nl'),
  language('da', 'Danish', 'Dansk', 'dk'),
  language('es', 'Spanish', 'Español', 'es'),
  language('id', 'Indonesian', 'Bahasa Indonesia', 'id'),
  language('zh-TW', 'Traditional Chinese', '繁體中文', 'tw', 'tw'),
];

/** Translated languages. All others show English under their prefix and are not in the menu. */
export const TRANSLATED: readonly string[] = ['en', 'de', 'ar'];

/** Pseudo-locale: accented, longer English that exposes untranslated text. Development only. */
export const PSEUDO_LOCALE = 'en-XA';

/** Whether pages are served in a locale. @param development whether this is a development server */
export const isServed = (locale: string | undefined, development: boolean): locale is string =>
  INTERFACE_LANGUAGES.some((entry) => entry.code === locale) || (development && locale === PSEUDO_LOCALE);

/** The language of a locale; English for a locale that is not one of the 19. */
export function languageOf(locale: string): InterfaceLanguage {
  const [english] = INTERFACE_LANGUAGES;
  const found = INTERFACE_LANGUAGES.find((entry) => entry.code === locale) ?? english;
  if (found === undefined) throw new Error('There are no interface languages.');
  return found;
}
