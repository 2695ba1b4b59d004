'use client';

import { useTranslations } from 'next-intl';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { PlainFields } from './declared-fields';

/** The fields of Subjects to video. The prompt says where the subjects are and what they do. */
export function CastFields({ context }: { readonly context: FieldsContext }) {
  const t = useTranslations('tools.cast');
  return (
    <PlainFields
      procedure="video.createVideoBySubjects"
      context={context}
      promptLabels={{ label: t('prompt'), placeholder: t('placeholder') }}
    />
  );
}
