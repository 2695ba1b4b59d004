import { FORMS, rolesOf, slotsOf } from '../procedures/params.shared.js';
import {
  takesWords,
  type BoardContent,
  type BoardEdge,
  type BoardNode,
  type CreationNode,
  type NodeId,
} from './board.shared.js';

/** Structure of a board. Pure functions, shared by the editor and by the server. */

/** A fault of a board, and the node that has it. */
export interface BoardFault {
  readonly node: NodeId;
  /**
   * `duplicate`: two nodes with one id. `unknown-node`: an edge to or from a missing node. `no-place`: the target has
   * no such slot. `wrong-kind`: a slot is fed with a kind that it never accepts. `twice`: two edges feed one slot.
   * `cycle`: the node depends on itself.
   */
  readonly reason: 'duplicate' | 'unknown-node' | 'no-place' | 'wrong-kind' | 'twice' | 'cycle';
}

/**
 * Checks whether a board can be saved. It may be unfinished, but must be consistent, so that every saved board can be
 * ordered and planned. Cycles are refused on save and not on run, because the user who draws one sees the error at once
 * and can undo it.
 * @returns the first fault; undefined if there is none
 */
export function faultOf({ nodes, edges }: BoardContent): BoardFault | undefined {
  const byId = new Map<NodeId, BoardNode>();
  for (const node of nodes) {
    if (byId.has(node.id)) return { node: node.id, reason: 'duplicate' };
    byId.set(node.id, node);
  }
  const fed = new Set<string>();
  for (const edge of edges) {
    const reason = edgeFault(edge, byId.get(edge.from), byId.get(edge.to));
    if (reason !== undefined) return { node: byId.has(edge.to) ? edge.to : edge.from, reason };
    const place = `${edge.to} ${edge.feeds}`;
    if (fed.has(place)) return { node: edge.to, reason: 'twice' };
    fed.add(place);
  }
  const ordered = new Set(inOrder(nodes, edges).map(({ id }) => id));
  const caught = nodes.find(({ id }) => !ordered.has(id));
  return caught && { node: caught.id, reason: 'cycle' };
}

/** Checks one edge by itself. */
function edgeFault(
  { feeds }: BoardEdge,
  from: BoardNode | undefined,
  to: BoardNode | undefined,
): BoardFault['reason'] | undefined {
  if (from === undefined || to === undefined) return 'unknown-node';
  if (to.kind !== 'creation') return 'no-place';
  if (feeds === 'prompt')
    return from.kind !== 'words' ? 'wrong-kind' : takesWords(to.procedure) ? undefined : 'no-place';
  const slot = slotsOf(FORMS[to.procedure]).find((one) => rolesOf(one.name, one).includes(feeds));
  if (slot === undefined) return 'no-place';
  if (from.kind === 'words') return 'wrong-kind';
  const makes = from.kind === 'creation' ? FORMS[from.procedure].makes : 'as-given';
  return makes === 'as-given' || slot.takes.includes(makes) ? undefined : 'wrong-kind';
}

/** Topological order of the nodes, stable otherwise. Nodes on a cycle, and their dependants, are left out. */
function inOrder(nodes: readonly BoardNode[], edges: readonly BoardEdge[]): readonly BoardNode[] {
  const missing = new Map<NodeId, number>(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) missing.set(to, (missing.get(to) ?? 0) + 1);
  const ordered: BoardNode[] = [];
  const left = new Set(nodes);
  for (let found = true; found;) {
    found = false;
    for (const node of left) {
      if ((missing.get(node.id) ?? 0) > 0) continue;
      left.delete(node);
      ordered.push(node);
      for (const { from, to } of edges) if (from === node.id) missing.set(to, (missing.get(to) ?? 0) - 1);
      found = true;
    }
  }
  return ordered;
}

/** The edges that feed a node, in board order. */
export const feedsOf = ({ edges }: BoardContent, node: NodeId): readonly BoardEdge[] =>
  edges.filter(({ to }) => to === node);

/**
 * The creations needed for a node including itself, or all creations of the board, each after its dependencies.
 * @param content a board without faults
 * @param to null for the whole board; a node that does not exist or is no creation gives undefined
 */
export function neededFor(content: BoardContent, to: NodeId | null): readonly CreationNode[] {
  const ordered = inOrder(content.nodes, content.edges).filter((node) => node.kind === 'creation');
  if (to === null) return ordered;
  const needed = new Set<NodeId>([to]);
  for (const { id } of [...ordered].reverse())
    if (needed.has(id)) for (const { from } of feedsOf(content, id)) needed.add(from);
  return ordered.some(({ id }) => id === to) ? ordered.filter(({ id }) => needed.has(id)) : [];
}
