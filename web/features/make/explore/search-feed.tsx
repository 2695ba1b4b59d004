'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useState, type ReactNode } from 'react';
import type { SearchPage } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { client } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { EmptyState } from '@/ui/content/states';
import { FeedView } from './feed';
import { queryOf, type FeedPlace, type Filter } from './works';

interface Wanted {
  readonly text?: string | undefined;
  readonly tag?: string | undefined;
  readonly kind?: 'image' | 'video' | undefined;
}

/** Found posts, newest first. Set the key by what is wanted. */
export function Found({
  wanted: { text, tag, kind },
  first,
  empty,
}: {
  readonly wanted: Wanted;
  /** As rendered by the server. */
  readonly first: SearchPage | undefined;
  readonly empty: ReactNode;
}) {
  const t = useTranslations('explore.search');
  const [isNear, setIsNear] = useState(first?.isNear === true && first.works.length > 0);
  const load = useCallback(
    async (cursor: string | undefined) => {
      const page = await client.work.search.query(defined({ text, tag, kind, cursor }));
      setIsNear(page.isNear && page.works.length > 0);
      return page;
    },
    [text, tag, kind],
  );
  return (
    <>
      {isNear ? (
        <p role="status" className="text-ink-2">
          {t('near')}
        </p>
      ) : null}
      <FeedView first={first} load={load} empty={empty} />
    </>
  );
}

/** The posts of a search. */
export function SearchFeed({
  at,
  filter: { kind, text = '' },
  first,
}: {
  readonly at: FeedPlace;
  readonly filter: Filter;
  readonly first: SearchPage | undefined;
}) {
  const t = useTranslations('explore.search');
  return (
    <Found
      key={`${kind}.${text}`}
      wanted={{ text, kind: kind === 'all' ? undefined : kind }}
      first={first}
      empty={
        <EmptyState
          title={t('none')}
          actions={
            <Link href={{ pathname: at, query: queryOf({ kind: 'all' }) }} className={buttonStyle()}>
              {t('clear')}
            </Link>
          }
        >
          {t('noneText')}
        </EmptyState>
      }
    />
  );
}
