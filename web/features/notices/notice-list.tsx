'use client';

import { useTranslations } from 'next-intl';
import type { NoticeView } from '@src/identity/notices/notices.shared';
import { Link } from '@/i18n/navigation';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import { noticeLook, useNoticeWords } from './notice-words';

/** Notices one below the other; each leads to what it is about. @param onFollow is given the one that was pressed */
export function NoticeList({ items, onFollow }: { readonly items: readonly NoticeView[]; readonly onFollow: (notice: NoticeView) => void }) {
  const t = useTranslations('notices');
  const { say, when } = useNoticeWords();
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {items.map((notice) => {
        const { icon, href } = noticeLook(notice.content);
        return (
          <li key={notice.id}>
            <Link href={href} onClick={() => onFollow(notice)} className="flex min-h-11 items-start gap-3 rounded-group px-3 py-2.5 transition-colors quick hover:bg-hover">
              <span className={cx('mt-0.5 grid size-8 shrink-0 place-items-center rounded-control bg-surface-3', notice.content.kind === 'creation-failed' ? 'text-danger' : 'text-ink-2')}>
                <Icon of={icon} size="s" />
              </span>
              <span className="grid min-w-0 flex-1 gap-0.5">
                <span className={cx('text-sm leading-snug', notice.unread ? 'font-medium text-ink-1' : 'text-ink-2')}>{say(notice.content)}</span>
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
