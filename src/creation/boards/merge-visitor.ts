import type { Clock } from '../../kernel/clock.js';
import { defined } from '../../kernel/defined.shared.js';
import type { UserId } from '../../kernel/ids.js';
import type { Versioned } from '../../platform/documents/port.js';
import { defaultProjectOf, type ProjectId } from '../projects/project.js';
import { BOARD, type BoardContent } from './board.shared.js';
import type { Board, BoardStore } from './board.store.js';
import type { Run, BoardState } from './run.js';
import type { BoardRuns } from './runs.js';

export interface MergeVisitorDeps {
  readonly boards: BoardStore;
  readonly boardRuns: Pick<BoardRuns, 'forget'>;
  readonly clock: Clock;
}

/** Distance in board pixels between the account's nodes and the nodes that are moved in. */
const APART = 480;

/**
 * Moves a visitor's boards to an account. Boards of named projects are moved unchanged and their runs continue. The
 * visitor's default board is appended to the account's default board, below its nodes, with its results. Nodes that
 * exceed the limits of `BOARD` are dropped; their creations are kept. If both default boards have a run in progress,
 * the account's continues. Idempotent.
 * @throws StoreUnavailable
 */
export async function mergeVisitorBoards(deps: MergeVisitorDeps, from: UserId, to: UserId): Promise<void> {
  const { boards, boardRuns } = deps;
  const [left, entered] = [defaultProjectOf(from), defaultProjectOf(to)];
  const ids = new Set<ProjectId>();
  for await (const { document } of boards.of(from)) ids.add(document.id);
  for await (const { document } of boards.statesOf(from)) ids.add(document.id);
  // The default board keeps the visitor as its owner until it is merged: under the account, its id would belong to no
  // project.
  for (const id of ids) if (id !== left) await rewrite(deps, id, to);
  if (!ids.has(left)) return;
  const [board, work] = [await boards.get(left), await boards.state(left)];
  if (board !== undefined) await join(deps, board, entered, to);
  if (work !== undefined) await joinState(deps, work, entered, to);
  // A run that was moved continues under the new board's id. Only the other steps are cancelled here.
  const isTaken =
    work?.document.run !== undefined && (await boards.state(entered))?.document.run?.id === work.document.run.id;
  await (isTaken ? boards.remove(left) : boardRuns.forget(left));
}

async function rewrite({ boards, clock }: MergeVisitorDeps, id: ProjectId, owner: UserId): Promise<void> {
  await boards.change(id, (board) => (board === undefined || board.owner === owner ? board : { ...board, owner }));
  await boards.changeState(id, (work) => (work.owner === owner ? work : { ...work, owner, changedAt: clock.now() }));
}

async function join(
  { boards, clock }: MergeVisitorDeps,
  { document: came }: Versioned<Board>,
  id: ProjectId,
  owner: UserId,
): Promise<void> {
  await boards.change(id, (board) => {
    const content = joined(board ?? { nodes: [], edges: [] }, came);
    return content === undefined ? board : { id, owner, ...content, changedAt: clock.now() };
  });
}

/**
 * Merges two boards.
 * @returns undefined if nothing changes, or if both do not fit on one board
 */
export function joined(there: BoardContent, came: BoardContent): BoardContent | undefined {
  const known = new Set(there.nodes.map(({ id }) => id));
  const nodes = came.nodes.filter(({ id }) => !known.has(id));
  const added = new Set(nodes.map(({ id }) => id));
  const edges = came.edges.filter(
    ({ from, to, id }) => added.has(from) && added.has(to) && !there.edges.some((edge) => edge.id === id),
  );
  if (
    nodes.length === 0 ||
    there.nodes.length + nodes.length > BOARD.nodes ||
    there.edges.length + edges.length > BOARD.edges
  )
    return undefined;
  const below =
    there.nodes.length === 0
      ? 0
      : Math.max(...there.nodes.map(({ y }) => y)) + APART - Math.min(...nodes.map(({ y }) => y));
  return {
    nodes: [...there.nodes, ...nodes.map((node) => ({ ...node, y: node.y + below }))],
    edges: [...there.edges, ...edges],
  };
}

async function joinState(
  { boards, clock }: MergeVisitorDeps,
  { document: came }: Versioned<BoardState>,
  id: ProjectId,
  owner: UserId,
): Promise<void> {
  await boards.decideState(id, (before) => {
    const run = newerOf(before?.run, came.run);
    const document: BoardState = {
      id,
      owner,
      made: { ...came.made, ...before?.made },
      ...defined({ run }),
      changedAt: clock.now(),
    };
    return { answer: undefined, write: { document } };
  });
}

/** Selects the run to keep: the one in progress, preferring the account's; otherwise the newer one. */
function newerOf(own: Run | undefined, came: Run | undefined): Run | undefined {
  if (own === undefined || came === undefined) return own ?? came;
  if ((own.status === 'running') !== (came.status === 'running')) return own.status === 'running' ? own : came;
  return own.status === 'running' || own.createdAt >= came.createdAt ? own : came;
}

/**
 * Deletes all boards of a user who was permanently deleted. Idempotent.
 * @throws StoreUnavailable
 */
export async function purgeBoards({ boards, boardRuns }: MergeVisitorDeps, owner: UserId): Promise<void> {
  for await (const { document } of boards.statesOf(owner)) await boardRuns.forget(document.id);
  for await (const { document } of boards.of(owner)) await boardRuns.forget(document.id);
}
