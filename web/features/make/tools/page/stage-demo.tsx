'use client';

import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { boxStyle } from '@/features/make/create/stage/stage-states';
import { toolOf, type ImageInputProcedure } from '@/features/make/create/form/tools';
import { Media } from '@/ui/media/media';
import { EmptyState } from '@/ui/content/states';
import { demoOf, type Demo } from './demo';

const sheen = () => <span aria-hidden className="absolute inset-0 sheen" />;
const BeforeAfter = dynamic(() => import('@/ui/media/before-after').then((module) => module.BeforeAfter), {
  loading: sheen,
});
const VideoPlayer = dynamic(() => import('@/ui/media/video-player').then((module) => module.VideoPlayer), {
  loading: sheen,
});

/** Shown before the first creation: a demo of the tool. @param demo replaces the tool's own */
export function StageDemo({
  procedure,
  demo: shown,
}: {
  readonly procedure: ImageInputProcedure;
  readonly demo?: Demo;
}) {
  const t = useTranslations('tools');
  const { id } = toolOf(procedure);
  const demo = shown ?? demoOf(id);
  return (
    <section className={`${boxStyle} grid content-start gap-5`}>
      <EmptyState level={1} title={t(`names.${id}`)}>
        {t(`lines.${id}`)}
      </EmptyState>
      {demo === undefined ? null : (
        <Media
          ratio={demo.ratio}
          className="mx-auto w-full rounded-media"
          widest={`calc(min(56vh, 640px) * ${demo.ratio})`}
        >
          {demo.video === undefined ? (
            <BeforeAfter
              label={t('demo', { tool: t(`names.${id}`) })}
              className="absolute inset-0 size-full rounded-none"
              clear={id === 'cutOut'}
              before={<img src={demo.before} alt="" className="size-full object-cover" />}
              after={<img src={demo.after} alt={t(`alts.${id}`)} className="size-full object-cover" />}
            />
          ) : (
            <VideoPlayer
              src={demo.video}
              poster={demo.after}
              label={t(`alts.${id}`)}
              ratio={demo.ratio}
              autoPlay
              className="absolute inset-0 size-full"
            />
          )}
        </Media>
      )}
    </section>
  );
}
