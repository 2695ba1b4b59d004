'use client';

import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { useEffect, useRef } from 'react';
import { MOTIONS, type Motion } from '@src/creation/procedures/params.shared';
import { usePrefersReducedMotion } from '@/ui/hooks/use-media';

/** Start and end transform of each motion's icon. */
const FRAMES: Readonly<Record<Motion, readonly [from: string, to: string]>> = {
  'zoom-in': ['scale(1)', 'scale(1.5)'],
  'zoom-out': ['scale(1.5)', 'scale(1)'],
  'pan-left': ['scale(1.35) translateX(-11%)', 'scale(1.35) translateX(11%)'],
  'pan-right': ['scale(1.35) translateX(11%)', 'scale(1.35) translateX(-11%)'],
  rise: ['scale(1.35) translateY(-11%)', 'scale(1.35) translateY(11%)'],
  orbit: ['perspective(90px) rotateY(-20deg) scale(1.3)', 'perspective(90px) rotateY(20deg) scale(1.3)'],
  drift: ['scale(1.3) translate(-6%, 4%) rotate(-3deg)', 'scale(1.4) translate(6%, -4%) rotate(3deg)'],
};

/** A landscape of three shapes that moves as the camera would. Static with reduced motion. */
function MotionIcon({ motion }: { readonly motion: Motion }) {
  const calm = usePrefersReducedMotion();
  const image = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (calm) return undefined;
    const [from, to] = FRAMES[motion];
    const moving = image.current?.animate([{ transform: from }, { transform: to }], {
      duration: 2_400,
      iterations: Number.POSITIVE_INFINITY,
      direction: 'alternate',
      easing: 'ease-in-out',
    });
    return () => moving?.cancel();
  }, [motion, calm]);
  return (
    <span aria-hidden className="block h-9 w-full overflow-hidden rounded-sm bg-surface-3">
      <svg
        ref={image}
        viewBox="0 0 64 36"
        preserveAspectRatio="xMidYMid slice"
        className="size-full text-ink-3 group-data-[state=checked]:text-ink-1"
      >
        <circle cx="44" cy="12" r="5" fill="currentColor" opacity="0.9" />
        <path d="M-10 36 L14 14 L34 36 Z" fill="currentColor" opacity="0.55" />
        <path d="M14 36 L38 20 L74 36 Z" fill="currentColor" opacity="0.8" />
      </svg>
    </span>
  );
}

/** Chooses the camera motion by an animated icon. */
export function MotionPicker({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: Motion;
  readonly onChange: (motion: Motion) => void;
}) {
  const t = useTranslations('video.motions');
  return (
    <div className="@container grid gap-[7px]">
      <span className="text-sm font-medium">{label}</span>
      <RadioGroup.Root
        aria-label={label}
        value={value}
        onValueChange={(next) => {
          const motion = MOTIONS.find((one) => one === next);
          if (motion !== undefined) onChange(motion);
        }}
        className="grid grid-cols-3 gap-1.5 @min-[18.5rem]:grid-cols-4"
      >
        {MOTIONS.map((motion) => (
          <RadioGroup.Item
            key={motion}
            value={motion}
            className="group grid min-w-0 content-start gap-1.5 rounded-control bg-surface-2 p-1.5 text-2xs leading-snug text-ink-2 transition-colors quick hover:text-ink-1 data-[state=checked]:text-ink-1 data-[state=checked]:inset-ring-[1.5px] data-[state=checked]:inset-ring-ink-1"
          >
            <MotionIcon motion={motion} />
            <span>{t(motion)}</span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}
