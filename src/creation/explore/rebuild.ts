import { z } from 'zod';
import { defined } from '../../kernel/defined.shared.js';
import type { Collection, DocumentStore } from '../../platform/documents/port.js';
import { upsert } from '../../platform/documents/update.js';
import { workIdOf } from '../publishing/work.shared.js';
import { publicationOf } from '../publishing/work.stored.js';
import type { TaskStore } from '../tasks/task.store.js';
import type { Explore } from './explore.js';
import type { FeedStore } from './feed.store.js';

const progress = z.object({
  /** First the works, which adds entries; then the entries, which deletes those of works that are not listed. */
  phase: z.enum(['works', 'entries']),
  after: z.string().exactOptional(),
  /** Works and entries read so far. */
  works: z.int(),
  entries: z.int(),
});
export type RebuildProgress = Readonly<z.infer<typeof progress>>;

export interface RebuildDeps {
  readonly tasks: Pick<TaskStore, 'page'>;
  readonly feed: Pick<FeedStore, 'ids'>;
  readonly explore: Pick<Explore, 'refresh'>;
}

const ID = 'explore';
const BEGIN: RebuildProgress = { phase: 'works', works: 0, entries: 0 };
/** Documents between two records of the progress. */
const PAGE = 200;

/**
 * Writes the whole index of Explore again from the works' own documents. Every step can be repeated and may run while
 * works change; an interrupted rebuild continues after its last recorded page.
 * @throws StoreUnavailable
 */
export class ExploreRebuild {
  private constructor(
    private readonly deps: RebuildDeps,
    private readonly stored: Collection<RebuildProgress>,
  ) {}

  static async open(documents: DocumentStore, deps: RebuildDeps): Promise<ExploreRebuild> {
    return new ExploreRebuild(
      deps,
      await documents.collection({ name: 'explore_rebuild_v1', indexes: [] }, (value) => progress.parse(value)),
    );
  }

  /** Where an interrupted rebuild continues. */
  async interrupted(): Promise<RebuildProgress | undefined> {
    return (await this.stored.get(ID))?.document;
  }

  /** @param onPage called after each recorded page; an error from it interrupts the rebuild */
  async run(onPage: (progress: RebuildProgress) => void = () => {}): Promise<RebuildProgress> {
    let now = (await this.interrupted()) ?? BEGIN;
    for (;;) {
      const next = now.phase === 'works' ? await this.works(now) : await this.entries(now);
      if (next.isDone) {
        await this.forget();
        return next.progress;
      }
      now = next.progress;
      const recorded = now;
      await upsert(this.stored, ID, () => ({ document: recorded }));
      onPage(now);
    }
  }

  private async works(now: RebuildProgress): Promise<{ readonly progress: RebuildProgress; readonly isDone: false }> {
    const { items, next } = await this.deps.tasks.page(PAGE, now.after);
    let { works } = now;
    for (const { document: task } of items) {
      const outputs = task.status === 'succeeded' ? task.outputs.length : 0;
      for (let index = 0; index < outputs; index += 1) {
        if (publicationOf(task, index)?.status !== 'published') continue;
        await this.deps.explore.refresh(workIdOf(task.id, index));
        works += 1;
      }
    }
    const { entries } = now;
    return {
      progress:
        next === undefined ? { phase: 'entries', works, entries } : { phase: 'works', after: next, works, entries },
      isDone: false,
    };
  }

  private async entries(
    now: RebuildProgress,
  ): Promise<{ readonly progress: RebuildProgress; readonly isDone: boolean }> {
    const { ids, next } = await this.deps.feed.ids(PAGE, now.after);
    for (const id of ids) await this.deps.explore.refresh(id);
    const { works } = now;
    return {
      progress: { phase: 'entries', works, entries: now.entries + ids.length, ...defined({ after: next }) },
      isDone: next === undefined,
    };
  }

  private async forget(): Promise<void> {
    const known = await this.stored.get(ID);
    if (known !== undefined) await this.stored.delete(ID, known.version);
  }
}
