import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { BoardStore } from './board.store.js';

/** Exports a user's boards with the result of each node. A user without boards has no such part. */
export function boardsPart({ store }: { readonly store: Pick<BoardStore, 'of' | 'state'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const found = [];
    for await (const { document } of store.of(userId)) {
      const made = (await store.state(document.id))?.document.made ?? {};
      found.push({
        project: document.id,
        changedAt: document.changedAt,
        nodes: document.nodes,
        edges: document.edges,
        made,
      });
    }
    const newest = Math.max(...found.map(({ changedAt }) => changedAt));
    if (found.length === 0) return;
    yield jsonFile(
      'boards.json',
      newest,
      found.map(({ changedAt, ...board }) => ({ ...board, changed: new Date(changedAt).toISOString() })),
    );
  }
  return { name: 'boards', files };
}
