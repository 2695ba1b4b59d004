'use client';

import { Command } from 'cmdk';
import { Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { search, type Searchable } from './command-rank';
import { Icon, type LucideIcon } from '../icon';

export interface PaletteCommand extends Searchable {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

interface PaletteGroup {
  readonly heading: string;
  readonly commands: readonly PaletteCommand[];
}

/** The command palette: searches all commands by name. */
export function CommandPalette(props: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly placeholder: string;
  readonly empty: string;
  readonly groups: readonly PaletteGroup[];
}) {
  const { open, onOpenChange, title, placeholder, empty, groups } = props;
  const [typed, setTyped] = useState('');
  const change = (isOpen: boolean): void => {
    setTyped('');
    onOpenChange(isOpen);
  };
  const run = (command: PaletteCommand): void => {
    change(false);
    command.run();
  };
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-dialog bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className="over fixed inset-x-4 top-[12vh] z-dialog mx-auto max-w-[560px] overflow-hidden rounded-media bg-overlay shadow-high"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          <Command label={title} shouldFilter={false}>
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Icon of={Search} size="s" className="text-ink-3" />
              <Command.Input
                onValueChange={setTyped}
                placeholder={placeholder}
                className="h-13 w-full bg-transparent text-lg text-ink-1 outline-none placeholder:text-ink-3"
              />
            </div>
            <Command.List className="max-h-[50vh] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-6 text-sm text-ink-2">{empty}</Command.Empty>
              {search(groups, typed).map((group) => (
                <Command.Group
                  key={group.heading}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-3"
                >
                  {group.commands.map((command) => (
                    <Command.Item
                      key={command.id}
                      value={command.id}
                      onSelect={() => run(command)}
                      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 text-md data-[selected=true]:bg-surface-3"
                    >
                      <Icon of={command.icon} className="text-ink-2" />
                      <span className="min-w-0 truncate">{command.label}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
