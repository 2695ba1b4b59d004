import { z } from 'zod';
import type { Millis } from '../../kernel/clock.js';
import { LEASES_COLLECTION } from './documents.js';
import { MigrationRefused, type Side } from './side.js';

const lease = z.object({ holder: z.string().nullable(), forMs: z.int() });

/**
 * Checks whether processes run on a side, by their leases, which active leaders renew. After an orderly stop there are
 * none and no wait; those of a crashed process are watched once for their whole duration. A process that only answers
 * calls holds no lease and is not detected.
 * @param wait resolves after this many milliseconds
 * @throws MigrationRefused with the leases held; StoreUnavailable
 */
export async function assertNobodyRuns(
  { name, documents }: Pick<Side, 'name' | 'documents'>,
  wait: (ms: Millis) => Promise<unknown>,
  say: (line: string) => void,
): Promise<void> {
  const before = await held(documents);
  if (before.size === 0) return;
  const forMs = Math.max(...[...before.values()].map((one) => one.forMs));
  say(
    `A process on the ${name} stores holds ${[...before.keys()].join(', ')}, or has died. Watching for ${Math.ceil(forMs / 1_000)} seconds …`,
  );
  await wait(forMs);
  const alive = [...(await held(documents))]
    .filter(([id, { version }]) => before.get(id)?.version !== version)
    .map(([id]) => id);
  if (alive.length > 0)
    throw new MigrationRefused(
      `Kinora runs on the ${name} stores: ${alive.join(', ')} is held. Stop every process and run this again. Nothing was changed.`,
    );
}

async function held(
  documents: Side['documents'],
): Promise<ReadonlyMap<string, { readonly version: number; readonly forMs: Millis }>> {
  const found = new Map<string, { version: number; forMs: Millis }>();
  for await (const { id, version, document } of documents.carryOut(LEASES_COLLECTION)) {
    if (document === undefined) continue;
    const { holder, forMs } = lease.parse(document);
    if (holder !== null) found.set(id, { version, forMs });
  }
  return found;
}
