import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { BoardStore } from './board.store.js';

/** What a user has drawn, board by board, with the work that each node was made as; nothing for whoever has drawn nothing. */
export function boardsPart({ store }: { readonly store: Pick<BoardStore, 'of' | 'state'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const found = [];
    for await (const { document } of store.of(userId)) {
      const made = (await store.state(document.id))?.document.made ?? {};
      found.push({ project: document.id, changedAt: document.changedAt, nodes: document.nodes, edges: document.edges, made });
    }
    const newest = Math.max(...found.map(({ changedAt }) => changedAt));
    if (found.length === 0) return;
    yield jsonFile('boards.json', newest, found.map(({ changedAt, ...board }) => ({ ...board, changed: new Date(changedAt).toISOString() })));
  }
  return { name: 'boards', files };
}
