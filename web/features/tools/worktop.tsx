'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { useDesk } from '@/features/create/draft-store';
import { boxStyle } from '@/features/create/stage-states';
import { toolOf, type PictureProcedure } from '@/features/create/tools';
import { Media, Picture } from '@/ui/media';

/** The picture that something will be made of, large, until something came of it; `children` in its place, such as a painter over it. */
export function Worktop({ procedure, children }: { readonly procedure: PictureProcedure; readonly children?: ReactNode }) {
  const t = useTranslations('tools');
  const { image } = useDesk(procedure);
  const { id } = toolOf(procedure);
  if (image === undefined) return null;
  return (
    <section aria-label={t('pictureLabel')} className={`grid min-w-0 gap-4 [--seen:62vh] max-md:[--seen:40vh] ${boxStyle}`}>
      <header>
        <h1 className="text-lg leading-snug font-strong tracking-title">{t(`names.${id}`)}</h1>
        <p className="pt-[3px] text-sm text-ink-3">{t(`ready.${id}`)}</p>
      </header>
      {children ?? (
        <Media ratio={`${image.width} / ${image.height}`} className="checkers mx-auto w-full rounded-media" widest={`calc(min(var(--seen), 720px) * ${image.width / image.height})`}>
          <Picture key={image.url} src={`${image.url}?w=1024`} alt={image.name === '' ? t('yourPicture') : image.name} priority />
        </Media>
      )}
    </section>
  );
}
