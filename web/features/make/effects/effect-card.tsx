'use client';

import { Lock, Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { MouseEvent } from 'react';
import { definitionOf } from '@src/creation/procedures/params.shared';
import { useOptionWords } from '@/features/make/tools/fields/option-labels';
import { Link } from '@/i18n/navigation';
import { resourceMarks } from '@/lib/analytics/marks';
import { openPopup } from '@/lib/popups/queue';
import { Badge } from '@/ui/content/badge';
import { Icon } from '@/ui/icon';
import { Media, ImageFrame } from '@/ui/media/media';
import { VideoPreview } from '@/ui/media/video-preview';
import { effectHref, type Effect } from './effects';

/** The name of an effect, as in its form. */
export function useEffectName(): (effect: Effect) => string {
  const t = useTranslations('image.styles');
  const words = useOptionWords();
  return (effect) => {
    switch (effect.kind) {
      case 'template':
        return words('template', definitionOf('video.createVideoByTemplate').options.template).value(effect.id);
      case 'look':
        return words('look', definitionOf('anime.createAnimatedVideo').options.look).value(effect.id);
      case 'design':
        return words('design', definitionOf('template2Image.create').options.design).value(effect.id);
      case 'style':
        return t(effect.id);
      default:
        return effect satisfies never;
    }
  };
}

/**
 * An effect's card: its preview and name. A press opens the form with the effect chosen. Effects of paid plans offer
 * a plan to users without one.
 */
export function EffectCard({
  effect,
  locked,
  moving,
}: {
  readonly effect: Effect;
  readonly locked: boolean;
  readonly moving: boolean;
}) {
  const t = useTranslations('effects');
  const name = useEffectName()(effect);
  const press = (event: MouseEvent): void => {
    if (!locked) return;
    event.preventDefault();
    openPopup('upgradePlan', { reason: 'Template' });
  };
  return (
    <div
      {...resourceMarks({
        type: effect.kind === 'template' || effect.kind === 'design' ? 'template' : 'effect',
        id: effect.id,
      })}
      className="group relative grid min-w-0 content-start gap-2 rounded-media has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
    >
      <Media ratio={effect.ratio} className="rounded-media">
        {effect.video === undefined ? (
          <ImageFrame
            src={effect.poster}
            alt=""
            className="transition-transform duration-300 group-hover:scale-103 motion-reduce:transition-none"
          />
        ) : (
          <VideoPreview src={effect.video} poster={effect.poster} alt="" moving={moving} />
        )}
        {effect.before === undefined ? null : (
          <span className="absolute start-2 bottom-2 block w-[26%] overflow-hidden rounded-control shadow-mid ring-2 ring-ink-on-media">
            <img src={effect.before} alt="" loading="lazy" className="aspect-[4/5] size-full object-cover" />
          </span>
        )}
        <span className="absolute end-2 top-2 flex gap-1.5">
          {effect.pro ? (
            <Badge tone="media">
              {locked ? <Icon of={Lock} size="s" /> : null}
              {t('pro')}
            </Badge>
          ) : null}
          {effect.video === undefined ? null : (
            <span
              aria-hidden
              className="grid size-[22px] place-items-center rounded-xs bg-glass text-ink-on-media backdrop-blur-sm transition-opacity quick group-focus-within:opacity-0 group-hover:opacity-0"
            >
              <Icon of={Play} size="s" />
            </span>
          )}
        </span>
      </Media>
      <Link
        href={effectHref(effect)}
        onClick={press}
        className="min-h-6 px-0.5 text-sm font-medium outline-none after:absolute after:inset-0"
      >
        {name}
        {locked ? <span className="sr-only"> {t('locked')}</span> : null}
      </Link>
    </div>
  );
}
