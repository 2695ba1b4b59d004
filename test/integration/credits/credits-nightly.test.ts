import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ReconcileModule } from '../../../src/credits/reconcile/reconcile.module.js';
import { GetReconciliationRuns } from '../../../src/credits/books/finance.queries.js';
import { createMemoryDocumentStore } from '../../../src/platform/documents/memory.js';
import { createMemoryEventStore } from '../../../src/platform/event-store/memory.js';
import { startCredits, type TestCredits } from '../../support/people/credits.js';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 0, 10, 12);

describe('the nightly reconciliation', () => {
  const started: TestCredits[] = [];
  beforeEach(() => {
    jest.useFakeTimers({
      doNotFake: ['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'],
    });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await Promise.all(started.splice(0).map((one) => one.close()));
  });

  async function start(stores: Parameters<typeof startCredits>[0] = {}): Promise<TestCredits> {
    const credits = await startCredits({ now: START, modules: [ReconcileModule], ...stores });
    started.push(credits);
    return credits;
  }
  /** Lets the timers of an hour run, with all that they begin. */
  async function anHour(): Promise<void> {
    for (let minute = 0; minute < 60; minute += 1) {
      await jest.advanceTimersByTimeAsync(60_000);
      await new Promise(setImmediate);
    }
  }
  const runs = async (credits: TestCredits) =>
    (await credits.ask(new GetReconciliationRuns(100))).map(({ at, startedBy, found }) => ({ at, startedBy, found }));

  it('runs by itself once a night, and its history is kept', async () => {
    const credits = await start();
    await anHour();
    expect(await runs(credits)).toEqual([]);
    const nights = [START + 14 * HOUR, START + 38 * HOUR];
    for (const night of nights) {
      credits.now = night;
      await anHour();
    }
    expect(await runs(credits)).toEqual(nights.toReversed().map((at) => ({ at, startedBy: 'schedule', found: 0 })));
  });

  it('makes up once for the nights that downtime prevented', async () => {
    const stores = { events: createMemoryEventStore({ now: () => START }), documents: createMemoryDocumentStore() };
    const before = await start(stores);
    await anHour();
    expect(await runs(before)).toEqual([]);
    const after = await start({ ...stores, now: START + 5 * 24 * HOUR, roles: ['projector'] });
    await anHour();
    expect(await runs(after)).toEqual([{ at: START + 5 * 24 * HOUR, startedBy: 'schedule', found: 0 }]);
  });
});
