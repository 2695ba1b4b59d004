'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { useFormState } from '@/features/make/create/draft/draft-store';
import { boxStyle } from '@/features/make/create/stage/stage-states';
import { toolOf, type ImageInputProcedure } from '@/features/make/create/form/tools';
import { mainOf } from '@/features/make/create/draft/draft-request';
import { Media, ImageFrame } from '@/ui/media/media';

const VideoPlayer = dynamic(() => import('@/ui/media/video-player').then((module) => module.VideoPlayer), {
  loading: () => <span aria-hidden className="absolute inset-0 sheen" />,
});

/**
 * The input image or video in large, until there is a result. `children` replace it, for example with a mask painter.
 * @param words messages that replace the tool's own
 */
export function Worktop({
  procedure,
  words,
  children,
}: {
  readonly procedure: ImageInputProcedure;
  readonly words?: { readonly title: string; readonly text: string };
  readonly children?: ReactNode;
}) {
  const t = useTranslations('tools');
  const main = mainOf({ procedure, given: useFormState(procedure).given });
  const { id } = toolOf(procedure);
  if (main === undefined) return null;
  return (
    <section
      aria-label={t('pictureLabel')}
      className={`grid min-w-0 gap-4 [--seen:62vh] max-md:[--seen:40vh] ${boxStyle}`}
    >
      <header>
        <h1 className="text-lg leading-snug font-strong tracking-title">{words?.title ?? t(`names.${id}`)}</h1>
        <p className="pt-[3px] text-sm text-ink-3">{words?.text ?? t(`ready.${id}`)}</p>
      </header>
      {children ?? (
        <Media
          ratio={`${main.width} / ${main.height}`}
          className="checkers mx-auto w-full rounded-media"
          widest={`calc(min(var(--seen), 720px) * ${main.width / main.height})`}
        >
          {main.kind === 'video' ? (
            <VideoPlayer
              key={main.url}
              src={main.url}
              poster={`${main.url}?w=1024`}
              label={main.name === '' ? t('yourVideo') : main.name}
              ratio={`${main.width} / ${main.height}`}
              className="absolute inset-0 size-full"
            />
          ) : (
            <ImageFrame
              key={main.url}
              src={`${main.url}?w=1024`}
              alt={main.name === '' ? t('yourPicture') : main.name}
              priority
            />
          )}
        </Media>
      )}
    </section>
  );
}
