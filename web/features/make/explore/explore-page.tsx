import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import { Works } from '@/features/make/home/gallery';
import { GALLERY } from '@/features/make/home/showcase';
import { Badge } from '@/ui/content/badge';
import { ExploreWorks } from './explore-works';

/** The engine's samples, with links that open them in the form. */
export function ExplorePage() {
  const t = useTranslations('explore');
  return (
    <div className="grid gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t('title')}</h1>
        <p className="max-w-[70ch] text-ink-2">{t('lede')}</p>
      </div>
      {/* Show everything until the query is known. */}
      <Suspense fallback={<Works works={GALLERY} badge={<Badge tone="media">{t('sample')}</Badge>} />}>
        <ExploreWorks />
      </Suspense>
    </div>
  );
}
