import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { validate } from 'uuid';
import { canonicalJson } from './canonical.js';
import { GENESIS_HASH, chainEvent, decodeMetadata, linkHash, verifyChain } from './chain.js';
import type { RecordedEvent, StreamName } from './event.js';
import { isTraceparent } from '../trace.js';

const stream = 'credits-u.kinora.credits' as StreamName; // A name as the command loop would make it.

function written(data: readonly unknown[]): RecordedEvent[] {
  let previous = GENESIS_HASH;
  return data.map((one, revision) => {
    const { event, hash } = chainEvent(previous, {
      stream,
      revision,
      type: 'Noted',
      version: 1,
      at: 1000 + revision,
      data: canonicalJson(one),
      ...(revision % 2 ? { causedBy: 'a "message"' } : {}),
    });
    previous = hash;
    return { ...event, stream, revision, position: revision * 3, recordedAt: 5000 };
  });
}

const payloads = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })), { minLength: 2, maxLength: 8 });

describe('the hash chain', () => {
  it('is SHA-256 over the hash before, the stream, the place, the type, the version, the time, the cause and the stored bytes', () => {
    const expected = createHash('sha256').update(`${GENESIS_HASH}\n${stream}\n0\nNoted\n1\n7\n\n{"a":1}`).digest('hex');
    expect(linkHash(GENESIS_HASH, { stream, revision: 0, type: 'Noted', version: 1, at: 7, data: '{"a":1}' })).toBe(
      expected,
    );
  });

  it('covers the trace that an event belongs to, and reads no other text for one', () => {
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    if (!isTraceparent(traceparent)) throw new Error('not taken for a trace');
    const link = {
      stream,
      revision: 0,
      type: 'Noted',
      version: 1,
      at: 7,
      data: '{"a":1}',
      causedBy: 'a message',
      traceparent,
    };
    const { event } = chainEvent(GENESIS_HASH, link);
    expect(event.metadata).toBe(canonicalJson(JSON.parse(event.metadata)));
    expect(decodeMetadata(event.metadata)).toMatchObject({ traceparent, causedBy: 'a message' });
    const recorded = { ...event, stream, revision: 0, recordedAt: 0 };
    expect(verifyChain([recorded])).toMatchObject({ intact: true });
    const another = traceparent.replace('0af7', '1af7');
    expect(verifyChain([{ ...recorded, metadata: event.metadata.replace(traceparent, another) }])).toMatchObject({
      intact: false,
      reason: 'altered',
    });
    expect(
      verifyChain([{ ...recorded, metadata: event.metadata.replace(`"traceparent":"${traceparent}",`, '') }]),
    ).toMatchObject({ intact: false, reason: 'altered' });
    for (const other of ['', 'a\nb', traceparent.replace(/01$/, '00'), `${traceparent}\n`, traceparent.toUpperCase()]) {
      expect(() =>
        decodeMetadata(event.metadata.replace(JSON.stringify(traceparent), JSON.stringify(other))),
      ).toThrow();
    }
  });

  it('is intact as it was written, whole or from any place on, and its metadata is canonical', () => {
    fc.assert(
      fc.property(payloads, fc.nat(7), (data, cut) => {
        const events = written(data);
        const whole = verifyChain(events);
        expect(whole).toEqual({
          intact: true,
          revision: events.length - 1,
          hash: decodeMetadata(events.at(-1)?.metadata ?? '').hash,
        });
        const head = verifyChain(events.slice(0, cut));
        if (head.intact) expect(verifyChain(events.slice(cut), head)).toEqual(whole);
        for (const event of events) {
          expect(canonicalJson(JSON.parse(event.metadata))).toBe(event.metadata);
          expect(validate(event.id)).toBe(true);
        }
      }),
    );
  });

  it('names the first event that was altered in any part', () => {
    const alterations: readonly ((event: RecordedEvent) => RecordedEvent)[] = [
      (event) => ({ ...event, data: '{"altered":true}' }),
      (event) => ({ ...event, type: 'Forged' }),
      (event) => ({ ...event, id: '00000000-0000-8000-8000-000000000000' }),
      (event) => ({ ...event, stream: 'credits-other.kinora.credits' as StreamName }), // A stream to which someone copied the event.
      (event) => ({ ...event, metadata: event.metadata.replace(/"at":\d+/, '"at":1') }),
      (event) => ({ ...event, metadata: event.metadata.replace('"version":1', '"version":2') }),
      (event) => ({ ...event, metadata: ` ${event.metadata}` }),
      (event) => ({
        ...event,
        metadata: event.metadata.replace('{', '{"causedBy":"me",').replace(/,"causedBy":"a[^,]*/, ''),
      }),
    ];
    fc.assert(
      fc.property(payloads, fc.nat(), fc.constantFrom(...alterations), (data, seed, alter) => {
        const events = written(data);
        const index = seed % events.length;
        const verdict = verifyChain(events.map((event, at) => (at === index ? alter(event) : event)));
        expect(verdict).toMatchObject({ intact: false, revision: index });
      }),
    );
  });

  it('notices an event that is missing, repeated or out of its place', () => {
    const [first, second, third] = written([{ a: 1 }, { a: 2 }, { a: 3 }]);
    if (!first || !second || !third) throw new Error('three events were written');
    expect(verifyChain([first, third])).toMatchObject({ intact: false, revision: 1, reason: 'out of order' });
    expect(verifyChain([second, third])).toMatchObject({ intact: false, revision: 0, reason: 'out of order' });
    expect(verifyChain([first, { ...third, revision: 1 }])).toMatchObject({
      intact: false,
      revision: 1,
      reason: 'not chained',
    });
    expect(verifyChain([first, { ...second, metadata: '{}' }])).toMatchObject({
      intact: false,
      revision: 1,
      reason: 'unreadable',
    });
  });
});
