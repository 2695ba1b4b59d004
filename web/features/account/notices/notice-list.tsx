'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { NoticeView } from '@src/identity/notices/notices.shared';
import { Link } from '@/i18n/navigation';
import { trpc } from '@/lib/trpc/client';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { noticeCreation, type NoticeCreation } from './notice-creation';
import { noticeLook, useNoticeWords } from './notice-words';

/** The creation of a notice; undefined for other notices and for a deleted creation. */
function useCreation({ content }: NoticeView): NoticeCreation | undefined {
  const id = content.kind === 'creation-finished' || content.kind === 'creation-failed' ? content.taskId : undefined;
  const { data } = useQuery(
    trpc.task.get.queryOptions(
      { id: id ?? '' },
      { enabled: id !== undefined, retry: false, staleTime: Number.POSITIVE_INFINITY, meta: { skipErrorChain: true } },
    ),
  );
  return id === undefined || data === undefined ? undefined : noticeCreation(data);
}

interface AboutProps {
  readonly notice: NoticeView;
}

/** The creation's thumbnail, or the icon of the notice's kind. */
function Figure({ notice, children }: AboutProps & { readonly children: ReactNode }) {
  const thumbnail = useCreation(notice)?.thumbnail;
  if (thumbnail !== undefined)
    return (
      <img
        src={thumbnail}
        alt=""
        loading="lazy"
        className="mt-0.5 size-10 shrink-0 rounded-control bg-surface-3 object-cover"
      />
    );
  return (
    <span
      className={cx(
        'mt-0.5 grid size-8 shrink-0 place-items-center rounded-control bg-surface-3',
        notice.content.kind === 'creation-failed' ? 'text-danger' : 'text-ink-2',
      )}
    >
      {children}
    </span>
  );
}

/** The start of the prompt. */
function Words({ notice }: AboutProps) {
  const words = useCreation(notice)?.words ?? '';
  return words === '' ? null : <bdi className="line-clamp-1 text-xs text-ink-2">{words}</bdi>;
}

/** A list of notices, each a link to its subject. @param onFollow called with the clicked notice */
export function NoticeList({
  items,
  onFollow,
}: {
  readonly items: readonly NoticeView[];
  readonly onFollow: (notice: NoticeView) => void;
}) {
  const t = useTranslations('notices');
  const { say, when } = useNoticeWords();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {items.map((notice) => {
        const { icon, href } = noticeLook(notice.content);
        return (
          <li key={notice.id}>
            <Link
              href={href}
              onClick={() => onFollow(notice)}
              className="flex min-h-11 items-start gap-3 rounded-group px-3 py-2.5 transition-colors quick hover:bg-hover"
            >
              <Figure notice={notice}>
                <Icon of={icon} size="s" />
              </Figure>
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className={cx('text-sm leading-snug', notice.unread ? 'font-medium text-ink-1' : 'text-ink-2')}>
                  {say(notice.content)}
                </span>
                <Words notice={notice} />
                <span className="num text-xs text-ink-3">{when(notice)}</span>
              </span>
              {notice.unread ? (
                <span className="mt-2 size-2 shrink-0 rounded-full bg-accent">
                  <span className="sr-only">{t('isUnread')}</span>
                </span>
              ) : null}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
