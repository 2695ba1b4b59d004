import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { deleteWhere, upsert } from '../../platform/documents/update.js';
import {
  DIFFERENCES,
  reconciliation,
  reconciliationRuns,
  type Difference,
  type Reconciliation,
  type ReconciliationRun,
} from '../books/finance.shared.js';

const LAST = 'last';
/** Marks since when the schedule runs, and when it last ran. */
const SCHEDULE = 'schedule';
/** Runs kept: more than a year of nights. */
export const RUNS_KEPT = 400;

const schedule = z.object({ lastAt: z.int() });

/** Stores the results of reconciliations. */
export interface Reconciliations {
  /** The last result with its differences. @throws StoreUnavailable */
  last(): Promise<Reconciliation | undefined>;
  /** Earlier runs, newest first. @param limit 1 to 400 @throws StoreUnavailable */
  runs(limit: number): Promise<readonly ReconciliationRun[]>;
  /** Stores a result and deletes the oldest runs. @throws StoreUnavailable */
  keep(result: Reconciliation): Promise<void>;
  /**
   * When the schedule last ran. The first call records `now`, so a new installation waits for its first night.
   * @throws StoreUnavailable
   */
  scheduledAt(now: Millis): Promise<Millis>;
  /** @throws StoreUnavailable */
  ran(at: Millis): Promise<void>;
}

/** @throws StoreUnavailable */
export async function openReconciliations(documents: DocumentStore): Promise<Reconciliations> {
  const collection = await documents.collection({ name: 'ledger_reconciliations', indexes: [] }, (stored) =>
    reconciliation.parse(stored),
  );
  const runs = await documents.collection({ name: 'ledger_reconciliation_runs_v1', indexes: [['at']] }, (stored) =>
    reconciliationRuns.element.parse(stored),
  );
  const times = await documents.collection({ name: 'ledger_reconciliation_schedule_v1', indexes: [] }, (stored) =>
    schedule.parse(stored),
  );
  const latest = async (limit: number): Promise<readonly ReconciliationRun[]> =>
    (await runs.find({ order: { field: 'at', direction: 'descending' }, limit })).items.map(({ document }) => document);
  return {
    last: async () => (await collection.get(LAST))?.document,
    runs: latest,
    keep: async (result) => {
      // If two reconciliations end at once, either result may win: both are current.
      await collection.put({ id: LAST, document: result, expectedVersion: (await collection.get(LAST))?.version ?? 0 });
      const { differences, ...rest } = result;
      await runs.put({
        id: String(result.at),
        document: { ...rest, codes: countsOf(differences) },
        expectedVersion: 0,
      });
      const oldest = (await latest(RUNS_KEPT)).at(-1);
      if (oldest !== undefined) await deleteWhere(runs, { range: { field: 'at', below: oldest.at } });
    },
    scheduledAt: async (now) =>
      (await upsert(times, SCHEDULE, (stored) => (stored === undefined ? { document: { lastAt: now } } : 'unchanged')))
        ?.document.lastAt ?? now,
    ran: async (at) => void (await upsert(times, SCHEDULE, () => ({ document: { lastAt: at } }))),
  };
}

/** Number of differences by code. */
export function countsOf(differences: readonly Pick<Difference, 'code'>[]): ReconciliationRun['codes'] {
  const counts: ReconciliationRun['codes'] = {};
  for (const code of DIFFERENCES) {
    const count = differences.filter((one) => one.code === code).length;
    if (count > 0) counts[code] = count;
  }
  return counts;
}
