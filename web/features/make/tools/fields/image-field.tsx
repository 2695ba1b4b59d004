'use client';

import { useTranslations } from 'next-intl';
import { give, useFormState } from '@/features/make/create/draft/draft-store';
import type { PictureProcedure } from '@/features/make/create/form/tools';
import { PictureWell } from '@/features/make/uploads/picture-well';

/** The picture that a tool works on. */
export function ImageField({ procedure }: { readonly procedure: PictureProcedure }) {
  const t = useTranslations('tools');
  const { given: { image } } = useFormState(procedure);
  return <PictureWell procedure={procedure} role="image" label={t('picture')} given={image} onGiven={(given) => give(procedure, 'image', given)} paste samples />;
}
