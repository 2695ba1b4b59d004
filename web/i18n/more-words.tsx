'use client';

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl';
import { useMemo, type ReactNode } from 'react';

/** Adds messages to those of the surrounding provider. */
export function MoreWords({ words, children }: { readonly words: object; readonly children: ReactNode }) {
  const locale = useLocale();
  const here = useMessages();
  const messages = useMemo(() => ({ ...here, ...words }), [here, words]);
  return (
    <NextIntlClientProvider locale={locale} messages={messages}>
      {children}
    </NextIntlClientProvider>
  );
}
