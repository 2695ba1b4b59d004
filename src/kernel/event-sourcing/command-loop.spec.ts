import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import { StoreUnavailable } from '../../platform/unavailable.js';
import { chainEvent, decodeMetadata, GENESIS_HASH, verifyChain } from './chain.js';
import { CommandLoop } from './command-loop.js';
import type { StreamName } from './event.js';
import { world, stream, put, purse } from '../../../test/fixtures/purse.js';

describe('the command loop', () => {
  it.each([
    ['type', 'Stolen', 1],
    ['version', 'PutIn', 2],
  ])('fails, and writes nothing, after an event of a %s that a newer program wrote', async (what, type, version) => {
    const { store, loop } = world();
    const { event } = chainEvent(GENESIS_HASH, { stream, revision: 0, type, version, at: 0, data: '{}' });
    await store.append(stream, -1, [event]);
    await expect(loop().execute(stream, put('a'))).rejects.toMatchObject({ reason: `unknown ${what}` });
    expect(await store.readStream(stream)).toHaveLength(1);
  });

  it('fails at a damaged event, which no retry helps', async () => {
    const { store, loop } = world();
    const { event } = chainEvent(GENESIS_HASH, {
      stream,
      revision: 0,
      type: 'PutIn',
      version: 1,
      at: 0,
      data: '{"id":7}',
    });
    await store.append(stream, -1, [event]);
    await expect(loop().execute(stream, put('a'))).rejects.toMatchObject({ reason: 'does not fit' });
  });

  it('answers where the stream stands and what happened, and chains the events', async () => {
    const { store, loop } = world();
    const one = loop();
    expect(await one.execute(stream, put('a'), 'message-7')).toEqual({
      ok: true,
      value: { token: { stream, revision: 0 }, events: [{ type: 'PutIn', at: 1, data: { id: 'a', coins: 1 } }] },
    });
    expect(await one.execute(stream, put('a'))).toEqual({
      ok: true,
      value: { token: { stream, revision: 0 }, events: [] },
    });
    const [event] = await store.readStream(stream);
    expect(decodeMetadata(event?.metadata ?? '')).toMatchObject({ version: 1, at: 1, causedBy: 'message-7' });
    expect(verifyChain(await store.readStream(stream))).toMatchObject({ intact: true, revision: 0 });
  });

  it.each([
    ['of a stream it knows nothing of', false],
    ['of a stream it knows', true],
  ])('puts no more into an append than a server takes, and answers all, in order: %s', async (_, isKnown) => {
    const { loop, store } = world();
    const sizes: number[] = [];
    const append = store.append.bind(store);
    store.append = (to, expected, events) => {
      sizes.push(
        events.reduce((sum, { data, metadata }) => sum + Buffer.byteLength(data) + Buffer.byteLength(metadata), 0),
      );
      return append(to, expected, events);
    };
    const one = loop();
    if (isKnown) await one.execute(stream, put('first'));
    // Three bytes a character.
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => one.execute(stream, put(`${n}${'漢'.repeat(20_000)}`))),
    );
    expect(answers.map((answer) => answer.ok && answer.value.token.revision)).toEqual(
      answers.map((_, n) => n + (isKnown ? 1 : 0)),
    );
    expect(Math.max(...sizes)).toBeLessThan(1_000_000);
    // As many commands are grouped as fit.
    expect(sizes.length).toBeLessThan(12);
    const stored = await store.readStream(stream);
    expect(verifyChain(stored)).toMatchObject({ intact: true, revision: stored.length - 1 });
  });

  it('puts what one command leads to into one append, however large', async () => {
    const { appends, loop } = world();
    const one = loop();
    const answers = await Promise.all(['a', 'b'].map((id) => one.execute(stream, put(`${id}${'x'.repeat(400_000)}`))));
    expect(answers.map(({ ok: isDone }) => isDone)).toEqual([true, true]);
    expect(appends).toEqual([1, 1]);
  });

  it('decides those who wait one after another, each on what the others lead to, and writes them once', async () => {
    const { appends, loop, store } = world();
    const one = loop();
    const answers = await Promise.all(
      [put('in', 3), put('a', -2), put('b', -2), put('c', -1), put('a', -2)].map((command) =>
        one.execute(stream, command),
      ),
    );
    expect(
      answers.map((answer) => (answer.ok ? [answer.value.token.revision, answer.value.events.length] : answer.error)),
    ).toEqual([[0, 1], [1, 1], { identifier: 'CREDITS_NOT_ENOUGH', params: { available: 1 } }, [2, 1], [2, 0]]);
    expect(appends).toEqual([3]);
    expect(verifyChain(await store.readStream(stream))).toMatchObject({ intact: true, revision: 2 });
  });

  it('lets a fault in one decision fall on that caller alone', async () => {
    const { loop } = world();
    const one = loop();
    const broken = expect(one.execute(stream, 'break')).rejects.toThrow('broken');
    expect(await one.execute(stream, put('a'))).toMatchObject({ ok: true });
    await broken;
  });

  it.each(['misspell', 'crumble'] as const)(
    'lets an event that cannot be stored or folded (%s) fall on its own command, and keeps nothing of that',
    async (fault) => {
      const { loop, store, appends } = world();
      const one = loop();
      const before = one.execute(stream, put('a'));
      const faulty = expect(one.execute(stream, fault)).rejects.toThrow();
      const after = one.execute(stream, put('b'));
      expect([await before, await after].map((answer) => answer.ok && answer.value.token.revision)).toEqual([0, 1]);
      await faulty;
      expect(appends).toEqual([2]);
      expect(verifyChain(await store.readStream(stream))).toMatchObject({ intact: true, revision: 1 });
      expect(await one.execute(stream, put('more', -3))).toMatchObject({
        ok: false,
        error: { params: { available: 2 } },
      });
    },
  );

  it('tells what put the store out of reach, and asks those beyond the limit of the waiting to try again', async () => {
    const causes: unknown[] = [];
    const made = world();
    made.before = async (nth) => {
      if (nth === 1) throw new StoreUnavailable('event store', 'full', 'no room');
    };
    const one = made.loop({ maxWaiting: 2, onUnavailable: (error) => void causes.push(error) });
    const answers = await Promise.all(['a', 'b', 'c'].map((id) => one.execute(stream, put(id))));
    expect(answers.map((answer) => answer.ok || answer.error.identifier)).toEqual([
      'TRY_AGAIN',
      'TRY_AGAIN',
      'TRY_AGAIN',
    ]);
    expect(causes).toEqual([expect.objectContaining({ reason: 'full' })]);
    const again = await Promise.all(['a', 'b', 'c'].map((id) => one.execute(stream, put(id))));
    expect(again.map((answer) => answer.ok)).toEqual([true, true, false]);
    expect(made.appends).toEqual([2, 2]);
  });

  it('folds on and decides again when somebody else was faster, so that two loops together never overdraw', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(
            fc.boolean(),
            fc.integer({ min: -3, max: 2 }).filter((coins) => coins !== 0),
          ),
          { maxLength: 40 },
        ),
        async (commands) => {
          const { loop, store } = world();
          const loops = [loop({ attempts: 100 }), loop({ attempts: 100 })] as const;
          const answers = await Promise.all(
            commands.map(([first, coins], n) => (first ? loops[0] : loops[1]).execute(stream, put(`p${n}`, coins))),
          );
          const events = await store.readStream(stream);
          expect(verifyChain(events)).toMatchObject({ intact: true });
          let coins = 0;
          for (const { data } of events)
            expect((coins += z.object({ coins: z.int() }).parse(JSON.parse(data)).coins)).toBeGreaterThanOrEqual(0);
          expect(events.length).toBe(answers.filter((answer) => answer.ok && answer.value.events.length === 1).length);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('does not believe its memory when nothing is to be written: what another process has done counts', async () => {
    const { loop } = world();
    const here = loop();
    const there = loop();
    await here.execute(stream, put('a'));
    await there.execute(stream, put('b', 5));
    expect(await here.execute(stream, put('c', -6))).toMatchObject({ ok: true, value: { token: { revision: 2 } } });
    expect(await there.execute(stream, put('c', -6))).toMatchObject({
      ok: true,
      value: { token: { revision: 2 }, events: [] },
    });
  });

  it('asks to try again when the outcome of a write is unknown, and the repeat does nothing twice', async () => {
    for (const stored of [true, false]) {
      const made = world();
      const one = made.loop();
      await one.execute(stream, put('in', 5));
      const fail = async (nth: number): Promise<void> => {
        if (nth === 2) throw new StoreUnavailable('event store', 'unreachable', 'the line is dead');
      };
      if (stored) made.after = fail;
      else made.before = fail;
      const all = [put('a', -2), put('b', -2), put('c', -2)];
      const first = await Promise.all(all.map((command) => one.execute(stream, command)));
      expect(first.map((answer) => answer.ok || answer.error.identifier)).toEqual([
        'TRY_AGAIN',
        'TRY_AGAIN',
        'TRY_AGAIN',
      ]);
      const second = await Promise.all(all.map((command) => one.execute(stream, command)));
      expect(second.map((answer) => (answer.ok ? 'ok' : answer.error.identifier))).toEqual([
        'ok',
        'ok',
        'CREDITS_NOT_ENOUGH',
      ]);
      expect(await made.store.readStream(stream)).toHaveLength(3);
    }
  });

  it('asks to try again when others keep being faster', async () => {
    const made = world();
    const other = made.loop();
    let n = 0;
    const slow = new CommandLoop(purse, {
      isUnavailable: () => false,
      attempts: 3,
      log: {
        ...made.store,
        readStream: (of, options) => made.store.readStream(of, options),
        append: async (to, expected, events) => {
          await other.execute(stream, put(`other${(n += 1)}`));
          return made.store.append(to, expected, events);
        },
      },
    });
    expect(await slow.execute(stream, put('mine'))).toMatchObject({ ok: false, error: { identifier: 'TRY_AGAIN' } });
    expect(n).toBe(3);
  });

  it('passes a fault of the program on to whoever asked', async () => {
    const made = world();
    made.before = async () => {
      throw new TypeError('a fault');
    };
    await expect(made.loop().execute(stream, put('a'))).rejects.toThrow('a fault');
  });

  it('begins a load at the last checkpoint and takes with it those before it that it rests on', async () => {
    const made = world();
    const one = made.loop();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 300; n += 1) await one.execute(stream, put(`${round}.${n}`));
      await one.execute(stream, 'count');
    }
    await one.execute(stream, put('last'));
    made.reads.length = 0;
    const fresh = made.loop();
    expect(await fresh.execute(stream, put('0.7'))).toMatchObject({ ok: true, value: { events: [] } });
    expect(made.reads.reduce((sum, read) => sum + read, 0)).toBeLessThan(300);
    expect(await fresh.execute(stream, put('out', -901))).toMatchObject({ ok: true });
    expect(await fresh.execute(stream, put('more', -1))).toMatchObject({ ok: false });
  });

  it('keeps no more states than it may, and loads the rest again', async () => {
    const made = world();
    const one = made.loop({ cachedStreams: 2 });
    const streams = ['purse-a', 'purse-b', 'purse-c', 'purse-d'] as StreamName[]; // streams of this test alone
    for (let round = 0; round < 3; round += 1)
      await Promise.all(streams.map((name) => one.execute(name, put(`r${round}`))));
    for (const name of streams)
      expect(verifyChain(await made.store.readStream(name))).toMatchObject({ intact: true, revision: 2 });
  });

  it('serves more callers than one write takes', async () => {
    const made = world();
    const one = made.loop();
    await Promise.all(Array.from({ length: 1_100 }, (_, n) => one.execute(stream, put(`n${n}`))));
    expect(made.appends).toEqual([1_024, 32, 32, 12]);
  });

  it('decides the next group while one is being written, and answers nobody before all it rests on is stored', async () => {
    const made = world();
    const one = made.loop();
    await one.execute(stream, put('first'));
    let release = (): void => {};
    made.before = async (nth) => {
      if (nth === 2) await new Promise<void>((resolve) => (release = resolve));
    };
    let answered = 0;
    const all = Array.from({ length: 64 }, (_, n) =>
      one.execute(stream, put(`n${n}`)).then((answer) => ((answered += 1), answer)),
    );
    while (made.appends.length < 3) await new Promise((resolve) => setImmediate(resolve));
    for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    // Out of order, the second append is a conflict.
    expect([made.appends, answered]).toEqual([[1, 32, 32], 0]);
    release();
    expect((await Promise.all(all)).every((answer) => answer.ok)).toBe(true);
    expect(verifyChain(await made.store.readStream(stream))).toMatchObject({ intact: true, revision: 64 });
  });

  it('follows nothing that came to nothing: where others write too, an append waits for the one before it', async () => {
    const made = world(true);
    const other = new CommandLoop(purse, { log: made.store, isUnavailable: () => false });
    const one = made.loop();
    await one.execute(stream, put('first'));
    // Another writer appends the same number of events just before this append.
    made.before = async (nth) => {
      if (nth === 2)
        await Promise.all(
          Array.from({ length: made.appends[1] ?? 0 }, (_, n) => other.execute(stream, put(`other${n}`))),
        );
    };
    const answers = await Promise.all(Array.from({ length: 64 }, (_, n) => one.execute(stream, put(`n${n}`))));
    expect(answers.every((answer) => answer.ok)).toBe(true);
    const events = await made.store.readStream(stream);
    expect(verifyChain(events)).toMatchObject({ intact: true, revision: (made.appends[1] ?? 0) + 64 });
  });

  it('keeps every rule whatever fails, is lost on the way back, or is done by others while groups rest on one another', async () => {
    const fates = fc.array(fc.constantFrom('fine', 'fine', 'fine', 'lost', 'refused', 'overtaken', 'matched'), {
      minLength: 1,
      maxLength: 12,
    });
    const bursts = fc.array(
      fc.array(
        fc.integer({ min: -3, max: 2 }).filter((coins) => coins !== 0),
        { minLength: 1, maxLength: 120 },
      ),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fates, bursts, async (shared, plan, batches) => {
        const made = world(shared);
        const other = new CommandLoop(purse, { log: made.store, isUnavailable: () => false });
        const fate = (nth: number): string | undefined => plan[nth % plan.length];
        const away = new StoreUnavailable('event store', 'unreachable', 'away');
        made.before = async (nth) => {
          if (fate(nth) === 'refused') throw away;
          // By one event, or by as many as the append contains.
          const others = fate(nth) === 'overtaken' ? 1 : fate(nth) === 'matched' ? (made.appends[nth - 1] ?? 0) : 0;
          if (shared)
            await Promise.all(Array.from({ length: others }, (_, n) => other.execute(stream, put(`other${nth}.${n}`))));
        };
        made.after = async (nth) => {
          if (fate(nth) === 'lost') throw away;
        };
        const one = made.loop({ attempts: 20 });
        let id = 0;
        const sent: { id: string; coins: number; answer: Awaited<ReturnType<typeof one.execute>> }[] = [];
        for (const burst of batches) {
          await Promise.all(
            burst.map(async (coins) => {
              const command = { id: `p${(id += 1)}`, coins };
              sent.push({ ...command, answer: await one.execute(stream, command) });
            }),
          );
        }
        const events = await made.store.readStream(stream);
        expect(verifyChain(events)).toMatchObject({ intact: true });
        const revisionOf = new Map(
          events.map(({ data, revision }) => [z.object({ id: z.string() }).parse(JSON.parse(data)).id, revision]),
        );
        expect(revisionOf.size).toBe(events.length);
        let coins = 0;
        for (const { data } of events)
          expect((coins += z.object({ coins: z.int() }).parse(JSON.parse(data)).coins)).toBeGreaterThanOrEqual(0);
        for (const { id: own, answer } of sent) {
          // Answered commands are stored, refused ones are not; only commands to be retried may be either.
          if (answer.ok) expect(revisionOf.get(own)).toBe(answer.value.token.revision);
          else if (answer.error.identifier === 'CREDITS_NOT_ENOUGH') expect(revisionOf.has(own)).toBe(false);
          else expect(answer.error.identifier).toBe('TRY_AGAIN');
        }
        const repeated = await Promise.all(
          sent.map(({ id: own, coins: amount }) => other.execute(stream, { id: own, coins: amount })),
        );
        for (const [n, { id: own }] of sent.entries())
          if (revisionOf.has(own)) expect(repeated[n]).toMatchObject({ ok: true, value: { events: [] } });
      }),
      { numRuns: 120 },
    );
  });
});
