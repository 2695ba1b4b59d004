'use client';

import { useTranslations } from 'next-intl';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { useFormState } from '@/features/make/create/draft/draft-store';
import { PlainFields } from './declared-fields';

const PROCEDURE = 'audioVideo.createAudioVideo';

/** The fields of Sound effects. An input video brings its own length and sound; a generated one has neither. */
export function SoundFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.sound');
  const { given } = useFormState(PROCEDURE);
  return (
    <PlainFields
      procedure={PROCEDURE}
      context={context}
      without={[given.video === undefined ? 'ownSound' : 'seconds']}
      promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }}
    />
  );
}
