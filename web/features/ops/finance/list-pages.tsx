'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/ui/button';
import { Card } from '@/ui/content/card';
import { EmptyState } from '@/ui/content/states';

/** The parts of an infinite query that a list needs. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

interface ListPagesProps<Item> {
  readonly query: Pages;
  /** Of all pages read so far. */
  readonly items: readonly Item[];
  /** What an empty list says. */
  readonly none: { readonly title: string; readonly text: string };
  readonly children: (items: readonly Item[]) => ReactNode;
}

/**
 * The items of a list that is read page by page. Pages can be empty although there are more, so more is always offered.
 */
export function ListPages<Item>({ query, items, none, children }: ListPagesProps<Item>) {
  const t = useTranslations('finance');
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const empty = hasNextPage ? { title: t('given.soFar.title'), text: t('given.soFar.text') } : none;
  return (
    <>
      {items.length === 0 ? (
        <Card>
          <EmptyState title={empty.title}>{empty.text}</EmptyState>
        </Card>
      ) : (
        children(items)
      )}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()} className="justify-self-center">
          {t('given.more')}
        </Button>
      ) : null}
    </>
  );
}
