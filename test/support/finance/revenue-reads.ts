import { GrantUseFollower } from '../../../src/credits/index.js';
import type { Position } from '../../../src/kernel/event-sourcing/event.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { ParkedStreams } from '../../../src/platform/projections/parked.js';
import { ProjectionRunner } from '../../../src/platform/projections/projection-runner.js';
import { DEFAULT_SETTINGS, type PackPolicy } from '../../../src/billing/accounting/settings.shared.js';
import { RevenueFollower } from '../../../src/billing/finance/revenue.follower.js';
import { RevenueReads } from '../../../src/billing/finance/revenue.queries.js';
import { PURCHASE_MONEY, SUBSCRIPTION_MONEY } from '../../../src/billing/finance/revenue.sources.js';
import { PackReads } from '../../../src/billing/finance/packs/pack-reads.js';
import { PACK_USE, packsProjection } from '../../../src/billing/finance/packs/packs.projection.js';

const ignore = (): void => {};
const quiet = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/**
 * The product's own reads of revenue over a log, in memory.
 * @param packs rules of packs
 * @param now the product's time, for every call
 * @returns the reads, and a function that brings them up to the end of the log
 */
export async function revenueReads(
  events: EventStore,
  packs: readonly PackPolicy[],
  now: number,
): Promise<{ readonly revenue: RevenueReads; catchUp: () => Promise<void> }> {
  const documents = createMemoryDocumentStore();
  const clock = { now: () => now };
  const parked = await ParkedStreams.open(documents, clock, quiet, { parked: ignore });
  const accounting = { read: async () => ({ settings: { ...DEFAULT_SETTINGS, packs: [...packs] }, version: 1 }) };
  const reads = new PackReads(
    await ProjectionRunner.open(packsProjection, documents, parked),
    await GrantUseFollower.open(PACK_USE, documents, parked),
    accounting,
  );
  const revenue = new RevenueReads(
    await RevenueFollower.open(SUBSCRIPTION_MONEY, events, documents, parked),
    await RevenueFollower.open(PURCHASE_MONEY, events, documents, parked),
    reads,
    parked,
    clock,
    accounting,
  );
  const readTo = new Map<string, Position>();
  return {
    revenue,
    catchUp: async () => {
      for (const follower of [revenue.subscriptions, revenue.purchases, reads.packs, reads.uses]) {
        for await (const { events: some, caughtUp } of events.follow({
          after: readTo.get(follower.name) ?? -1,
          prefixes: [follower.prefix],
          signal: new AbortController().signal,
        })) {
          await follower.apply(some);
          const last = some.at(-1);
          if (last !== undefined) readTo.set(follower.name, last.position);
          if (caughtUp) break;
        }
      }
    },
  };
}
