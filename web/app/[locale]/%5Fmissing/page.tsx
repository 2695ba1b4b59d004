import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { NotFound } from '@/features/shell/not-found';
import { everyLanguage } from '@/i18n/every-language';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export const generateStaticParams = everyLanguage;

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'faults.notFoundPage' });
  return { title: t('title'), robots: { index: false } };
}

/** What the server sends for every address that no page has, with the status 404 (adr/0055). */
export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <NotFound />;
}
