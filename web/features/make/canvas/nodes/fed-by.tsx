'use client';

import { Brush } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CreationNode, NodeId } from '@src/creation/boards/board.shared';
import type { SourceRef } from '@src/creation/tasks/task.shared';
import { Button } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Select } from '@/ui/form/select';
import { useBench } from '../run/bench';
import { STEP, withChange, withEdge, withoutFeed } from '../board/edit';
import { feedersOf, shownPorts, type Port } from '../board/graph';
import { MaskDialog } from '../files/mask-dialog';
import { useNodeName } from './node-names';
import { usePortName } from './node-parts';

const NOTHING = 'nothing';
const NEW = 'new';

/** Chooses the input of a port. The accessible alternative to drawing an edge. */
function FedPort({ node, port }: { readonly node: CreationNode; readonly port: Port }) {
  const t = useTranslations('canvas');
  const label = usePortName()(port);
  const nameOf = useNodeName();
  const [painting, setPainting] = useState(false);
  const { content, kinds, files, board, add } = useBench();
  const feeders = feedersOf(content, node.id, port.feeds, kinds);
  const from = content.edges.find((edge) => edge.to === node.id && edge.feeds === port.feeds)?.from;
  const isMask = port.feeds === 'mask';
  const put = (id: NodeId): void => board.change((now) => withEdge(now, { from: id, to: node.id, feeds: port.feeds }));
  const mark = (mask: SourceRef): void => {
    // A mask that feeds nothing else is replaced by the new one.
    const before = content.nodes.find(({ id, kind }) => id === from && kind === 'given');
    if (before !== undefined && content.edges.filter((edge) => edge.from === before.id).length === 1)
      return board.change((now) =>
        withChange(now, before.id, (one) => (one.kind === 'given' ? { ...one, ref: mask } : one)),
      );
    const id = add('given', { near: { x: node.x - STEP.beside, y: node.y + STEP.below }, ref: mask });
    if (id !== undefined) put(id);
  };
  const choose = (chosen: string): void => {
    if (chosen === NOTHING) return board.change((now) => withoutFeed(now, node.id, port.feeds));
    const feeder =
      chosen === NEW
        ? add(port.feeds === 'prompt' ? 'words' : 'given', { near: { x: node.x - STEP.beside, y: node.y } })
        : feeders.find(({ id }) => id === chosen)?.id;
    if (feeder !== undefined) put(feeder);
  };
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2">
      <span aria-hidden className="text-sm text-ink-2">
        {label}
      </span>
      <Select<string>
        label={t('fed.by', { place: label })}
        value={from ?? NOTHING}
        choices={[
          { value: NOTHING, label: t(port.feeds === 'prompt' ? 'fed.own' : 'fed.nothing') },
          ...feeders.map((feeder) => ({ value: feeder.id, label: nameOf(feeder, content, files) })),
          ...(isMask ? [] : [{ value: NEW, label: t(port.feeds === 'prompt' ? 'fed.newWords' : 'fed.newFile') }]),
        ]}
        onChange={choose}
      />
      {isMask ? (
        <Button
          size="sm"
          className="col-start-2 justify-self-start"
          icon={<Icon of={Brush} size="s" />}
          onClick={() => setPainting(true)}
        >
          {t('fed.paint')}
        </Button>
      ) : null}
      {painting ? <MaskDialog node={node} onClose={() => setPainting(false)} onMask={mark} /> : null}
    </div>
  );
}

/** Chooses the input of each port of a creation by name. */
export function FedBy({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas');
  const { content } = useBench();
  const ports = shownPorts(node, content.edges);
  if (ports.length === 0) return null;
  return (
    <section aria-label={t('fed.title')} className="grid gap-2">
      <h3 className="text-sm font-medium">{t('fed.title')}</h3>
      {ports.map((port) => (
        <FedPort key={port.feeds} node={node} port={port} />
      ))}
    </section>
  );
}
