'use client';

import { CircleAlert, Info } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import { localZone } from '@/features/core/days';
import { cx } from '@/ui/cx';
import { Icon } from '@/ui/icon';
import type { SignInNotice } from './sign-in-notice';

/** Notices that do not report an error, so they are not styled as one. */
const CALM: ReadonlySet<SignInNotice> = new Set(['cancelled', 'unverified', 'required', 'deleted']);

/**
 * Explains why the user was sent back to the sign-in page. @param until for a deleted account: until when it can be
 * restored, milliseconds
 */
export function SignInNoticeCard({ way, until }: { readonly way: SignInNotice; readonly until?: number | undefined }) {
  const t = useTranslations('account.back');
  const format = useFormatter();
  const calm = CALM.has(way);
  return (
    <p
      role={calm ? 'status' : 'alert'}
      className={cx(
        'flex gap-2.5 rounded-card p-3.5 text-sm',
        calm ? 'bg-surface-2 text-ink-1' : 'bg-danger-soft text-danger',
      )}
    >
      <Icon of={calm ? Info : CircleAlert} className="mt-px" />
      <span>
        {way === 'deleted' && until !== undefined
          ? t('deletedUntil', { date: format.dateTime(until, { dateStyle: 'long', timeZone: localZone() }) })
          : t(way)}
      </span>
    </p>
  );
}
