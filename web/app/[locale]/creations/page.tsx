import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { CreationsPage } from '@/features/creations/creations-page';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('creations');
  return { title: t('title'), description: t('description') };
}

export default function Page() {
  return (
    <Suspense>
      <CreationsPage />
    </Suspense>
  );
}
