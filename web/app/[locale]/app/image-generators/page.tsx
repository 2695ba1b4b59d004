import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { GeneratorsPage } from '@/features/make/ways/generators-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'ways' });
  return { title: t('titles.generators'), description: t('ledes.generators') };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <GeneratorsPage />;
}
