'use client';

import { useMutation } from '@tanstack/react-query';
import { WORK_REPORT_REASONS } from '@src/creation/reports/report.shared';
import { SKIP_ERROR_CHAIN } from '@/features/core/use-form';
import { trpc } from '@/lib/trpc/client';
import { ReportForm } from './report-form';

/** Reports a published work. */
export function WorkReport({
  workId,
  title,
  onClose,
}: {
  readonly workId: string;
  readonly title: string;
  readonly onClose: () => void;
}) {
  const report = useMutation(trpc.report.work.mutationOptions(SKIP_ERROR_CHAIN));
  return (
    <ReportForm
      title={title}
      reasons={WORK_REPORT_REASONS}
      sending={{ ...report, mutate: (complaint) => report.mutate({ id: workId, ...complaint }) }}
      onClose={onClose}
    />
  );
}
