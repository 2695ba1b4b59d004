'use client';

import { useTranslations } from 'next-intl';
import { useHumanCheck } from '@/lib/session/human-check-state';

/** Says that the page works before a form is sent again: it can take some seconds. */
export function CheckingNote() {
  const t = useTranslations('common');
  const isWorking = useHumanCheck().status === 'working';
  return <p role="status" className={isWorking ? 'text-center text-sm text-ink-2' : 'sr-only'}>{isWorking ? t('humanCheck.checking') : ''}</p>;
}
