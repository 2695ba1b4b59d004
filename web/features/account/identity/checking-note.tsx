'use client';

import { useTranslations } from 'next-intl';
import { useHumanCheck } from '@/lib/session/human-check/human-check-state';

/** Note that a human check runs before the form is sent again, which can take some seconds. */
export function CheckingNote() {
  const t = useTranslations('common');
  const isWorking = useHumanCheck().status === 'working';
  return (
    <p role="status" className={isWorking ? 'text-center text-sm text-ink-2' : 'sr-only'}>
      {isWorking ? t('humanCheck.checking') : ''}
    </p>
  );
}
