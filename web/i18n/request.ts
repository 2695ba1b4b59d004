import { hasLocale } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { ENGLISH } from './messages';
import { routing } from './routing';

export default getRequestConfig(async ({ requestLocale }) => {
  const asked = await requestLocale;
  const locale = hasLocale(routing.locales, asked) ? asked : routing.defaultLocale;
  // Days and times are shown in the visitor's own zone, which only the browser knows: such texts are written after hydration.
  return { locale, messages: ENGLISH, timeZone: 'UTC' };
});
