'use client';

import { useFormatter, useTranslations } from 'next-intl';
import type { Given } from '@/features/make/create/draft/given-inputs';

/** Facts of an input image or video: size, length and edits. */
export function ImageFacts({ given }: { readonly given: Given }) {
  const t = useTranslations('uploads');
  const format = useFormatter();
  const size =
    given.bytes >= 1_048_576
      ? t('megabytes', { size: format.number(given.bytes / 1_048_576, { maximumFractionDigits: 1 }) })
      : t('kilobytes', { size: format.number(Math.max(1, Math.round(given.bytes / 1024))) });
  return (
    <>
      <span className="num block text-xs text-ink-3">
        {given.kind === 'audio' ? null : (
          <bdi className="whitespace-nowrap">{t('pixels', { width: given.width, height: given.height })}</bdi>
        )}
        {given.seconds === undefined ? null : (
          <>
            {given.kind === 'audio' ? '' : ' · '}
            <bdi className="whitespace-nowrap">
              {t('seconds', { seconds: format.number(given.seconds, { maximumFractionDigits: 1 }) })}
            </bdi>
          </>
        )}
        {given.bytes === 0 ? null : (
          <>
            {' · '}
            <bdi className="whitespace-nowrap">{size}</bdi>
          </>
        )}
      </span>
      {given.notes.length === 0 ? null : (
        <span className="block text-xs text-ink-3">{given.notes.map((note) => t(`notes.${note}`)).join(' ')}</span>
      )}
    </>
  );
}
