import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { NoWork } from '@/features/make/works/no-work';
import { everyLanguage } from '@/i18n/every-language';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export const generateStaticParams = everyLanguage;

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'works.page' });
  return { title: t('none'), robots: { index: false } };
}

/** What the server sends in place of a work that there is none of, with the status 404 (adr/0055). */
export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <NoWork />;
}
