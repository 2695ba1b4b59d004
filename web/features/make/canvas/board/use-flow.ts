import {
  applyNodeChanges,
  useReactFlow,
  type Connection,
  type Edge,
  type FinalConnectionState,
  type NodeChange,
} from '@xyflow/react';
import { useMemo, useState } from 'react';
import { FEEDS, type BoardEdge, type NodeId } from '@src/creation/boards/board.shared';
import type { AddingTo } from '../add-palette';
import { useBench } from '../run/bench';
import { withEdge, without, withPlaces } from './edit';
import { mayConnect, placeFor, type Connection as Joined } from './graph';
import { useNodeName } from '../nodes/node-names';
import { GIVES, type FlowNode } from '../nodes/node-parts';
import { nodeStatusOf } from '../nodes/node-status';

/**
 * The board's nodes as its library wants them: it keeps their sizes, what is chosen and what is being dragged; the
 * board keeps all else.
 */
export function useFlowNodes() {
  const { board, content, files } = useBench();
  const nameOf = useNodeName();
  const drawn = (before: readonly FlowNode[]): FlowNode[] => {
    const known = new Map(before.map((node) => [node.id, node]));
    return content.nodes.map((node) => {
      const was = known.get(node.id);
      if (was?.data.node === node) return was;
      return {
        ...was,
        id: node.id,
        type: node.kind,
        data: { node },
        position: was?.dragging === true ? was.position : { x: node.x, y: node.y },
        ariaLabel: nameOf(node, content, files),
      };
    });
  };
  const [nodes, setNodes] = useState(() => drawn([]));
  const [shown, setShown] = useState(content.nodes);
  if (shown !== content.nodes) {
    setShown(content.nodes);
    setNodes(drawn);
  }
  const onNodesChange = (changes: NodeChange<FlowNode>[]): void => {
    // What is taken away goes by the board.
    setNodes((before) =>
      applyNodeChanges(
        changes.filter(({ type }) => type !== 'remove'),
        before,
      ),
    );
    const places = new Map(
      changes.flatMap((change) =>
        change.type === 'position' && change.dragging !== true && change.position !== undefined
          ? [[change.id, change.position] as const]
          : [],
      ),
    );
    if (places.size > 0) board.change((now) => withPlaces(now, places), `move ${[...places.keys()].join()}`);
  };
  const select = (ids: readonly string[]): void =>
    setNodes((before) =>
      before.map((node) =>
        node.selected === ids.includes(node.id) ? node : { ...node, selected: ids.includes(node.id) },
      ),
    );
  return { nodes, onNodesChange, select };
}

/** The edges, each as far as what it carries is. */
export function useFlowEdges() {
  const { content, work, quote } = useBench();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const edges = useMemo(() => {
    const nodes = new Map(content.nodes.map((node) => [node.id, node]));
    const look = ({ from, to }: BoardEdge): string => {
      const [source, target] = [nodes.get(from), nodes.get(to)];
      if (target?.kind === 'creation' && nodeStatusOf(target, work?.run, quote).kind === 'running')
        return 'board-edge-running';
      return source?.kind !== 'creation' || nodeStatusOf(source, work?.run, quote).kind === 'done'
        ? 'board-edge-done'
        : 'board-edge-waiting';
    };
    return content.edges.map((edge): Edge => ({
      id: edge.id,
      source: edge.from,
      target: edge.to,
      sourceHandle: GIVES,
      targetHandle: edge.feeds,
      selected: chosen.has(edge.id),
      className: look(edge),
      interactionWidth: 24,
    }));
  }, [content, work, quote, chosen]);
  return {
    edges,
    onEdgesChange: (
      changes: readonly { readonly type: string; readonly id?: string; readonly selected?: boolean }[],
    ): void =>
      setChosen((before) => {
        const next = new Set(before);
        for (const { type, id, selected } of changes)
          if (type === 'select' && id !== undefined) {
            if (selected === true) next.add(id);
            else next.delete(id);
          }
        return next;
      }),
  };
}

/** Reads a connection that was drawn: from where something is given to a place that it feeds. */
function joined({
  source,
  target,
  targetHandle,
}: Pick<Connection | Edge, 'source' | 'target' | 'targetHandle'>): Joined | undefined {
  const feeds = FEEDS.find((one) => one === targetHandle);
  // The ids are those of the board's own nodes.
  return feeds === undefined ? undefined : { from: source as NodeId, to: target as NodeId, feeds };
}

const pointOf = (event: MouseEvent | TouchEvent): { readonly x: number; readonly y: number } => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 };
};

/** Drawing edges: where one may end, and what is offered where it ends in the empty. */
export function useConnecting(offer: (to: AddingTo) => void) {
  const { board, content, kinds } = useBench();
  const { screenToFlowPosition } = useReactFlow();
  return {
    isValidConnection: (drawn: Connection | Edge): boolean => {
      const connection = joined(drawn);
      return connection !== undefined && mayConnect(content, connection, kinds);
    },
    onConnect: (drawn: Connection): void => {
      const connection = joined(drawn);
      if (connection !== undefined) board.change((now) => withEdge(now, connection));
    },
    onConnectEnd: (
      event: MouseEvent | TouchEvent,
      { fromHandle, fromNode, toNode, isValid }: FinalConnectionState,
    ): void => {
      if (isValid === true || fromHandle?.type !== 'source' || fromNode === null) return;
      const from = fromNode.id as NodeId; // an id of the board's own
      if (toNode === null) return offer({ at: screenToFlowPosition(pointOf(event)), after: from });
      // Let go over a node, not over one of its places: the first that takes it.
      const to = toNode.id as NodeId; // as above
      const feeds = to === from ? undefined : placeFor(content, from, to, kinds);
      if (feeds !== undefined) board.change((now) => withEdge(now, { from, to, feeds }));
    },
    onDelete: ({ nodes, edges }: { readonly nodes: readonly FlowNode[]; readonly edges: readonly Edge[] }): void =>
      board.change((now) => without(now, new Set(nodes.map(({ id }) => id)), new Set(edges.map(({ id }) => id)))),
  };
}
