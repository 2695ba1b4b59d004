import {
  BOARD,
  type BoardContent,
  type BoardEdge,
  type BoardNode,
  type NodeId,
} from '@src/creation/boards/board.shared';
import type { Connection } from './graph';

/** Changes of a board. Pure: each returns a new board, or the same one if nothing changes. */

export const EMPTY_BOARD: BoardContent = { nodes: [], edges: [] };

/** Distance of a copy from its original, and of a new node from its source; board pixels. */
export const STEP = { copy: 36, beside: 380, below: 300 } as const;

/** An edge's id names the input it feeds, since an input has one edge. */
export const edgeId = ({ to, feeds }: Pick<Connection, 'to' | 'feeds'>): string => `${to}.${feeds}`;

/** Nodes and edges over the limits: merged changes of two tabs may exceed them. */
export const overOf = ({ nodes, edges }: BoardContent): { readonly nodes: number; readonly edges: number } => ({
  nodes: Math.max(0, nodes.length - BOARD.nodes),
  edges: Math.max(0, edges.length - BOARD.edges),
});

/** The board with one more node; unchanged if it is full. */
export const withNode = (content: BoardContent, node: BoardNode): BoardContent =>
  content.nodes.length >= BOARD.nodes ? content : { ...content, nodes: [...content.nodes, node] };

/** A node changed. A change that depends on its kind looks at it first. */
export function withChange(content: BoardContent, id: NodeId, change: (node: BoardNode) => BoardNode): BoardContent {
  const nodes = content.nodes.map((node) => (node.id === id ? change(node) : node));
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** Moves nodes; whole pixels. */
export function withPlaces(
  content: BoardContent,
  places: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): BoardContent {
  const nodes = content.nodes.map((node) => {
    const place = places.get(node.id);
    if (place === undefined) return node;
    const [x, y] = [Math.round(place.x), Math.round(place.y)];
    return x === node.x && y === node.y ? node : { ...node, x, y };
  });
  return nodes.every((node, index) => node === content.nodes[index]) ? content : { ...content, nodes };
}

/** The board with one more edge, which replaces the edge of the same input. */
export function withEdge(content: BoardContent, connection: Connection): BoardContent {
  const edge: BoardEdge = { ...connection, id: edgeId(connection) };
  const others = content.edges.filter(({ id }) => id !== edge.id);
  return others.length >= BOARD.edges ? content : { ...content, edges: [...others, edge] };
}

/** The board without the edge of that input. */
export const withoutFeed = (content: BoardContent, to: NodeId, feeds: BoardEdge['feeds']): BoardContent => ({
  ...content,
  edges: content.edges.filter((edge) => edge.to !== to || edge.feeds !== feeds),
});

/** The board without some nodes, their edges, and some other edges. */
export function without(
  content: BoardContent,
  nodes: ReadonlySet<string>,
  edges: ReadonlySet<string> = new Set(),
): BoardContent {
  return {
    nodes: content.nodes.filter(({ id }) => !nodes.has(id)),
    edges: content.edges.filter(({ id, from, to }) => !edges.has(id) && !nodes.has(from) && !nodes.has(to)),
  };
}

/** Copies of nodes with their incoming edges, slightly offset; results are not copied. */
export function withCopies(
  content: BoardContent,
  ids: readonly NodeId[],
  newId: () => NodeId,
): { readonly content: BoardContent; readonly copies: readonly NodeId[] } {
  const names = new Map(ids.map((id) => [id, newId()] as const));
  const copies = content.nodes.flatMap((node): BoardNode[] => {
    const id = names.get(node.id);
    if (id === undefined) return [];
    const copy = { ...node, id, x: node.x + STEP.copy, y: node.y + STEP.copy };
    if (copy.kind !== 'creation') return [copy];
    // A copy is another request, and no turn of the conversation.
    const { made: _made, turn: _turn, ...rest } = copy;
    return [rest];
  });
  if (content.nodes.length + copies.length > BOARD.nodes) return { content, copies: [] };
  const edges = content.edges.flatMap((edge): BoardEdge[] => {
    const to = names.get(edge.to);
    if (to === undefined) return [];
    const connection = { from: names.get(edge.from) ?? edge.from, to, feeds: edge.feeds };
    return [{ ...connection, id: edgeId(connection) }];
  });
  if (content.edges.length + edges.length > BOARD.edges) return { content, copies: [] };
  return {
    content: { nodes: [...content.nodes, ...copies], edges: [...content.edges, ...edges] },
    copies: copies.map(({ id }) => id),
  };
}

export interface BoardPoint {
  readonly x: number;
  readonly y: number;
}

/** Height of a node, board pixels. */
export type HeightOf = (node: BoardNode) => number;
const USUAL_HEIGHT = 260;

/** The first free position at a point or below it. */
export function freeFrom(
  { nodes }: BoardContent,
  { x, y }: BoardPoint,
  heightOf: HeightOf = () => USUAL_HEIGHT,
): BoardPoint {
  const column = nodes
    .filter((node) => Math.abs(node.x - x) < STEP.beside - 60)
    .map((node) => ({ top: node.y, end: node.y + heightOf(node) + STEP.below - USUAL_HEIGHT }))
    .sort((one, other) => one.top - other.top);
  const top = column.reduce((at, other) => (other.top < at + USUAL_HEIGHT && other.end > at ? other.end : at), y);
  return { x, y: top };
}

/** A free position next to a node, searching downwards; the middle of an empty board. */
export const freePlace = (content: BoardContent, beside?: BoardPoint, heightOf?: HeightOf): BoardPoint =>
  freeFrom(content, beside === undefined ? { x: 0, y: 0 } : { x: beside.x + STEP.beside, y: beside.y }, heightOf);
