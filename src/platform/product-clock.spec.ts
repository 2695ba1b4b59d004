import { describe, expect, it } from '@jest/globals';
import { createMemoryDocumentStore } from './documents/memory.js';
import type { DocumentStore } from './documents/port.js';
import { ProductClock } from './product-clock.js';
import { createMemorySignals } from './signals/memory.js';
import { StoreUnavailable } from './unavailable.js';

const DAY = 86_400_000;

describe('the product’s clock', () => {
  const opening = () => {
    const wall = { time: 1_000 * DAY, now: () => wall.time };
    const parts = {
      documents: createMemoryDocumentStore(),
      signals: createMemorySignals(wall),
      wall,
      log: { warn: () => undefined },
    };
    return { wall, parts, open: () => ProductClock.open(parts) };
  };

  it('is the time of day until it is moved, and goes on from there', async () => {
    const { wall, open } = opening();
    const clock = await open();
    expect(clock.now()).toBe(wall.time);
    await clock.moveTo(wall.time + 31 * DAY);
    wall.time += 5;
    expect([clock.now(), clock.ahead]).toEqual([wall.time + 31 * DAY, 31 * DAY]);
  });

  it('stays where it was moved to in the next process, and is never put back', async () => {
    const { wall, open } = opening();
    const clock = await open();
    await clock.moveTo(wall.time + DAY);
    await clock.moveTo(wall.time);
    expect((await open()).ahead).toBe(DAY);
    const [one, other] = [await open(), await open()];
    await Promise.all([one.moveTo(wall.time + 2 * DAY), other.moveTo(wall.time + 3 * DAY)]);
    expect((await open()).ahead).toBe(3 * DAY);
  });

  it('says so where it could not be moved', async () => {
    const { wall, parts } = opening();
    const documents: DocumentStore = {
      ...parts.documents,
      collection: async (spec, parse) => ({
        ...(await parts.documents.collection(spec, parse)),
        get: () => Promise.resolve(undefined),
        put: () => Promise.resolve('conflict' as const),
      }),
    };
    const clock = await ProductClock.open({ ...parts, documents });
    await expect(clock.moveTo(wall.time + DAY)).rejects.toThrow(StoreUnavailable);
    expect(clock.ahead).toBe(0);
  });

  it('is heard of by the other processes of an installation when one moves it', async () => {
    const { wall, parts } = opening();
    const shared = { ...parts, documents: Object.assign(createMemoryDocumentStore(), { shared: true }) };
    const [one, other] = [await ProductClock.open(shared), await ProductClock.open(shared)];
    await one.moveTo(wall.time + DAY);
    while (other.ahead === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(other.now()).toBe(one.now());
    for (const clock of [one, other]) clock.onApplicationShutdown();
  });
});
