import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import type { MarkStore } from './mark.store.js';

/** Exports a user's likes, bookmarks and follows. A user without any has no such part. */
export function marksPart({ marks }: { readonly marks: Pick<MarkStore, 'of'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const found = [];
    for await (const { kind, target, at } of marks.of(userId)) found.push({ kind, target, at });
    if (found.length === 0) return;
    yield jsonFile(
      'likes-bookmarks-follows.json',
      Math.max(...found.map(({ at }) => at)),
      found.map(({ at, ...mark }) => ({ ...mark, at: new Date(at).toISOString() })),
    );
  }
  return { name: 'marks', files };
}
