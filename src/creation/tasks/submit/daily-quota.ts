import { z } from 'zod';
import type { Millis } from '../../../kernel/clock.js';
import type { TaskId, UserId } from '../../../kernel/ids.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { decide, remove, upsert } from '../../../platform/documents/update.js';
import type { TaskStore } from '../task.store.js';

const DAY_MS = 86_400_000;

/** The UTC day of a time, in days since the epoch. */
const dayOf = (at: Millis): number => Math.floor(at / DAY_MS);

interface Taken {
  /** The task of each counted creation, and its day. */
  readonly places: readonly { readonly task: TaskId; readonly day: number }[];
}

const taken: z.ZodType<Taken> = z.object({
  places: z.array(z.object({ task: z.custom<TaskId>((value) => typeof value === 'string'), day: z.int() })),
});

/**
 * What is counted per day: videos of users whose free use is limited, creations that are free by an unlimited plan,
 * free drafts, and creations whose defective results were not charged.
 */
export type Counted = 'free_videos' | 'relaxed_creations' | 'free_drafts' | 'defect_releases';

/**
 * Daily quotas, one document per user. A place is taken by compare-and-set, so that concurrent submissions in any
 * process never both take the last one. A failed or cancelled task frees its place for the next one,
 * except where failures are counted.
 */
export class DailyQuota {
  private constructor(
    private readonly users: Collection<Taken>,
    private readonly tasks: Pick<TaskStore, 'getMany'> | undefined,
  ) {}

  /** Opens the collection of this quota. */
  static async open(
    documents: DocumentStore,
    tasks: Pick<TaskStore, 'getMany'>,
    counted: Counted,
  ): Promise<DailyQuota> {
    return new DailyQuota(
      await documents.collection({ name: counted, indexes: [] }, (value) => taken.parse(value)),
      counted === 'defect_releases' ? undefined : tasks,
    );
  }

  /**
   * Places left on a UTC day.
   * @param limit places per day
   * @throws StoreUnavailable
   */
  async left(user: UserId, limit: number, at: Millis): Promise<number> {
    if (limit === 0) return 0;
    const ofDay = ((await this.users.get(user))?.document.places ?? []).filter((place) => place.day === dayOf(at));
    // Failed tasks are looked up only if all places seem taken.
    return Math.max(
      0,
      limit - (ofDay.length < limit ? ofDay.length : (await this.stillCounted(ofDay.map((place) => place.task))).size),
    );
  }

  /**
   * Takes a place for a task that is already stored. Idempotent: a task has one place.
   * @param limit places per day
   * @param at time of the submission; it selects the UTC day
   * @returns whether the task has a place
   * @throws StoreUnavailable
   */
  take(user: UserId, task: TaskId, limit: number, at: Millis): Promise<boolean> {
    const day = dayOf(at);
    return decide<Taken, boolean>(this.users, user, async (seen) => {
      const places = seen?.document.places ?? [];
      if (places.some((place) => place.task === task)) return { answer: true };
      const ofDay = places.filter((place) => place.day === day).map((place) => place.task);
      const stillCounted = ofDay.length < limit ? new Set(ofDay) : await this.stillCounted(ofDay);
      if (stillCounted.size >= limit) return { answer: false };
      // The previous day's places stay: a submission that crashed before midnight is completed after it.
      const kept = places.filter((place) => (place.day === day ? stillCounted.has(place.task) : place.day >= day - 1));
      return { answer: true, write: { document: { places: [...kept, { task, day }] } } };
    });
  }

  /**
   * Merges a visitor's places into those of an account. Idempotent.
   * @throws StoreUnavailable
   */
  async transfer(from: UserId, to: UserId): Promise<void> {
    const came = (await this.users.get(from))?.document.places ?? [];
    if (came.length > 0) await this.unite(to, came);
    await this.forget(from);
  }

  private async unite(user: UserId, came: Taken['places']): Promise<void> {
    await upsert(this.users, user, (stored) => {
      const places = stored?.places ?? [];
      const added = came.filter(({ task }) => !places.some((place) => place.task === task));
      return added.length === 0 ? 'unchanged' : { document: { places: [...places, ...added] } };
    });
  }

  /**
   * Deletes a user's quota. Idempotent.
   * @throws StoreUnavailable
   */
  async forget(user: UserId): Promise<void> {
    await remove(this.users, user);
  }

  private async stillCounted(tasks: readonly TaskId[]): Promise<ReadonlySet<TaskId>> {
    if (this.tasks === undefined) return new Set(tasks);
    const found = await this.tasks.getMany(tasks);
    return new Set(
      found
        .filter(({ document: { status } }) => status !== 'failed' && status !== 'canceled')
        .map(({ document: { id } }) => id),
    );
  }
}

/** The separate daily quotas. */
export class DailyQuotas {
  private constructor(
    readonly freeVideos: DailyQuota,
    readonly relaxed: DailyQuota,
    readonly drafts: DailyQuota,
    readonly defectReleases: DailyQuota,
  ) {}

  /** Opens the collections of all. */
  static async open(documents: DocumentStore, tasks: Pick<TaskStore, 'getMany'>): Promise<DailyQuotas> {
    const open = (counted: Counted): Promise<DailyQuota> => DailyQuota.open(documents, tasks, counted);
    return new DailyQuotas(
      await open('free_videos'),
      await open('relaxed_creations'),
      await open('free_drafts'),
      await open('defect_releases'),
    );
  }

  /**
   * Deletes a user's quotas. Idempotent.
   * @throws StoreUnavailable
   */
  async forget(user: UserId): Promise<void> {
    await this.freeVideos.forget(user);
    await this.relaxed.forget(user);
    await this.drafts.forget(user);
    await this.defectReleases.forget(user);
  }
}
