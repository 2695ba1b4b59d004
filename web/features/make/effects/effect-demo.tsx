'use client';

import { useDraft } from '@/features/make/create/draft/draft-store';
import { StageDemo } from '@/features/make/tools/page/stage-demo';
import { templateOf } from './effects';

const PROCEDURE = 'video.createVideoByTemplate';

/** Shown before the first creation: a demo of the chosen effect. */
export function EffectDemo() {
  const { options } = useDraft(PROCEDURE);
  const effect = templateOf(options['template']);
  return (
    <StageDemo
      key={effect?.id}
      procedure={PROCEDURE}
      {...(effect?.video === undefined
        ? {}
        : { demo: { before: effect.poster, after: effect.poster, video: effect.video, ratio: effect.ratio } })}
    />
  );
}
