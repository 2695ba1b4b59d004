'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';

/** Tabs with one visible panel: initially the first or the one in `first`. `value` makes them controlled. */
export function Tabs(props: {
  readonly label: string;
  readonly tabs: readonly { readonly value: string; readonly label: ReactNode; readonly panel: ReactNode }[];
  readonly first?: string;
  readonly value?: string;
  readonly onChange?: (value: string) => void;
}) {
  const { label, tabs, first, value, onChange } = props;
  return (
    <Radix.Root
      {...(value === undefined ? { defaultValue: first ?? tabs[0]?.value ?? '' } : { value })}
      {...defined({ onValueChange: onChange })}
    >
      <Radix.List aria-label={label} className="scrollbar-none flex gap-6 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative shrink-0 pt-2.5 pb-3 text-md font-medium text-ink-2 transition-colors quick after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink-1 focus-visible:-outline-offset-2 data-[state=active]:text-ink-1 data-[state=active]:after:bg-ink-1"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
