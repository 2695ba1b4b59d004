import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { GENESIS_HASH, chainEvent } from './chain.js';
import { UnreadableEvent, createCodec, type EventCodec } from './codec.js';
import type { DomainEvent, RecordedEvent, StreamName } from './event.js';

type Moved = DomainEvent<'Moved', { readonly metres: number; readonly by: string }>;
type Rested = DomainEvent<'Rested', { readonly reason?: string }>;

/** Version 1 had kilometres; version 2 has metres; version 3 adds a name. */
const codec: EventCodec<Moved | Rested> = createCodec<Moved | Rested>({
  Moved: {
    version: 3,
    schema: z.strictObject({ metres: z.int(), by: z.string() }),
    upcasters: {
      1: (stored) => ({ metres: z.strictObject({ kilometres: z.number() }).parse(stored).kilometres * 1000 }),
      2: (stored) => ({ ...z.strictObject({ metres: z.int() }).parse(stored), by: 'unknown' }),
    },
  },
  Rested: { version: 1, schema: z.strictObject({ reason: z.string().exactOptional() }) },
});

function stored(type: string, version: number, data: string): RecordedEvent {
  const stream = 'walk-1' as StreamName; // Any stream would do.
  const { event } = chainEvent(GENESIS_HASH, { stream, revision: 0, type, version, at: 42, data });
  return { ...event, stream, revision: 0, recordedAt: 43 };
}

describe('the event codec', () => {
  it('reads back what it wrote, in canonical form', () => {
    const event: Moved = { type: 'Moved', at: 42, data: { metres: 5, by: 'ann' } };
    const { type, version, data } = codec.encode(event);
    expect({ type, version, data }).toEqual({ type: 'Moved', version: 3, data: '{"by":"ann","metres":5}' });
    expect(codec.decode(stored(type, version, data)).event).toEqual(event);
  });

  it('lifts every older version up, step by step', () => {
    expect(codec.decode(stored('Moved', 1, '{"kilometres":2}')).event.data).toEqual({ metres: 2000, by: 'unknown' });
    expect(codec.decode(stored('Moved', 2, '{"metres":7}')).event.data).toEqual({ metres: 7, by: 'unknown' });
  });

  it.each([
    ['unknown type', stored('Flown', 1, '{}')],
    ['unknown version', stored('Rested', 2, '{}')],
    ['does not fit', stored('Rested', 1, '{"reason":5}')],
    ['does not fit', stored('Rested', 1, 'not json')],
    ['does not fit', stored('Moved', 1, '{"metres":1}')],
    ['does not fit', { ...stored('Rested', 1, '{}'), metadata: '{}' }],
  ])('says %s rather than guess', (reason, recorded) => {
    const read = (): unknown => codec.decode(recorded);
    expect(read).toThrow(UnreadableEvent);
    expect(read).toThrow(reason);
  });

  it('cannot be made with a step missing', () => {
    expect(() => createCodec<Rested>({ Rested: { version: 2, schema: z.strictObject({}) } })).toThrow(
      'no upcaster from version 1',
    );
  });
});
