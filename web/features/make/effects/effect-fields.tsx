'use client';

import { Lock } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { mayUseTemplate } from '@src/creation/tasks/submit/allowed.shared';
import type { FieldsContext } from '@/features/make/create/form/create-form';
import { changeOptions, useDraft } from '@/features/make/create/draft/draft-store';
import { PlainFields } from '@/features/make/tools/fields/declared-fields';
import { useAllowance } from '@/lib/data/allowance';
import { openPopup } from '@/lib/popups/queue';
import { Icon } from '@/ui/icon';
import { VideoPreview } from '@/ui/media/video-preview';
import { useEffectName } from './effect-card';
import { EFFECTS, type Effect } from './effects';
import { useOffered } from './use-offered';

type Pictured = 'template' | 'look' | 'design';
const OF = {
  template: 'video.createVideoByTemplate',
  look: 'anime.createAnimatedVideo',
  design: 'template2Image.create',
} as const satisfies Readonly<Record<Pictured, Effect['procedure']>>;

/** Chooses an effect by its preview. Effects of paid plans offer a plan to users without one. */
function EffectPicker({ kind }: { readonly kind: Pictured }) {
  const t = useTranslations('options');
  const effects = useTranslations('effects');
  const procedure = OF[kind];
  const { options } = useDraft(procedure);
  const allowance = useAllowance();
  const name = useEffectName();
  const offered = useOffered();
  const chosen = options[kind];
  const isLocked = (effect: Effect): boolean =>
    effect.kind === 'template' && allowance !== undefined && !mayUseTemplate(effect.id, allowance);
  const pick = (id: string): void => {
    const effect = EFFECTS[kind].find((one) => one.id === id);
    if (effect === undefined) return;
    if (isLocked(effect)) openPopup('upgradePlan', { reason: 'Template' });
    else changeOptions({ [kind]: id }, procedure);
  };
  return (
    <div className="grid min-w-0 gap-[7px]">
      <span aria-hidden className="text-sm font-medium">
        {t(`${kind}.label`)}
      </span>
      <RadioGroup.Root
        aria-label={t(`${kind}.label`)}
        value={typeof chosen === 'string' ? chosen : ''}
        onValueChange={pick}
        className="grid grid-cols-4 gap-x-1.5 gap-y-2.5"
      >
        {EFFECTS[kind].filter(offered).map((effect) => (
          <RadioGroup.Item
            key={effect.id}
            value={effect.id}
            aria-label={isLocked(effect) ? effects('ofPlans', { name: name(effect) }) : name(effect)}
            className="group grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-group pb-0.5 text-2xs text-ink-2 data-[state=checked]:font-medium data-[state=checked]:text-ink-1"
          >
            <span className="relative block aspect-[4/5] w-full overflow-hidden rounded-group bg-surface-2 ring-ink-1 ring-offset-2 ring-offset-surface-1 group-data-[state=checked]:ring-[1.5px]">
              {effect.video === undefined ? (
                <img src={effect.poster} alt="" loading="lazy" className="size-full object-cover" />
              ) : (
                <VideoPreview src={effect.video} poster={effect.poster} alt="" />
              )}
              {isLocked(effect) ? (
                <span className="absolute end-1 top-1 grid size-5 place-items-center rounded-xs bg-glass text-ink-on-media backdrop-blur-sm">
                  <Icon of={Lock} size="s" />
                </span>
              ) : null}
            </span>
            <span className="text-center leading-tight text-balance">{name(effect)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

/** The form of a procedure with effects. */
export function EffectFields({ kind, context }: { readonly kind: Pictured; readonly context: FieldsContext }) {
  return <PlainFields procedure={OF[kind]} context={context} own={<EffectPicker kind={kind} />} without={[kind]} />;
}
