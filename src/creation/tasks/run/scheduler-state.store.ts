import { z } from 'zod';
import { LANE_TURNS, type Lane } from '../../../billing/plans/entitlements.shared.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { upsert } from '../../../platform/documents/update.js';
import type { Task } from '../task.state.js';
import type { SchedulerState } from './fair.js';

const lanes = Object.keys(LANE_TURNS) as [Lane, ...Lane[]]; // Object.keys loses the type of the keys
const state: z.ZodType<SchedulerState> = z.object({
  cursor: z.int().min(0),
  turn: z.int(),
  // Written by our own store, so ids need no check. Entries of a removed lane are dropped.
  last: z.array(
    z.object({
      lane: z.enum(lanes),
      owner: z.custom<Task['owner']>((value) => typeof value === 'string'),
      turn: z.int(),
    }),
  ),
});

const ID = 'queue';
const NONE: SchedulerState = { cursor: 0, turn: 0, last: [] };

/** The scheduler state as one document. A dispatcher continues from it after a restart or a change of leader. */
export class SchedulerStateStore {
  private constructor(private readonly stored: Collection<SchedulerState>) {}

  static async open(documents: DocumentStore): Promise<SchedulerStateStore> {
    return new SchedulerStateStore(
      await documents.collection(
        { name: 'creation_turns', indexes: [] },
        (value) => state.safeParse(value).data ?? NONE,
      ),
    );
  }

  /** @throws StoreUnavailable */
  async read(): Promise<SchedulerState> {
    return (await this.stored.get(ID))?.document ?? NONE;
  }

  /**
   * Overwrites the stored state; only the leader calls it.
   * @throws StoreUnavailable
   */
  async write(document: SchedulerState): Promise<void> {
    await upsert(this.stored, ID, () => ({ document }));
  }
}
