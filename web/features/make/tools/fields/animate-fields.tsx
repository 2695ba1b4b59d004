'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/make/create/form/advanced';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { VideoFields } from '@/features/make/create/form/video-fields';
import { MotionPicker } from './motion-picker';

const PROCEDURE = 'video.createVideoByImage';

/** Camera motion and length. */
export function AnimateFields() {
  const t = useTranslations('video');
  const draft = useDraft(PROCEDURE);
  const settings = settingsOf(draft, PROCEDURE);
  return (
    <>
      <MotionPicker
        label={t('motion')}
        value={settings.motion}
        onChange={(motion) => changeOptions({ motion }, PROCEDURE)}
      />
      <VideoFields procedure={PROCEDURE} />
      <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} hidesPrompt />
    </>
  );
}
