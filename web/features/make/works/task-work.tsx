'use client';

import { Globe } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { TaskView } from '@src/creation/tasks/task.shared';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { StatusBadge } from './status-badge';
import { usePublishing } from './use-publishing';

/** Publication status of a result, with the button to publish or withdraw it. Renders nothing without a result. */
export function TaskWork({ task, index }: { readonly task: TaskView; readonly index: number }) {
  const t = useTranslations('works.row');
  const publishing = usePublishing(task, index);
  if (publishing === undefined) return null;
  const { work, ask } = publishing;
  return (
    <div className="flex min-h-[var(--control-md)] items-center gap-2.5 rounded-card bg-surface-2 ps-3 pe-1">
      <Icon of={Globe} size="s" className="text-ink-2" />
      <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
        <span className="sr-only">{t('label')}</span>
        <StatusBadge status={work?.status ?? 'private'} />
        <bdi className="min-w-0 truncate text-ink-2">{work === undefined ? t('onlyYou') : work.title}</bdi>
      </span>
      <Button tone="quiet" size="sm" aria-haspopup="dialog" onClick={ask}>
        {t(work === undefined ? 'publish' : 'open')}
      </Button>
    </div>
  );
}
