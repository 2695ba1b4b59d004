'use client';

import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { ASPECTS, type Aspect } from '@src/creation/procedures/params.shared';

const LONG = 24;

/** A small outline in the proportions of the aspect. */
export function AspectShape({ aspect, size = LONG }: { readonly aspect: Aspect; readonly size?: number }) {
  const { width, height } = ASPECTS[aspect];
  // All outlines have the same area. With equal sides, wide shapes would look larger than tall ones.
  const scale = (size * 0.78) / Math.sqrt(width * height);
  return (
    <i
      aria-hidden
      className="block rounded-[3px] border-[1.5px] border-current"
      style={{ inlineSize: Math.round(width * scale), blockSize: Math.round(height * scale) }}
    />
  );
}

export function AspectPicker({
  value,
  onChange,
}: {
  readonly value: Aspect;
  readonly onChange: (aspect: Aspect) => void;
}) {
  const t = useTranslations('image');
  const aspects = Object.keys(ASPECTS).filter((key): key is Aspect => Object.hasOwn(ASPECTS, key));
  return (
    <div className="grid gap-[7px]">
      <span className="text-sm font-medium">{t('aspect')}</span>
      <RadioGroup.Root
        aria-label={t('aspect')}
        value={value}
        onValueChange={(next) => {
          const aspect = aspects.find((one) => one === next);
          if (aspect !== undefined) onChange(aspect);
        }}
        className="grid grid-cols-5 gap-1.5"
      >
        {aspects.map((aspect) => (
          <RadioGroup.Item
            key={aspect}
            value={aspect}
            aria-label={aspect}
            className="num grid h-14 content-center justify-items-center gap-1.5 rounded-control bg-surface-2 text-xs text-ink-2 transition-colors quick hover:text-ink-1 data-[state=checked]:text-ink-1 data-[state=checked]:inset-ring-[1.5px] data-[state=checked]:inset-ring-ink-1"
          >
            <span className="grid h-[22px] place-items-center">
              <AspectShape aspect={aspect} />
            </span>
            <bdi>{aspect}</bdi>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
