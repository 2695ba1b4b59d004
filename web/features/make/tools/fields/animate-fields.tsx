'use client';

import { useTranslations } from 'next-intl';
import { Advanced } from '@/features/make/create/form/advanced';
import { settingsOf } from '@/features/make/create/draft/draft';
import { changeDraft, changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { VideoFields } from '@/features/make/create/form/video-fields';
import { MotionPicker } from './motion-picker';
import { OptionFields } from './option-fields';

const PROCEDURE = 'video.createVideoByImage';

/** Settings with a control of their own here. */
const OWN = ['motion', 'seconds', 'resolution'];

/** Camera motion, how far it goes, and length. */
export function AnimateFields({ context }: { readonly context: FieldsContext }) {
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
      <OptionFields procedure={PROCEDURE} context={context} without={OWN} />
      <VideoFields procedure={PROCEDURE} />
      <Advanced draft={draft} onChange={(change) => changeDraft(change, PROCEDURE)} hidesPrompt />
    </>
  );
}
