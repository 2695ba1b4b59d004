import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { EventBatch } from '@src/analytics/events.shared';
import { MAX_BATCH } from '@src/analytics/names.shared';
import type { AnalyticsSink } from './sink';
import { MAX_BUFFERED, createStoreSink, GATHER_MS, type SendOutcome } from './store-sink';

let sent: EventBatch[];
let beaconed: EventBatch[];
let answers: (SendOutcome | Promise<SendOutcome>)[];
let beacons: boolean;
let minted: number;
let sink: AnalyticsSink;

const take = (from: number, to = from, visit = 'v1'): void => {
  for (let id = from; id <= to; id++)
    sink.take(
      { event: { name: 'resource_exposure', resource_type: 'tool', resource_id: String(id) }, area: 'home' },
      { visit, tab: 't', status: 'anon' },
    );
};
const ids = (batches: readonly EventBatch[]): readonly string[] =>
  batches.map(({ events }) => {
    const all = events.map(({ event }) => (event.name === 'resource_exposure' ? event.resource_id : '?'));
    return all.length === 1 ? `${all[0]}` : `${all[0]}-${all.at(-1)}`;
  });
const pass = (ms: number): Promise<void> => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
  [sent, beaconed, answers, beacons, minted] = [[], [], [], true, 0];
  sink = createStoreSink({
    send: async (batch) => {
      sent.push(batch);
      return answers.shift() ?? 'taken';
    },
    beacon: (batch) => {
      if (beacons) beaconed.push(batch);
      return beacons;
    },
    newId: () => `b${(minted += 1)}`,
  });
});
afterEach(() => {
  jest.useRealTimers();
});

describe('what goes to the product’s own store', () => {
  it('is gathered for a few seconds, and sent once', async () => {
    take(1);
    await pass(GATHER_MS - 1);
    take(2);
    expect(sent).toEqual([]);
    await pass(1);
    expect(ids(sent)).toEqual(['1-2']);
    await pass(10 * GATHER_MS);
    expect(sent).toHaveLength(1);
  });

  it('goes sooner when there is much, in batches that the server takes', async () => {
    take(1, MAX_BATCH + 30);
    await pass(1);
    expect(sent.every(({ events }) => events.length <= MAX_BATCH)).toBe(true);
    expect(sent.flatMap(({ events }) => events)).toHaveLength(MAX_BATCH + 30);
  });

  it('is apart by visit', async () => {
    take(1, 2, 'v1');
    take(3, 3, 'v2');
    await pass(3 * GATHER_MS);
    expect(sent.map(({ visit }) => visit)).toEqual(['v1', 'v2']);
    expect(ids(sent)).toEqual(['1-2', '3']);
  });

  it('is sent again under the same id when its answer did not come, ever less often, and the rest after it', async () => {
    answers = ['later', Promise.reject(new Error('away')), 'later', 'taken'];
    take(1);
    await pass(GATHER_MS);
    take(2);
    await pass(5_000 + 15_000 + 60_000);
    expect(sent.map(({ batch }) => batch)).toEqual(['b1', 'b1', 'b1', 'b1']);
    await pass(GATHER_MS);
    expect(ids(sent.slice(3))).toEqual(['1', '2']);
  });

  it('is forgotten when it was refused, and what follows is sent', async () => {
    answers = ['refused'];
    take(1);
    await pass(GATHER_MS);
    take(2);
    await pass(GATHER_MS);
    expect(ids(sent)).toEqual(['1', '2']);
  });

  it('holds the last 500 events while nothing can be sent', async () => {
    answers = ['later'];
    take(0);
    await pass(GATHER_MS);
    take(1, MAX_BUFFERED + 10);
    await pass(600_000);
    const events = sent.slice(1).flatMap((batch) => batch.events);
    expect(ids(sent)[0]).toBe('0');
    expect(events.filter(({ event }) => event.name === 'resource_exposure' && event.resource_id === '10')).toEqual([]);
    expect(events.filter(({ event }) => event.name === 'resource_exposure' && event.resource_id === '11')).toHaveLength(
      1,
    );
  });

  it('leaves with the page: what waits, and again what is on its way, under its id', async () => {
    answers = [new Promise(() => undefined)];
    take(1);
    await pass(GATHER_MS);
    take(2, 3);
    sink.flush();
    expect(ids(beaconed)).toEqual(['1', '2-3']);
    expect(beaconed[0]?.batch).toBe(sent[0]?.batch);
    sink.flush();
    expect(beaconed).toHaveLength(2);
  });

  it('stays when the browser does not take it along, and is sent later', async () => {
    beacons = false;
    take(1);
    sink.flush();
    await pass(GATHER_MS);
    expect(ids(sent)).toEqual(['1']);
  });

  it('is never sent once it is to be forgotten, whatever is answered', async () => {
    let answer: (outcome: SendOutcome) => void = () => undefined;
    answers = [
      new Promise((resolve) => {
        answer = resolve;
      }),
    ];
    take(1);
    await pass(GATHER_MS);
    take(2);
    sink.forget();
    answer('later');
    await pass(600_000);
    sink.flush();
    expect([sent.length, beaconed.length]).toEqual([1, 0]);
    take(3);
    await pass(GATHER_MS);
    expect(ids(sent)).toEqual(['1', '3']);
  });
});
