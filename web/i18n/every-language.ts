import { INTERFACE_LANGUAGES } from './locales';

/** For a page that is built ahead in every language, also in those that have no words of their own yet. */
export const everyLanguage = (): { locale: string }[] => INTERFACE_LANGUAGES.map(({ code }) => ({ locale: code }));
