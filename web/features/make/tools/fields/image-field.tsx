'use client';

import { useTranslations } from 'next-intl';
import { give, useFormState } from '@/features/make/create/draft/draft-store';
import type { ImageInputProcedure } from '@/features/make/create/form/tools';
import { ImageWell } from '@/features/make/uploads/image-well';

/** The input image of a tool. */
export function ImageField({ procedure }: { readonly procedure: ImageInputProcedure }) {
  const t = useTranslations('tools');
  const {
    given: { image },
  } = useFormState(procedure);
  return (
    <ImageWell
      procedure={procedure}
      role="image"
      label={t('picture')}
      given={image}
      onGiven={(given) => give(procedure, 'image', given)}
      paste
      samples
    />
  );
}
