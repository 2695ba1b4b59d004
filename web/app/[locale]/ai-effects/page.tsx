import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { EffectsPage } from '@/features/make/effects/effects-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'effects' });
  return { title: t('titles.all'), description: t('ledes.all') };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <EffectsPage page="all" />;
}
