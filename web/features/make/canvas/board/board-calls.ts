import type {
  BoardContent,
  BoardView,
  BoardStateView,
  NodeId,
  RunQuote,
  RunView,
} from '@src/creation/boards/board.shared';
import { readFailure } from '@/lib/errors/failure';
import { keepOpen } from '@/lib/live/keep-open';
import { whileSeen } from '@/lib/live/while-seen';
import { client } from '@/lib/trpc/client';
import type { Saved } from './board-store';

/** The board's calls to the server. */

/** A project's board. */
export const fetchBoard = (projectId: string): Promise<BoardView> => client.board.get.query({ projectId });

/**
 * Saves a board that is based on a version. @returns the conflicting version if the server has a newer one @throws
 * other refusals
 */
export async function saveBoard(projectId: string, { nodes, edges }: BoardContent, version: number): Promise<Saved> {
  try {
    const saved = await client.board.save.mutate({ projectId, version, nodes: [...nodes], edges: [...edges] });
    return { kind: 'taken', version: saved.version };
  } catch (error) {
    const failure = readFailure(error);
    if (failure.kind !== 'product' || failure.identifier !== 'BOARD_CHANGED') throw error;
    const theirs = await fetchBoard(projectId);
    return {
      kind: 'behind',
      theirs: { version: theirs.version, content: { nodes: theirs.nodes, edges: theirs.edges } },
    };
  }
}

/** The price of each node of the board as last saved. */
export const fetchQuote = (projectId: string): Promise<RunQuote> => client.board.quote.query({ projectId, to: null });

export interface RunRequestInput {
  /** Created once per press, so that a retry does not start another run. */
  readonly requestId: string;
  readonly projectId: string;
  readonly version: number;
  /** A node and the nodes it depends on; null for the whole board. */
  readonly to: NodeId | null;
  /** Price shown, whole credits. */
  readonly total: number;
  /** Whether consent of the people shown was declared with this press. */
  readonly consent: boolean;
}

/** Runs a node or the board. */
export const runBoard = ({ consent, ...input }: RunRequestInput): Promise<RunView> =>
  client.board.run.mutate({ ...input, ...(consent ? { consent: true as const } : {}) });

export const cancelRun = (runId: string): Promise<RunView> => client.board.cancel.mutate({ runId });

/** Subscribes to a board's state, at once and with each change, while the page is visible. @returns unsubscribes */
export const watchBoard = (projectId: string, onWork: (work: BoardStateView) => void): (() => void) =>
  whileSeen(document, () =>
    keepOpen((course) =>
      client.board.watch.subscribe({ projectId }, { onData: ({ data }) => onWork(data), ...course }),
    ),
  );
