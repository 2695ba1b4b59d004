'use client';

import { Popover as Radix, Tooltip as RadixTooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { defined } from '@src/kernel/defined.shared';

/** A popover beside its button. */
export function Popover({
  trigger,
  label,
  children,
  open,
  onOpenChange,
}: {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}) {
  return (
    <Radix.Root {...defined({ open, onOpenChange })}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          sideOffset={6}
          collisionPadding={12}
          className="over z-popover animate-in rounded-[14px] bg-overlay p-3 shadow-high motion-reduce:animate-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A tooltip on hover and focus. Its text must also be available elsewhere. */
export function Tooltip({ trigger, children }: { readonly trigger: ReactNode; readonly children: ReactNode }) {
  return (
    <RadixTooltip.Provider delayDuration={300}>
      <RadixTooltip.Root>
        <RadixTooltip.Trigger asChild>{trigger}</RadixTooltip.Trigger>
        <RadixTooltip.Portal>
          <RadixTooltip.Content
            sideOffset={6}
            collisionPadding={12}
            className="z-tooltip inline-flex max-w-72 items-center gap-2 rounded-sm bg-invert px-2.5 py-[7px] text-xs font-medium text-ink-on-invert shadow-mid"
          >
            {children}
          </RadixTooltip.Content>
        </RadixTooltip.Portal>
      </RadixTooltip.Root>
    </RadixTooltip.Provider>
  );
}
