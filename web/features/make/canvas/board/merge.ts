import type { BoardContent, BoardEdge, BoardNode } from '@src/creation/boards/board.shared';
import { chainOf } from './graph';

/** Whether two values are the same when they are written down; the order of names does not count. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].every((name) => same(left.get(name), right.get(name)));
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Where two values differ, by path; a list that is longer or shorter differs as a whole. */
export function differing(a: unknown, b: unknown, path = ''): readonly string[] {
  if (same(a, b)) return [];
  if (!isNested(a) || !isNested(b) || (Array.isArray(a) && Array.isArray(b) && a.length !== b.length)) return [path];
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((name) =>
    differing(left.get(name), right.get(name), `${path}/${name}`),
  );
}

/** A node that both sides have: of each part what I changed, else what is there. */
function mergedNode(base: BoardNode | undefined, mine: BoardNode, theirs: BoardNode): BoardNode {
  if (base === undefined || same(mine, theirs)) return mine;
  const [before, here, there] = [base, mine, theirs].map((node) => new Map<string, unknown>(Object.entries(node)));
  const names = new Set([...(here?.keys() ?? []), ...(there?.keys() ?? [])]);
  const parts = [...names].map(
    (name) => [name, same(here?.get(name), before?.get(name)) ? there?.get(name) : here?.get(name)] as const,
  );
  // Both are of one kind, for a node's kind is never changed: each part is of that kind.
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined)) as BoardNode;
}

/**
 * What both have, what I added and what they added; what one side took away is gone unless the other has changed it
 * since.
 */
function mergedList<T extends { readonly id: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  both: (base: T | undefined, mine: T, theirs: T) => T,
): readonly T[] {
  const [before, there] = [base, theirs].map((list) => new Map(list.map((one) => [one.id, one])));
  const mineIds = new Set(mine.map(({ id }) => id));
  const kept = mine.flatMap((one): T[] => {
    const other = there?.get(one.id);
    if (other !== undefined) return [both(before?.get(one.id), one, other)];
    const was = before?.get(one.id);
    return was === undefined || !same(was, one) ? [one] : [];
  });
  const added = theirs.filter((one) => {
    if (mineIds.has(one.id)) return false;
    const was = before?.get(one.id);
    return was === undefined || !same(was, one);
  });
  return [...kept, ...added];
}

/**
 * A board that was changed here and elsewhere since both had `base`: nobody's change is lost where they are of
 * different things, and of the same thing mine counts. Pure.
 */
export function merge(base: BoardContent, mine: BoardContent, theirs: BoardContent): BoardContent {
  const nodes = mergedList(base.nodes, mine.nodes, theirs.nodes, mergedNode);
  const wanted = mergedList<BoardEdge>(base.edges, mine.edges, theirs.edges, (was, here, there) =>
    was !== undefined && same(was, here) ? there : here,
  );
  return wanted.reduce<BoardContent>(
    (board, edge) => (fits(board, edge) ? { ...board, edges: [...board.edges, edge] } : board),
    { nodes: [...nodes], edges: [] },
  );
}

/**
 * Whether an edge can be added: both ends are there, its place is free, and nothing would hang on itself, as two edges
 * drawn by two hands might make it.
 */
const fits = (board: BoardContent, { from, to, feeds }: BoardEdge): boolean =>
  [from, to].every((id) => board.nodes.some((node) => node.id === id)) &&
  !board.edges.some((edge) => edge.to === to && edge.feeds === feeds) &&
  !chainOf(board, from).includes(to);
