import type { BoardContent, BoardView, BoardWork, NodeId, RunQuote, RunView } from '@src/creation/boards/board.shared';
import { readFailure } from '@/lib/errors/failure';
import { keepOpen } from '@/lib/live/keep-open';
import { whileSeen } from '@/lib/live/while-seen';
import { client } from '@/lib/trpc/client';
import type { Saved } from './board-store';

/** What the board asks of the server. */

/** A project's board. */
export const fetchBoard = (projectId: string): Promise<BoardView> => client.board.get.query({ projectId });

/** Saves a board that was made of a version; where the server has a newer one it says which. @throws what else it refuses */
export async function saveBoard(projectId: string, { nodes, edges }: BoardContent, version: number): Promise<Saved> {
  try {
    const saved = await client.board.save.mutate({ projectId, version, nodes: [...nodes], edges: [...edges] });
    return { kind: 'taken', version: saved.version };
  } catch (error) {
    const failure = readFailure(error);
    if (failure.kind !== 'product' || failure.identifier !== 'BOARD_CHANGED') throw error;
    const theirs = await fetchBoard(projectId);
    return { kind: 'behind', theirs: { version: theirs.version, content: { nodes: theirs.nodes, edges: theirs.edges } } };
  }
}

/** What the whole board would cost as it was saved last, node by node. */
export const fetchQuote = (projectId: string): Promise<RunQuote> => client.board.quote.query({ projectId, to: null });

export interface RunRequestInput {
  /** Minted once a press: sent again it is the same run. */
  readonly requestId: string;
  readonly projectId: string;
  readonly version: number;
  /** A node with all that it hangs on; null for the whole board. */
  readonly to: NodeId | null;
  /** Credits that were shown. */
  readonly total: number;
  /** Whether the people who are shown consent, said with this press. */
  readonly consent: boolean;
}

/** Runs a node or the board. */
export const runBoard = ({ consent, ...input }: RunRequestInput): Promise<RunView> => client.board.run.mutate({ ...input, ...(consent ? { consent: true as const } : {}) });

export const cancelRun = (runId: string): Promise<RunView> => client.board.cancel.mutate({ runId });

/** Hears what the server makes of a board while the page is seen, at once and with each change. @returns what stops it */
export const watchBoard = (projectId: string, onWork: (work: BoardWork) => void): (() => void) =>
  whileSeen(document, () => keepOpen((course) => client.board.watch.subscribe({ projectId }, { onData: ({ data }) => onWork(data), ...course })));
