import type { Metadata, Viewport } from 'next';
import { NextIntlClientProvider } from 'next-intl';
import { getMessages, getTranslations, setRequestLocale } from 'next-intl/server';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { directionOf } from '@src/kernel/locales.shared';
import '@/styles/globals.css';
import { Shell } from '@/features/shell/shell';
import { DEFAULT_LOCALE, isServed, languageOf, TRANSLATED } from '@/i18n/locales';
import { wordsOfEveryPage } from '@/i18n/messages';
import { DEVELOPMENT } from '@/lib/env';
import { EARLY_SCRIPT } from '@/lib/press/early-script';
import { THEME_SCRIPT } from '@/lib/theme/theme';
import { ReadingDirection } from '@/ui/direction';

interface LayoutProps {
  readonly params: Promise<{ readonly locale: string }>;
  readonly children: ReactNode;
}

export function generateStaticParams(): { locale: string }[] {
  return TRANSLATED.map((locale) => ({ locale }));
}

export async function generateMetadata({ params }: LayoutProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'common' });
  return {
    title: { default: t('title'), template: `%s · ${t('title')}` },
    description: t('description'),
    applicationName: t('title'),
  };
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#0a090b' },
    { media: '(prefers-color-scheme: light)', color: '#f7f5f2' },
  ],
};

export default async function LocaleLayout({ params, children }: LayoutProps) {
  const { locale } = await params;
  if (!isServed(locale, DEVELOPMENT)) notFound();
  setRequestLocale(locale);
  const { code } = languageOf(locale);
  const dir = directionOf(code);
  return (
    // The `lang` attribute says English where messages are not translated. The layout direction follows the requested
    // language.
    <html
      lang={TRANSLATED.includes(code) ? code : DEFAULT_LOCALE}
      dir={dir}
      data-locale={code}
      data-theme="dark"
      suppressHydrationWarning
    >
      <head>
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
        <script dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
      </head>
      <body>
        <NextIntlClientProvider locale={locale} messages={wordsOfEveryPage(await getMessages({ locale }))}>
          <ReadingDirection dir={dir}>
            <Shell>{children}</Shell>
          </ReadingDirection>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
