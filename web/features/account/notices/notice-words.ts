'use client';

import {
  CalendarClock,
  CircleAlert,
  Coins,
  CreditCard,
  Film,
  Flag,
  Gift,
  Globe,
  Image as ImageIcon,
  Mail,
  Scale,
  UserCheck,
} from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { priceText } from '@src/billing/plans/price.shared';
import type { NoticeContent, NoticeView } from '@src/identity/notices/notices.shared';
import { localZone } from '@/features/core/days';
import { useErrorWords } from '@/lib/errors/words';
import { useNow } from '@/ui/hooks/use-now';
import type { LucideIcon } from '@/ui/icon';

/** An internal link target. */
export type NoticeTarget = string | { readonly pathname: string; readonly query: Readonly<Record<string, string>> };

/** The target of a notice, and its icon. */
export function noticeLook(content: NoticeContent): { readonly icon: LucideIcon; readonly href: NoticeTarget } {
  switch (content.kind) {
    case 'creation-finished':
      return {
        icon: content.media === 'video' ? Film : ImageIcon,
        href: { pathname: '/creations', query: { task: content.taskId } },
      };
    case 'creation-failed':
      return { icon: CircleAlert, href: { pathname: '/creations', query: { task: content.taskId } } };
    case 'work-published':
      return { icon: Globe, href: `/v/${content.workId}` };
    case 'work-rejected':
    case 'work-removed':
      return { icon: CircleAlert, href: { pathname: '/creations', query: { task: content.taskId } } };
    case 'report-handled':
      return { icon: Flag, href: '/notifications' };
    case 'publishing-restricted':
    case 'publishing-banned':
    case 'appeal-answered':
    case 'refusal-answered':
      return { icon: Scale, href: '/account/decisions' };
    case 'credits-given':
      return { icon: Gift, href: '/credits' };
    case 'credits-expiring':
      return { icon: Coins, href: '/credits' };
    case 'account-restored':
      return { icon: UserCheck, href: '/account' };
    case 'message-answered':
      return { icon: Mail, href: '/contact-us' };
    case 'payment-received':
    case 'payment-refunded':
      return { icon: CreditCard, href: '/billing' };
    case 'payment-failed':
      return { icon: CircleAlert, href: '/billing' };
    case 'plan-ended':
      return { icon: CalendarClock, href: '/pricing' };
    case 'plan-canceled':
    case 'plan-resumed':
    case 'plan-changes':
    case 'renewal-soon':
      return { icon: CalendarClock, href: '/billing' };
    case 'webhook-disabled':
      return { icon: CircleAlert, href: '/api-platform/explore' };
    case 'ledger-differs':
      return { icon: CircleAlert, href: '/finance/checks' };
    default:
      return content satisfies never;
  }
}

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Formats a notice and its time in the page's language. */
export function useNoticeWords(): {
  readonly say: (content: NoticeContent) => string;
  readonly when: (notice: NoticeView) => string;
} {
  const t = useTranslations('notices.kinds');
  const reasons = useTranslations('notices.reasons');
  const { ofIdentifier } = useErrorWords();
  const format = useFormatter();
  const locale = useLocale();
  const now = useNow(MINUTE, true);
  // Dates of plans and payments are in UTC, like the gateway's days, the emails and the invoices.
  const day = (at: number): string => format.dateTime(at, { dateStyle: 'long', timeZone: 'UTC' });
  const say = (content: NoticeContent): string => {
    switch (content.kind) {
      case 'creation-finished':
        return content.media === 'video'
          ? t('videoFinished', { count: content.count })
          : t('imageFinished', { count: content.count });
      case 'creation-failed': {
        const { error, media } = content;
        if (error === undefined) return t(media === 'video' ? 'videoFailed' : 'imageFailed');
        return t(media === 'video' ? 'videoFailedBecause' : 'imageFailedBecause', {
          reason: ofIdentifier(error.identifier, error.params),
        });
      }
      case 'work-published':
        return t(content.media === 'video' ? 'workPublishedVideo' : 'workPublishedImage');
      case 'work-rejected':
        return t('workRejected', { reason: reasons(content.reason) });
      case 'work-removed':
        return t('workRemoved', { reason: reasons(content.reason) });
      case 'report-handled':
        return content.about === 'work'
          ? t(content.acted ? 'reportedWorkActed' : 'reportedWorkKept')
          : t(content.acted ? 'reportedAuthorActed' : 'reportedAuthorKept');
      case 'publishing-restricted':
        return t('restricted', {
          date: format.dateTime(content.until, { dateStyle: 'long', timeStyle: 'short', timeZone: localZone() }),
        });
      case 'publishing-banned':
        return t('banned');
      case 'appeal-answered':
        return t(content.granted ? `appealGranted.${content.about}` : `appealRefused.${content.about}`);
      case 'refusal-answered':
        return t(content.granted ? 'refusalGranted' : 'refusalDenied', { refusal: content.refusalId });
      case 'credits-given':
        return t(content.source === 'invite' ? 'invite' : 'signUp', { count: content.amount });
      case 'credits-expiring':
        return t('expiring', {
          count: content.amount,
          date: format.dateTime(content.at, { dateStyle: 'long', timeStyle: 'short', timeZone: localZone() }),
        });
      case 'account-restored':
        return t('restored');
      case 'message-answered':
        return t('answered');
      case 'payment-received':
        return t('paymentReceived', { amount: priceText(content, locale), product: content.productName });
      case 'payment-failed': {
        const values = { amount: priceText(content, locale), product: content.productName };
        return content.nextAttemptAt === null
          ? t('paymentFailedLast', values)
          : t('paymentFailed', { ...values, date: day(content.nextAttemptAt) });
      }
      case 'payment-refunded':
        return t('paymentRefunded', { amount: priceText(content, locale) });
      case 'plan-ended':
        return t('planEnded', { product: content.productName });
      case 'plan-canceled':
        return t('planCanceled', { product: content.productName, date: day(content.at) });
      case 'plan-resumed':
        return t('planResumed', { product: content.productName, date: day(content.at) });
      case 'plan-changes':
        return t('planChanges', { product: content.productName, date: day(content.at) });
      case 'renewal-soon':
        return t('renewalSoon', { product: content.productName, date: day(content.at) });
      case 'webhook-disabled':
        return t('webhookDisabled');
      case 'ledger-differs':
        return t('ledgerDiffers', { count: content.found });
      default:
        return content satisfies never;
    }
  };
  const when = ({ at }: NoticeView): string =>
    now - at < 7 * DAY
      ? format.relativeTime(Math.min(at, now), { now, style: 'long' })
      : format.dateTime(at, { dateStyle: 'medium', timeZone: localZone() });
  return { say, when };
}
