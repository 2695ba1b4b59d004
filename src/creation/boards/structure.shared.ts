import { FORMS, rolesOf, slotsOf } from '../procedures/params.shared.js';
import { takesWords, type BoardContent, type BoardEdge, type BoardNode, type CreationNode, type NodeId } from './board.shared.js';

/** How the parts of a board hang together. Pure, and the same for the hand that draws an edge and for the server that keeps it. */

/** What is wrong with a board, and at which node. */
export interface BoardFault {
  readonly node: NodeId;
  /**
   * `duplicate`: two nodes of one id. `unknown-node`: an edge from or to nothing. `no-place`: what is fed has no such place. `wrong-kind`: a place is fed with
   * what never fits it. `twice`: a place is fed by two. `cycle`: it hangs on itself.
   */
  readonly reason: 'duplicate' | 'unknown-node' | 'no-place' | 'wrong-kind' | 'twice' | 'cycle';
}

/**
 * Whether a board can be kept: it may be unfinished, but what is drawn must make sense, so that whatever is kept can be ordered and planned. A cycle is refused
 * here and not when it is run: whoever draws it is the one who can undo it, and sees it at once.
 * @returns the first fault; undefined where there is none
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

/** What is wrong with one edge by itself. */
function edgeFault({ feeds }: BoardEdge, from: BoardNode | undefined, to: BoardNode | undefined): BoardFault['reason'] | undefined {
  if (from === undefined || to === undefined) return 'unknown-node';
  if (to.kind !== 'creation') return 'no-place';
  if (feeds === 'prompt') return from.kind !== 'words' ? 'wrong-kind' : takesWords(to.procedure) ? undefined : 'no-place';
  const slot = slotsOf(FORMS[to.procedure]).find((one) => rolesOf(one.name, one).includes(feeds));
  if (slot === undefined) return 'no-place';
  if (from.kind === 'words') return 'wrong-kind';
  const makes = from.kind === 'creation' ? FORMS[from.procedure].makes : 'as-given';
  return makes === 'as-given' || slot.takes.includes(makes) ? undefined : 'wrong-kind';
}

/** Nodes so that each comes after those that feed it, otherwise in their own order; those on a cycle, and what hangs on them, are left out. */
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

/** What feeds a node, in the order of the board's edges. */
export const feedsOf = ({ edges }: BoardContent, node: NodeId): readonly BoardEdge[] => edges.filter(({ to }) => to === node);

/**
 * The creations that are needed for a node, itself with them, or all of the board's, each after those that it is made from.
 * @param content without a fault
 * @param to undefined creations come of a node that is not there or is no creation
 */
export function neededFor(content: BoardContent, to: NodeId | null): readonly CreationNode[] {
  const ordered = inOrder(content.nodes, content.edges).filter((node) => node.kind === 'creation');
  if (to === null) return ordered;
  const needed = new Set<NodeId>([to]);
  for (const { id } of [...ordered].reverse()) if (needed.has(id)) for (const { from } of feedsOf(content, id)) needed.add(from);
  return ordered.some(({ id }) => id === to) ? ordered.filter(({ id }) => needed.has(id)) : [];
}
