'use client';

import { useTranslations } from 'next-intl';
import type { PopupProps } from '@/lib/popups/names';
import type { PopupFrame } from '../frame';
import { WorkReport } from './work-report';

/** Reports a published video. */
export default function ReportVideo({ workId, onClose }: PopupProps['reportVideo'] & PopupFrame) {
  const t = useTranslations('reports.title');
  return <WorkReport workId={workId} title={t('video')} onClose={onClose} />;
}
