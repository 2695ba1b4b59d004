import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CreditsPage } from '@/features/credits/credits-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('credits');
  return { title: t('title'), description: t('description') };
}

export default function Page() {
  return <CreditsPage />;
}
