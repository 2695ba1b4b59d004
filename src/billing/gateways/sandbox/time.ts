import { z } from 'zod';
import type { Millis } from '../../../kernel/clock.js';
import type { Collection, DocumentStore } from '../../../platform/documents/port.js';
import { upsert } from '../../../platform/documents/update.js';
import { pause } from '../../../platform/pause.js';
import type { ProductClock } from '../../../platform/product-clock.js';
import type { SandboxSales } from './sales.js';

const DAY = 86_400_000;
/** Longest time that can be skipped at once. */
export const MAX_AT_ONCE = 370 * DAY;
const LOOK_EVERY_MS = 50;
const MOVES = { name: 'sandbox_moves_v1', indexes: [] } as const;
const ID = 'move';
const move = z.object({ to: z.int().nullable() });

/**
 * Work that must finish at one moment before time moves on.
 * @returns false while it is not finished
 */
export type Settle = () => Promise<boolean>;

/**
 * Moves the product's clock to a requested time. It steps from one due change to the next, at most a day at once, so
 * that each is reported and handled at its own time. The request is stored, so another process continues after a crash.
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

  /** Registers work to wait for before each step. */
  beforeEachStep(settle: Settle): void {
    this.settles.push(settle);
  }

  /**
   * Requests a move of the clock. A move in progress can be extended but not shortened.
   * @throws StoreUnavailable
   */
  async request(to: Millis): Promise<void> {
    await upsert(this.moves, ID, (stored) => ({
      document: { to: Math.max(stored?.to ?? 0, Math.min(to, this.clock.now() + MAX_AT_ONCE)) },
    }));
  }

  /**
   * Target of the current move; undefined when the clock runs normally.
   * @throws StoreUnavailable
   */
  async target(): Promise<Millis | undefined> {
    return (await this.moves.get(ID))?.document.to ?? undefined;
  }

  /**
   * Waits until the current move is over, which includes everything due by its target (see `beforeEachStep`).
   * @param patienceMs longest wait, in real milliseconds
   * @returns false when the move takes longer; it continues in the background
   * @throws StoreUnavailable
   */
  async arrived(patienceMs: Millis): Promise<boolean> {
    const until = performance.now() + patienceMs;
    while ((await this.target()) !== undefined) {
      if (performance.now() >= until) return false;
      await pause(LOOK_EVERY_MS);
    }
    return true;
  }

  /**
   * Takes one step, if all work of the present moment is finished.
   * @returns whether more work can be done at once
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
