'use client';

import type { NodeProps } from '@xyflow/react';
import { Settings2, Type } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { PROMPT_MAX } from '@src/creation/procedures/params.shared';
import type { BoardNode } from '@src/creation/boards/board.shared';
import { IconButton } from '@/ui/button';
import { inputStyle } from '@/ui/form/field';
import { Icon } from '@/ui/icon';
import { useBench } from '../run/bench';
import { withChange } from '../board/edit';
import { NodeCard, Outlet, type FlowNode } from './node-parts';

/** A text node, the prompt of the nodes it feeds. */
export function WordsNode({ id, selected }: NodeProps<FlowNode>) {
  const t = useTranslations('canvas');
  const { board, content, open } = useBench();
  // The library updates a node's data after the board. A field that renders once with the old text loses its caret.
  const node = content.nodes.find((one) => one.id === id);
  if (node?.kind !== 'words') return null;
  const write = (text: string): void =>
    board.change(
      (content) => withChange(content, node.id, (one): BoardNode => (one.kind === 'words' ? { ...one, text } : one)),
      `text ${node.id}`,
    );
  return (
    <NodeCard
      icon={Type}
      title={t('words.title')}
      selected={selected}
      badge={<OpenPanel onOpen={() => open(node.id)} label={t('node.settings', { name: t('words.title') })} />}
    >
      <Outlet label={t('node.gives', { what: t('words.name') })} />
      <div className="px-3 pb-3">
        <textarea
          dir="auto"
          aria-label={t('words.name')}
          maxLength={PROMPT_MAX}
          value={node.text}
          placeholder={t('words.placeholder')}
          onChange={(event) => write(event.target.value)}
          className={`${inputStyle} nodrag nopan nowheel block field-sizing-content max-h-60 min-h-20 resize-none rounded-card`}
        />
      </div>
    </NodeCard>
  );
}

/** Opens a node's panel. Also for keyboard users, who cannot select a node by a click. */
export function OpenPanel({ label, onOpen }: { readonly label: string; readonly onOpen: () => void }) {
  return (
    <IconButton
      label={label}
      size="sm"
      className="nodrag nopan -me-1.5"
      onClick={(event) => {
        event.stopPropagation();
        onOpen();
      }}
    >
      <Icon of={Settings2} size="s" />
    </IconButton>
  );
}
