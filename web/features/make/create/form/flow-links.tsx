'use client';

import { Workflow } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Link } from '@/i18n/navigation';
import { Icon } from '@/ui/icon';

/** Switches between the two ways to create: this form, or a board of connected nodes. */
export function FlowLinks() {
  const t = useTranslations('image.flows');
  return (
    <nav aria-label={t('label')} className="flex items-center justify-between gap-2 text-sm">
      <span aria-current="page" className="font-medium">
        {t('easy')}
      </span>
      <Link
        href="/canvas"
        className="-me-2 inline-flex min-h-7 items-center gap-1.5 rounded-sm px-2 text-ink-2 transition-colors quick hover:bg-hover hover:text-ink-1"
      >
        <Icon of={Workflow} size="s" />
        {t('canvas')}
      </Link>
    </nav>
  );
}
