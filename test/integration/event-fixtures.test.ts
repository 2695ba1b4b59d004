import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { z } from 'zod';
import { emptyAccount, evolve } from '../../src/credits/account.state.js';
import { accountCodec } from '../../src/credits/events.js';
import { decodeMetadata, verifyChain } from '../../src/kernel/chain.js';
import type { RecordedEvent, StreamName } from '../../src/kernel/event.js';

const folder = new URL('../fixtures/events/credits/', import.meta.url);
const recorded = z.array(z.object({
  stream: z.string().transform((stream) => stream as StreamName), // as it was stored
  revision: z.int(), position: z.int(), recordedAt: z.int(), id: z.string(), type: z.string(), data: z.string(), metadata: z.string(),
}));
const read = (file: string): RecordedEvent[] => recorded.parse(JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
const files = readdirSync(folder).sort();

/** What these fixtures fold to; written down when they were, so that a change of meaning is noticed as well. */
const MEANING: Readonly<Record<string, object>> = {
  'account-life.v1.json': { available: 0, held: 0, totals: { granted: 38, adjusted: 4, spent: 34, expired: 2, revoked: 6, receivable: 14 } },
};

describe('every event version that was ever stored', () => {
  it.each(files)('%s still reads, means what it meant, and its chain is intact', (file) => {
    const events = read(file);
    expect(verifyChain(events)).toMatchObject({ intact: true, revision: events.length - 1 });
    const state = events.reduce((before, event) => evolve(before, accountCodec.decode(event).event), emptyAccount);
    expect(state).toMatchObject(MEANING[file] ?? { available: 'write down what it means' });
  });

  it('is there, up to the newest of each type', () => {
    const stored = new Set(files.flatMap(read).map((event) => `${event.type} ${decodeMetadata(event.metadata).version}`));
    // An event as it is written today names the newest version of its type.
    const newest = files.flatMap(read).map((event) => accountCodec.encode(accountCodec.decode(event).event)).map(({ type, version }) => `${type} ${version}`);
    expect([...new Set(newest)].filter((version) => !stored.has(version))).toEqual([]);
    expect([...accountCodec.types].sort()).toEqual([...new Set(files.flatMap(read).map((event) => event.type))].sort());
  });
});
