import { z } from 'zod';
import type { Millis } from '../../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { upsert } from '../../../platform/documents/update.js';
import type { ProductClock } from '../../../platform/product-clock.js';
import type { SandboxSales } from './sales.js';

const DAY = 86_400_000;
/** As far as anybody may have it moved at once. */
export const MAX_AT_ONCE = 370 * DAY;
const MOVES = { name: 'sandbox_moves_v1', indexes: [] } as const;
const ID = 'move';
const move = z.object({ to: z.int().nullable() });

/** What of the product has to be done with a moment before the next one comes. @returns false while it is not. */
export type Settle = () => Promise<boolean>;

/**
 * Moves the product's clock on to where someone wished it, from one thing that is due to the next and never more than a day at once, so that each
 * is told and taken in while its moment is the present one. The action is kept: a process that dies on the way is taken over.
 */
export class SandboxTime {
  private readonly settles: Settle[] = [];

  private constructor(
    private readonly moves: Collection<z.infer<typeof move>>,
    private readonly sales: SandboxSales,
    readonly clock: ProductClock,
  ) {}

  /** @throws StoreUnavailable */
  static async open(documents: DocumentStore, sales: SandboxSales, clock: ProductClock): Promise<SandboxTime> {
    return new SandboxTime(await documents.collection(MOVES, (stored) => move.parse(stored)), sales, clock);
  }

  /** Has something waited for at each step. */
  beforeEachStep(settle: Settle): void {
    this.settles.push(settle);
  }

  /** Actions it to be moved on to a moment; an action in progress is lengthened to it and never shortened. @throws StoreUnavailable */
  async request(to: Millis): Promise<void> {
    await upsert(this.moves, ID, (stored) => ({ document: { to: Math.max(stored?.to ?? 0, Math.min(to, this.clock.now() + MAX_AT_ONCE)) } }));
  }

  /** Where it is being moved to; undefined when it goes by itself. @throws StoreUnavailable */
  async target(): Promise<Millis | undefined> {
    return (await this.moves.get(ID))?.document.to ?? undefined;
  }

  /**
   * One step on the way, if all of the present moment is done.
   * @returns whether there is more to do at once
   * @throws StoreUnavailable
   */
  async step(): Promise<boolean> {
    const found = await this.moves.get(ID);
    const to = found?.document.to ?? undefined;
    if (found === undefined || to === undefined) return false;
    if (!(await this.isSettled())) return false;
    const now = this.clock.now();
    if (now >= to) {
      await this.moves.put({ id: ID, document: { to: null }, expectedVersion: found.version });
      return false;
    }
    const due = (await this.sales.nextDueAt()) ?? to;
    await this.clock.moveTo(Math.min(to, now + DAY, Math.max(due, now)));
    return true;
  }

  private async isSettled(): Promise<boolean> {
    if ((await this.sales.waiting()) > 0) return false;
    for (const settle of this.settles) if (!(await settle())) return false;
    return true;
  }
}
