'use client';

import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from '../icon';

/** One of many. */
export function Select<T extends string>(props: {
  readonly id?: string;
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: ReactNode }[];
  readonly onChange: (value: T) => void;
}) {
  const { id, label, value, choices, onChange } = props;
  const chosen = (next: string): void => {
    const choice = choices.find((entry) => entry.value === next);
    if (choice !== undefined) onChange(choice.value);
  };
  return (
    <Radix.Root value={value} onValueChange={chosen}>
      <Radix.Trigger
        id={id}
        aria-label={label}
        className="flex control-md w-full items-center justify-between gap-2 rounded-control border border-line-strong bg-surface-2 px-3 text-md"
      >
        <span className="line-clamp-1 min-w-0 text-start">
          <Radix.Value />
        </span>
        <Radix.Icon className="shrink-0">
          <Icon of={ChevronsUpDown} size="s" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={6}
          collisionPadding={12}
          className="over z-popover max-h-80 min-w-[var(--radix-select-trigger-width)] overflow-hidden rounded-[14px] bg-overlay p-1.5 shadow-high"
        >
          <Radix.Viewport>
            {choices.map((choice) => (
              <Radix.Item
                key={choice.value}
                value={choice.value}
                className="flex min-h-[34px] cursor-pointer items-center justify-between gap-3 rounded-control px-2.5 text-md outline-none select-none data-highlighted:bg-surface-3"
              >
                <Radix.ItemText>{choice.label}</Radix.ItemText>
                <Radix.ItemIndicator>
                  <Icon of={Check} size="s" />
                </Radix.ItemIndicator>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
