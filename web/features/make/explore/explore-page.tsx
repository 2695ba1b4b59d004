import { useTranslations } from 'next-intl';
import { Suspense } from 'react';
import type { ExploreFacts } from '@src/creation/explore/explore.shared';
import { ExploreWorks } from './explore-works';
import type { FeedPlace } from './works';

/**
 * Posts that their authors list. Explore also has the lists of the user's own, and the engine's samples while there are
 * no posts.
 */
export function ExplorePage({ at, facts }: { readonly at: FeedPlace; readonly facts: ExploreFacts | undefined }) {
  const t = useTranslations('explore');
  const isAll = at === '/all';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-strong tracking-title">{t(isAll ? 'every.title' : 'title')}</h1>
        <p className="max-w-[70ch] text-ink-2">{t(isAll ? 'every.description' : 'description')}</p>
      </div>
      <Suspense>
        <ExploreWorks at={at} facts={facts} />
      </Suspense>
    </div>
  );
}
