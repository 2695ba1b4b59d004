import type { ModelView } from '@src/catalog/model.shared';
import {
  FORMS,
  PROCEDURES,
  rolesOf,
  slotsOf,
  type GivenKind,
  type ProcedureName,
} from '@src/creation/procedures/params.shared';
import type { BoardContent, BoardEdge, BoardNode, NodeId } from '@src/creation/boards/board.shared';

export type Feeds = BoardEdge['feeds'];

/** Kind of a node's output. */
export type Gives = 'words' | GivenKind;

/** An input of a creation that another node can feed. */
export interface Port {
  readonly feeds: Feeds;
  readonly takes: readonly Gives[];
  /** Whether it is one of several of its slot, from 1. */
  readonly number?: number;
}

/** What is known of the files that nodes have: of a node that is not in it nothing yet. */
export type Kinds = ReadonlyMap<NodeId, GivenKind>;

/** The places of a call: its words first, then what it is made from. */
export function portsOf(procedure: ProcedureName): readonly Port[] {
  const form = FORMS[procedure];
  const words: readonly Port[] = form.prompt === 'none' ? [] : [{ feeds: 'prompt', takes: ['words'] }];
  return [
    ...words,
    ...slotsOf(form).flatMap((slot) =>
      rolesOf(slot.name, slot).map((role, index): Port => ({
        feeds: role,
        takes: slot.takes,
        ...(slot.max > 1 ? { number: index + 1 } : {}),
      })),
    ),
  ];
}

/**
 * Of the places of a node those that are shown: of several of a slot the ones that are fed, those that must be, and one
 * more.
 */
export function shownPorts(
  { id, procedure }: Pick<Extract<BoardNode, { kind: 'creation' }>, 'id' | 'procedure'>,
  edges: readonly BoardEdge[],
): readonly Port[] {
  const fed = new Set(edges.filter(({ to }) => to === id).map(({ feeds }) => feeds));
  const ports = portsOf(procedure);
  return ports.filter((port) => {
    if (port.number === undefined || port.number === 1 || fed.has(port.feeds)) return true;
    const before = ports[ports.indexOf(port) - 1];
    return before !== undefined && fed.has(before.feeds);
  });
}

/** What a node gives; all that it may be where its file is not known yet. */
export function givesOf(node: BoardNode, { nodes, edges }: BoardContent, kinds: Kinds): readonly Gives[] {
  switch (node.kind) {
    case 'words':
      return ['words'];
    case 'given': {
      const kind = kinds.get(node.id);
      return kind === undefined ? ['image', 'video', 'audio'] : [kind];
    }
    case 'creation': {
      const { makes } = FORMS[node.procedure];
      if (makes !== 'as-given') return [makes];
      // What comes of it is what its target is.
      const edge = edges.find(({ to, feeds }) => to === node.id && feeds === 'target');
      const from = nodes.find(({ id }) => id === edge?.from);
      return from === undefined
        ? ['image', 'video']
        : givesOf(from, { nodes, edges: edges.filter((one) => one !== edge) }, kinds);
    }
    default:
      return node satisfies never;
  }
}

/** A node and all nodes it depends on, in order, the node itself last. */
export function chainOf({ nodes, edges }: BoardContent, id: NodeId): readonly NodeId[] {
  const seen = new Set<NodeId>();
  const order: NodeId[] = [];
  const walk = (at: NodeId): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const edge of edges) if (edge.to === at) walk(edge.from);
    if (nodes.some((node) => node.id === at)) order.push(at);
  };
  walk(id);
  return order;
}

export type Connection = Pick<BoardEdge, 'from' | 'to' | 'feeds'>;

/**
 * Whether an edge can be: the place takes what the node gives, and nothing would hang on itself. What feeds the place
 * already makes room.
 */
export function mayConnect(content: BoardContent, { from, to, feeds }: Connection, kinds: Kinds): boolean {
  const source = content.nodes.find(({ id }) => id === from);
  const target = content.nodes.find(({ id }) => id === to);
  if (source === undefined || target?.kind !== 'creation' || from === to) return false;
  const port = portsOf(target.procedure).find((one) => one.feeds === feeds);
  if (port === undefined || !givesOf(source, content, kinds).some((gives) => port.takes.includes(gives))) return false;
  return !chainOf(content, from).includes(to);
}

/** The nodes that can feed a place of a node. */
export const feedersOf = (content: BoardContent, to: NodeId, feeds: Feeds, kinds: Kinds): readonly BoardNode[] =>
  content.nodes.filter((node) => mayConnect(content, { from: node.id, to, feeds }, kinds));

/** A call that takes what a node gives, and at which of its places. */
export interface Follower {
  readonly procedure: ProcedureName;
  readonly feeds: Feeds;
}

/** What can come next: each call with its first place for what is given. A mask is painted, never made. */
export function followersOf(gives: readonly Gives[]): readonly Follower[] {
  return PROCEDURES.flatMap((procedure) => {
    const port = portsOf(procedure).find(
      ({ feeds, takes }) => feeds !== 'mask' && takes.some((one) => gives.includes(one)),
    );
    return port === undefined ? [] : [{ procedure, feeds: port.feeds }];
  });
}

/** Shorts are made in easy mode only. */
const EASY_MODE_ONLY: ProcedureName = 'aiShorts.create';

/**
 * The calls that can be put on a board: those that some model serves, and after a node those that take what it gives.
 */
export const placeable = (
  models: readonly Pick<ModelView, 'procedures'>[],
  followers?: readonly Follower[],
): readonly ProcedureName[] =>
  PROCEDURES.filter(
    (procedure) =>
      procedure !== EASY_MODE_ONLY &&
      (followers === undefined || followers.some((follower) => follower.procedure === procedure)) &&
      models.some(({ procedures }) => procedures.includes(procedure)),
  );

/** The first place of a node that takes what another gives and is still free, else the first that takes it. */
export function placeFor(content: BoardContent, from: NodeId, to: NodeId, kinds: Kinds): Feeds | undefined {
  const target = content.nodes.find(({ id }) => id === to);
  if (target?.kind !== 'creation') return undefined;
  const fitting = portsOf(target.procedure).filter(
    ({ feeds }) => feeds !== 'mask' && mayConnect(content, { from, to, feeds }, kinds),
  );
  return (
    fitting.find(({ feeds }) => !content.edges.some((edge) => edge.to === to && edge.feeds === feeds)) ?? fitting[0]
  )?.feeds;
}
