import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LoggedEvent, StreamName } from '../../kernel/event-sourcing/event.js';
import { PositionMap } from './positions.js';

const event = (stream: string, revision: number, position: number): LoggedEvent => ({
  id: `${stream} ${revision}`,
  stream: stream as StreamName,
  revision,
  position,
  type: 'Happened',
  data: '{}',
  metadata: '{}',
  recordedAt: 0, // a test's own stream
});

/** Walks the source, then the target. */
function places(
  wanted: readonly number[],
  source: readonly LoggedEvent[],
  target: readonly LoggedEvent[],
  ids: readonly string[] = [],
): PositionMap {
  const found = new PositionMap(wanted, new Set(ids));
  for (const one of source) found.inSource(one);
  found.sourceEnds();
  for (const one of target) found.inTarget(one);
  return found;
}

describe('places of one log in another', () => {
  const source = [event('a', 0, 0), event('b', 0, 1), event('a', 1, 2), event('b', 1, 3)];
  const target = [event('a', 0, 120), event('b', 0, 245), event('a', 1, 371), event('b', 1, 500)];

  it('are those of the last event at or before them', () => {
    const found = places([-1, 0, 2, 3, 9], source, target);
    expect([-1, 0, 2, 3, 9].map((position) => found.placeOf(position))).toEqual([-1, 120, 371, 500, 500]);
    const back = places([-1, 119, 120, 300, 371, 499, 9_000], target, source);
    expect([-1, 119, 120, 300, 371, 499, 9_000].map((position) => back.placeOf(position))).toEqual([
      -1, -1, 0, 1, 2, 2, 3,
    ]);
  });

  it('are before the first event in a log that has none', () => {
    expect(places([5], [], []).placeOf(5)).toBe(-1);
  });

  it('are known for single events', () => {
    const found = places([], source, target, ['a 1', 'c 0']);
    expect([found.placeOfEvent('a 1'), found.placeOfEvent('b 0'), found.placeOfEvent('c 0')]).toEqual([
      371,
      undefined,
      undefined,
    ]);
  });

  it('leave out no event, whatever the order of streams in the other log, and repeat none where the order is the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
        fc.array(fc.nat(1_000)),
        fc.integer({ min: -1, max: 25 }),
        (streams, order, wanted) => {
          const next = new Map<string, number>();
          const one = streams.map((stream, position) => {
            const revision = next.get(stream) ?? 0;
            next.set(stream, revision + 1);
            return event(stream, revision, position);
          });
          // Another order across streams, the same within each.
          const queues = [...new Set(streams)].map((stream) => one.filter((each) => each.stream === stream));
          const other: LoggedEvent[] = [];
          for (let turn = 0; other.length < one.length; turn += 1) {
            const left = queues.filter((queue) => queue.length > 0);
            const taken = left[(order[turn] ?? 0) % left.length]?.shift();
            if (taken !== undefined) other.push({ ...taken, position: other.length * 100 + 50 });
          }
          const place = places([wanted], one, other).placeOf(wanted);
          const passed = new Set(other.filter(({ position }) => position <= place).map(({ id }) => id));
          expect(one.filter(({ id, position }) => passed.has(id) && position > wanted)).toEqual([]);
          const straight = one.map((each) => ({ ...each, position: each.position * 100 + 50 }));
          expect(places([wanted], one, straight).placeOf(wanted)).toBe(
            straight[Math.min(wanted, one.length - 1)]?.position ?? -1,
          );
        },
      ),
    );
  });
});
