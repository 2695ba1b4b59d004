import type { BoardContent, CreationNode, NodeId, RunQuote, RunView, StepView } from '@src/creation/boards/board.shared';
import { chainOf } from '../board/graph';

/** How a creation stands. */
export type NodeStatus =
  | { readonly kind: 'idle' }
  /** Something of it has changed since it was made, where `changed`. */
  | { readonly kind: 'done'; readonly changed: boolean }
  /** Waits for what feeds it, or for the queue. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running' }
  | { readonly kind: 'failed'; readonly error: StepView['error'] }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'blocked' };

/** How a creation stands by the newest run, and by what is known of its price. */
export function nodeStatusOf({ id, made }: Pick<CreationNode, 'id' | 'made'>, run: RunView | undefined, quote: RunQuote | undefined): NodeStatus {
  const step = run?.steps.find(({ node }) => node === id);
  if (step !== undefined) {
    const { status } = step;
    if (status === 'failed') return { kind: 'failed', error: step.error };
    if (status === 'canceled' || status === 'blocked') return { kind: status };
    if (run?.status === 'running' && (status === 'waiting' || status === 'running')) return { kind: status };
  }
  if (made === undefined) return { kind: 'idle' };
  return { kind: 'done', changed: quote?.steps.find(({ node }) => node === id)?.status !== 'reused' && quote !== undefined };
}

/** The task that shows a creation: that of the newest run, else what was made. */
export function taskOf({ id, made }: Pick<CreationNode, 'id' | 'made'>, run: RunView | undefined): string | undefined {
  const step = run?.steps.find(({ node }) => node === id);
  return (step?.status === 'reused' ? undefined : step?.taskId) ?? made?.taskId;
}

/** What creating a node, or everything, would cost and what keeps it from being. */
export interface ChainQuote {
  /** Whole credits. */
  readonly total: number;
  /** Creations to be made, and those that are taken as they are. */
  readonly toMake: number;
  readonly reused: number;
  readonly refused: RunQuote['refused'];
  /** Whether people are worked on, who must consent. */
  readonly likeness: boolean;
}

/** Of the board's quote what concerns a node with all that it hangs on; all of it for null. */
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
