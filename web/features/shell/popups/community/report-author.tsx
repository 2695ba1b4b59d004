'use client';

import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { AUTHOR_REPORT_REASONS } from '@src/creation/reports/report.shared';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import type { PopupProps } from '@/lib/popups/names';
import { trpc } from '@/lib/trpc/client';
import type { PopupFrame } from '../frame';
import { ReportForm } from './report-form';

/** Reports an author. */
export default function ReportAuthor({ authorId, onClose }: PopupProps['reportAuthor'] & PopupFrame) {
  const t = useTranslations('reports.title');
  const report = useMutation(trpc.report.author.mutationOptions(SKIP_ERROR_CHAIN));
  return (
    <ReportForm
      title={t('author')}
      reasons={AUTHOR_REPORT_REASONS}
      sending={{ ...report, mutate: (complaint) => report.mutate({ id: authorId, ...complaint }) }}
      onClose={onClose}
    />
  );
}
