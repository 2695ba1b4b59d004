import { err, ok, type Result } from '../../kernel/result.js';
import type { Style } from '../procedures/params.shared.js';
import { BOARD, type BoardContent, type BoardNode, type CreationNode, type NodeId } from './board.shared.js';

/** Chat to image: a conversation whose turns are creations on a board. */

/**
 * Distance in board pixels to the next turn (`beside`) and to the next conversation (`below`). Both are larger than a
 * turn.
 */
const STEP = { beside: 380, below: 560 } as const;
/** Default strength of a turn: how far it departs from the previous image, 0 to 1. */
const STRENGTH = 0.6;

/** A message of the user, with the ids that its client generated. */
export interface Said {
  readonly text: string;
  /** Ids of the new node and of its edge. */
  readonly id: NodeId;
  readonly edge: string;
  readonly seed: number;
  /** Model of the first turn, and of turns that continue an image. */
  readonly models: { readonly first: string; readonly next: string };
  /**
   * A style that the user selected. A style named in the prompt stays in the prompt, because engines understand it
   * there, in every language that they support.
   */
  readonly style?: Style;
  /** 0 to 1. */
  readonly strength?: number;
  /** The node to continue from; null starts a conversation; undefined continues the last turn. */
  readonly after?: NodeId | null;
}

/** The last turn of the longest conversation of a board. Of conversations of equal length, the one drawn last wins. */
export function lastTurnOf({ nodes }: BoardContent): CreationNode | undefined {
  return nodes.reduce<CreationNode | undefined>(
    (last, node) =>
      node.kind === 'creation' && node.turn !== undefined && node.turn >= (last?.turn ?? 0) ? node : last,
    undefined,
  );
}

/**
 * Adds a turn to a board: `text2Image.create` at the start of a conversation, otherwise `image2Image.create` fed by the
 * previous image. The result is saved and run like any other board. Pure.
 * @returns the board and the new node; or `empty` (no message), `unknown` (no such node to continue from), `full` (no
 * room on the board or in the conversation)
 */
export function turnOf(
  board: BoardContent,
  said: Said,
): Result<{ readonly board: BoardContent; readonly node: CreationNode }, 'empty' | 'unknown' | 'full'> {
  const text = said.text.trim();
  if (text === '') return err('empty');
  const after = said.after === undefined ? (lastTurnOf(board)?.id ?? null) : said.after;
  const before = after === null ? undefined : board.nodes.find(({ id }) => id === after);
  if (after !== null && (before === undefined || before.kind === 'words')) return err('unknown');
  const turn = before?.kind === 'creation' && before.turn !== undefined ? before.turn + 1 : 0;
  if (
    board.nodes.length >= BOARD.nodes ||
    turn > BOARD.turns ||
    (before !== undefined && board.edges.length >= BOARD.edges)
  )
    return err('full');
  const style = said.style ?? 'natural';
  const node: CreationNode = {
    kind: 'creation',
    id: said.id,
    ...placeFor(board.nodes, before),
    prompt: text,
    turn,
    ...(before === undefined
      ? { procedure: 'text2Image.create', model: said.models.first, settings: { style, seed: said.seed } }
      : {
          procedure: 'image2Image.create',
          model: said.models.next,
          settings: { style, seed: said.seed, strength: said.strength ?? STRENGTH },
        }),
  };
  const edges =
    before === undefined
      ? board.edges
      : [...board.edges, { id: said.edge, from: before.id, to: node.id, feeds: 'image' as const }];
  return ok({ board: { nodes: [...board.nodes, node], edges }, node });
}

/**
 * Position of a turn: beside the previous image and below any node in the way. A new conversation starts below
 * everything.
 */
function placeFor(
  nodes: readonly BoardNode[],
  before: BoardNode | undefined,
): { readonly x: number; readonly y: number } {
  if (before === undefined)
    return { x: 0, y: nodes.length === 0 ? 0 : Math.max(...nodes.map(({ y }) => y)) + STEP.below };
  const x = before.x + STEP.beside;
  let { y } = before;
  while (nodes.some((node) => Math.abs(node.x - x) < STEP.beside / 2 && Math.abs(node.y - y) < STEP.below / 2))
    y += STEP.below;
  return { x, y };
}
