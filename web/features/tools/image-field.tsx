'use client';

import { useTranslations } from 'next-intl';
import { give, useDesk } from '@/features/create/draft-store';
import { IMAGE_MODES, ModeLinks, VIDEO_MODES } from '@/features/create/mode-links';
import type { PictureProcedure } from '@/features/create/tools';
import { PictureWell } from '@/features/uploads/picture-well';

/** The picture that a tool works on, and the other ways to make the same kind of thing. */
export function ImageField({ procedure }: { readonly procedure: PictureProcedure }) {
  const t = useTranslations('tools');
  const { given: { image } } = useDesk(procedure);
  const modes = [IMAGE_MODES, VIDEO_MODES].find((group) => group.includes(procedure));
  return (
    <>
      {modes === undefined ? null : <ModeLinks modes={modes} at={procedure} />}
      <PictureWell role="image" label={t('picture')} given={image} onGiven={(given) => give(procedure, 'image', given)} paste samples />
    </>
  );
}
