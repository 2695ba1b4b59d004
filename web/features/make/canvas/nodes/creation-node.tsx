'use client';

import type { NodeProps } from '@xyflow/react';
import { Expand, X } from 'lucide-react';
import { useFormatter, useTranslations } from 'next-intl';
import type { CreationNode, RunQuote } from '@src/creation/boards/board.shared';
import { FORMS, SLOT_NAMES } from '@src/creation/procedures/params.shared';
import { RefusalAppeal } from '@/features/core/refusal-appeal';
import { stagePercent, taskStage } from '@/features/make/create/stage/stage-model';
import { TOOL_ICONS } from '@/features/make/procedures/icons';
import { toolOf } from '@/features/make/create/form/tools';
import { useErrorWords } from '@/lib/errors/words';
import { openPopup } from '@/lib/popups/queue';
import { Badge, CreditsBadge } from '@/ui/content/badge';
import { Button, IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { Bar } from '@/ui/content/progress';
import { useBench } from '../run/bench';
import { shownPorts } from '../board/graph';
import { nodeFacts } from './node-facts';
import { NodeVideo, NodeGrowing } from './node-media';
import { Inlets, NodeCard, Outlet, type FlowNode } from './node-parts';
import { quoteFor, nodeStatusOf, type NodeStatus } from './node-status';
import type { NodeFile } from '../files/use-files';
import { OpenPanel } from './words-node';

const TONES = {
  done: 'success',
  failed: 'danger',
  blocked: 'warning',
  canceled: 'plain',
  waiting: 'held',
  running: 'info',
  changed: 'plain',
} as const;

/** A creation's status as a badge. */
export function NodeStatusBadge({
  status,
  price,
}: {
  readonly status: NodeStatus;
  readonly price: number | undefined;
}) {
  const t = useTranslations('canvas');
  if (status.kind === 'idle')
    return price === undefined || price === 0 ? null : <Badge>{t('price', { count: price })}</Badge>;
  if (status.kind === 'running' && price !== undefined && price > 0)
    return <CreditsBadge state="held">{t('price', { count: price })}</CreditsBadge>;
  const name = status.kind === 'done' && status.changed ? 'changed' : status.kind;
  return <Badge tone={TONES[name]}>{t(`standing.${name}`)}</Badge>;
}

/** Progress of a node's task, as text and as a bar. */
export function NodeProgress({ status, file }: { readonly status: NodeStatus; readonly file: NodeFile | undefined }) {
  const t = useTranslations('canvas');
  const stages = useTranslations('image.stage');
  const format = useFormatter();
  const task = file?.task;
  if (status.kind !== 'running' || task === undefined) return null;
  const isWaiting = task.status !== 'processing';
  const words = isWaiting
    ? task.place === undefined
      ? stages('waiting')
      : t('queued', { place: task.place })
    : stages(taskStage(task));
  return (
    <div className="grid gap-1.5 text-xs text-ink-2">
      <span className="num flex justify-between gap-2">
        <span>{words}</span>
        {isWaiting ? null : (
          <bdi>{format.number(stagePercent(task) / 100, { style: 'percent', maximumFractionDigits: 0 })}</bdi>
        )}
      </span>
      <Bar percent={isWaiting ? 0 : stagePercent(task)} label={words} />
    </div>
  );
}

/** The reason a creation cannot run: its missing input, by the name of the port. */
function useRefusalWords(): (error: RunQuote['refused'][number]['error']) => string {
  const t = useTranslations('canvas.lacks');
  const slots = useTranslations('tools.slots');
  const { ofIdentifier } = useErrorWords();
  return ({ identifier, params }) => {
    if (identifier !== 'VALIDATION_ERROR') return ofIdentifier(identifier, params);
    const [field = '', part] = String(params['field'] ?? '').split('.');
    if (field === 'prompt' || part === 'prompt') return t('words');
    const slot = SLOT_NAMES.find((name) => name === field);
    return slot === undefined ? t('setting') : t('place', { place: slots(slot) });
  };
}

/** The reason a creation failed or cannot run. */
export function NodeTrouble({
  node,
  status,
  quote,
}: {
  readonly node: CreationNode;
  readonly status: NodeStatus;
  readonly quote: RunQuote | undefined;
}) {
  const { ofIdentifier } = useErrorWords();
  const promptUseOf = useRefusalWords();
  const t = useTranslations('canvas');
  const refused = quote?.refused.find((one) => one.node === node.id)?.error;
  const error = status.kind === 'failed' ? status.error : undefined;
  if (error !== undefined)
    return (
      <>
        <p role="alert" className="text-xs text-danger">
          {ofIdentifier(error.identifier, error.params)}
        </p>
        <RefusalAppeal params={error.params} />
      </>
    );
  if (status.kind === 'failed')
    return (
      <p role="alert" className="text-xs text-danger">
        {t('standing.failedText')}
      </p>
    );
  if (status.kind === 'blocked') return <p className="text-xs text-ink-2">{t('standing.blockedText')}</p>;
  return refused === undefined ? null : <p className="text-xs text-ink-2">{promptUseOf(refused)}</p>;
}

/** Creates a node and all nodes it depends on, with the price. While it runs, the button cancels. */
export function RunButton({
  node,
  status,
  block = false,
}: {
  readonly node: CreationNode;
  readonly status: NodeStatus;
  readonly block?: boolean;
}) {
  const t = useTranslations('canvas');
  const press = useTranslations('common.press');
  const { quote, content, run, running, work, cancel } = useBench();
  const isRunning = work?.run?.status === 'running';
  if (status.kind === 'running' || status.kind === 'waiting') {
    return (
      <Button
        size="sm"
        {...(block ? { shape: 'block' as const } : {})}
        className="nodrag nopan"
        icon={<Icon of={X} size="s" />}
        onClick={cancel}
      >
        {t('cancel')}
      </Button>
    );
  }
  const price = quote === undefined ? undefined : quoteFor(quote, content, node.id);
  if (price?.toMake === 0 && price.refused.length === 0) return null;
  const isWhole = price !== undefined && price.refused.length === 0;
  return (
    <Button
      size="sm"
      tone={block ? 'accent' : 'invert'}
      {...(block ? { shape: 'block' as const } : {})}
      className="nodrag nopan"
      busy={running === node.id}
      disabled={isRunning || (price !== undefined && !isWhole)}
      price={isWhole ? t('price', { count: price.total }) : undefined}
      onClick={() => run(node.id)}
    >
      {running === node.id
        ? press('starting')
        : t(
            status.kind === 'failed' || status.kind === 'canceled' || status.kind === 'blocked' ? 'tryAgain' : 'create',
          )}
    </Button>
  );
}

/** A creation's main settings in one line. */
function Facts({ node }: { readonly node: CreationNode }) {
  const format = useFormatter();
  const { model, aspect, seconds } = nodeFacts(node, useBench().models);
  const said = [
    model,
    aspect,
    seconds === undefined ? undefined : format.number(seconds, { style: 'unit', unit: 'second' }),
  ].filter((one) => one !== undefined);
  return said.length === 0 ? null : (
    <p className="num truncate px-1 text-xs text-ink-3">
      <bdi>{said.join(' · ')}</bdi>
    </p>
  );
}

/** A creation node of any procedure: its inputs, result and price. */
export function CreationNodeView({ data: { node }, selected }: NodeProps<FlowNode>) {
  const t = useTranslations('canvas');
  const names = useTranslations('tools.names');
  const { content, files, quote, work, open } = useBench();
  if (node.kind !== 'creation') return null;
  const { id } = toolOf(node.procedure);
  const title = node.turn === undefined ? names(id) : t('chat.turn', { number: node.turn + 1 });
  const status = nodeStatusOf(node, work?.run, quote);
  const step = work?.run?.steps.find((one) => one.node === node.id);
  const price = status.kind === 'running' ? step?.price : quote?.steps.find((one) => one.node === node.id)?.price;
  const file = files.get(node.id);
  const fed = new Set(content.edges.filter(({ to }) => to === node.id).map(({ feeds }) => feeds));
  const alt = node.prompt === '' ? title : node.prompt;
  return (
    <NodeCard
      icon={TOOL_ICONS[id]}
      title={title}
      selected={selected}
      wide
      badge={
        <>
          <NodeStatusBadge status={status} price={price} />
          <OpenPanel onOpen={() => open(node.id)} label={t('node.settings', { name: title })} />
        </>
      }
    >
      <Outlet
        label={t('node.gives', { what: t(`kinds.${FORMS[node.procedure].makes === 'video' ? 'video' : 'image'}`) })}
      />
      <Inlets ports={shownPorts(node, content.edges)} fed={fed} />
      <div className="grid gap-2.5 px-2.5 pb-2.5">
        {status.kind === 'running' && file?.task !== undefined ? (
          <NodeGrowing task={file.task} />
        ) : file?.given === undefined ? null : (
          <div className="relative">
            <NodeVideo given={file.given} alt={alt} />
            <IconButton
              label={t('node.look', { name: title })}
              size="sm"
              tone="glass"
              className="nodrag nopan absolute end-2 top-2"
              onClick={() =>
                file.task !== undefined &&
                openPopup('recordDetail', { taskId: file.task.id, index: node.made?.index ?? 0 })
              }
            >
              <Icon of={Expand} size="s" />
            </IconButton>
          </div>
        )}
        {node.prompt === '' || fed.has('prompt') ? null : (
          <bdi className="line-clamp-2 px-1 text-xs text-ink-2">{node.prompt}</bdi>
        )}
        <Facts node={node} />
        <NodeProgress status={status} file={file} />
        <NodeTrouble node={node} status={status} quote={quote} />
        <div className="flex justify-end">
          <RunButton node={node} status={status} />
        </div>
      </div>
    </NodeCard>
  );
}
