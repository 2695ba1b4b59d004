import { beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from '../../platform/documents/memory.js';
import type { DocumentStore } from '../../platform/documents/port.js';
import { systemRandom } from '../../platform/random.js';
import { createMemorySignals } from '../../platform/signals/memory.js';
import { UploadLocks } from './upload-locks.js';

const quiet = (): void => undefined;

describe('locks on uploads', () => {
  let documents: DocumentStore;
  beforeEach(() => {
    documents = createMemoryDocumentStore();
  });

  async function machine(time: number) {
    const clock = { time, now: () => clock.time };
    return {
      clock,
      locks: await UploadLocks.open({ documents, signals: createMemorySignals(clock), clock, random: systemRandom }),
    };
  }
  /** Tries once, like a client whose connection is already closed. */
  const look = ({ locks }: { readonly locks: UploadLocks }): Promise<() => Promise<void>> =>
    locks.take('u1', quiet, AbortSignal.abort());

  it.each([0, 20_000, 5_000_000, -5_000_000])(
    'stay with their holder, whatever the clock of another machine says (%i ms apart)',
    async (apart) => {
      const [one, other] = [await machine(0), await machine(apart)];
      const release = await one.locks.take('u1', quiet);
      await expect(look(other)).rejects.toThrow('the lock of u1 is still held');
      await release();
      await (
        await look(other)
      )();
    },
  );

  it('are taken over from one who has died, once they were seen unchanged for their time', async () => {
    const [dead, other] = [await machine(0), await machine(9_000_000)];
    const taken = await dead.locks.take('u1', quiet);
    const waiting = other.locks.take('u1', quiet);
    const passing = setInterval(() => (other.clock.time += 1_000), 20);
    const release = await waiting;
    clearInterval(passing);
    expect(other.clock.time - 9_000_000).toBeGreaterThanOrEqual(20_000);
    dead.clock.time += 60_000;
    await taken();
    await expect(look(dead)).rejects.toThrow('is still held');
    await release();
  });
});
