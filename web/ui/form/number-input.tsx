'use client';

import { useState, type ComponentProps } from 'react';
import { Input } from './field';

export interface NumberInputProps extends Omit<
  ComponentProps<typeof Input>,
  'type' | 'value' | 'onChange' | 'min' | 'max'
> {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Receives each valid number while the user types, and the corrected number on blur. */
  readonly onChange: (value: number) => void;
}

/** The typed number; undefined if empty or not a number. */
export function numberIn(typed: string): number | undefined {
  const value = Number(typed);
  return typed.trim() === '' || !Number.isFinite(value) ? undefined : value;
}

/**
 * A number field. While the user types it may be empty or out of bounds, as on the way from 3 to 12. It is corrected
 * on blur.
 */
export function NumberInput({ value, min, max, onChange, onBlur, onKeyDown, ...rest }: NumberInputProps) {
  const [typed, setTyped] = useState<string>();
  const settle = (): void => {
    const number = typed === undefined ? undefined : numberIn(typed);
    const right = number === undefined ? value : Math.min(max, Math.max(min, number));
    setTyped(undefined);
    if (right !== value) onChange(right);
  };
  return (
    <Input
      {...rest}
      type="number"
      min={min}
      max={max}
      value={typed ?? value}
      onChange={(event) => {
        const number = numberIn(event.target.value);
        setTyped(event.target.value);
        if (number !== undefined && number >= min && number <= max) onChange(number);
      }}
      onBlur={(event) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle();
        onKeyDown?.(event);
      }}
    />
  );
}
