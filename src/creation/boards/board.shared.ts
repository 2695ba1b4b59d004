import { z } from 'zod';
import {
  FORMS,
  PROCEDURES,
  PROMPT_MAX,
  SOURCE_ROLES,
  type ProcedureName,
  type SourceRole,
} from '../procedures/params.shared.js';
import { sourceRef } from '../procedures/request.shared.js';

/** Limits of one board. */
export const BOARD = {
  nodes: 100,
  edges: 200,
  turns: 100,
  /** Maximum length of a node's settings as JSON, in characters. */
  settings: 20_000,
  /** Maximum size of a whole board as JSON, in bytes. */
  bytes: 512 * 1_024,
} as const;

export const nodeId = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/i)
  .brand<'NodeId'>();
/** Id of a node on its board. The browser generates it. */
export type NodeId = z.infer<typeof nodeId>;

/** Position of a node, in board pixels. */
const placed = { id: nodeId, x: z.number().min(-100_000).max(100_000), y: z.number().min(-100_000).max(100_000) };

/**
 * The latest result of a creation node. The node shows it, and later nodes use it as long as none of its inputs has
 * changed. The server owns this value. Of what a client saves only `index` (the output that is shown and used) counts,
 * and only while `taskId` matches the server's.
 */
const made = z.object({ taskId: z.uuid(), index: z.int().min(0).max(9), fingerprint: z.string().max(200) });
export type Made = z.infer<typeof made>;

/** A node of a board: a prompt, a source file, or a creation of any procedure with its settings. */
export const boardNode = z.discriminatedUnion('kind', [
  z.object({ ...placed, kind: z.literal('words'), text: z.string().max(PROMPT_MAX) }),
  z.object({ ...placed, kind: z.literal('given'), ref: sourceRef.nullable() }),
  z.object({
    ...placed,
    kind: z.literal('creation'),
    procedure: z.enum(PROCEDURES),
    model: z.string().min(1).max(64),
    /** The procedure's settings by name, as in its input, without the prompt and the sources. */
    settings: z
      .record(z.string().max(64), z.json())
      .refine((settings) => JSON.stringify(settings).length <= BOARD.settings, { error: 'too much is set' }),
    /** The node's own prompt; used when no prompt node feeds it. */
    prompt: z.string().max(PROMPT_MAX).default(''),
    /** In a conversation: the turn that this node answers. */
    turn: z.int().min(0).max(BOARD.turns).optional(),
    made: made.optional(),
  }),
]);
export type BoardNode = z.infer<typeof boardNode>;
export type CreationNode = Extract<BoardNode, { kind: 'creation' }>;

/** What an edge feeds: the prompt of a creation, or one of its source roles. */
export const FEEDS = ['prompt', ...SOURCE_ROLES] as const satisfies readonly (SourceRole | 'prompt')[];
export const boardEdge = z.object({ id: z.string().min(1).max(100), from: nodeId, to: nodeId, feeds: z.enum(FEEDS) });
export type BoardEdge = z.infer<typeof boardEdge>;

/** The stored content of a board; `faultOf` has accepted it. Each project has one board. */
export const boardContent = z.object({
  nodes: z.array(boardNode).max(BOARD.nodes),
  edges: z.array(boardEdge).max(BOARD.edges),
});
export type BoardContent = z.infer<typeof boardContent>;

/** `version` is 0 for a board that was never saved. */
export interface BoardView extends BoardContent {
  readonly projectId: string;
  readonly version: number;
  /** The latest run; absent before the first. */
  readonly run?: RunView;
}

/** `blocked`: a step that this one depends on failed or was cancelled. A blocked step costs nothing. */
export type StepStatus = 'waiting' | 'running' | 'succeeded' | 'failed' | 'canceled' | 'blocked' | 'reused';
export interface StepView {
  readonly node: NodeId;
  readonly status: StepStatus;
  /** Maximum price in credits; 0 if an existing result is reused. */
  readonly price: number;
  readonly taskId?: string;
  readonly error?: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
}
export interface RunView {
  readonly id: string;
  readonly status: 'running' | 'succeeded' | 'failed' | 'canceled';
  readonly steps: readonly StepView[];
  /** Credits of all steps. */
  readonly total: number;
  readonly createdAt: number;
}

/**
 * State of a board's runs and results. `board.watch` sends it at once and after each change. For the progress of a
 * step, follow its task with `task.onChange`. `version` grows with each change and is independent of the board's
 * version.
 */
export interface BoardStateView {
  readonly projectId: string;
  readonly version: number;
  /** The latest run; absent before the first. */
  readonly run?: RunView;
  /**
   * Latest result of each creation node that ever ran. It is kept after the node is deleted, because a deletion can be
   * undone.
   */
  readonly made: Readonly<Record<string, Made>>;
}

/**
 * Price of running a node with all its dependencies, or the whole board, before any credits are held. It applies to the
 * saved board with this `version`.
 */
export interface RunQuote {
  readonly version: number;
  readonly total: number;
  /** Steps in order of execution. Steps that cannot be planned are missing; `refused` gives the reason. */
  readonly steps: readonly (Pick<StepView, 'node' | 'price'> & { readonly status: 'waiting' | 'reused' })[];
  /**
   * Nodes to run that use a person's likeness. Without the user's statement that the person consents (`consent`) the
   * run is refused.
   */
  readonly likeness: readonly NodeId[];
  /** Reasons why the board cannot be run, by node, as identifiers of the error catalogue. */
  readonly refused: readonly {
    readonly node: NodeId;
    readonly error: { readonly identifier: string; readonly params: Readonly<Record<string, string | number>> };
  }[];
}

// Ids from outside are not verified here: an unknown id leads to PROJECT_NOT_FOUND.
const projectId = z.uuid().toLowerCase().optional();
/**
 * What to run: a node with all its dependencies, or the whole board. `anew` runs that node, or everything, again even
 * if nothing has changed.
 */
const wanted = { projectId, to: nodeId.nullable(), anew: z.boolean().default(false) };

/** Inputs of `board.*`. Without a project, the default project is used. */
export const boardInputs = {
  get: z.object({ projectId }),
  save: z.object({
    projectId,
    /** The version that was read; 0 for a board that no one has saved. */
    version: z.int().min(0),
    ...boardContent.shape,
  }),
  quote: z.object(wanted),
  run: z.object({
    ...wanted,
    version: z.int().min(1),
    requestId: z.uuid(),
    /** Credits, as the quote showed them: more is never taken. */
    total: z.int().min(0).max(1_000_000),
    /** Required again with every run, as in the forms. */
    consent: z.literal(true).optional(),
  }),
  cancel: z.object({ runId: z.uuid().toLowerCase() }),
  watch: z.object({ projectId, lastEventId: z.string().max(40).nullish() }),
} as const;

/** Whether a call takes a prompt. */
export const takesWords = (procedure: ProcedureName): boolean => FORMS[procedure].prompt !== 'none';
