import { z } from 'zod';
import { LANE_TURNS, type Lane } from '../../../billing/plans/entitlements.shared.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { upsert } from '../../../platform/documents/update.js';
import type { Task } from '../task.js';
import type { SchedulerState } from './fair.js';

const lanes = Object.keys(LANE_TURNS) as [Lane, ...Lane[]]; // Object.keys forgets the type of the keys
const state: z.ZodType<SchedulerState> = z.object({
  cursor: z.int().min(0), turn: z.int(),
  // Our own store wrote these ids. A lane that is no more is no one's turn.
  last: z.array(z.object({ lane: z.enum(lanes), owner: z.custom<Task['owner']>((value) => typeof value === 'string'), turn: z.int() })),
});

const ID = 'queue';
const NONE: SchedulerState = { cursor: 0, turn: 0, last: [] };

/** Whose turn it has been, as one document: what a dispatcher continues with that starts again, or takes over from another. */
export class SchedulerStateStore {
  private constructor(private readonly stored: Collection<SchedulerState>) {}

  /** Opens the collection `creation_turns`. */
  static async open(documents: DocumentStore): Promise<SchedulerStateStore> {
    return new SchedulerStateStore(await documents.collection({ name: 'creation_turns', indexes: [] }, (value) => state.safeParse(value).data ?? NONE));
  }

  /** @throws StoreUnavailable */
  async read(): Promise<SchedulerState> {
    return (await this.stored.get(ID))?.document ?? NONE;
  }

  /** Writes it over whatever is there: only who leads does. @throws StoreUnavailable */
  async write(document: SchedulerState): Promise<void> {
    await upsert(this.stored, ID, () => ({ document }));
  }
}
