import { defineRouting } from 'next-intl/routing';
import { DEFAULT_LOCALE, INTERFACE_LANGUAGES } from './locales';

/** English has no prefix; every other language has one. There is no automatic redirect to a language. */
export const routing = defineRouting({
  locales: INTERFACE_LANGUAGES.map((language) => language.code),
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
});
