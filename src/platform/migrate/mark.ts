import { z } from 'zod';
import type { Clock } from '../../kernel/clock.js';
import type { DocumentStore } from '../documents/port.js';

const common = {
  from: z.string(),
  at: z.int(),
  /** What the source is known by, `sourceId`. */
  source: z.string(),
  /** The collections that the move may have written; all that was there before it is among them. */
  collections: z.array(z.string()),
};
const mark = z.discriminatedUnion('state', [
  z.object({ state: z.literal('under way'), ...common }),
  // `contents` tells whether someone has used either side since: it is the same for both when the move ends.
  z.object({ state: z.literal('done'), ...common, contents: z.string() }),
]);
export type Mark = z.infer<typeof mark>;

type WithoutTime<T> = T extends unknown ? Omit<T, 'at'> : never;

/** Stands in the target of a move and never travels. */
export const MARK_COLLECTION = { name: 'migration_v1', indexes: [] } as const;
const ID = 'into';

/** What was noted of a move into these stores; undefined when there was none. Nothing is made for looking. @throws StoreUnavailable */
export async function readMark(documents: Pick<DocumentStore, 'carryOut'>): Promise<Mark | undefined> {
  for await (const { document } of documents.carryOut(MARK_COLLECTION.name)) return mark.parse(document);
  return undefined;
}

/** Notes a move into these stores. @throws StoreUnavailable */
export async function writeMark(documents: DocumentStore, made: WithoutTime<Mark>, clock: Clock): Promise<void> {
  const collection = await documents.collection(MARK_COLLECTION, (stored) => mark.parse(stored));
  const found = await collection.get(ID);
  const result = await collection.put({ id: ID, document: { ...made, at: clock.now() }, expectedVersion: found?.version ?? 0 });
  if (result === 'conflict') throw new Error('two moves into the same stores at once');
}

/**
 * For whoever is about to start on these stores: a move into them that was broken off has left half of an installation.
 * @throws Error when that is so; StoreUnavailable
 */
export async function assertNotHalfMigrated(documents: Pick<DocumentStore, 'carryOut'>): Promise<void> {
  const found = await readMark(documents);
  if (found?.state !== 'under way') return;
  throw new Error(`These stores hold half of what was to come from the ${found.from} ones. Run the same \`npm run migrate\` again, it goes on where it was; or start on the ${found.from} stores, which it has left as they were.`);
}
