'use client';

import { CircleAlert, Coins, Film, Gift, Image as ImageIcon, Mail, UserCheck } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { NoticeContent, NoticeView } from '@src/identity/notices/notices.shared';
import { localZone } from '@/features/creations/days';
import { useNow } from '@/ui/use-now';
import type { LucideIcon } from '@/ui/icon';

/** A page of this site, as links take it. */
export type NoticeTarget = string | { readonly pathname: string; readonly query: Readonly<Record<string, string>> };

/** Where a notice leads, and the figure beside it. */
export function noticeLook(content: NoticeContent): { readonly icon: LucideIcon; readonly href: NoticeTarget } {
  switch (content.kind) {
    case 'creation-finished': return { icon: content.media === 'video' ? Film : ImageIcon, href: { pathname: '/creations', query: { task: content.taskId } } };
    case 'creation-failed': return { icon: CircleAlert, href: { pathname: '/creations', query: { task: content.taskId } } };
    case 'credits-given': return { icon: Gift, href: '/credits' };
    case 'credits-expiring': return { icon: Coins, href: '/credits' };
    case 'account-restored': return { icon: UserCheck, href: '/account' };
    case 'message-answered': return { icon: Mail, href: '/contact-us' };
    default: return content satisfies never;
  }
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Says a notice and its time in the language of the page. */
export function useNoticeWords(): { readonly say: (content: NoticeContent) => string; readonly when: (notice: NoticeView) => string } {
  const t = useTranslations('notices.kinds');
  const format = useFormatter();
  const now = useNow(MINUTE, true);
  const say = (content: NoticeContent): string => {
    switch (content.kind) {
      case 'creation-finished': return content.media === 'video' ? t('videoFinished', { count: content.count }) : t('imageFinished', { count: content.count });
      case 'creation-failed': return content.media === 'video' ? t('videoFailed') : t('imageFailed');
      case 'credits-given': return t('signUp', { count: content.amount });
      case 'credits-expiring': return t('expiring', { count: content.amount, date: format.dateTime(content.at, { dateStyle: 'long', timeStyle: 'short', timeZone: localZone() }) });
      case 'account-restored': return t('restored');
      case 'message-answered': return t('answered');
      default: return content satisfies never;
    }
  };
  const when = ({ at }: NoticeView): string =>
    now - at < 7 * DAY ? format.relativeTime(Math.min(at, now), { now, style: 'long' }) : format.dateTime(at, { dateStyle: 'medium', timeZone: localZone() });
  return { say, when };
}
