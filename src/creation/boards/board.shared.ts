import { z } from 'zod';
import { FORMS, PROCEDURES, PROMPT_MAX, SOURCE_ROLES, type ProcedureName, type SourceRole } from '../procedures/params.shared.js';
import { sourceRef } from '../procedures/request.shared.js';

/** How much fits on one board. */
export const BOARD = {
  nodes: 100, edges: 200, turns: 100,
  /** Letters of a node's settings as JSON. */
  settings: 20_000,
  /** Bytes of a whole board as JSON. */
  bytes: 512 * 1_024,
} as const;

export const nodeId = z.string().regex(/^[a-z0-9-]{1,40}$/i).brand<'NodeId'>();
/** Of a node on its board; minted by the browser. */
export type NodeId = z.infer<typeof nodeId>;

/** Where a node stands, in the board's own pixels. */
const placed = { id: nodeId, x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) };

/**
 * What a creation node was run as last: shown on it, and taken by what hangs on it while nothing that it is made of has changed. It is the server's: of what
 * is saved only `index` counts, which of the outputs is shown and taken, and only while `taskId` is what the server has.
 */
const made = z.object({ taskId: z.uuid(), index: z.int().min(0).max(9), fingerprint: z.string().max(200) });
export type Made = z.infer<typeof made>;

/** What stands on a board: words, something given, or a creation of any call with its own settings. */
export const boardNode = z.discriminatedUnion('kind', [
  z.object({ ...placed, kind: z.literal('words'), text: z.string().max(PROMPT_MAX) }),
  z.object({ ...placed, kind: z.literal('given'), ref: sourceRef.nullable() }),
  z.object({
    ...placed, kind: z.literal('creation'), procedure: z.enum(PROCEDURES), model: z.string().min(1).max(64),
    /** The call's own settings by name, as its input has them, without words and without what it is made from. */
    settings: z.record(z.string().max(64), z.json()).refine((settings) => JSON.stringify(settings).length <= BOARD.settings, { error: 'too much is set' }),
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

/** What is kept of a board, as `faultOf` lets it pass. Each project has one. */
export const boardContent = z.object({ nodes: z.array(boardNode).max(BOARD.nodes), edges: z.array(boardEdge).max(BOARD.edges) });
export type BoardContent = z.infer<typeof boardContent>;

/** `version` 0 is a board that no one has saved yet. */
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

/**
 * What the server has made of a board: what `board.watch` tells, at once and with each change. How far a step is tells `task.onChange`, by the step's task.
 * `version` grows with each change and is none of the board's own.
 */
export interface BoardStateView {
  readonly projectId: string;
  readonly version: number;
  /** The newest run; absent before the first. */
  readonly run?: RunView;
  /** Of each creation node that was ever run, also of one that has gone from the board and may come back. */
  readonly made: Readonly<Record<string, Made>>;
}

/**
 * What running a node, with all that it hangs on, or the whole board would cost, before anything is held. Of the board as it was saved last: `version` says
 * which that was.
 */
export interface RunQuote {
  readonly version: number;
  readonly total: number;
  /** In the order in which they are made. Without those that cannot be planned: what they are or hang on is in `refused`. */
  readonly steps: readonly (Pick<StepView, 'node' | 'price'> & { readonly status: 'waiting' | 'reused' })[];
  /** Nodes to be made that work on a person's likeness: the run is refused unless whoever requests it says that the person consents (`consent`). */
  readonly likeness: readonly NodeId[];
  /** What keeps it from being run, by the node where it is: the error catalogue's identifiers. */
  readonly refused: readonly { readonly node: NodeId; readonly error: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> } }[];
}

// Texts from outside: whoever has no project of that id is told so.
const projectId = z.uuid().toLowerCase().optional();
/** What is to be made: a node with all that it hangs on, or the whole board. `again` makes that node, or everything, again though nothing of it has changed. */
const wanted = { projectId, to: nodeId.nullable(), anew: z.boolean().default(false) };

/** Inputs of `board.*`. The default project where none is named. */
export const boardInputs = {
  get: z.object({ projectId }),
  save: z.object({ projectId, /** The version that was read; 0 for a board that no one has saved. */ version: z.int().min(0), ...boardContent.shape }),
  quote: z.object(wanted),
  run: z.object({
    ...wanted, version: z.int().min(1), requestId: z.uuid(), /** Credits, as the quote showed them: more is never taken. */ total: z.int().min(0).max(1_000_000),
    /** Said again with every run, as with every press. */
    consent: z.literal(true).optional(),
  }),
  cancel: z.object({ runId: z.uuid().toLowerCase() }),
  watch: z.object({ projectId, lastEventId: z.string().max(40).nullish() }),
} as const;

/** Whether a call takes a prompt. */
export const takesWords = (procedure: ProcedureName): boolean => FORMS[procedure].prompt !== 'none';
