'use client';

import { UserRound } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import type { AuthorFacts } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import { client } from '@/lib/trpc/client';
import { DataProvider } from '@/lib/trpc/data-provider';
import { EmptyState } from '@/ui/content/states';
import { Icon } from '@/ui/icon';
import { FeedView } from './feed';
import { FollowButton } from './follow-button';

/** An author with their posts. */
export function AuthorPage({ facts: { author, page } }: { readonly facts: AuthorFacts }) {
  const t = useTranslations('explore');
  const { id } = author;
  const load = useCallback(
    (cursor: string | undefined) => client.work.feed.query({ author: id, ...defined({ cursor }) }),
    [id],
  );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6 ps-2 pe-8 pt-3 pb-16 max-md:px-3 max-md:pb-24">
      <header className="flex flex-wrap items-center gap-4">
        <span className="grid size-14 place-items-center rounded-full bg-surface-3">
          <Icon of={UserRound} />
        </span>
        <div className="grid min-w-0 gap-1">
          <h1 dir="auto" className="text-2xl leading-tight font-strong tracking-title wrap-anywhere">
            {author.name ?? t('author.nameless')}
          </h1>
          <p className="num text-sm text-ink-2">{t('author.works', { count: author.works })}</p>
        </div>
        <DataProvider>
          <FollowButton id={id} followers={author.followers} />
        </DataProvider>
      </header>
      <FeedView key={id} first={page} load={load} empty={<EmptyState title={t('empty')} />} />
    </div>
  );
}
