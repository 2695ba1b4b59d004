import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { isArrivingUpload } from '../../../src/creation/index.js';
import type { StreamName } from '../../../src/kernel/event-sourcing/event.js';
import type { BlobHash } from '../../../src/platform/blobs/port.js';
import { Leases } from '../../../src/platform/leases/leases.js';
import type { EventStore } from '../../../src/platform/event-store/port.js';
import { assertNotHalfMigrated } from '../../../src/platform/migrate/mark.js';
import { migrate, type MigrationReport } from '../../../src/platform/migrate/migrate.js';
import { assertNobodyRuns } from '../../../src/platform/migrate/running.js';
import type { Side } from '../../../src/platform/migrate/side.js';
import { StoreUnavailable } from '../../../src/platform/unavailable.js';
import { chained, holdings, inMemory, installation, Mortal, onDisk, write } from '../../support/servers/migrate.js';

// Long enough for the slowest machine; nothing waits for it.
jest.setTimeout(600_000);

const clock = { now: () => 1_000 };
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const move = (from: Side, to: Side): Promise<MigrationReport> =>
  migrate({ from, to, projections: ['sums_v1', 'unsaved_v1'], isLeft: isArrivingUpload, clock, say: () => {} });
const name = (stream: string): StreamName => stream as StreamName; // a test's own

/** A log whose positions have gaps, as those of a store that counts bytes. */
function sparse(events: EventStore): EventStore {
  return new Proxy(events, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      if (property !== 'follow') return (...given: unknown[]): unknown => Reflect.apply(member, target, given);
      return async function* (options: Parameters<EventStore['follow']>[0]) {
        for await (const batch of target.follow(options)) {
          yield {
            ...batch,
            events: batch.events.map((event) => ({ ...event, position: 1_000 + event.position * 137 })),
            checkpoint: batch.checkpoint < 0 ? -1 : 1_000 + batch.checkpoint * 137,
          };
        }
      };
    },
  });
}

