'use client';

import { Handle, Position, type Node } from '@xyflow/react';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { slotOf } from '@src/creation/procedures/params.shared';
import type { BoardNode } from '@src/creation/boards/board.shared';
import { directionOf } from '@src/kernel/locales.shared';
import { cx } from '@/ui/cx';
import { Icon, type LucideIcon } from '@/ui/icon';
import type { Port } from '../board/graph';

/** A node in the type of the board's library. */
export type FlowNode = Node<{ readonly node: BoardNode }, BoardNode['kind']>;

/** Id of a node's output handle. */
export const GIVES = 'gives';

/** The name of a port: the prompt, or the slot, numbered if there are several. */
export function usePortName(): (port: Pick<Port, 'feeds' | 'number'>) => string {
  const t = useTranslations('canvas');
  const tools = useTranslations('tools');
  return ({ feeds, number }) => {
    if (feeds === 'prompt') return t('words.name');
    const name = tools(`slots.${slotOf(feeds)}`);
    return number === undefined ? name : tools('slotOf', { name, number });
  };
}

const handleStyle =
  '!size-3.5 !rounded-full !border-2 !border-ink-2 !bg-canvas before:absolute before:-inset-2 before:rounded-full';

/** A node's card. The board itself is always left to right; the text in a node follows the page's direction. */
export function NodeCard({
  icon,
  title,
  badge,
  selected,
  wide = false,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly selected: boolean;
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  const dir = directionOf(useLocale());
  return (
    <div
      dir={dir}
      className={cx(
        'rounded-media bg-surface-1 shadow-mid transition-shadow quick',
        wide ? 'w-[290px]' : 'w-[250px]',
        selected ? 'ring-2 ring-ink-1' : 'ring-1 ring-line',
      )}
    >
      <div className="flex min-h-11 items-center gap-2 px-3.5 pt-1">
        <Icon of={icon} size="s" className="text-ink-2" />
        <span className="min-w-0 flex-1 truncate text-sm font-medium">{title}</span>
        {badge}
      </div>
      {children}
    </div>
  );
}

/** A node's output handle. */
export function Outlet({ label }: { readonly label: string }) {
  return (
    <Handle
      id={GIVES}
      type="source"
      position={Position.Right}
      title={label}
      className={cx(handleStyle, '!top-[22px]')}
    />
  );
}

/** A node's input handles, by name. */
export function Inlets({ ports, fed }: { readonly ports: readonly Port[]; readonly fed: ReadonlySet<string> }) {
  const nameOf = usePortName();
  if (ports.length === 0) return null;
  return (
    <ul className="grid gap-1 py-1">
      {ports.map((port) => (
        <li
          key={port.feeds}
          className={cx(
            'relative flex min-h-6 items-center px-3.5 text-xs ltr:justify-start rtl:justify-end',
            fed.has(port.feeds) ? 'text-ink-2' : 'text-ink-3',
          )}
        >
          <Handle
            id={port.feeds}
            type="target"
            position={Position.Left}
            title={nameOf(port)}
            className={cx(handleStyle, fed.has(port.feeds) && '!bg-ink-2')}
          />
          {nameOf(port)}
        </li>
      ))}
    </ul>
  );
}
