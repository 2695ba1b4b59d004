'use client';

import { Slider as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface SliderProps {
  /** Name of the slider. Visible only with `shown`. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** Called at the end of a drag or a key press. */
  readonly onCommit?: (value: number) => void;
  /** The value as text, shown at the end of the label's line and read by screen readers. */
  readonly shown?: string;
  /** Labels of the two ends, shown below. */
  readonly ends?: readonly [start: ReactNode, end: ReactNode];
  readonly disabled?: boolean;
}

/** A slider. Arrow keys, Page Up and Down, Home and End move it. It fills from the inline start. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  onCommit,
  shown,
  ends,
  disabled = false,
}: SliderProps) {
  return (
    <div className="grid min-w-0 gap-1">
      {shown === undefined ? null : (
        <div aria-hidden className="flex items-center justify-between gap-2 text-sm">
          <span className="font-medium">{label}</span>
          <span className="num text-ink-2">{shown}</span>
        </div>
      )}
      <Radix.Root
        className="relative flex h-6 w-full touch-none items-center select-none data-disabled:opacity-50"
        value={[value]}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
        onValueChange={([next]) => next !== undefined && onChange(next)}
        onValueCommit={([next]) => next !== undefined && onCommit?.(next)}
      >
        <Radix.Track className="relative h-1 grow rounded-full bg-surface-3">
          <Radix.Range className="absolute h-full rounded-full bg-ink-2" />
        </Radix.Track>
        <Radix.Thumb
          aria-label={label}
          aria-valuetext={shown}
          className="relative block size-[18px] rounded-full bg-invert before:absolute before:-inset-[5px]"
        />
      </Radix.Root>
      {ends === undefined ? null : (
        <div aria-hidden className="flex justify-between gap-4 text-xs text-ink-3">
          <span>{ends[0]}</span>
          <span className="text-end">{ends[1]}</span>
        </div>
      )}
    </div>
  );
}
