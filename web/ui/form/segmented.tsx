'use client';

import { RadioGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { cx } from '../cx';

export interface Choice<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
  /** Accessible name, where the label is a number or an image. */
  readonly name?: string;
}

/** A segmented control. Arrow keys move between the choices. */
export function Segmented<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly Choice<T>[];
  readonly onChange: (value: T) => void;
  readonly fill?: boolean;
  readonly className?: string;
}) {
  const { label, value, choices, onChange, fill = false, className } = props;
  const chosen = (next: string): void => {
    const choice = choices.find((entry) => entry.value === next);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={chosen}
      className={cx('gap-0.5 rounded-group bg-surface-2 p-[3px]', fill ? 'flex' : 'inline-flex', className)}
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          aria-label={choice.name}
          className={cx(
            'num inline-flex h-8 items-center justify-center gap-[7px] rounded-sm px-3 text-sm font-medium whitespace-nowrap text-ink-2 transition-colors quick hover:text-ink-1 data-[state=checked]:bg-surface-3 data-[state=checked]:text-ink-1 data-[state=checked]:shadow-low light:data-[state=checked]:bg-surface-1',
            fill && 'flex-1 px-1.5',
          )}
        >
          {choice.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
