'use client';

import { useLocale } from 'next-intl';
import { useMemo } from 'react';
import { INTERFACE_LANGUAGES, TRANSLATED } from '@/i18n/locales';
import { usePathname, useRouter } from '@/i18n/navigation';

/** The translated languages by their own names, and a function that switches to one on the same page. */
export function useLanguageChoice() {
  const value = useLocale();
  const path = usePathname();
  const router = useRouter();
  const choices = useMemo(
    () =>
      INTERFACE_LANGUAGES.filter((language) => TRANSLATED.includes(language.code)).map((language) => ({
        value: language.code,
        label: language.nativeName,
        lang: language.code,
      })),
    [],
  );
  return { value, choices, choose: (locale: string) => router.replace(`${path}${location.search}`, { locale }) };
}
