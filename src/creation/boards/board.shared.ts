import { z } from 'zod';
import { PROCEDURES, PROMPT_MAX, SOURCE_ROLES, type SourceRole } from '../picture.shared.js';
import { sourceRef } from '../pressed.shared.js';

/** How much fits on one board. */
export const BOARD = { nodes: 100, edges: 200, turns: 100 } as const;

const nodeId = z.string().regex(/^[a-z0-9-]{1,40}$/i).brand<'NodeId'>();
/** Of a node on its board; minted by the browser. */
export type NodeId = z.infer<typeof nodeId>;

/** Where a node stands, in the board's own pixels. */
const placed = { id: nodeId, x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) };

/** What a creation node was run as last: shown on it, and taken by what hangs on it while nothing that it is made of has changed. */
const made = z.object({ taskId: z.uuid(), index: z.int().min(0).max(9), fingerprint: z.string().max(200) });

/** What stands on a board: words, something given, or a creation of any call with its own settings. */
export const boardNode = z.discriminatedUnion('kind', [
  z.object({ ...placed, kind: z.literal('words'), text: z.string().max(PROMPT_MAX) }),
  z.object({ ...placed, kind: z.literal('given'), ref: sourceRef.nullable() }),
  z.object({
    ...placed, kind: z.literal('creation'), procedure: z.enum(PROCEDURES), model: z.string().min(1).max(64),
    /** The call's own settings by name, as its input has them, without words and without what it is made from. */
    settings: z.record(z.string().max(64), z.json()),
    /** Its own words, where no words node feeds it. */
    prompt: z.string().max(PROMPT_MAX).default(''),
    /** Of a conversation: the turn that it answers. */
    turn: z.int().min(0).max(BOARD.turns).optional(),
    made: made.optional(),
  }),
]);
export type BoardNode = z.infer<typeof boardNode>;
export type CreationNode = Extract<BoardNode, { kind: 'creation' }>;

/** What an edge feeds: the words of a creation, or one of the places for what it is made from. */
export const FEEDS = ['prompt', ...SOURCE_ROLES] as const satisfies readonly (SourceRole | 'prompt')[];
export const boardEdge = z.object({ id: z.string().min(1).max(100), from: nodeId, to: nodeId, feeds: z.enum(FEEDS) });
export type BoardEdge = z.infer<typeof boardEdge>;

/** What is kept of a board. Each project has one. */
export const boardContent = z.object({ nodes: z.array(boardNode).max(BOARD.nodes), edges: z.array(boardEdge).max(BOARD.edges) });
export type BoardContent = z.infer<typeof boardContent>;

/** `version` 0 is a board that nobody has saved yet. */
export interface BoardView extends BoardContent {
  readonly projectId: string;
  readonly version: number;
  /** The newest run of it; absent before the first. */
  readonly run?: RunView;
}

/** `blocked`: one that it hangs on has failed or was cancelled; it costs nothing. */
export type StepStatus = 'waiting' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'blocked' | 'reused';
export interface StepView {
  readonly node: NodeId;
  readonly status: StepStatus;
  /** Credits it may cost at most; 0 where its result is taken as it is. */
  readonly price: number;
  readonly taskId?: string;
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
export interface RunView {
  readonly id: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'canceled';
  readonly steps: readonly StepView[];
  /** Credits of all steps together. */
  readonly total: number;
  readonly createdAt: number;
}

/** What running a node, with all that it hangs on, or the whole board would cost, before anything is held. */
export interface RunQuote {
  readonly total: number;
  readonly steps: readonly (Pick<StepView, 'node' | 'price'> & { readonly status: 'waiting' | 'reused' })[];
  /** What keeps it from being run, by the node where it is: the error catalogue's identifiers. */
  readonly refused: readonly { readonly node: NodeId; readonly error: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> } }[];
}
