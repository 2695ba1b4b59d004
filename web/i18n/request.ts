import { getRequestConfig } from 'next-intl/server';
import { DEVELOPMENT } from '../lib/env';
import { DEFAULT_LOCALE, isServed } from './locales';
import { messagesOf } from './messages';

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = isServed(requested, DEVELOPMENT) ? requested : DEFAULT_LOCALE;
  // Days and times are shown in the visitor's own zone, which only the browser knows: such texts are written after hydration.
  return { locale, messages: await messagesOf(locale), timeZone: 'UTC' };
});
