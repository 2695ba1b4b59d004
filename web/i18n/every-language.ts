import { INTERFACE_LANGUAGES } from './locales';

/** Static parameters of a page that is prerendered in all languages, including those without translations. */
export const everyLanguage = (): { locale: string }[] => INTERFACE_LANGUAGES.map(({ code }) => ({ locale: code }));
