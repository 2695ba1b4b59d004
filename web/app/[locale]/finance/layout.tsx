import { NextIntlClientProvider } from 'next-intl';
import { getMessages, setRequestLocale } from 'next-intl/server';
import { Suspense, type ReactNode } from 'react';
import { DataProvider } from '@/lib/trpc/data-provider';

interface LayoutProps {
  readonly params: Promise<{ readonly locale: string }>;
  readonly children: ReactNode;
}

/** The words of the books go with their own pages alone. */
export default async function FinanceLayout({ params, children }: LayoutProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  const { credits, errors, finance, uploads } = await getMessages({ locale });
  return (
    <NextIntlClientProvider messages={{ credits, errors, finance, uploads }}>
      <Suspense>
        <DataProvider>{children}</DataProvider>
      </Suspense>
    </NextIntlClientProvider>
  );
}
