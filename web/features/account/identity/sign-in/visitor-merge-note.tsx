'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useVisitor } from '@/lib/session/store';
import { trpc } from '@/lib/trpc/client';

/** Note on what a sign-in does with the visitor's creations; nothing if there are none. */
export function VisitorMergeNote() {
  const t = useTranslations('account.signIn');
  const session = useVisitor();
  const isVisitor = session.status === 'ready' && session.user.email === undefined;
  const { data } = useQuery(trpc.task.list.queryOptions({}, { enabled: isVisitor, meta: { skipErrorChain: true } }));
  if (!isVisitor || data === undefined || data.tasks.length === 0) return null;
  return (
    <p className="rounded-group bg-surface-2 px-3.5 py-2.5 text-sm text-ink-2">
      {data.next === undefined ? t('along', { count: data.tasks.length }) : t('allAlong')}
    </p>
  );
}
