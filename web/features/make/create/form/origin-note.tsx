'use client';

import { Repeat2, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { ProcedureName } from '@src/creation/procedures/params.shared';
import { Link } from '@/i18n/navigation';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { changeDraft } from '../draft/draft-store';

/** A form; above it, the post that its settings come from, with a button that ends that. */
export function OriginNote({
  procedure,
  origin,
  form,
}: {
  readonly procedure: ProcedureName;
  readonly origin: string | undefined;
  readonly form: ReactNode;
}) {
  const t = useTranslations('image.origin');
  if (origin === undefined) return form;
  return (
    <>
      <p className="mb-3.5 flex items-center gap-2 rounded-card bg-surface-2 ps-3 pe-1 text-sm text-ink-2">
        <Icon of={Repeat2} size="s" />
        <Link
          href={`/v/${origin}`}
          prefetch={false}
          className="min-w-0 flex-1 truncate underline-offset-2 hover:underline"
        >
          {t('of')}
        </Link>
        <Button
          tone="quiet"
          size="sm"
          aria-label={t('remove')}
          icon={<Icon of={X} size="s" />}
          onClick={() => changeDraft({ origin: undefined }, procedure)}
        />
      </p>
      {form}
    </>
  );
}
