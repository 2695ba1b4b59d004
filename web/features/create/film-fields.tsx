'use client';

import { useTranslations } from 'next-intl';
import { VIDEO_SECONDS, type ProcedureName, type Resolution } from '@src/creation/picture.shared';
import { Segmented } from '@/ui/segmented';
import { changeDraft, useDraft } from './draft-store';

const RESOLUTION_CHOICES: readonly Resolution[] = ['480p', '720p'];

/** How long a video is and how fine. */
export function FilmFields({ procedure }: { readonly procedure: ProcedureName }) {
  const t = useTranslations('video');
  const { seconds, resolution } = useDraft(procedure);
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{t('length')}</span>
        <Segmented
          label={t('length')}
          value={String(seconds)}
          choices={VIDEO_SECONDS.map((one) => ({ value: String(one), label: t('secondsShort', { count: one }), name: t('seconds', { count: one }) }))}
          onChange={(value) => {
            const chosen = VIDEO_SECONDS.find((one) => String(one) === value);
            if (chosen !== undefined) changeDraft({ seconds: chosen }, procedure);
          }}
          fill
          className="w-full max-w-[216px]"
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium">{t('resolution')}</span>
        <Segmented label={t('resolution')} value={resolution} choices={RESOLUTION_CHOICES.map((value) => ({ value, label: value }))} onChange={(value) => changeDraft({ resolution: value }, procedure)} fill className="w-full max-w-[216px]" />
      </div>
    </>
  );
}
