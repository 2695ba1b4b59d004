import type { Blobs } from '../platform/blobs/port.js';
import { jsonFile, type ExportFile, type ExportPart } from '../platform/export-parts.js';
import type { UserId } from '../kernel/ids.js';
import { recipeOf } from './recipe/index.js';
import { readyOutputs } from './task.js';
import type { TaskStore } from './task.store.js';

const ENDINGS = { 'image/png': 'png', 'video/mp4': 'mp4' } as const;

/** What somebody has made: each result as it was made, and beside it what it was made of. */
export function worksPart({ tasks, blobs }: { readonly tasks: TaskStore; readonly blobs: Pick<Blobs, 'read'> }): ExportPart {
  async function* files(userId: UserId): AsyncGenerator<ExportFile, void, undefined> {
    for await (const { document: task } of tasks.changedSince(userId, -1)) {
      const made = readyOutputs(task);
      for (const [index, { hash, seed, type }] of made.entries()) {
        const path = `works/${new Date(task.createdAt).toISOString().slice(0, 10)}-${task.id}-${index + 1}`;
        yield jsonFile(`${path}.json`, task.createdAt, { made: new Date(task.createdAt).toISOString(), ...recipeOf(task, seed) });
        yield {
          path: `${path}.${ENDINGS[type]}`, at: task.createdAt, compress: false,
          content: async () => {
            const content = await blobs.read(hash);
            if (content === undefined) throw new Error('a work was deleted meanwhile');
            return content;
          },
        };
      }
    }
  }
  return { name: 'works', files };
}
