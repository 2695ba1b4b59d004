'use client';

import { ChevronDown } from 'lucide-react';
import { Accordion as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from '../icon';

export interface AccordionPart {
  readonly value: string;
  readonly title: ReactNode;
  readonly content: ReactNode;
}

/** Collapsible questions and answers. Several can be open. */
export function Accordion({
  parts,
  open,
  level = 3,
}: {
  readonly parts: readonly AccordionPart[];
  readonly open?: readonly string[];
  readonly level?: 2 | 3 | 4;
}) {
  const Heading = `h${level}` as const;
  return (
    <Radix.Root type="multiple" defaultValue={[...(open ?? [])]} className="divide-y divide-line">
      {parts.map((part) => (
        <Radix.Item key={part.value} value={part.value}>
          <Radix.Header asChild>
            <Heading>
              <Radix.Trigger className="group flex min-h-12 w-full items-center justify-between gap-3 py-2 text-start text-md font-medium">
                {part.title}
                <Icon
                  of={ChevronDown}
                  size="s"
                  className="text-ink-3 transition-transform quick group-data-[state=open]:rotate-180"
                />
              </Radix.Trigger>
            </Heading>
          </Radix.Header>
          <Radix.Content className="max-w-[68ch] pb-4 text-sm text-ink-2">{part.content}</Radix.Content>
        </Radix.Item>
      ))}
    </Radix.Root>
  );
}
