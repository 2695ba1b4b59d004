'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark, Heart } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useChangeMark } from '@/lib/data/works';
import { coverPopup } from '@/lib/popups/queue';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';
import { DataProvider } from '@/lib/trpc/data-provider';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';

/** Likes and bookmarks a published work. Asks visitors to sign in first. */
export default function WorkMarks({ id }: { readonly id: string }) {
  return (
    <DataProvider>
      <Marks id={id} />
    </DataProvider>
  );
}

function Marks({ id }: { readonly id: string }) {
  const t = useTranslations('works.marks');
  const session = useVisitor();
  const isMember = session.status === 'ready' && session.user.email !== undefined;
  const { data } = useQuery(trpc.work.marks.queryOptions({ id }));
  const change = useChangeMark(id);
  const press = (kind: 'like' | 'bookmark', isPut: boolean): void => {
    if (isMember) change.mutate({ kind, isPut });
    else coverPopup('tipsSignIn', { about: 'account' });
  };
  const isDisabled = session.status === 'loading' || data === undefined;
  const isPending = (kind: 'like' | 'bookmark'): boolean => change.isPending && change.variables.kind === kind;
  const isLiked = data?.isLiked === true;
  const isSaved = data?.isSaved === true;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={<Icon of={Heart} size="s" className={isLiked ? 'fill-current' : ''} />}
        busy={isPending('like')}
        disabled={isDisabled}
        onClick={() => press('like', !isLiked)}
      >
        {t(isLiked ? 'unlike' : 'like')}
      </Button>
      <Button
        icon={<Icon of={Bookmark} size="s" className={isSaved ? 'fill-current' : ''} />}
        busy={isPending('bookmark')}
        disabled={isDisabled}
        onClick={() => press('bookmark', !isSaved)}
      >
        {t(isSaved ? 'unsave' : 'save')}
      </Button>
      <p className="num text-sm text-ink-2">{data === undefined ? null : t('likes', { count: data.likes })}</p>
    </div>
  );
}
