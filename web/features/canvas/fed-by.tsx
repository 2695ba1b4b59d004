'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { CreationNode, NodeId } from '@src/creation/boards/board.shared';
import { Select } from '@/ui/select';
import { useBench } from './bench';
import { STEP, withEdge, withoutFeed } from './edit';
import { feedersOf, shownPorts, type Port } from './graph';
import { MaskDialog } from './mask-dialog';
import { useNodeName } from './names';
import { usePortName } from './node-parts';

const NOTHING = 'nothing';
const NEW = 'new';
const PAINT = 'paint';

/** Chooses what feeds a place: what an edge does for those who draw one. */
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
  const choose = (chosen: string): void => {
    if (chosen === NOTHING) return board.change((now) => withoutFeed(now, node.id, port.feeds));
    if (chosen === PAINT) return setPainting(true);
    const feeder = chosen === NEW ? add(port.feeds === 'prompt' ? 'words' : 'given', { at: { x: node.x - STEP.beside, y: node.y } }) : feeders.find(({ id }) => id === chosen)?.id;
    if (feeder !== undefined) put(feeder);
  };
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-2">
      <span aria-hidden className="text-sm text-ink-2">{label}</span>
      <Select<string>
        label={t('fed.by', { place: label })}
        value={from ?? NOTHING}
        choices={[
          { value: NOTHING, label: t(port.feeds === 'prompt' ? 'fed.own' : 'fed.nothing') },
          ...feeders.map((feeder) => ({ value: feeder.id, label: nameOf(feeder, content, files) })),
          ...(isMask ? [{ value: PAINT, label: t('fed.paint') }] : [{ value: NEW, label: t(port.feeds === 'prompt' ? 'fed.newWords' : 'fed.newFile') }]),
        ]}
        onChange={choose}
      />
      {painting ? <MaskDialog node={node} onClose={() => setPainting(false)} onMask={(mask) => {
        const id = add('given', { at: { x: node.x - STEP.beside, y: node.y + STEP.below }, ref: mask });
        if (id !== undefined) put(id);
      }} /> : null}
    </div>
  );
}

/** What feeds each place of a creation, chosen by name. */
export function FedBy({ node }: { readonly node: CreationNode }) {
  const t = useTranslations('canvas');
  const { content } = useBench();
  const ports = shownPorts(node, content.edges);
  if (ports.length === 0) return null;
  return (
    <section aria-label={t('fed.title')} className="grid gap-2">
      <h3 className="text-sm font-medium">{t('fed.title')}</h3>
      {ports.map((port) => <FedPort key={port.feeds} node={node} port={port} />)}
    </section>
  );
}
