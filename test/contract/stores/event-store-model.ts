import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { canonicalJson } from '../../../src/kernel/event-sourcing/canonical.js';
import type { LoggedEvent, NewEvent, Position, StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';

// Names of the form that the brand stands for.
export const streamName = (name: string): StreamName => name as StreamName;

export const event = (type = 'CreditsGranted', data: object = {}): NewEvent => ({
  id: randomUUID(),
  type,
  data: canonicalJson(data),
  metadata: '{"version":1}',
});
export const events = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => event('CreditsGranted', { n }));

/** What may be done to a store. */
export type Step =
  | { readonly kind: 'append'; readonly stream: string; readonly off: number; readonly count: number }
  | {
      readonly kind: 'read';
      readonly stream: string;
      readonly from: number;
      readonly limit: number;
      readonly direction: 'forwards' | 'backwards';
    }
  | { readonly kind: 'follow'; readonly after: number; readonly batchSize: number };

/** Takes the steps on the store and on a plain list, and compares every answer. @param run sets its streams apart */
export async function compare(store: EventStore, run: string, steps: readonly Step[]): Promise<void> {
  const start = await store.head();
  const log: { readonly id: string; readonly stream: StreamName }[] = [];
  const own = (stream: StreamName): string[] => log.filter((one) => one.stream === stream).map(({ id }) => id);
  const follow = async (after: Position, prefixes: readonly string[], batchSize: number): Promise<LoggedEvent[]> => {
    const followed: LoggedEvent[] = [];
    for await (const batch of store.follow({ after, prefixes, batchSize, signal: new AbortController().signal })) {
      followed.push(...batch.events);
      if (batch.caughtUp) break;
    }
    return followed;
  };
  for (const step of steps) {
    if (step.kind === 'follow') {
      const places = (await follow(start, [`${run}-`], 100)).map(({ position }) => position);
      const after = step.after < 0 ? start : (places[step.after] ?? places.at(-1) ?? start);
      const followed = await follow(after, [`${run}-credits-`], step.batchSize);
      const expected = log.slice(step.after + 1).filter((one) => one.stream.startsWith(`${run}-credits-`));
      expect(followed.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      continue;
    }
    const stream = streamName(`${run}-${step.stream}`);
    const ids = own(stream);
    if (step.kind === 'append') {
      const added = events(step.count);
      const result = await store.append(stream, ids.length - 1 + step.off, added);
      expect(result.outcome).toBe(step.off === 0 ? 'appended' : 'conflict');
      if (result.outcome === 'appended') log.push(...added.map(({ id }) => ({ id, stream })));
    } else {
      const { from, limit, direction } = step;
      const expected = direction === 'forwards' ? ids.slice(from) : ids.slice(0, from + 1).reverse();
      expect((await store.readStream(stream, { from, limit, direction })).map(({ id }) => id)).toEqual(
        expected.slice(0, limit),
      );
    }
  }
  expect((await follow(start, [`${run}-`], 1_000)).map(({ id }) => id)).toEqual(log.map(({ id }) => id));
}
