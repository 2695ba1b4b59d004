'use client';

import { useTranslations } from 'next-intl';
import { readFailure } from '@/lib/errors/failure';
import { useErrorWords } from '@/lib/errors/words';
import { Notice } from '@/ui/content/states';

/** The error of a failed action. Renders nothing without one. */
export function ActionError({ error }: { readonly error: unknown }) {
  const t = useTranslations('billing');
  const { ofFailure } = useErrorWords();
  if (error === null || error === undefined) return null;
  return (
    <Notice tone="danger" live>
      {t('again', { reason: ofFailure(readFailure(error)) })}
    </Notice>
  );
}
