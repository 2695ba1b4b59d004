'use client';

import { Slider as Radix } from 'radix-ui';

/** A value in a range; arrow keys, Home and End move it. */
export function Slider(props: {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, min, max, step, onChange } = props;
  return (
    <Radix.Root className="relative flex h-6 w-full touch-none items-center select-none" value={[value]} min={min} max={max} step={step} onValueChange={([next]) => next !== undefined && onChange(next)}>
      <Radix.Track className="relative h-1 grow rounded-full bg-surface-3">
        <Radix.Range className="absolute h-full rounded-full bg-ink-2" />
      </Radix.Track>
      <Radix.Thumb aria-label={label} className="block size-[18px] rounded-full bg-invert" />
    </Radix.Root>
  );
}
