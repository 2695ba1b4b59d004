import type { Metadata } from 'next';
import { getTranslations, setRequestLocale } from 'next-intl/server';
import { ToolsPage } from '@/features/make/tools/tools-page';

interface PageProps {
  readonly params: Promise<{ readonly locale: string }>;
}

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: 'tools' });
  return { title: t('title'), description: t('lede') };
}

export default async function Page({ params }: PageProps) {
  setRequestLocale((await params).locale);
  return <ToolsPage />;
}
