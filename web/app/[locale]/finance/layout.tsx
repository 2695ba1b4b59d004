import { setRequestLocale } from 'next-intl/server';
import { Suspense, type ReactNode } from 'react';
import { PageWords } from '@/i18n/page-words';
import { DataProvider } from '@/lib/trpc/data-provider';

interface LayoutProps {
  readonly params: Promise<{ readonly locale: string }>;
  readonly children: ReactNode;
}

/** Only the finance pages receive the finance messages. */
export default async function FinanceLayout({ params, children }: LayoutProps) {
  const { locale } = await params;
  setRequestLocale(locale);
  return (
    <PageWords path="/finance" locale={locale}>
      <Suspense>
        <DataProvider>{children}</DataProvider>
      </Suspense>
    </PageWords>
  );
}
