'use client';

import { useTranslations } from 'next-intl';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { useFormState } from '@/features/make/create/draft/draft-store';
import { PlainFields } from './declared-fields';

const PROCEDURE = 'audioVideo.createAudioVideo';

/** What is asked for sound effects: a video has a length and a sound of its own, a video that is drawn has neither. */
export function SoundFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.sound');
  const { given } = useFormState(PROCEDURE);
  return <PlainFields procedure={PROCEDURE} context={context} without={[given.video === undefined ? 'ownSound' : 'seconds']} promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }} />;
}