describe('a move from some stores to others', () => {
  it("takes everything along that is not folded from the log or one machine's own", async () => {
    const source = await installation();
    await source.documents.carryIn('users_v1', [
      { id: 'u3', version: 1, document: { name: 'half a character: \ud800' }, outbox: [] },
    ]);
    const target = inMemory();
    const report = await move(source, target);
    const [was, is] = [await holdings(source), await holdings(target)];
    expect(is.log).toEqual(was.log);
    expect(is.blobs).toEqual(was.blobs);
    expect(is.documents['users_v1']).toEqual(was.documents['users_v1']);
    expect(is.documents['tasks']).toEqual(was.documents['tasks']);
    expect(is.documents['uploads_v1']).toEqual(was.documents['uploads_v1']?.slice(1));
    expect(Object.keys(is.documents)).toEqual([
      'log_checkpoints',
      'parked_messages',
      'parked_streams',
      'tasks',
      'uploads_v1',
      'users_v1',
    ]);
    expect(report.problems).toEqual([]);
    expect(report).toMatchObject({
      events: { events: 7, streams: 3, copied: 7 },
      rebuilt: ['older_v1', 'sums_v1', 'unsaved_v1'],
      noted: { policies: 3, streams: 1, messages: 3 },
      blobs: { blobs: 4, copied: 4, removed: 0 },
    });
    expect(report.collections.get('uploads_v1')).toMatchObject({ documents: 1, left: 1 });
    expect(report.collections.get('users_v1')).toMatchObject({ documents: 3, messages: 3 });
    expect(
      (await target.documents.pendingMessages(10)).filter(({ documentId }) => documentId === 'u1').map(({ id }) => id),
    ).toEqual(['m2', 'm1']);
  });

  it('lets policies go on at the same event, whatever its place is called', async () => {
    const source = await installation();
    const far = { ...inMemory(), events: sparse(inMemory().events) };
    await move(source, far);
    const noted = async ({ documents }: Side) => (await holdings({ ...source, documents })).documents;
    const position = (index: number): number => 1_000 + index * 137;
    expect((await noted(far))['log_checkpoints']?.map(({ id, document }) => [id, document])).toEqual([
      ['policy_cheer', { position: position(4) }],
      ['policy_late', { position: -1 }],
      ['policy_ready', { position: position(6) }],
    ]);
    expect((await noted(far))['parked_streams']).toMatchObject([
      { document: { reader: 'policy_cheer', stream: 'account-b', position: position(1) } },
    ]);
    const again = inMemory('embedded');
    await move(far, again);
    expect((await noted(again))['log_checkpoints']).toEqual(
      (await noted(source))['log_checkpoints']?.filter(({ id }) => id.startsWith('policy_')),
    );
    expect((await noted(again))['parked_streams']).toEqual((await noted(source))['parked_streams']?.slice(0, 1));
  });

  it('keeps messages that are set aside in their order, before all that are to come', async () => {
    const target = inMemory();
    await move(await installation(), target);
    const aside = (await holdings(target)).documents['parked_messages'] ?? [];
    expect(aside.map(({ document }) => document)).toMatchObject([
      { sequence: -2, message: { id: 'x', sequence: -2 } },
      { sequence: -3, message: { id: 'y', sequence: -3 } },
      { sequence: -1, message: { id: 'z', sequence: -1 } },
    ]);
  });

  it('there and back on a data folder gives the same again', async () => {
    const source = await installation();
    const [disk, memory] = [await onDisk(clock, closing), inMemory()];
    expect((await move(source, disk)).problems).toEqual([]);
    expect((await move(disk, memory)).problems).toEqual([]);
    expect(await holdings(memory)).toEqual(await holdings(disk));
    expect((await holdings(memory)).log).toEqual((await holdings(source)).log);
  });

  it('brings an older state of the same installation up to date, and takes away what is gone', async () => {
    const source = await installation();
    const target = inMemory();
    await move(source, target);
    await write(source.events, ['account-b', 'account-d']);
    await source.documents.dropCollection('tasks');
    await source.documents.settleMessages(['m2', 't0', 't50']);
    const { hash } = (await holdings(source)).blobs[0] ?? { hash: '' as BlobHash };
    for (const reference of (await holdings(source)).blobs[0]?.references ?? [])
      await source.blobs.removeReference(hash, reference);
    const { hash: shared } = await source.blobs.put(Buffer.from('two'), 'another');
    await source.blobs.removeReference(shared, 't3');
    const report = await move(source, target);
    expect(report).toMatchObject({ problems: [], events: { events: 9, copied: 2 }, blobs: { copied: 0 } });
    const fresh = inMemory();
    await move(source, fresh);
    expect(await holdings(target)).toEqual(await holdings(fresh));
  });

  it('brings bytes again that the target has on record and not in its bucket', async () => {
    const [source, target] = [await installation(), inMemory()];
    await move(source, target);
    const lost = (await holdings(source)).blobs.find(({ size }) => size > 3)?.hash;
    const [read, put] = [target.blobs.read.bind(target.blobs), target.blobs.put.bind(target.blobs)];
    let isLost = true;
    target.blobs.read = (hash, range) =>
      isLost && hash === lost
        ? Promise.reject(new StoreUnavailable('blobs', 'failed', 'on record, but not in the bucket'))
        : read(hash, range);
    target.blobs.put = async (content, reference) => {
      const stored = await put(content, reference);
      if (stored.hash === lost) isLost = false;
      return stored;
    };
    expect((await move(source, target)).blobs.copied).toBe(1);
    expect(isLost).toBe(false);
  });

  it('goes on where it was killed, as if it had not been', async () => {
    const source = await installation();
    const whole = inMemory();
    await move(source, whole);
    const expected = await holdings(whole);
    let killed = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.boolean(), fc.boolean()), {
          minLength: 1,
          maxLength: 4,
        }),
        async (deaths) => {
          const target = inMemory();
          for (const [operations, unanswered, atSource] of deaths) {
            const life = new Mortal(operations, unanswered);
            const report = await move(
              atSource ? life.over(source) : source,
              atSource ? target : life.over(target),
            ).catch((error: unknown) => {
              expect(String(error)).toBe('Error: killed');
              killed += 1;
              return undefined;
            });
            // What was begun and is not whole is not to be started on.
            const isWhole = JSON.stringify(await holdings(target)) === JSON.stringify(expected);
            if (report === undefined && !isWhole && (await target.events.head()) >= 0)
              await expect(assertNotHalfMigrated(target.documents)).rejects.toThrow(
                'Run the same `npm run migrate` again',
              );
          }
          expect((await move(source, target)).problems).toEqual([]);
          expect(await holdings(target)).toEqual(expected);
          await assertNotHalfMigrated(target.documents);
        },
      ),
      { numRuns: 60 },
    );
    expect(killed).toBeGreaterThan(20);
  });
});

