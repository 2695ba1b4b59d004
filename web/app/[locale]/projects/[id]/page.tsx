import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { Suspense } from 'react';
import { ProjectPage } from '@/features/make/projects/project-page';
import { DataProvider } from '@/lib/trpc/data-provider';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

/** One kept from an earlier request would carry that request's nonce (adr/0025). */
export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'projects' });
  return { title: t('title'), robots: { index: false } };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return (
    <Suspense>
      <DataProvider>
        <ProjectPage />
      </DataProvider>
    </Suspense>
  );
}
