'use client';

import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { cloneElement, type ReactElement, type ReactNode } from 'react';
import { Kbd } from '../content/card';
import { cx } from '../cx';
import { Icon, type LucideIcon } from '../icon';

const itemStyle =
  'flex min-h-[34px] cursor-pointer items-center gap-2.5 rounded-control px-2.5 text-md text-ink-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:text-ink-3 data-highlighted:bg-surface-3';

export interface MenuProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  /** Opens on mount, for menus that load at their first use. */
  readonly defaultOpen?: boolean;
  readonly align?: 'start' | 'center' | 'end';
}

/** A menu of actions. */
export function Menu({ trigger, label, children, defaultOpen = false, align = 'end' }: MenuProps) {
  return (
    <Radix.Root defaultOpen={defaultOpen} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="over z-popover min-w-48 animate-in rounded-[14px] bg-overlay p-1.5 shadow-high motion-reduce:animate-none"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export interface MenuItemProps {
  readonly icon?: LucideIcon;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** The keyboard shortcut, shown at the end. */
  readonly keys?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

export function MenuItem({ icon, danger = false, disabled = false, keys, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item disabled={disabled} onSelect={onSelect} className={cx(itemStyle, danger && 'text-danger')}>
      {icon === undefined ? null : <Icon of={icon} size="s" />}
      <span className="min-w-0 flex-1">{children}</span>
      {keys === undefined ? null : <Kbd>{keys}</Kbd>}
    </Radix.Item>
  );
}

/** A radio group in a menu, with the current choice ticked. */
export function MenuChoices<T extends string>(props: {
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: ReactNode; readonly lang?: string }[];
  readonly onChange: (value: T) => void;
}) {
  const { value, choices, onChange } = props;
  return (
    <Radix.RadioGroup value={value}>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          lang={choice.lang}
          onSelect={() => onChange(choice.value)}
          className={itemStyle}
        >
          <span className="grid size-[15px] place-items-center">
            <Radix.ItemIndicator>
              <Icon of={Check} size="s" />
            </Radix.ItemIndicator>
          </span>
          {choice.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />;
}

export function MenuNote({ children }: { readonly children: ReactNode }) {
  return <div className="max-w-64 px-2.5 py-2 text-xs text-ink-3">{children}</div>;
}

/** A link in a menu. The caller provides the link, so that it keeps the language. */
export function MenuLink({
  icon,
  children,
}: {
  readonly icon?: LucideIcon;
  readonly children: ReactElement<{ readonly children?: ReactNode }>;
}) {
  return (
    <Radix.Item asChild className={itemStyle}>
      {cloneElement(
        children,
        {},
        <>
          {icon === undefined ? null : <Icon of={icon} size="s" />}
          {children.props.children}
        </>,
      )}
    </Radix.Item>
  );
}
