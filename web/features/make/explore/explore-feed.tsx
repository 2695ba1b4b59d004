'use client';

import { useTranslations } from 'next-intl';
import { useCallback } from 'react';
import { OWN_FEEDS, type ExploreFacts, type OwnFeed } from '@src/creation/explore/explore.shared';
import { defined } from '@src/kernel/defined.shared';
import { Link } from '@/i18n/navigation';
import { useVisitor } from '@/lib/session/store';
import { client } from '@/lib/trpc/client';
import { buttonStyle } from '@/ui/button';
import { EmptyState } from '@/ui/content/states';
import { FeedView } from './feed';
import { openOrderOf, type Filter } from './works';

/** The posts of a filter. */
export function ExploreFeed({ filter, facts }: { readonly filter: Filter; readonly facts: ExploreFacts | undefined }) {
  const own = OWN_FEEDS.find((one) => one === filter.order);
  return own === undefined ? <OpenFeed filter={filter} facts={facts} /> : <MemberFeed which={own} />;
}

function OpenFeed({ filter, facts }: { readonly filter: Filter; readonly facts: ExploreFacts | undefined }) {
  const t = useTranslations('explore');
  const order = openOrderOf(filter);
  const { tool } = filter;
  const kind = filter.kind === 'all' || tool !== undefined ? undefined : filter.kind;
  const load = useCallback(
    (cursor: string | undefined) => client.work.feed.query({ order, ...defined({ kind, tool, cursor }) }),
    [order, kind, tool],
  );
  const isServed =
    facts !== undefined &&
    facts.text === undefined &&
    facts.order === order &&
    facts.kind === kind &&
    facts.tool === tool;
  return (
    <FeedView
      key={`${order}.${kind}.${tool}`}
      first={isServed ? facts.page : undefined}
      load={load}
      empty={<EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>}
    />
  );
}

function MemberFeed({ which }: { readonly which: OwnFeed }) {
  const t = useTranslations('explore');
  const session = useVisitor();
  const load = useCallback(
    (cursor: string | undefined) => client.work.ownFeed.query({ which, ...defined({ cursor }) }),
    [which],
  );
  if (session.status === 'loading') return null;
  if (session.status !== 'ready' || session.user.email === undefined)
    return (
      <EmptyState
        title={t('signIn')}
        actions={
          <Link href="/sign-in" className={buttonStyle({ tone: 'invert' })}>
            {t('signInAction')}
          </Link>
        }
      >
        {t('signInText')}
      </EmptyState>
    );
  const empty = which === 'following' ? 'emptyFollowing' : 'emptySaved';
  return (
    <FeedView
      key={which}
      first={undefined}
      load={load}
      empty={<EmptyState title={t(empty)}>{t(`${empty}Text`)}</EmptyState>}
    />
  );
}
