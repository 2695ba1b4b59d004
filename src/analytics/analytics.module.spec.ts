import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createMemoryDocumentStore } from '../platform/documents/memory.js';
import { AnalyticsModule } from './analytics.module.js';
import { DayCounts } from './day-counts.js';
import { Visits } from './visits.js';

const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

describe('the sweep of old counts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  async function started(role: string) {
    const documents = createMemoryDocumentStore();
    const visits = await Visits.open(documents);
    const module = new AnalyticsModule(visits, await DayCounts.open(documents, 0), { now: () => 0 }, logger, {
      roles: new Set([role]),
    });
    module.onApplicationBootstrap();
    return { module, sweep: jest.spyOn(visits, 'sweep') };
  }

  it('is a projector’s, and no other process’s', async () => {
    const { sweep } = await started('api');
    const { module, sweep: swept } = await started('projector');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([sweep.mock.calls.length, swept.mock.calls.length]).toEqual([0, 1]);
    await module.onModuleDestroy();
  });

  it('is waited for when the process ends, and does not begin anew meanwhile', async () => {
    const { module, sweep } = await started('projector');
    let resolve = (): void => undefined;
    const swept = new Promise<void>((done) => {
      resolve = done;
    });
    sweep.mockImplementation(() => swept);
    await jest.advanceTimersByTimeAsync(2 * 3_600_000);
    expect(sweep).toHaveBeenCalledTimes(1);
    let isOver = false;
    const over = module.onModuleDestroy().then(() => {
      isOver = true;
    });
    await jest.advanceTimersByTimeAsync(0);
    expect(isOver).toBe(false);
    resolve();
    await over;
    expect(jest.getTimerCount()).toBe(0);
  });
});
