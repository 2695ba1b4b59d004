import { defineRouting } from 'next-intl/routing';
import { DEFAULT_LOCALE, INTERFACE_LANGUAGES } from './locales';

/** English has no prefix, every other language has its own. Nobody is sent to a language that they did not choose. */
export const routing = defineRouting({
  locales: INTERFACE_LANGUAGES.map((language) => language.code),
  defaultLocale: DEFAULT_LOCALE,
  localePrefix: 'as-needed',
  localeDetection: false,
  localeCookie: false,
  alternateLinks: false,
});
