import { err, ok, type Result } from '../../kernel/result.js';
import type { Style } from '../procedures/params.shared.js';
import { BOARD, type BoardContent, type BoardNode, type CreationNode, type NodeId } from './board.shared.js';

/** Chat to image: a conversation whose turns are creations of a board. */

/** Pixels of the board from one turn to the next beside it, and from one conversation to the next below it: more than a turn is wide and high. */
const STEP = { beside: 380, below: 560 } as const;
/** How far a turn goes from the image before it, where nothing else is said; 0 to 1. */
const STRENGTH = 0.6;

/** What was said, and what the hand that draws it has made up for it. */
export interface Said {
  readonly text: string;
  /** The new node's id, and its edge's. */
  readonly id: NodeId;
  readonly edge: string;
  readonly seed: number;
  /** For the first turn, and for those that go on from an image. */
  readonly models: { readonly first: string; readonly next: string };
  /** Picked by hand. Words for a style are left in the text: engines read them, in every language that they know. */
  readonly style?: Style;
  /** 0 to 1. */
  readonly strength?: number;
  /** The node that it continues from; null for a conversation that begins; the last turn when left out. */
  readonly after?: NodeId | null;
}

/** The last turn of a board's conversation: the longest one, of several as long the one that was drawn last. */
export function lastTurnOf({ nodes }: BoardContent): CreationNode | undefined {
  return nodes.reduce<CreationNode | undefined>((last, node) => (node.kind === 'creation' && node.turn !== undefined && node.turn >= (last?.turn ?? 0) ? node : last), undefined);
}

/**
 * A board with one more turn: `text2Image.create` where a conversation begins, else `image2Image.create` fed from the image before. It is saved and run as
 * everything else of a board. Pure.
 * @returns the board and the new node; or `empty` (nothing was said), `unknown` (nothing is there to go on from), `full` (no room on the board or in the conversation)
 */
export function turnOf(board: BoardContent, said: Said): Result<{ readonly board: BoardContent; readonly node: CreationNode }, 'empty' | 'unknown' | 'full'> {
  const text = said.text.trim();
  if (text === '') return err('empty');
  const after = said.after === undefined ? lastTurnOf(board)?.id ?? null : said.after;
  const before = after === null ? undefined : board.nodes.find(({ id }) => id === after);
  if (after !== null && (before === undefined || before.kind === 'words')) return err('unknown');
  const turn = before?.kind === 'creation' && before.turn !== undefined ? before.turn + 1 : 0;
  if (board.nodes.length >= BOARD.nodes || turn > BOARD.turns || (before !== undefined && board.edges.length >= BOARD.edges)) return err('full');
  const style = said.style ?? 'natural';
  const node: CreationNode = {
    kind: 'creation', id: said.id, ...placeFor(board.nodes, before), prompt: text, turn,
    ...(before === undefined
      ? { procedure: 'text2Image.create', model: said.models.first, settings: { style, seed: said.seed } }
      : { procedure: 'image2Image.create', model: said.models.next, settings: { style, seed: said.seed, strength: said.strength ?? STRENGTH } }),
  };
  const edges = before === undefined ? board.edges : [...board.edges, { id: said.edge, from: before.id, to: node.id, feeds: 'image' as const }];
  return ok({ board: { nodes: [...board.nodes, node], edges }, node });
}

/** Beside the image before, below what is there already; a conversation that begins stands below everything. */
function placeFor(nodes: readonly BoardNode[], before: BoardNode | undefined): { readonly x: number; readonly y: number } {
  if (before === undefined) return { x: 0, y: nodes.length === 0 ? 0 : Math.max(...nodes.map(({ y }) => y)) + STEP.below };
  const x = before.x + STEP.beside;
  let { y } = before;
  while (nodes.some((node) => Math.abs(node.x - x) < STEP.beside / 2 && Math.abs(node.y - y) < STEP.below / 2)) y += STEP.below;
  return { x, y };
}
