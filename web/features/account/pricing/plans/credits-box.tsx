'use client';

import { useTranslations } from 'next-intl';
import { cx } from '@/ui/cx';
import { countOf, VIDEO_SECONDS, type CreditUse } from './credit-uses';

/** An amount of credits, with examples of what it makes. */
export function CreditsBox({
  credits,
  when,
  makes,
  className,
}: {
  readonly credits: number;
  readonly when: 'everyMonth' | 'toBegin';
  readonly makes: readonly CreditUse[];
  readonly className?: string;
}) {
  const t = useTranslations('pricing.box');
  const image = makes.find(({ kind }) => kind === 'picture');
  const video = makes.find(({ kind }) => kind === 'film');
  return (
    <div className={cx('num grid content-start gap-1.5 rounded-group bg-surface-2 px-3.5 py-3 text-sm', className)}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-medium">{t('credits', { count: credits })}</span>
        <span className="text-xs text-ink-3">{t(when)}</span>
      </p>
      {image === undefined && video === undefined ? null : (
        <p className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-2">
          <span className="sr-only">{t('makes')}: </span>
          {image === undefined ? null : <span>{t('pictures', { count: countOf(image, credits) })}</span>}
          {image === undefined || video === undefined ? null : <span className="text-ink-3">{t('or')}</span>}
          {video === undefined ? null : (
            <span>{t('films', { count: countOf(video, credits), seconds: VIDEO_SECONDS })}</span>
          )}
        </p>
      )}
    </div>
  );
}
