'use client';

import { Background, BackgroundVariant, MiniMap, ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import { Maximize, Minus, Plus } from 'lucide-react';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, type MouseEvent } from 'react';
import type { NodeId } from '@src/creation/boards/board.shared';
import { isRightToLeft } from '@src/kernel/locales.shared';
import { useIsPhone } from '@/features/core/use-is-phone';
import { IconButton } from '@/ui/button';
import { Icon } from '@/ui/icon';
import { usePrefersReducedMotion, useMedia } from '@/ui/hooks/use-media';
import type { AddingTo } from '../add-palette';
import { CreationNodeView } from '../nodes/creation-node';
import { GivenNode } from '../nodes/given-node';
import type { FlowNode } from '../nodes/node-parts';
import { useConnecting, useFlowEdges, type useFlowNodes } from './use-flow';
import { WordsNode } from '../nodes/words-node';

const NODES = { words: WordsNode, given: GivenNode, creation: CreationNodeView } as const;
/** The library's licence (MIT) does not ask for its label; web/README.md names it. */
const WITHOUT_LABEL = { hideAttribution: true } as const;
const ZOOM = { min: 0.2, max: 1.6 } as const;
/** As far as a phone's board is opened at most: what is smaller cannot be read. */
const NARROW = 0.6;

/** The words of the library's own labels. */
function useLabels() {
  const t = useTranslations('canvas.labels');
  return {
    'node.a11yDescription.default': t('node'),
    'node.a11yDescription.keyboardDisabled': t('node'),
    'node.a11yDescription.ariaLiveMessage': ({
      x,
      y,
    }: {
      readonly direction: string;
      readonly x: number;
      readonly y: number;
    }) => t('moved', { x: Math.round(x), y: Math.round(y) }),
    'edge.a11yDescription.default': t('edge'),
    'minimap.ariaLabel': t('map'),
    'handle.ariaLabel': t('handle'),
    'controls.ariaLabel': t('zoom'),
    'controls.zoomIn.ariaLabel': t('zoomIn'),
    'controls.zoomOut.ariaLabel': t('zoomOut'),
    'controls.fitView.ariaLabel': t('fit'),
    'controls.interactive.ariaLabel': t('zoom'),
  };
}

/** Nearer, farther, everything. */
export function Zoom() {
  const t = useTranslations('canvas.labels');
  const format = useFormatter();
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  const zoom = useStore(({ transform }) => transform[2]);
  return (
    <div
      role="group"
      aria-label={t('zoom')}
      className="pointer-events-auto flex items-center gap-0.5 rounded-panel bg-surface-1/94 p-1 shadow-mid ring-1 ring-line backdrop-blur-lg"
    >
      <IconButton label={t('zoomOut')} size="sm" onClick={() => void zoomOut()}>
        <Icon of={Minus} size="s" />
      </IconButton>
      <span className="num w-12 text-center text-xs text-ink-2">
        <bdi>{format.number(zoom, { style: 'percent', maximumFractionDigits: 0 })}</bdi>
      </span>
      <IconButton label={t('zoomIn')} size="sm" onClick={() => void zoomIn()}>
        <Icon of={Plus} size="s" />
      </IconButton>
      <IconButton label={t('fit')} size="sm" onClick={() => void fitView({ maxZoom: 1, padding: 0.2 })}>
        <Icon of={Maximize} size="s" />
      </IconButton>
    </div>
  );
}

interface BoardFlowProps {
  readonly flow: ReturnType<typeof useFlowNodes>;
  readonly onOffer: (to: AddingTo) => void;
  /** Told which one node is chosen; undefined for none or several. */
  readonly onChosen: (id: NodeId | undefined) => void;
  /** Told of a node that is pressed on, the chosen one too. */
  readonly onPress: (id: NodeId) => void;
}

/**
 * Tells which one node is chosen, once for each change: the library tells of it anew whenever it is given another
 * function.
 */
function useChosen(onChosen: BoardFlowProps['onChosen']) {
  const lastChosen = useRef<NodeId>(undefined);
  const onChosenRef = useRef(onChosen);
  useEffect(() => {
    onChosenRef.current = onChosen;
  }, [onChosen]);
  return useCallback(({ nodes }: { readonly nodes: readonly FlowNode[] }) => {
    const id = nodes.length === 1 ? (nodes[0]?.id as NodeId) : undefined; // an id of the board's own
    if (id === lastChosen.current) return;
    lastChosen.current = id;
    onChosenRef.current(id);
  }, []);
}

const isPane = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.classList.contains('react-flow__pane');

/** The board itself: what is drawn, dragged and joined. */
export function BoardFlow({ flow, onOffer, onChosen, onPress }: BoardFlowProps) {
  const { screenToFlowPosition } = useReactFlow();
  const { nodes, onNodesChange } = flow;
  const { edges, onEdgesChange } = useFlowEdges();
  const connecting = useConnecting(onOffer);
  const chosen = useChosen(onChosen);
  const isWide = useMedia('(min-width: 1080px)');
  const calm = usePrefersReducedMotion();
  const phone = useIsPhone();
  const labels = useLabels();
  const isRtl = isRightToLeft(useLocale());
  const placeOf = ({ clientX, clientY }: MouseEvent) => screenToFlowPosition({ x: clientX, y: clientY });
  return (
    <ReactFlow<FlowNode>
      nodes={nodes}
      edges={edges}
      nodeTypes={NODES}
      onNodesChange={onNodesChange}
      onEdgesChange={onEdgesChange}
      {...connecting}
      onSelectionChange={chosen}
      // an id of the board's own
      onNodeClick={(event, { id }) => event.ctrlKey || event.metaKey || event.shiftKey || onPress(id as NodeId)}
      onDoubleClick={(event) => isPane(event.target) && onOffer({ at: placeOf(event) })}
      defaultEdgeOptions={{ type: 'default' }}
      zoomOnDoubleClick={false}
      deleteKeyCode={['Delete', 'Backspace']}
      multiSelectionKeyCode={['Meta', 'Control']}
      minZoom={ZOOM.min}
      maxZoom={ZOOM.max}
      connectionRadius={36}
      elevateNodesOnSelect
      fitView
      fitViewOptions={{ minZoom: phone ? NARROW : ZOOM.min, maxZoom: 1, padding: 0.25, duration: calm ? 0 : 200 }}
      ariaLabelConfig={labels}
      proOptions={WITHOUT_LABEL}
      className="board"
    >
      <Background variant={BackgroundVariant.Dots} gap={26} size={1.4} />
      {isWide && nodes.length > 1 ? (
        <MiniMap position={isRtl ? 'bottom-right' : 'bottom-left'} pannable zoomable className="board-map" />
      ) : null}
    </ReactFlow>
  );
}
