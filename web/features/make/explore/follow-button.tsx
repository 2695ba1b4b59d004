'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { ReportButton } from '@/features/make/works/report-button';
import { useChangeFollow } from '@/lib/data/works';
import { coverPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { Button } from '@/ui/button';

/** Follows an author, or ends it, with the number of followers. @param followers as rendered by the server */
export function FollowButton({ id, followers }: { readonly id: string; readonly followers: number }) {
  const t = useTranslations('explore.author');
  const session = useVisitor();
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const { data: author } = useQuery(trpc.work.author.queryOptions({ id }, { enabled: isMember }));
  const change = useChangeFollow(id);
  const isFollowed = author?.isFollowed === true;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {author?.isOwn === true ? null : (
        <Button
          tone={isFollowed ? 'plain' : 'invert'}
          busy={change.isPending}
          disabled={session.status === 'loading' || (isMember && author === undefined)}
          onClick={() => (isMember ? change.mutate(!isFollowed) : coverPopup('tipsSignIn', { about: 'account' }))}
        >
          {t(isFollowed ? 'unfollow' : 'follow')}
        </Button>
      )}
      <p className="num text-sm text-ink-2">{t('followers', { count: author?.followers ?? followers })}</p>
      {author?.isOwn === true ? null : <ReportButton label={t('report')} of={{ kind: 'author', authorId: id }} />}
    </div>
  );
}