describe('a move is refused', () => {
  it.each([
    [
      'has another first event of a stream',
      (target: Side) =>
        target.events.append(name('account-b'), -1, [chained(name('account-b'), 0, undefined, '{"other":true}')]),
      'its stream account-b holds another event 0 than the source',
    ],
    [
      'has a stream that the source has not',
      (target: Side) => write(target.events, ['account-z']),
      'its stream account-z holds event 0, which the source does not have',
    ],
    [
      'is ahead of the source',
      (target: Side) => write(target.events, ['account-c', 'account-c']),
      'its stream account-c holds event 1, which the source does not have',
    ],
    [
      'has documents that nobody has moved there',
      (target: Side) => target.documents.carryIn('users_v1', [{ id: 'u', version: 1, document: {}, outbox: [] }]),
      'no migration wrote them: users_v1',
    ],
    [
      'has blobs that nobody has moved there',
      (target: Side) => target.blobs.put(Buffer.from('mine'), 'me'),
      'no migration wrote them. They hold',
    ],
  ])('by a target that %s, which stays as it is', async (_what, fill, words) => {
    const target = inMemory();
    await fill(target);
    const before = await holdings(target);
    await expect(move(await installation(), target)).rejects.toThrow(words);
    expect(await holdings(target)).toEqual(before);
    await assertNotHalfMigrated(target.documents);
  });

  const user = (name: string, version = 1) => ({ id: 'u1', version, document: { name }, outbox: [] });

  it('a second time once the target is in use, though no event tells of it, and goes again while it is not', async () => {
    const [source, target] = [await installation(), inMemory()];
    await move(source, target);
    // Who only starts on it fills projections and leads.
    await target.documents.carryIn('sums_v1', [
      { id: 'account-a', version: 3, document: { position: 6, data: 4 }, outbox: [] },
    ]);
    await (await Leases.open(target.documents, clock)).acquire('projector', 'a process', 10_000);
    expect((await move(source, target)).problems).toEqual([]);
    await target.documents.carryIn('users_v1', [user('a new password', 5)]);
    const before = await holdings(target);
    await expect(move(source, target)).rejects.toThrow(
      'The distributed stores have been used since the last migration',
    );
    expect(await holdings(target)).toEqual(before);
    await assertNotHalfMigrated(target.documents);
  });

  it.each([
    ['a document of a new collection', (side: Side) => side.documents.carryIn('invites_v1', [user('b')])],
    ['a message that was told', (side: Side) => side.documents.settleMessages(['m1'])],
    ['a picture', (side: Side) => side.blobs.put(Buffer.from('a picture'), 't9').then(() => undefined)],
  ])('on the way back, to the stores it came from, once they have been used again: %s', async (_what, use) => {
    const [source, target] = [await installation(), inMemory()];
    await move(source, target);
    await target.documents.carryIn('users_v1', [user('a new password', 5)]);
    await use(source);
    const before = await holdings(source);
    await expect(move(target, source)).rejects.toThrow('The embedded stores have been used since the last migration');
    expect(await holdings(source)).toEqual(before);
  });

  it.each(['never moved', 'moved', 'half moved'] as const)(
    'by documents of somebody else beside the right events, the source having been %s; none of them is touched',
    async (state) => {
      const [source, target, other] = [await installation(), inMemory(), inMemory()];
      await move(source, target);
      if (state === 'moved') await move(target, source);
      if (state === 'half moved')
        await expect(move(source, new Mortal(40, false).over(other))).rejects.toThrow('killed');
      await other.documents.carryIn('orders', [user('not ours')]);
      const before = await holdings(other);
      await expect(move(source, { ...other, events: target.events })).rejects.toThrow(/Nothing was changed/);
      expect(await holdings(other)).toEqual(before);
    },
  );

  it('by half of another installation', async () => {
    const target = inMemory();
    const another = inMemory('embedded');
    await write(another.events, ['account-q']);
    // So early that nothing but the note of it is there.
    for (let operations = 1; (await target.documents.collections()).length === 0; operations += 1)
      await move(another, new Mortal(operations, false).over(target)).catch(() => undefined);
    await expect(move(await installation(), { ...target, events: inMemory().events })).rejects.toThrow(
      'The distributed stores hold part of another installation',
    );
  });

  it('while a process holds a lease and renews it, not when it has stopped or died', async () => {
    const target = inMemory();
    const said: string[] = [];
    const look = (meanwhile: (ms: number) => Promise<unknown>): Promise<void> =>
      assertNobodyRuns(target, meanwhile, (line) => void said.push(line));
    const never = (): Promise<never> => Promise.reject(new Error('it waits'));
    await look(never);
    const leases = await Leases.open(target.documents, clock);
    const lease = await leases.acquire('projector', 'a process', 10_000);
    if (lease === undefined) throw new Error('no lease');
    await expect(look((ms) => leases.renew(lease).then(() => expect(ms).toBe(10_000)))).rejects.toThrow(
      'Kinora runs on the distributed stores: projector is held',
    );
    await look(() => Promise.resolve());
    const mine = await leases.acquire('projector', 'a process', 10_000);
    if (mine === undefined) throw new Error('no lease');
    await leases.release(mine);
    await look(never);
    expect(said).toHaveLength(2);
  });

  it('when somebody else writes to the target', async () => {
    const [source, target] = [await installation(), inMemory()];
    const append = target.events.append.bind(target.events);
    let appends = 0;
    target.events.append = async (...given) => {
      if ((appends += 1) === 3)
        await write({ ...target.events, append, readStream: target.events.readStream.bind(target.events) }, [
          'account-a',
        ]);
      return append(...given);
    };
    await expect(move(source, target)).rejects.toThrow(
      'Something else writes to the target: its stream account-a ends at event',
    );
  });

  it('at a blob whose bytes are not what they were, by its name, and leaves no other in its place', async () => {
    const [source, target] = [await installation(), inMemory()];
    const hash = (await holdings(source)).blobs.find(({ size }) => size === 3)?.hash;
    const read = source.blobs.read.bind(source.blobs);
    source.blobs.read = async (request, range) =>
      read(
        request === hash ? ((await holdings(source)).blobs.find(({ size }) => size > 3)?.hash ?? request) : request,
        range,
      );
    await expect(move(source, target)).rejects.toThrow(`Blob ${hash} is damaged in the source`);
    expect((await holdings(target)).blobs.every(({ hash: there }) => there !== hash)).toBe(true);
  });

  it('to call itself whole when somebody has written to the source meanwhile', async () => {
    const source = await installation();
    const list = source.blobs.list.bind(source.blobs);
    source.blobs.list = async function* (after) {
      await write(source.events, ['account-late']);
      yield* list(after);
    };
    expect((await move(source, inMemory())).problems).toEqual([
      'Something wrote to account-late in the source during the migration. Stop it and run this again.',
    ]);
  });

  it('to call itself whole when a chain of the source is broken, or the target holds other documents', async () => {
    const [source, target] = [await installation(), inMemory()];
    await source.events.append(name('account-c'), 0, [chained(name('account-c'), 1)]);
    const carryIn = target.documents.carryIn.bind(target.documents);
    target.documents.carryIn = (collection, documents) =>
      carryIn(collection, collection === 'users_v1' ? documents.slice(1) : documents);
    const { problems } = await move(source, target);
    expect(problems).toEqual(
      expect.arrayContaining([
        'In the source, event 1 of account-c is not chained.',
        'In the target, event 1 of account-c is not chained.',
        expect.stringContaining('The documents of users_v1 are not the same on both sides'),
      ]),
    );
    await expect(assertNotHalfMigrated(target.documents)).rejects.toThrow();
  });
});
