'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

/** Panels of which one is shown. */
export function Tabs(props: { readonly label: string; readonly tabs: readonly { readonly value: string; readonly label: ReactNode; readonly panel: ReactNode }[] }) {
  const { label, tabs } = props;
  return (
    <Radix.Root defaultValue={tabs[0]?.value ?? ''}>
      <Radix.List aria-label={label} className="flex gap-6 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative pt-2.5 pb-3 text-md font-medium text-ink-2 transition-colors quick after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-full hover:text-ink-1 data-[state=active]:text-ink-1 data-[state=active]:after:bg-ink-1"
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
