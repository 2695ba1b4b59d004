import { getRequestConfig } from 'next-intl/server';
import { DEVELOPMENT } from '../lib/env';
import { DEFAULT_LOCALE, isServed } from './locales';
import { messagesOf } from './messages';

export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = isServed(requested, DEVELOPMENT) ? requested : DEFAULT_LOCALE;
  // Only the browser knows the visitor's time zone, so local dates and times are rendered after hydration.
  return { locale, messages: await messagesOf(locale), timeZone: 'UTC' };
});
