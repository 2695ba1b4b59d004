'use client';

import { useTranslations } from 'next-intl';
import type { EngineTrial } from '@src/creation/engines/engines.shared';
import { readFailure } from '@/lib/errors/failure';
import { useEngineWords } from './engine-words';

/** Result of an engine test: the image, or who has to fix the error. */
export function Trial({ trial, error }: { readonly trial: EngineTrial | undefined; readonly error: unknown }) {
  const t = useTranslations('admin.engines');
  const { words } = useEngineWords();
  if (error !== null) {
    return (
      <p role="alert" className="text-sm text-danger">
        {words(readFailure(error))}
      </p>
    );
  }
  if (trial === undefined) return null;
  return (
    <figure role="status" className="grid justify-items-start gap-1.5">
      <img src={trial.picture} alt={t('trialAlt')} className="size-40 rounded-group object-cover" />
      <figcaption className="num text-xs text-ink-3">
        {t('took', { seconds: Math.max(1, Math.round(trial.ms / 1000)) })}
      </figcaption>
    </figure>
  );
}
