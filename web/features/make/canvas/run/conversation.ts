import { lastTurnOf } from '@src/creation/boards/chat.shared';
import type { BoardContent, CreationNode } from '@src/creation/boards/board.shared';

/** The turns of a board's conversation in order: the last turn and its predecessors. */
export function conversationOf(content: BoardContent): readonly CreationNode[] {
  const turns: CreationNode[] = [];
  let at = lastTurnOf(content);
  while (at !== undefined && !turns.includes(at)) {
    turns.unshift(at);
    const from = content.edges.find(({ to, feeds }) => to === at?.id && feeds === 'image')?.from;
    at = content.nodes.flatMap((node) =>
      node.kind === 'creation' && node.id === from && node.turn !== undefined ? [node] : [],
    )[0];
  }
  return turns;
}
