'use client';

import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from '../frame';
import { WorkReport } from './work-report';

/** Reports a published image. */
export default function Report({ workId, onClose }: PopupProps['report'] & PopupFrame) {
  const t = useTranslations('reports.title');
  return <WorkReport workId={workId} title={t('image')} onClose={onClose} />;
}
