'use client';

import { Slider as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface SliderProps {
  /** Its name; shown above it as well when `shown` says what the value is in words. */
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** When a drag or a press of a key is over. */
  readonly onCommit?: (value: number) => void;
  /** The value in words; stands at the end of the label's line and is read instead of the bare figure. */
  readonly shown?: string;
  /** What the two ends mean, at the inline start and end beneath it. */
  readonly ends?: readonly [start: ReactNode, end: ReactNode];
  readonly disabled?: boolean;
}

/** A value in a range; arrow keys, Page Up and Down, Home and End move it. It grows from the inline start. */
export function Slider({ label, value, min, max, step, onChange, onCommit, shown, ends, disabled = false }: SliderProps) {
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
        <Radix.Thumb aria-label={label} aria-valuetext={shown} className="relative block size-[18px] rounded-full bg-invert before:absolute before:-inset-[5px]" />
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
