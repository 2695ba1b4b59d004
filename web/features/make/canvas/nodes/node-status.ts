import type {
  BoardContent,
  CreationNode,
  NodeId,
  RunQuote,
  RunView,
  StepView,
} from '@src/creation/boards/board.shared';
import { chainOf } from '../board/graph';

/** The status of a creation node. */
export type NodeStatus =
  | { readonly kind: 'idle' }
  /** `changed`: its settings or inputs have changed since it was made. */
  | { readonly kind: 'done'; readonly changed: boolean }
  /** Waits for its inputs, or for the queue. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: StepView['error'] }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'blocked' };

/** A creation's status, from the newest run and the known quote. */
export function nodeStatusOf(
  { id, made }: Pick<CreationNode, 'id' | 'made'>,
  run: RunView | undefined,
  quote: RunQuote | undefined,
): NodeStatus {
  const step = run?.steps.find(({ node }) => node === id);
  if (step !== undefined) {
    const { status } = step;
    if (status === 'failed') return { kind: 'failed', error: step.error };
    if (status === 'canceled' || status === 'blocked') return { kind: status };
    if (run?.status === 'running' && (status === 'waiting' || status === 'running')) return { kind: status };
  }
  if (made === undefined) return { kind: 'idle' };
  return {
    kind: 'done',
    changed: quote?.steps.find(({ node }) => node === id)?.status !== 'reused' && quote !== undefined,
  };
}

/** The task that shows a creation: that of the newest run, else that of the kept result. */
export function taskOf({ id, made }: Pick<CreationNode, 'id' | 'made'>, run: RunView | undefined): string | undefined {
  const step = run?.steps.find(({ node }) => node === id);
  return (step?.status === 'reused' ? undefined : step?.taskId) ?? made?.taskId;
}

/** The price of creating a node or the whole board, and what prevents it. */
export interface ChainQuote {
  /** Whole credits. */
  readonly total: number;
  /** Creations to run, and those whose results are reused. */
  readonly toMake: number;
  readonly reused: number;
  readonly refused: RunQuote['refused'];
  /** Whether the run shows real people, who must consent. */
  readonly likeness: boolean;
}

/** The part of a board's quote for a node and all nodes it depends on; the whole quote for null. */
export function quoteFor(quote: RunQuote, content: BoardContent, to: NodeId | null): ChainQuote {
  const chain = to === null ? undefined : new Set(chainOf(content, to));
  const isIn = ({ node }: { readonly node: NodeId }): boolean => chain?.has(node) ?? true;
  const steps = quote.steps.filter(isIn);
  return {
    total: steps.reduce((sum, { price }) => sum + price, 0),
    toMake: steps.filter(({ status }) => status === 'waiting').length,
    reused: steps.filter(({ status }) => status === 'reused').length,
    refused: quote.refused.filter(isIn),
    likeness: quote.likeness.some((node) => isIn({ node })),
  };
}
