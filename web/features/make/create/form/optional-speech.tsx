'use client';

import { useTranslations } from 'next-intl';
import type { ModelView } from '@src/catalog/model.shared';
import { FORMS, type ProcedureName } from '@src/creation/procedures/registry.shared';
import { useIsAdmin } from '@/features/core/use-account';
import { Link } from '@/i18n/navigation';

/** Tells administrators, and nobody else, that an optional model for neural speech is not installed. */
export function OptionalSpeech({
  procedure,
  models,
}: {
  readonly procedure: ProcedureName;
  readonly models: readonly ModelView[];
}) {
  const t = useTranslations('image');
  const isAdmin = useIsAdmin();
  const speaks = FORMS[procedure].models.find(({ needs }) => needs === 'kokoro');
  if (!isAdmin || speaks === undefined || models.length === 0 || models.some(({ id }) => id === speaks.id)) return null;
  return (
    <p className="text-xs text-ink-3">
      {t.rich('optionalSpeech', {
        link: (words) => (
          <Link href="/admin" className="underline underline-offset-2">
            {words}
          </Link>
        ),
      })}
    </p>
  );
}
