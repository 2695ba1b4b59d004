import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { WaysPage } from '@/features/make/ways/ways-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'ways' });
  return { title: t('titles.imageTools'), description: t('ledes.imageTools') };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <WaysPage page="imageTools" />;
}
