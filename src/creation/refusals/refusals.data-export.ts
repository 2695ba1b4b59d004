import type { UserId } from '../../kernel/ids.js';
import { jsonFile, type ExportFile, type ExportPart } from '../../platform/export-parts.js';
import { endOf } from './refusal.js';
import type { RefusalStore } from './refusal.store.js';

const iso = (at: number): string => new Date(at).toISOString();

/**
 * Exports the refused texts of a user that are still kept, with their appeals. It names no administrator. A user
 * without any has no such part.
 */
export function refusalsPart({ refusals }: { readonly refusals: Pick<RefusalStore, 'of'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    const kept = [];
    let last = -1;
    for await (const { id, document } of refusals.of(userId)) {
      const { owner: _owner, at, appeal, ...rest } = document;
      const end = endOf(document);
      last = Math.max(last, at, appeal?.at ?? -1, appeal?.answer?.at ?? -1);
      kept.push({
        id,
        ...rest,
        at: iso(at),
        ...(end === undefined ? {} : { keptUntil: iso(end) }),
        ...(appeal === undefined
          ? {}
          : {
              appeal: {
                comment: appeal.comment,
                at: iso(appeal.at),
                ...(appeal.answer === undefined
                  ? {}
                  : { answer: { isGranted: appeal.answer.isGranted, at: iso(appeal.answer.at) } }),
              },
            }),
      });
    }
    if (kept.length > 0) yield jsonFile('refused-texts.json', last, kept);
  }
  return { name: 'refused texts', files };
}
