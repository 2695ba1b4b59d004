import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../documents/port.js';

const common = {
  from: z.string(),
  at: z.int(),
  /** Id of the source, `sourceId`. */
  source: z.string(),
  /** Collections that the migration may have written, including all that existed before it. */
  collections: z.array(z.string()),
};
const mark = z.discriminatedUnion('state', [
  z.object({ state: z.literal('under way'), ...common }),
  // `contents` shows whether either side was used since: it is equal on both when the migration ends.
  z.object({ state: z.literal('done'), ...common, contents: z.string() }),
]);
export type Mark = z.infer<typeof mark>;

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Kept in the target of a migration and never copied. */
export const MARK_COLLECTION = { name: 'migration_v1', indexes: [] } as const;
const ID = 'into';

/**
 * Reads the record of a migration into these stores; undefined without one. Creates nothing.
 * @throws StoreUnavailable
 */
export async function readMark(documents: Pick<DocumentStore, 'carryOut'>): Promise<Mark | undefined> {
  for await (const { document } of documents.carryOut(MARK_COLLECTION.name)) return mark.parse(document);
  return undefined;
}

/**
 * Records a migration into these stores.
 * @throws StoreUnavailable
 */
export async function writeMark(documents: DocumentStore, made: WithoutTime<Mark>, clock: Clock): Promise<void> {
  const collection = await documents.collection(MARK_COLLECTION, (stored) => mark.parse(stored));
  const found = await collection.get(ID);
  const result = await collection.put({
    id: ID,
    document: { ...made, at: clock.now() },
    expectedVersion: found?.version ?? 0,
  });
  if (result === 'conflict') throw new Error('two migrations into the same stores at once');
}

/**
 * Startup check: after an interrupted migration the stores contain only part of an installation.
 * @throws Error in that case; StoreUnavailable
 */
export async function assertNotHalfMigrated(documents: Pick<DocumentStore, 'carryOut'>): Promise<void> {
  const found = await readMark(documents);
  if (found?.state !== 'under way') return;
  throw new Error(
    `These stores hold an unfinished migration from the ${found.from} stores. Run the same \`npm run migrate\` again to continue it, or start on the ${found.from} stores, which it left unchanged.`,
  );
}
