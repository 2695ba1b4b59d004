'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/make/create/advanced';
import { changeDraft, useDraft } from '@/features/make/create/draft-store';
import { FilmFields } from '@/features/make/create/film-fields';
import { MotionPicker } from './motion-picker';

const PROCEDURE = 'video.createVideoByImage';

/** How the camera moves, and for how long. */
export function AnimateFields() {
  const t = useTranslations('video');
  const draft = useDraft(PROCEDURE);
  return (
    <>
      <MotionPicker label={t('motion')} value={draft.motion} onChange={(motion) => changeDraft({ motion }, PROCEDURE)} />
      <FilmFields procedure={PROCEDURE} />
      <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} wordless />
    </>
  );
}
